import Card from '@mui/material/Card';
import { DataGrid, type DataGridProps, type GridValidRowModel } from '@mui/x-data-grid';
import { frFR } from '@mui/x-data-grid/locales';
import { GridToolbar } from './GridToolbar.tsx';

export const PAGE_SIZES = [10, 25, 50];

/** The words of every grid. */
export const GRID_WORDS = frFR.components.MuiDataGrid.defaultProps.localeText;

/** The grid of the lists: 600 px high, ten rows a page, selection apart from clicking. */
export function Grid<R extends GridValidRowModel>(props: DataGridProps<R>) {
  return (
    <Card sx={{ height: 600, overflow: 'hidden' }}>
      <DataGrid<R>
        disableEval
        // Every column is there for a keyboard and a screen reader, in sight or not.
        columnBufferPx={3_000}
        disableRowSelectionOnClick
        showToolbar
        slots={{ toolbar: GridToolbar }}
        slotProps={{ loadingOverlay: { variant: 'skeleton', noRowsVariant: 'skeleton' } }}
        pageSizeOptions={PAGE_SIZES}
        {...props}
        // Enter on a row does what a click does.
        onCellKeyDown={(params, event, details) => {
          if (event.key !== 'Enter' || params.field === 'actions' || params.field === '__check__') return;
          props.onRowClick?.({ id: params.id, row: params.row, columns: [] }, event as never, details);
        }}
        localeText={{ ...GRID_WORDS, ...props.localeText }}
        sx={{ '& .MuiDataGrid-row': { cursor: props.onRowClick ? 'pointer' : 'default' }, ...props.sx }}
      />
    </Card>
  );
}
