import { DataGrid, type DataGridProps, type GridValidRowModel } from '@mui/x-data-grid';
import type { GridProps } from './Grid.tsx';
import { GridToolbar } from './GridToolbar.tsx';
import { CHECK_WIDTH, HEADER_HEIGHT, PAGE_SIZES, ROW_HEIGHT } from './grid.sizes.ts';
import { GRID_WORDS } from './grid.words.ts';
import { useSteady } from './useSteady.ts';

/** The grid itself, with its toolbar and its pages. */
export function FullGrid<R extends GridValidRowModel>({ pinned, tight = false, ...props }: Omit<GridProps<R>, 'card'>) {
  // A search writes its words in the address, and draws the page again: not the rows that it leaves.
  const steady = useSteady<DataGridProps<R>>({
    disableEval: true,
    // Every column is there for a keyboard and a screen reader, in sight or not.
    columnBufferPx: 3_000,
    rowHeight: ROW_HEIGHT,
    columnHeaderHeight: HEADER_HEIGHT,
    disableRowSelectionOnClick: true,
    showToolbar: true,
    slots: { toolbar: GridToolbar },
    slotProps: { loadingOverlay: { variant: 'skeleton', noRowsVariant: 'skeleton' } },
    pageSizeOptions: PAGE_SIZES,
    ...props,
    // Enter on a row does what a click does.
    onCellKeyDown: (params, event, details) => {
      if (event.key !== 'Enter' || params.field === 'actions' || params.field === '__check__') return;
      // What can be pressed itself is.
      if (!props.onRowClick || (event.target as HTMLElement).closest('a, button, input, [role="combobox"]')) return;
      // The same key would press what takes the focus next: a dialog would send its form.
      event.preventDefault();
      props.onRowClick({ id: params.id, row: params.row, columns: [] }, event as never, details);
    },
    localeText: { ...GRID_WORDS, ...props.localeText },
    sx: [
      {
        '& .MuiDataGrid-row': { cursor: props.onRowClick ? 'pointer' : 'default' },
        '& .MuiDataGrid-cell, & .MuiDataGrid-columnHeader': { px: tight ? '5px' : 1 },
        '& .MuiDataGrid-columnHeaderTitle': { whiteSpace: 'normal', lineHeight: 1.15, fontSize: '0.82rem' },
      },
      pinnedCells(pinned),
    ],
  });
  return <DataGrid<R> {...steady} />;
}

/** Cells that stay at an edge while the others pass under them. The grid draws no such column by itself. */
function pinnedCells(pinned: GridProps<GridValidRowModel>['pinned']): Record<string, object> {
  if (!pinned) return {};
  const cells = (field: string): string =>
    `& .MuiDataGrid-cell[data-field="${field}"], & .MuiDataGrid-columnHeader[data-field="${field}"]`;
  const stick = { position: 'sticky', zIndex: 3, bgcolor: 'background.paper' } as const;
  const styles: Record<string, object> = {
    // What is pointed at and what is selected is seen through no pinned cell.
    '& .MuiDataGrid-row:hover .MuiDataGrid-cell': { bgcolor: 'var(--DataGrid-t-color-background-base)' },
    // A selected row is of one colour from edge to edge.
    '& .MuiDataGrid-row.Mui-selected .MuiDataGrid-cell': {
      bgcolor: 'color-mix(in srgb, var(--mui-palette-primary-main) 8%, var(--mui-palette-background-paper))',
    },
  };
  if (pinned.left) {
    styles[cells(pinned.left)] = { ...stick, left: CHECK_WIDTH };
    styles[cells('__check__')] = { ...stick, left: 0 };
  }
  let right = 0;
  for (const { field, width } of pinned.right.toReversed()) {
    const isFirst = field === pinned.right[0]?.field;
    // What passes under it is seen to go on there.
    styles[cells(field)] = { ...stick, right, ...(isFirst && { boxShadow: '-1px 0 0 var(--mui-palette-divider)' }) };
    right += width;
  }
  return styles;
}
