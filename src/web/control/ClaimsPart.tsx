import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Claim } from '#shared/control/claims.contract.ts';
import { claimTexts } from '#shared/control/claims.ts';
import { listClaims, updateClaims } from '#shared/control/control.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useSaveOver } from '../api/useSaveOver.ts';
import { useMay } from '../auth/account.tsx';
import { ReadOnlyNote } from '../auth/ReadOnlyNote.tsx';
import { useProduct } from '../products/useProduct.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Empty, LoadError, Loading } from '../ui/Page.tsx';
import { ClaimCard } from './ClaimCard.tsx';

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
export function ClaimsPart() {
  const { id } = useProduct();
  const { data, error, isPending, refetch } = useQuery({
    ...queryOf(listClaims, { params: { id } }),
    staleTime: 0,
  });
  return (
    <>
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
    </>
  );
}

function Claims({ productId, held }: { productId: string; held: readonly Claim[] }) {
  const isCosmetic = useProduct().type_produit === 'cosmetique';
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
    const [first = '', ...others] = claimTexts(whole.texte);
    const written = [{ ...whole, texte: first }, ...others.map((texte) => ({ ...whole, id: newId(), texte }))];
    const done = await save((now) =>
      now.some((one) => one.id === id)
        ? now.map((one) =>
            one.id === id ? { ...one, ...changed, ...('texte' in changed ? { texte: first } : {}) } : one,
          )
        : isNew
          ? [...now, ...written]
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
          text={`Un effet revendiqué sur l’étiquette, le site ou les réseaux a sa preuve au dossier${isCosmetic ? ' (article 11 §2 d)' : ''}. S’il n’y en a pas, dites-le dans « ${isCosmetic ? 'Conformité' : 'Étiquette et responsable'} ».`}
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
              hasCriteria={isCosmetic}
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
