import { DataGrid, type DataGridProps, type GridValidRowModel } from '@mui/x-data-grid';
import Card from '@mui/material/Card';

export const PAGE_SIZES = [10, 25, 50];
/** Delay before a quick filter is applied, in milliseconds. */
export const FILTER_DELAY_MS = 500;

/** The grid of the lists: 600 px high, ten rows a page, selection apart from clicking. */
export function Grid<R extends GridValidRowModel>(props: DataGridProps<R>) {
  return (
    <Card sx={{ height: 600, overflow: 'hidden' }}>
      <DataGrid<R>
        disableRowSelectionOnClick
        pageSizeOptions={PAGE_SIZES}
        {...props}
        sx={{ '& .MuiDataGrid-row': { cursor: props.onRowClick ? 'pointer' : 'default' }, ...props.sx }}
      />
    </Card>
  );
}
