import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { GridColDef } from '@mui/x-data-grid';
import { FileCheck2, Stamp } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type Generation, listGenerations } from '#shared/generations/generation.contract.ts';
import { useServerList } from '../api/useServerList.ts';
import { useMay } from '../auth/account.tsx';
import { ReadOnlyNote } from '../auth/ReadOnlyNote.tsx';
import { Grid } from '../ui/Grid.tsx';
import { ListSearch } from '../ui/ListSearch.tsx';
import { Empty, LoadError, Page } from '../ui/Page.tsx';
import { StatusFilter } from '../ui/StatusFilter.tsx';
import { useFolded } from '../ui/useFolded.ts';
import { RemoveGeneration } from './GenerationHistory.tsx';
import { FOLDS, GENERATION_COLUMNS, GenerationActionsCell, GenerationCard, PINNED_RIGHT } from './GenerationParts.tsx';
import { openDocument, useGenerationActions } from './generation.actions.ts';

const STATUS_OPTIONS = [
  ['', 'Tous'],
  ['draft', 'Brouillons'],
  ['success', 'Validés'],
] as const;

const FILTERS = ['status'];

export function DipsPage() {
  const navigate = useNavigate();
  const mayWrite = useMay('write');
  const actions = useGenerationActions();
  const [removing, setRemoving] = useState<Generation | null>(null);
  const list = useServerList(listGenerations, {
    filterNames: FILTERS,
    changing: ({ drive_state }) => drive_state === 'pending',
  });
  const { busyId } = actions;
  const actionsOf = useCallback(
    (row: Generation) => (
      <GenerationActionsCell
        generation={row}
        busy={busyId === row.id}
        mayWrite={mayWrite}
        onRemove={() => setRemoving(row)}
      />
    ),
    [busyId, mayWrite],
  );
  const folded = useFolded(FOLDS);
  const columns = useMemo<GridColDef<Generation>[]>(
    () => [
      ...GENERATION_COLUMNS,
      {
        ...PINNED_RIGHT[1],
        headerName: 'Actions',
        display: 'flex',
        sortable: false,
        renderCell: ({ row }) => actionsOf(row),
      },
    ],
    [actionsOf],
  );
  return (
    <Page
      title="Tous les DIP générés"
      actions={
        <Button component={Link} to="/dossiers" variant="outlined" startIcon={<Stamp size={18} />}>
          Dossiers scellés
        </Button>
      }
    >
      <ReadOnlyNote what="les documents" />
      {list.error && (
        <LoadError
          message="Erreur de chargement des données"
          detail={list.error.message}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isEmpty ? (
        <Empty
          icon={<FileCheck2 size={40} />}
          title="Aucun document généré pour l’instant"
          text="Choisissez un modèle et un produit : Diplo remplit le document, vous le finissez dans Word, puis vous le validez."
          action={
            mayWrite && (
              <Button component={Link} to="/generation" variant="contained">
                Générer un document
              </Button>
            )
          }
        />
      ) : (
        <>
          <Box sx={{ mb: 2, display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
            <ListSearch label="Rechercher un document..." {...list.box} />
            <StatusFilter
              label="Statut des documents"
              options={STATUS_OPTIONS}
              value={list.filters.status ?? ''}
              onChange={(status) => list.setFilters({ status })}
            />
          </Box>
          <Grid<Generation>
            {...list.grid}
            columnVisibilityModel={{ ...folded, ...list.grid.columnVisibilityModel }}
            columns={columns}
            pinned={{ right: PINNED_RIGHT }}
            card={(row) => <GenerationCard generation={row} actions={actionsOf(row)} />}
            onRowClick={({ row }) => {
              // Not on the drive yet: it is read here.
              if (!openDocument(row)) void navigate(`/dips/${row.id}`);
            }}
            localeText={{
              noRowsLabel: list.search ? `Aucun document ne correspond à « ${list.search} ».` : 'Aucun document',
            }}
          />
        </>
      )}
      <RemoveGeneration generation={removing} onClose={() => setRemoving(null)} onRemove={actions.remove} />
    </Page>
  );
}
