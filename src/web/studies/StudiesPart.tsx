import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { listLots } from '#shared/lots/lot.contract.ts';
import { listStudies, removeStudy, STUDY_TYPES, type Study } from '#shared/studies/study.contract.ts';
import { call } from '../api/client.ts';
import { queryOf, refreshFileOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { ReadOnlyNote } from '../auth/ReadOnlyNote.tsx';
import { useProduct } from '../products/useProduct.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Empty, LoadError, Loading } from '../ui/Page.tsx';
import { StudyCard } from './StudyCard.tsx';
import { StudyDialog } from './StudyDialog.tsx';

/** The studies of a product: what is to be read and when, what was read, and what the laboratory concluded. */
export function StudiesPart() {
  const { id } = useProduct();
  const client = useQueryClient();
  const mayWrite = useMay('write');
  const { act, busy } = useAction();
  const params = { params: { id } };
  const studies = useQuery({ ...queryOf(listStudies, params), staleTime: 0 });
  const lots = useQuery({ ...queryOf(listLots, params), staleTime: 0 });
  const [editing, setEditing] = useState<Study | 'new' | null>(null);
  const [removing, setRemoving] = useState<Study | null>(null);
  const failed = [studies, lots].find(({ error, data }) => error && !data);
  if (failed)
    return (
      <LoadError
        message="Les études n’ont pas pu être lues."
        detail={failed.error?.message ?? ''}
        onRetry={() => void Promise.all([studies.refetch(), lots.refetch()])}
      />
    );
  if (!studies.data || !lots.data) return <Loading label="Lecture des études…" />;
  const [rows, known] = [studies.data.data, lots.data.data];
  const remove = async (): Promise<void> => {
    if (!removing) return;
    await act(() => call(removeStudy, { params: { id, studyId: removing.id } }), {
      done: 'L’étude est à la corbeille.',
      refresh: ['products', 'trash'],
    });
    refreshFileOf(client, id);
    setRemoving(null);
  };
  const add = mayWrite && (
    <Button variant="contained" startIcon={<Plus size={18} />} onClick={() => setEditing('new')}>
      Ajouter une étude
    </Button>
  );
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ReadOnlyNote what="les études" />
      {rows.length === 0 ? (
        <Empty
          title="Aucune étude"
          text="Une étude dit ses conditions, ses points et ses critères : chaque lecture à faire est annoncée à son jour, et ce qui sort des limites se voit."
          action={add}
        />
      ) : (
        <>
          {rows.map((study) => (
            <StudyCard
              key={study.id}
              study={study}
              lot={known.find((one) => one.id === study.lot_id)?.numero ?? null}
              onEdit={() => setEditing(study)}
              onRemove={() => setRemoving(study)}
            />
          ))}
          <Box>{add}</Box>
        </>
      )}
      {editing && (
        <StudyDialog study={editing === 'new' ? null : editing} lots={known} onClose={() => setEditing(null)} />
      )}
      <ConfirmDialog
        open={removing !== null}
        danger
        busy={busy}
        title="Mettre l’étude à la corbeille ?"
        text={`${removing ? STUDY_TYPES[removing.type] : ''} : ses points et ses lectures ne compteront plus ; ses pièces restent sur l’étagère. Un administrateur peut la restaurer.`}
        confirmLabel="Mettre à la corbeille"
        onConfirm={() => void remove()}
        onCancel={() => setRemoving(null)}
      />
    </Box>
  );
}
