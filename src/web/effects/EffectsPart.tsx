import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type Effect, listEffects, removeEffect, summariseEffects } from '#shared/effects/effect.contract.ts';
import { listLots } from '#shared/lots/lot.contract.ts';
import { call } from '../api/client.ts';
import { queryOf, refreshFileOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { useProduct } from '../products/useProduct.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Empty, LoadError, Loading } from '../ui/Page.tsx';
import { SourcedCard } from '../ui/SourcedCard.tsx';
import { EffectDialog } from './EffectDialog.tsx';
import { EffectRows } from './EffectRows.tsx';
import { StatementButton } from './StatementButton.tsx';

/** The undesirable effects of a product: counts for everybody, cases for who writes the file. */
export function EffectsPart() {
  const { id } = useProduct();
  const mayWrite = useMay('write');
  const summary = useQuery({ ...queryOf(summariseEffects, { params: { id } }), staleTime: 0 });
  if (summary.error && !summary.data)
    return (
      <LoadError
        message="Les effets indésirables n’ont pas pu être lus."
        detail={summary.error.message}
        onRetry={() => void summary.refetch()}
      />
    );
  if (!summary.data) return <Loading label="Lecture des effets indésirables…" />;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <SourcedCard
        title="Relevé"
        source="Règlement (CE) n° 1223/2009, article 23 et annexe I, A.9 : des nombres, et un taux quand chaque lot dit sa quantité"
      >
        <Typography sx={{ fontSize: '1.05rem' }}>{summary.data.data.texte}</Typography>
        {mayWrite && <StatementButton />}
      </SourcedCard>
      {mayWrite ? (
        <Register />
      ) : (
        <Alert severity="info">
          Les cas ne se lisent que par ceux qui écrivent le dossier : ce sont des données de santé.
        </Alert>
      )}
    </Box>
  );
}

/** The cases, one by one. */
function Register() {
  const { id } = useProduct();
  const client = useQueryClient();
  const { act, busy } = useAction();
  const params = { params: { id } };
  const effects = useQuery({ ...queryOf(listEffects, params), staleTime: 0 });
  const lots = useQuery(queryOf(listLots, params));
  const [editing, setEditing] = useState<Effect | 'new' | null>(null);
  const [removing, setRemoving] = useState<Effect | null>(null);
  const failed = [effects, lots].find(({ error, data }) => error && !data);
  if (failed)
    return (
      <LoadError
        message="Les cas n’ont pas pu être lus."
        detail={failed.error?.message ?? ''}
        onRetry={() => void Promise.all([effects.refetch(), lots.refetch()])}
      />
    );
  if (!effects.data || !lots.data) return <Loading label="Lecture des cas…" />;
  const rows = effects.data.data;
  const remove = async (): Promise<void> => {
    if (!removing) return;
    await act(() => call(removeEffect, { params: { id, effectId: removing.id } }), {
      done: 'Le cas est à la corbeille.',
      refresh: ['products', 'trash'],
    });
    refreshFileOf(client, id);
    setRemoving(null);
  };
  const add = (
    <Button variant="contained" startIcon={<Plus size={18} />} onClick={() => setEditing('new')}>
      Ajouter un cas
    </Button>
  );
  return (
    <SourcedCard
      title="Cas"
      source="Sans nom, initiales, date de naissance ni contact : la référence mène à votre propre dossier. L’imputabilité est le jugement d’une personne, jamais un calcul."
    >
      {rows.length === 0 ? (
        <Empty
          title="Aucun cas"
          text="Un effet grave se transmet à l’autorité dans les vingt jours qui suivent celui où quelqu’un de la maison l’a su : Diplo compte les jours, et n’envoie rien."
          action={add}
        />
      ) : (
        <>
          <EffectRows effects={rows} onEdit={setEditing} onRemove={setRemoving} />
          <Box>{add}</Box>
        </>
      )}
      {editing && (
        <EffectDialog
          effect={editing === 'new' ? null : editing}
          lots={lots.data.data}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        danger
        busy={busy}
        title="Mettre ce cas à la corbeille ?"
        text="Il ne comptera plus dans le relevé, et son délai ne sera plus suivi. Un administrateur peut le restaurer."
        confirmLabel="Mettre à la corbeille"
        onConfirm={() => void remove()}
        onCancel={() => setRemoving(null)}
      />
    </SourcedCard>
  );
}
