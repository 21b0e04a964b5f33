import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Comment } from '#shared/comments/comment.contract.ts';
import { printInstant } from '#shared/fields/date.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { CommentForm } from './CommentForm.tsx';

/** What one may do with comments where they are shown. */
export interface CommentActs {
  busy: boolean;
  names?: readonly string[];
  mayShow?: boolean;
  /** @returns whether it was taken */
  answer?: (to: Comment, body: string, forGuests: boolean) => Promise<boolean>;
  edit?: (one: Comment, body: string) => Promise<boolean>;
  remove?: (one: Comment) => void;
  mayRemove?: (one: Comment) => boolean;
  settle?: (one: Comment) => void;
}

/** Comments with their answers, the newest thread first; what is settled is folded away by who shows it. */
export function CommentThreads({ comments, acts }: { comments: readonly Comment[]; acts: CommentActs }) {
  const answers = Map.groupBy(
    comments.filter(({ parent_id }) => parent_id !== null),
    ({ parent_id }) => parent_id,
  );
  const known = new Set(comments.map(({ id }) => id));
  // A guest reads an answer whose question stays in the house as a comment of its own.
  const first = comments.filter(({ parent_id }) => parent_id === null || !known.has(parent_id));
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {first.toReversed().map((one) => (
        <Thread key={one.id} one={one} answers={answers.get(one.id) ?? []} acts={acts} />
      ))}
    </Box>
  );
}

/** Where the keyboard goes on once what a button opened is closed. */
function useGivenBack(isOpen: boolean) {
  const opener = useRef<HTMLButtonElement | null>(null);
  const was = useRef(isOpen);
  useEffect(() => {
    if (was.current && !isOpen) opener.current?.focus();
    was.current = isOpen;
  }, [isOpen]);
  return opener;
}

function Thread({ one, answers, acts }: { one: Comment; answers: readonly Comment[]; acts: CommentActs }) {
  const [isAnswering, setAnswering] = useState(false);
  const answering = useGivenBack(isAnswering);
  const { answer, settle } = acts;
  return (
    <Box
      component="article"
      aria-label={`Commentaire de ${one.by ?? 'une personne partie'}, ${one.anchor.label}`}
      sx={{ borderLeft: 3, borderColor: one.resolved_at ? 'divider' : 'primary.main', pl: 1.5, minWidth: 0 }}
    >
      <Typography sx={{ fontSize: '0.85rem', fontWeight: 600, overflowWrap: 'anywhere' }}>
        {one.anchor.label}
        {one.anchor.lost && (
          <Typography component="span" color="textSecondary" sx={{ fontSize: 'inherit' }}>
            {' (sans place : elle n’est plus dans ce produit)'}
          </Typography>
        )}
      </Typography>
      <One one={one} acts={acts}>
        {answer && one.parent_id === null && (
          // It stays where it is: a second click would fall on what came into its place.
          <Button ref={answering} size="small" aria-expanded={isAnswering} onClick={() => setAnswering(true)}>
            Répondre
          </Button>
        )}
        {settle && !one.removed && (
          <Button size="small" onClick={() => settle(one)}>
            {one.resolved_at ? 'Rouvrir' : 'Régler'}
          </Button>
        )}
      </One>
      {answers.length > 0 && (
        <Box sx={{ display: 'grid', gap: 1, mt: 1, pl: 2 }}>
          {answers.map((reply) => (
            <One key={reply.id} one={reply} acts={acts} />
          ))}
        </Box>
      )}
      {answer && isAnswering && (
        <Box sx={{ mt: 1, pl: 2 }}>
          <CommentForm
            label="Réponse"
            place={`reply ${one.id}`}
            submit="Répondre"
            busy={acts.busy}
            {...(acts.names ? { names: acts.names } : {})}
            mayShow={acts.mayShow === true && one.for_guests}
            onSend={async (body, forGuests) => {
              const isTaken = await answer(one, body, forGuests);
              if (isTaken) setAnswering(false);
              return isTaken;
            }}
            onCancel={() => setAnswering(false)}
          />
        </Box>
      )}
    </Box>
  );
}

/** @param children what else one may do with it */
function One({ one, acts, children }: { one: Comment; acts: CommentActs; children?: ReactNode }) {
  const [isEditing, setEditing] = useState(false);
  const editing = useGivenBack(isEditing);
  const [isRemoving, setRemoving] = useState(false);
  const { edit, remove, mayRemove } = acts;
  const chips: ReactNode[] = [
    one.by_guest && <Chip key="guest" size="small" label="Invité" color="info" variant="outlined" />,
    one.for_guests && !one.by_guest && edit && (
      <Chip key="shown" size="small" label="Lu par les invités" variant="outlined" />
    ),
    one.resolved_at && (
      <Chip
        key="resolved"
        size="small"
        color="success"
        variant="outlined"
        label={one.resolved_by ? `Réglé par ${one.resolved_by}` : 'Réglé'}
      />
    ),
  ].filter(Boolean);
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>
          {`${one.by ?? 'Une personne partie'}, le ${printInstant(one.at)}${one.edited_at ? ', modifié' : ''}`}
        </Typography>
        {chips}
      </Box>
      {one.removed ? (
        <Typography color="textSecondary" sx={{ fontStyle: 'italic' }}>
          Supprimé
        </Typography>
      ) : isEditing && edit ? (
        <CommentForm
          label="Commentaire"
          submit="Enregistrer"
          text={one.body}
          busy={acts.busy}
          onSend={async (body) => {
            const isTaken = await edit(one, body);
            if (isTaken) setEditing(false);
            return isTaken;
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{one.body}</Typography>
      )}
      {!isEditing && (
        <Box sx={{ display: 'flex', gap: 0.5, flexWrap: 'wrap', ml: -0.75 }}>
          {children}
          {edit && !one.removed && one.mine && (
            <Button ref={editing} size="small" onClick={() => setEditing(true)}>
              Modifier
            </Button>
          )}
          {remove && !one.removed && mayRemove?.(one) && (
            <Button size="small" onClick={() => setRemoving(true)}>
              Supprimer
            </Button>
          )}
        </Box>
      )}
      <ConfirmDialog
        open={isRemoving}
        danger
        title="Supprimer ce commentaire ?"
        text="Son texte disparaît pour tous, et ne revient pas ; les réponses restent."
        confirmLabel="Supprimer"
        onCancel={() => setRemoving(false)}
        onConfirm={() => {
          setRemoving(false);
          remove?.(one);
        }}
      />
    </Box>
  );
}
