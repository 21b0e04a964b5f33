import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { GridSortModel } from '@mui/x-data-grid';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FileCheck2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Generation, listGenerations } from '#shared/generations/generation.contract.ts';
import { queryOf } from '../api/query.ts';
import { useMay } from '../auth/account.tsx';
import { FILTER_DELAY_MS, Grid } from '../ui/Grid.tsx';
import { Empty, LoadError, Page } from '../ui/Page.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { useDelayed } from '../ui/useDelayed.ts';
import { RemoveGeneration } from './GenerationHistory.tsx';
import { GENERATION_COLUMNS, GenerationActionsCell } from './GenerationParts.tsx';
import { openDocument, useGenerationActions } from './generation.actions.ts';

export function DipsPage() {
  const mayWrite = useMay('write');
  const actions = useGenerationActions();
  const [typed, setTyped] = useState('');
  const search = useDelayed(typed, FILTER_DELAY_MS);
  const [paging, setPaging] = useState({ page: 0, pageSize: 10 });
  const [sorting, setSorting] = useState<GridSortModel>([]);
  const [removing, setRemoving] = useState<Generation | null>(null);
  const [sort] = sorting;
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOf(listGenerations, {
      query: {
        page: String(paging.page + 1),
        size: String(paging.pageSize),
        ...(search ? { search } : {}),
        ...(sort ? { sort: `${sort.sort === 'desc' ? '-' : ''}${sort.field}` } : {}),
      },
    }),
    placeholderData: keepPreviousData,
  });
  const none = data?.total === 0 && search === '' && !isFetching;
  return (
    <Page title="Tous les DIP générés">
      {error && (
        <LoadError message="Erreur de chargement des données" detail={error.message} onRetry={() => void refetch()} />
      )}
      {none ? (
        <Empty
          icon={<FileCheck2 size={40} />}
          title="Aucun document généré pour l'instant"
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
          <Box sx={{ mb: 2 }}>
            <SearchBox
              label="Rechercher un document..."
              value={typed}
              onChange={(value) => {
                setTyped(value);
                setPaging((before) => ({ ...before, page: 0 }));
              }}
            />
          </Box>
          <Grid<Generation>
            rows={data?.data ?? []}
            columns={[
              ...GENERATION_COLUMNS,
              {
                field: 'actions',
                headerName: 'Actions',
                width: 110,
                sortable: false,
                renderCell: ({ row }) => (
                  <GenerationActionsCell
                    generation={row}
                    busy={actions.busyId === row.id}
                    mayWrite={mayWrite}
                    onRemove={() => setRemoving(row)}
                  />
                ),
              },
            ]}
            loading={isFetching && data === undefined}
            rowCount={data?.total ?? 0}
            paginationMode="server"
            sortingMode="server"
            disableColumnFilter
            paginationModel={paging}
            onPaginationModelChange={setPaging}
            sortModel={sorting}
            onSortModelChange={setSorting}
            onRowClick={({ row }) => openDocument(row)}
            localeText={{ noRowsLabel: search ? `Aucun document ne correspond à « ${search} ».` : 'Aucun document' }}
          />
        </>
      )}
      <RemoveGeneration generation={removing} onClose={() => setRemoving(null)} onRemove={actions.remove} />
    </Page>
  );
}
