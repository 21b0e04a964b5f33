import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#shared/fields/counted.ts';
import { getStop, type Lot, listLots, removeLot } from '#shared/lots/lot.contract.ts';
import { call } from '../api/client.ts';
import { queryOf, refreshFileOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { ReadOnlyNote } from '../auth/ReadOnlyNote.tsx';
import { useProduct } from '../products/useProduct.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Empty, LoadError, Loading } from '../ui/Page.tsx';
import { SourcedCard } from '../ui/SourcedCard.tsx';
import { LotDialog } from './LotDialog.tsx';
import { LotRows } from './LotRows.tsx';
import { RetentionCard } from './RetentionCard.tsx';

/** The lots of a product, and until when its file is kept. */
export function LotsPart() {
  const { id, type_produit } = useProduct();
  const client = useQueryClient();
  const mayWrite = useMay('write');
  const { act, busy } = useAction();
  const params = { params: { id } };
  const lots = useQuery({ ...queryOf(listLots, params), staleTime: 0 });
  const stop = useQuery({ ...queryOf(getStop, params), staleTime: 0 });
  /** The one that is edited; `new` for one that is not there yet. */
  const [editing, setEditing] = useState<Lot | 'new' | null>(null);
  const [removing, setRemoving] = useState<Lot | null>(null);
  const failed = [lots, stop].find(({ error, data }) => error && !data);
  if (failed)
    return (
      <LoadError
        message="Les lots n’ont pas pu être lus."
        detail={failed.error?.message ?? ''}
        onRetry={() => void Promise.all([lots.refetch(), stop.refetch()])}
      />
    );
  if (!lots.data || !stop.data) return <Loading label="Lecture des lots…" />;
  const rows = lots.data.data;
  const remove = async (): Promise<void> => {
    if (!removing) return;
    await act(() => call(removeLot, { params: { id, lotId: removing.id } }), {
      done: `Le lot ${removing.numero} est à la corbeille.`,
      refresh: ['products', 'trash'],
    });
    refreshFileOf(client, id);
    setRemoving(null);
  };
  const add = mayWrite && (
    <Button variant="contained" startIcon={<Plus size={18} />} onClick={() => setEditing('new')}>
      Ajouter un lot
    </Button>
  );
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <ReadOnlyNote what="les lots" />
      <RetentionCard lots={rows} stop={stop.data.data} kind={type_produit} />
      <SourcedCard
        title={rows.length === 0 ? 'Lots' : counted(rows.length, 'lot')}
        source="Le dernier mis sur le marché d’abord. C’est lui que disent le dossier et les documents."
      >
        {rows.length === 0 ? (
          <Empty
            title="Aucun lot"
            text="Saisissez chaque lot avec son numéro et ses jours de mise sur le marché : la durée de conservation en découle."
            action={add}
          />
        ) : (
          <>
            <LotRows lots={rows} mayWrite={mayWrite} onEdit={setEditing} onRemove={setRemoving} />
            <Box>{add}</Box>
          </>
        )}
      </SourcedCard>
      {editing && <LotDialog lot={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      <ConfirmDialog
        open={removing !== null}
        danger
        busy={busy}
        title={`Mettre le lot ${removing?.numero ?? ''} à la corbeille ?`}
        text="Il ne comptera plus pour la conservation du dossier. Un administrateur peut le restaurer."
        confirmLabel="Mettre à la corbeille"
        onConfirm={() => void remove()}
        onCancel={() => setRemoving(null)}
      />
    </Box>
  );
}
