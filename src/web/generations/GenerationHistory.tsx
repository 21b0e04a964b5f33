import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type Generation, listGenerations } from '#shared/generations/generation.contract.ts';
import { queryOf } from '../api/query.ts';
import { CHANGING_MS } from '../api/useServerList.ts';
import { useMay } from '../auth/account.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Grid } from '../ui/Grid.tsx';
import { later } from '../ui/later.tsx';
import { LoadError } from '../ui/Page.tsx';
import { useFolded } from '../ui/useFolded.ts';
import { FOLDS, GENERATION_COLUMNS, GenerationActionsCell, GenerationCard, PINNED_RIGHT } from './GenerationParts.tsx';
import { openDocument, useGenerationActions } from './generation.actions.ts';

/** It knows all that a file is controlled for. */
const SealDialog = later(() => import('./SealDialog.tsx'), 'SealDialog');

/** How many generations the wizard shows. */
const LATEST = 3;

export function GenerationHistory() {
  const navigate = useNavigate();
  const mayWrite = useMay('write');
  const actions = useGenerationActions();
  const [removing, setRemoving] = useState<Generation | null>(null);
  const [validating, setValidating] = useState<Generation | null>(null);
  const { data, error, isPending, refetch } = useQuery({
    ...queryOf(listGenerations, { query: { page: '1', size: String(LATEST) } }),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ drive_state }) => drive_state === 'pending') ? CHANGING_MS : false,
  });
  const folded = useFolded(FOLDS);
  const actionsOf = (row: Generation) => (
    <GenerationActionsCell
      generation={row}
      busy={actions.busyId === row.id}
      mayWrite={mayWrite}
      onValidate={() => setValidating(row)}
      onRemove={() => setRemoving(row)}
    />
  );
  return (
    <section aria-labelledby="history-title">
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          alignItems: 'center',
          mb: 1.5,
          gap: 2,
          flexWrap: 'wrap',
        }}
      >
        <Typography variant="h2" id="history-title">
          Historique des générations
        </Typography>
        <Button component={Link} to="/dips">
          Voir tous les DIP
        </Button>
      </Box>
      {error ? (
        <LoadError message="Erreur de chargement des données" detail={error.message} onRetry={() => void refetch()} />
      ) : (
        <Grid<Generation>
          rows={data?.data ?? []}
          loading={isPending}
          columnVisibilityModel={folded}
          columns={[
            ...GENERATION_COLUMNS.map((column) => ({ ...column, sortable: false })),
            {
              ...PINNED_RIGHT[1],
              headerName: 'Actions',
              display: 'flex',
              sortable: false,
              renderCell: ({ row }) => actionsOf(row),
            },
          ]}
          pinned={{ right: PINNED_RIGHT }}
          card={(row) => <GenerationCard generation={row} actions={actionsOf(row)} />}
          height={250}
          showToolbar={false}
          hideFooter
          disableColumnMenu
          onRowClick={({ row }) => {
            if (!openDocument(row)) void navigate(`/dips/${row.id}`);
          }}
          localeText={{ noRowsLabel: 'Aucun document généré pour l’instant.' }}
        />
      )}
      {validating && (
        <SealDialog
          sealing={{ generation: validating, file: null }}
          actions={actions}
          onClose={() => setValidating(null)}
          onSealed={() => setValidating(null)}
        />
      )}
      <RemoveGeneration generation={removing} onClose={() => setRemoving(null)} onRemove={actions.remove} />
    </section>
  );
}

interface RemoveProps {
  generation: Generation | null;
  onClose: () => void;
  onRemove: (id: string) => Promise<boolean>;
}

export function RemoveGeneration({ generation, onClose, onRemove }: RemoveProps) {
  return (
    <ConfirmDialog
      open={generation !== null}
      title="Supprimer cette génération ?"
      text={
        generation?.status === 'success'
          ? 'Ce document validé quittera la liste. Il reste conservé dix ans : un administrateur peut le restaurer.'
          : 'Ce brouillon quittera la liste. Un administrateur peut le restaurer pendant 30 jours.'
      }
      confirmLabel="Supprimer"
      danger
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        if (generation) void onRemove(generation.id);
      }}
    />
  );
}
