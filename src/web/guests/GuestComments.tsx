import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import type { AnchorKind } from '#shared/comments/comment.contract.ts';
import { createGuestComment, listGuestComments } from '#shared/guests/guest.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { CommentForm } from '../comments/CommentForm.tsx';
import { CommentThreads } from '../comments/CommentThreads.tsx';
import { LoadError } from '../ui/Page.tsx';

const useWrite = () => {
  const { act, busy } = useAction();
  const comments = useQuery({ ...queryOf(listGuestComments), enabled: false });
  const write = async (body: object, done: string): Promise<boolean> => {
    const made = await act(() => call(createGuestComment, { body: body as never }), { done });
    // Only what was just written is asked again: reading the file anew is a line of the journal.
    if (made) await comments.refetch();
    return made !== undefined;
  };
  return { write, busy };
};

/** What is written between a guest and the house. */
export function GuestComments({ mayComment }: { mayComment: boolean }) {
  const { data, error, refetch } = useQuery({ ...queryOf(listGuestComments), staleTime: Number.POSITIVE_INFINITY });
  const { write, busy } = useWrite();
  const comments = data?.data ?? [];
  return (
    <Card component="section" aria-labelledby="guest-comments" sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Typography variant="h2" id="guest-comments">
        Commentaires
      </Typography>
      {mayComment && (
        <CommentForm
          label="Un commentaire sur le dossier"
          place="guest comment"
          submit="Envoyer"
          busy={busy}
          onSend={(body) => write({ anchor: { kind: 'product', key: '' }, body }, 'Le commentaire est envoyé.')}
        />
      )}
      {error && !data && (
        <LoadError
          message="Les commentaires n’ont pas pu être lus."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {data && comments.length === 0 && (
        <Typography color="textSecondary">
          {mayComment
            ? 'Rien encore. « Commenter », à côté d’une information ou d’un point, fait un commentaire de cet endroit.'
            : 'Rien encore.'}
        </Typography>
      )}
      <CommentThreads
        comments={comments}
        acts={{
          busy,
          ...(mayComment ? { answer: (to, body) => write({ parent_id: to.id, body }, 'La réponse est envoyée.') } : {}),
        }}
      />
    </Card>
  );
}

/** A comment on one line of the file. */
export function WriteComment({
  anchor,
  about,
  onDone,
}: {
  anchor: { kind: AnchorKind; key: string };
  about: string;
  onDone: () => void;
}) {
  const { write, busy } = useWrite();
  return (
    <CommentForm
      label={`Commentaire : ${about}`}
      place={`guest comment ${anchor.kind} ${anchor.key}`}
      submit="Envoyer"
      busy={busy}
      onSend={async (body) => {
        const isTaken = await write({ anchor, body }, 'Le commentaire est envoyé.');
        if (isTaken) onDone();
        return isTaken;
      }}
      onCancel={onDone}
    />
  );
}
