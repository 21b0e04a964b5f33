import Box from '@mui/material/Box';
import type { GridColDef, GridRowId, GridValidRowModel } from '@mui/x-data-grid';
import type { GridProps } from './Grid.tsx';
import { CHECK_WIDTH, HEADER_HEIGHT, ROW_HEIGHT, TOOLBAR_HEIGHT } from './grid.sizes.ts';

/** As faint as the grid's own. */
const LINE = 'color-mix(in srgb, var(--mui-palette-divider) 40%, transparent)';

/** How wide a column is beside the others, as the grid will have it. */
const widthOf = ({ flex, width = 100, minWidth = 50 }: Pick<GridColDef, 'flex' | 'width' | 'minWidth'>) =>
  flex ? { flex: `${flex} 1 0`, minWidth } : { flex: 'none', width };

/** The rows of a list before its grid has come: they are read, and opened, at once. */
export function GridRows<R extends GridValidRowModel>({
  rows = [],
  columns,
  columnVisibilityModel = {},
  checkboxSelection = false,
  getRowId = (row: R) => row.id as GridRowId,
  onRowClick,
  tight = false,
}: Pick<
  GridProps<R>,
  'rows' | 'columns' | 'columnVisibilityModel' | 'checkboxSelection' | 'getRowId' | 'onRowClick' | 'tight'
>) {
  const shown = columns.filter(({ field }) => columnVisibilityModel[field] !== false);
  const px = tight ? '5px' : 1;
  const check = checkboxSelection && <Box aria-hidden sx={{ flex: 'none', width: CHECK_WIDTH }} />;
  return (
    <Box role="table" sx={{ pt: `${TOOLBAR_HEIGHT}px`, overflow: 'hidden', fontSize: '0.875rem' }}>
      <Box role="row" sx={{ display: 'flex', height: HEADER_HEIGHT, borderBottom: 1, borderColor: LINE }}>
        {check}
        {shown.map(({ field, headerName, type, ...sizes }) => (
          <Box
            key={field}
            role="columnheader"
            sx={{
              ...widthOf(sizes),
              px,
              display: 'flex',
              alignItems: 'center',
              justifyContent: type === 'number' ? 'end' : 'start',
              fontWeight: 600,
              lineHeight: 1.15,
              fontSize: '0.82rem',
            }}
          >
            {headerName}
          </Box>
        ))}
      </Box>
      {rows.map((row) => {
        const id = getRowId(row);
        return (
          <Box
            key={id}
            role="row"
            data-id={id}
            onClick={(event) => onRowClick?.({ id, row, columns: [] }, event as never, {} as never)}
            sx={{
              display: 'flex',
              height: ROW_HEIGHT,
              borderBottom: 1,
              borderColor: LINE,
              cursor: onRowClick ? 'pointer' : 'default',
            }}
          >
            {check}
            {shown.map((column) => (
              <Box
                key={column.field}
                role="cell"
                data-field={column.field}
                sx={{
                  ...widthOf(column),
                  px,
                  display: 'flex',
                  alignItems: 'center',
                  justifyContent: column.type === 'number' ? 'end' : 'start',
                  overflow: 'hidden',
                  whiteSpace: 'nowrap',
                  textOverflow: 'ellipsis',
                }}
              >
                {contentOf(column, { id, row })}
              </Box>
            ))}
          </Box>
        );
      })}
    </Box>
  );
}

/** What the grid will show in a cell. */
function contentOf<R extends GridValidRowModel>(column: GridColDef<R>, { id, row }: { id: GridRowId; row: R }) {
  const { field, valueGetter, valueFormatter, renderCell } = column;
  const value = valueGetter ? valueGetter(row[field] as never, row, column as never, undefined as never) : row[field];
  const formattedValue = valueFormatter
    ? valueFormatter(value as never, row, column as never, undefined as never)
    : (value ?? '');
  return renderCell ? renderCell({ id, field, row, value, formattedValue } as never) : String(formattedValue ?? '');
}
