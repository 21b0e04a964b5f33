import Box from '@mui/material/Box';
import type { GridColDef, GridRowId, GridValidRowModel } from '@mui/x-data-grid';
import type { ComponentProps } from 'react';
import type { GridProps } from './Grid.tsx';
import { CHECK_WIDTH, HEADER_HEIGHT, ROW_HEIGHT, TOOLBAR_HEIGHT } from './grid.sizes.ts';

/** As faint as the grid's own. */
const LINE = 'color-mix(in srgb, var(--mui-palette-divider) 40%, transparent)';

/** Where a column stands beside the others, as the grid will have it. */
const placeOf = ({
  flex,
  width = 100,
  minWidth = 50,
  type,
}: Pick<GridColDef, 'flex' | 'width' | 'minWidth' | 'type'>) => ({
  justifyContent: type === 'number' ? 'end' : 'start',
  ...(flex ? { flex: `${flex} 1 0`, minWidth } : { flex: 'none', width }),
});

/** Without a style sheet of its own: there are a hundred and more on a page. */
const Part = (props: ComponentProps<'div'>) => <div {...props} />;

/** The rows of a list before its grid has come: they are read, and opened, at once. */
export function GridRows<R extends GridValidRowModel>({
  rows = [],
  columns,
  columnVisibilityModel = {},
  checkboxSelection = false,
  getRowId = (row: R) => row.id as GridRowId,
  onRowClick,
  pinned,
  tight = false,
}: Pick<
  GridProps<R>,
  'rows' | 'columns' | 'columnVisibilityModel' | 'checkboxSelection' | 'getRowId' | 'onRowClick' | 'pinned' | 'tight'
>) {
  const shown = columns.filter(({ field }) => columnVisibilityModel[field] !== false);
  // What can be done with a row comes with the grid: its buttons cost more than all it says.
  const buttons = pinned?.right.at(-1)?.field;
  const check = checkboxSelection && <Part aria-hidden style={{ flex: 'none', width: CHECK_WIDTH }} />;
  return (
    <Box
      role="table"
      sx={{
        pt: `${TOOLBAR_HEIGHT}px`,
        overflow: 'hidden',
        fontSize: '0.875rem',
        '& > [role=row]': { display: 'flex', height: ROW_HEIGHT, borderBottom: 1, borderColor: LINE },
        '& > [role=row]:first-of-type': { height: HEADER_HEIGHT },
        '& > [data-id]': { cursor: onRowClick ? 'pointer' : 'default' },
        '& > [role=row] > [role]': { px: tight ? '5px' : 1, display: 'flex', alignItems: 'center' },
        '& > [role=row] > [role=columnheader]': { fontWeight: 600, lineHeight: 1.15, fontSize: '0.82rem' },
        '& > [role=row] > [role=cell]': { overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis' },
      }}
    >
      <Part role="row">
        {check}
        {shown.map(({ headerName, ...column }) => (
          <Part key={column.field} role="columnheader" style={placeOf(column)}>
            {headerName}
          </Part>
        ))}
      </Part>
      {rows.map((row) => {
        const id = getRowId(row);
        return (
          <Part
            key={id}
            role="row"
            data-id={id}
            onClick={(event) => onRowClick?.({ id, row, columns: [] }, event as never, {} as never)}
          >
            {check}
            {shown.map((column) => (
              <Part key={column.field} role="cell" data-field={column.field} style={placeOf(column)}>
                {column.field !== buttons && contentOf(column, { id, row })}
              </Part>
            ))}
          </Part>
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
