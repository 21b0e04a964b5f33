import Card from '@mui/material/Card';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { DataGrid, type DataGridProps, type GridColDef, type GridValidRowModel } from '@mui/x-data-grid';
import type { ReactNode } from 'react';
import { GridCards } from './GridCards.tsx';
import { GridToolbar } from './GridToolbar.tsx';
import { GRID_WORDS, PAGE_SIZES } from './grid.words.ts';

/** Ten rows, the toolbar, the headings and the pages are the 600 px of a list. */
const HEIGHT = 600;
const ROW_HEIGHT = 43;
const HEADER_HEIGHT = 52;
const CHECK_WIDTH = 42;

/** A column that stays at the right, and how wide it is: the one before stands beside it. */
export interface PinnedRight {
  field: string;
  width: number;
}

export interface GridProps<R extends GridValidRowModel> extends DataGridProps<R> {
  columns: readonly GridColDef<R>[];
  /** Columns that stay in sight whatever is scrolled: one at the left, some at the right. */
  pinned?: { left?: string; right: readonly PinnedRight[] };
  /** In pixels. */
  height?: number;
  /** Many columns share the width: their cells stand closer. */
  tight?: boolean;
  /** A row on a telephone, where a grid has no room. */
  card: (row: R) => ReactNode;
}

/** The grid of the lists: 600 px high, ten rows a page, selection apart from clicking; cards on a telephone. */
export function Grid<R extends GridValidRowModel>({
  pinned,
  card,
  height = HEIGHT,
  tight = false,
  ...props
}: GridProps<R>) {
  const narrow = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true });
  if (narrow) return <GridCards<R> {...props} card={card} />;
  return (
    <Card sx={{ height, overflow: 'hidden' }}>
      <DataGrid<R>
        disableEval
        // Every column is there for a keyboard and a screen reader, in sight or not.
        columnBufferPx={3_000}
        rowHeight={ROW_HEIGHT}
        columnHeaderHeight={HEADER_HEIGHT}
        disableRowSelectionOnClick
        showToolbar
        slots={{ toolbar: GridToolbar }}
        slotProps={{ loadingOverlay: { variant: 'skeleton', noRowsVariant: 'skeleton' } }}
        pageSizeOptions={PAGE_SIZES}
        {...props}
        // Enter on a row does what a click does.
        onCellKeyDown={(params, event, details) => {
          if (event.key !== 'Enter' || params.field === 'actions' || params.field === '__check__') return;
          if ((event.target as HTMLElement).closest('a')) return;
          props.onRowClick?.({ id: params.id, row: params.row, columns: [] }, event as never, details);
        }}
        localeText={{ ...GRID_WORDS, ...props.localeText }}
        sx={[
          {
            '& .MuiDataGrid-row': { cursor: props.onRowClick ? 'pointer' : 'default' },
            '& .MuiDataGrid-cell, & .MuiDataGrid-columnHeader': { px: tight ? '5px' : 1 },
            '& .MuiDataGrid-columnHeaderTitle': { whiteSpace: 'normal', lineHeight: 1.15, fontSize: '0.82rem' },
          },
          pinnedCells(pinned),
        ]}
      />
    </Card>
  );
}

/** Two lines of a text in a cell: a name is read whole. */
export const TWO_LINES = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  whiteSpace: 'normal',
  lineHeight: 1.25,
  fontSize: '0.86rem',
  overflowWrap: 'anywhere',
} as const;

/** Cells that stay at an edge while the others pass under them. The grid draws no such column by itself. */
function pinnedCells(pinned: GridProps<GridValidRowModel>['pinned']): Record<string, object> {
  if (!pinned) return {};
  const cells = (field: string): string =>
    `& .MuiDataGrid-cell[data-field="${field}"], & .MuiDataGrid-columnHeader[data-field="${field}"]`;
  const stick = { position: 'sticky', zIndex: 3, bgcolor: 'background.paper' } as const;
  const styles: Record<string, object> = {
    // What is pointed at and what is selected is seen through no pinned cell.
    '& .MuiDataGrid-row:hover .MuiDataGrid-cell': { bgcolor: 'var(--DataGrid-t-color-background-base)' },
  };
  if (pinned.left) {
    styles[cells(pinned.left)] = { ...stick, left: CHECK_WIDTH };
    styles[cells('__check__')] = { ...stick, left: 0 };
  }
  let right = 0;
  for (const { field, width } of pinned.right.toReversed()) {
    styles[cells(field)] = { ...stick, right };
    right += width;
  }
  return styles;
}
