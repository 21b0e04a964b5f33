import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import Skeleton from '@mui/material/Skeleton';
import TablePagination from '@mui/material/TablePagination';
import Typography from '@mui/material/Typography';
import type { DataGridProps, GridRowId, GridValidRowModel } from '@mui/x-data-grid';
import type { ReactNode } from 'react';
import { PAGE_SIZES } from './grid.sizes.ts';
import { GRID_WORDS } from './grid.words.ts';

interface Props<R extends GridValidRowModel> extends Omit<DataGridProps<R>, 'columns'> {
  card: (row: R) => ReactNode;
}

/** On a card a name has room to be read whole: two of them may differ at their end. */
const CARD = { flexGrow: 1, minWidth: 0, '& .MuiLink-root': { WebkitLineClamp: 'unset !important' } } as const;

/** The rows of a list as cards, with the same pages and the same selection: for a telephone. */
export function GridCards<R extends GridValidRowModel>({
  rows = [],
  rowCount = 0,
  loading = false,
  card,
  getRowId = (row: R) => row.id as GridRowId,
  paginationModel,
  onPaginationModelChange,
  checkboxSelection = false,
  rowSelectionModel,
  onRowSelectionModelChange,
  localeText,
}: Props<R>) {
  const selected = rowSelectionModel?.ids ?? new Set<GridRowId>();
  const toggle = (id: GridRowId): void => {
    const ids = new Set(selected);
    if (!ids.delete(id)) ids.add(id);
    onRowSelectionModelChange?.({ type: 'include', ids }, {} as never);
  };
  return (
    <Box>
      {loading && rows.length === 0 && <Skeleton variant="rounded" height={240} />}
      {!loading && rows.length === 0 && (
        <Typography color="textSecondary" sx={{ py: 4, textAlign: 'center' }}>
          {localeText?.noRowsLabel}
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.25 }}>
        {rows.map((row) => {
          const id = getRowId(row);
          const labelledBy = `carte-${id}`;
          return (
            <Card key={id} component="li" sx={{ p: 1.5, display: 'flex', gap: 1, alignItems: 'start' }}>
              {checkboxSelection && (
                <Checkbox
                  size="small"
                  sx={{ p: 0.5 }}
                  checked={selected.has(id)}
                  onChange={() => toggle(id)}
                  slotProps={{ input: { 'aria-label': 'Sélectionner', 'aria-describedby': labelledBy } }}
                />
              )}
              <Box id={labelledBy} sx={CARD}>
                {card(row)}
              </Box>
            </Card>
          );
        })}
      </Box>
      {paginationModel && (
        <TablePagination
          component="div"
          count={rowCount}
          page={paginationModel.page}
          rowsPerPage={paginationModel.pageSize}
          rowsPerPageOptions={PAGE_SIZES}
          labelRowsPerPage="Par page"
          labelDisplayedRows={({ from, to, count }) => `${from}–${to} sur ${count}`}
          getItemAriaLabel={(type) => (type === 'next' ? 'Page suivante' : 'Page précédente')}
          onPageChange={(_, page) => onPaginationModelChange?.({ ...paginationModel, page }, {} as never)}
          onRowsPerPageChange={(event) =>
            onPaginationModelChange?.({ page: 0, pageSize: Number(event.target.value) }, {} as never)
          }
          slotProps={{ select: { 'aria-label': GRID_WORDS.paginationRowsPerPage ?? 'Lignes par page' } }}
          sx={{ '& .MuiTablePagination-toolbar': { px: 0 } }}
        />
      )}
    </Box>
  );
}
