import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import {
  CALL,
  CLAIM_CRITERIA,
  CLAIM_PROOFS,
  CLAIM_SUPPORTS,
  type Claim,
  callsForProof,
  claimFileKey,
} from '#shared/control/claims.ts';
import { listClaims, updateClaims } from '#shared/control/control.contract.ts';
import { getProduct } from '#shared/products/product.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useSaveOver } from '../api/useSaveOver.ts';
import { Attachments } from '../attachments/Attachments.tsx';
import { useMay } from '../auth/account.tsx';
import { ReadOnlyNote } from '../auth/ReadOnlyNote.tsx';
import { DayInput } from '../fields/DayInput.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Empty, LoadError, Loading, Page } from '../ui/Page.tsx';

const newId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 12);
const NEW: Omit<Claim, 'id'> = {
  texte: '',
  support: null,
  critere: null,
  preuve: null,
  adequation: null,
  revue_le: null,
};

/** What the product claims, each with its proof: saved claim by claim, as one leaves it. */
export function ClaimsPage() {
  const { id = '' } = useParams();
  const product = useQuery(queryOf(getProduct, { params: { id } }));
  const { data, error, isPending, refetch } = useQuery({
    ...queryOf(listClaims, { params: { id } }),
    staleTime: 0,
  });
  const name = product.data ? productLabel(product.data.data) : 'Produit';
  return (
    <Page
      title="Allégations"
      tab={`Allégations : ${name}`}
      subtitle={
        <Breadcrumbs component="span" aria-label="Fil d'Ariane">
          <MuiLink component={Link} to={`/products/${id}`} underline="hover">
            {name}
          </MuiLink>
          <MuiLink component={Link} to={`/products/${id}/control`} underline="hover">
            Prêt pour un contrôle
          </MuiLink>
        </Breadcrumbs>
      }
    >
      <ReadOnlyNote what="les allégations" />
      {isPending ? (
        <Loading label="Chargement des allégations…" />
      ) : error && !data ? (
        <LoadError
          message="Les allégations n’ont pas pu être chargées."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        <Claims productId={id} held={data.data} />
      )}
    </Page>
  );
}

function Claims({ productId, held }: { productId: string; held: readonly Claim[] }) {
  const mayWrite = useMay('write');
  const { saveOver, busy } = useSaveOver();
  const [removing, setRemoving] = useState<Claim | null>(null);
  /** The one that is being written and has no text yet: it is nobody's claim. */
  const [added, setAdded] = useState<Claim | null>(null);
  const all = added && !held.some(({ id }) => id === added.id) ? [...held, added] : held;
  const save = (changed: (now: readonly Claim[]) => readonly Claim[]): Promise<boolean> =>
    saveOver({ endpoint: listClaims, input: { params: { id: productId } } }, (now, ifMatch) =>
      call(updateClaims, {
        params: { id: productId },
        body: [...changed(now)],
        headers: { 'If-Match': ifMatch },
      }),
    );
  /** Only what was changed here goes over what the server holds: the rest may be somebody else’s. */
  const saveOne = async (id: string, changed: Partial<Claim>, whole: Claim): Promise<boolean> => {
    const isNew = id === added?.id;
    if (whole.texte.trim() === '') return false;
    const done = await save((now) =>
      now.some((one) => one.id === id)
        ? now.map((one) => (one.id === id ? { ...one, ...changed } : one))
        : isNew
          ? [...now, whole]
          : now,
    );
    if (done && isNew) setAdded(null);
    return done;
  };
  const add = mayWrite && (
    <Button
      variant="contained"
      startIcon={<Plus size={18} />}
      disabled={added !== null}
      onClick={() => setAdded({ id: newId(), ...NEW })}
    >
      Ajouter une allégation
    </Button>
  );
  return (
    <>
      {all.length === 0 ? (
        <Empty
          title="Aucune allégation"
          text="Un effet revendiqué sur l’étiquette, le site ou les réseaux a sa preuve au dossier (article 11 §2 d). S’il n’y en a pas, dites-le dans « Conformité »."
          action={add}
        />
      ) : (
        <Box sx={{ display: 'grid', gap: 2 }}>
          {all.map((claim) => (
            <ClaimCard
              key={claim.id}
              claim={claim}
              productId={productId}
              isNew={claim.id === added?.id}
              disabled={!mayWrite}
              onSave={(changed, whole) => saveOne(claim.id, changed, whole)}
              onRemove={() => (claim.id === added?.id ? setAdded(null) : setRemoving(claim))}
            />
          ))}
          <Box>{add}</Box>
        </Box>
      )}
      <ConfirmDialog
        open={removing !== null}
        title="Retirer cette allégation ?"
        text={`« ${removing?.texte ?? ''} » ne sera plus au dossier. Ses fichiers restent joints au produit ; l’historique la garde.`}
        confirmLabel="Retirer"
        danger
        busy={busy}
        onCancel={() => setRemoving(null)}
        onConfirm={() => {
          const gone = removing;
          setRemoving(null);
          if (gone) void save((now) => now.filter(({ id }) => id !== gone.id));
        }}
      />
    </>
  );
}

interface CardProps {
  claim: Claim;
  productId: string;
  isNew: boolean;
  disabled: boolean;
  /** @returns whether it is kept */
  onSave: (changed: Partial<Claim>, whole: Claim) => Promise<boolean>;
  onRemove: () => void;
}

function ClaimCard({ claim, productId, isNew, disabled, onSave, onRemove }: CardProps) {
  const [draft, setDraft] = useState(claim);
  /** What is known to be kept: what a save did not take is sent again with the next one. */
  const kept = useRef(claim);
  const keep = (next: Claim): void => {
    setDraft(next);
    const names = (Object.keys(next) as (keyof Claim)[]).filter((name) => next[name] !== kept.current[name]);
    if (names.length === 0) return;
    const changed = Object.fromEntries(names.map((name) => [name, next[name]])) as Partial<Claim>;
    void onSave(changed, next).then((done) => {
      if (done) kept.current = { ...kept.current, ...changed };
    });
  };
  const lacksText = draft.texte.trim() === '';
  const choice = (name: 'support' | 'critere' | 'preuve', label: string, words: Readonly<Record<string, string>>) => (
    <TextField
      select
      size="small"
      label={label}
      value={draft[name] ?? ''}
      disabled={disabled}
      onChange={(event) => keep({ ...draft, [name]: event.target.value || null } as Claim)}
    >
      <MenuItem value="">À préciser</MenuItem>
      {Object.entries(words).map(([key, word]) => (
        <MenuItem key={key} value={key}>
          {word}
        </MenuItem>
      ))}
    </TextField>
  );
  return (
    <Card component="section" aria-label={draft.texte || 'Nouvelle allégation'} sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <TextField
          label="Texte de l’allégation, tel qu’imprimé"
          size="small"
          fullWidth
          autoFocus={isNew}
          value={draft.texte}
          disabled={disabled}
          error={!isNew && lacksText}
          helperText={
            !lacksText
              ? undefined
              : isNew
                ? 'Elle est enregistrée dès qu’elle a un texte.'
                : 'Le texte est requis : rien n’est enregistré tant qu’il manque.'
          }
          onChange={(event) => setDraft({ ...draft, texte: event.target.value })}
          onBlur={() => keep(draft)}
        />
        {callsForProof(draft.texte) && <Alert severity="info">{CALL}</Alert>}
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(210px, 1fr))' }}>
          {choice('support', 'Support', CLAIM_SUPPORTS)}
          {choice('critere', 'Critère (UE) 655/2013', CLAIM_CRITERIA)}
          {choice('preuve', 'Nature de la preuve', CLAIM_PROOFS)}
          <DayInput
            field={{ name: `revue-${claim.id}`, label: 'Revue le' }}
            value={draft.revue_le ?? ''}
            required={false}
            disabled={disabled}
            onChange={(value) => {
              const next = { ...draft, revue_le: value || null };
              if (value === '' || /^\d{4}-\d\d-\d\d$/.test(value)) keep(next);
              else setDraft(next);
            }}
            onBlur={() => undefined}
          />
        </Box>
        <TextField
          label="Adéquation de la preuve"
          size="small"
          multiline
          minRows={2}
          value={draft.adequation ?? ''}
          disabled={disabled}
          onChange={(event) => setDraft({ ...draft, adequation: event.target.value || null })}
          onBlur={() => keep(draft)}
        />
        {!isNew && (
          <Box>
            <Typography variant="h3" sx={{ mb: 1 }}>
              Fichiers de la preuve
            </Typography>
            <Attachments
              productId={productId}
              ensureProduct={async () => productId}
              fieldKey={claimFileKey(claim.id)}
              disabled={disabled}
              addLabel="Joindre la preuve"
            />
          </Box>
        )}
        {!disabled && (
          <Box>
            <Button size="small" color="error" startIcon={<Trash2 size={16} />} onClick={onRemove}>
              {isNew ? 'Abandonner' : 'Retirer cette allégation'}
            </Button>
          </Box>
        )}
      </Box>
    </Card>
  );
}
