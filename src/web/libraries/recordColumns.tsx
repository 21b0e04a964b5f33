import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import type { GridColDef } from '@mui/x-data-grid';
import { Trash2 } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { ExampleChip } from '../ui/ExampleChip.tsx';
import { TWO_LINES } from '../ui/lines.ts';
import type { Words } from './RecordsPage.tsx';

interface CellOptions<R extends { id: string; used_in: number; example: boolean }> {
  words: Words;
  nameOf: (row: R) => string;
  columns: readonly GridColDef<R>[];
  mayWrite: boolean;
  onOpen: (open: { row: R }) => void;
  onRemove: (row: R) => void;
}

/** The cells of a row, and the columns they stand in: the same ones as long as they say the same. */
export function useCells<R extends { id: string; used_in: number; example: boolean }>({
  words,
  nameOf,
  columns,
  mayWrite,
  onOpen,
  onRemove,
}: CellOptions<R>) {
  const actions = useCallback(
    (row: R) =>
      mayWrite && (
        <Tooltip title="Supprimer">
          <IconButton
            size="small"
            aria-label={`Supprimer ${nameOf(row)}`}
            onClick={(event) => {
              event.stopPropagation();
              onRemove(row);
            }}
          >
            <Trash2 size={17} />
          </IconButton>
        </Tooltip>
      ),
    [mayWrite, nameOf, onRemove],
  );
  const name = useCallback(
    (row: R) => (
      <>
        <Link
          component="button"
          type="button"
          color="textPrimary"
          underline="hover"
          onClick={(event) => {
            event.stopPropagation();
            onOpen({ row });
          }}
          sx={{ ...TWO_LINES, fontWeight: 600, textAlign: 'left' }}
        >
          {nameOf(row)}
        </Link>
        {row.example && <ExampleChip />}
      </>
    ),
    [nameOf, onOpen],
  );
  const shownColumns = useMemo<GridColDef<R>[]>(
    () => [
      {
        field: 'label',
        headerName: words.nameHead,
        flex: 2,
        minWidth: 180,
        display: 'flex',
        renderCell: ({ row }) => name(row),
      },
      ...columns,
      {
        field: 'used_in',
        headerName: 'Utilisée dans',
        width: 120,
        sortable: false,
        valueFormatter: (value: number) => (value === 0 ? '–' : `${value} produit${value > 1 ? 's' : ''}`),
      },
      {
        field: 'actions',
        headerName: 'Actions',
        width: 80,
        sortable: false,
        display: 'flex',
        renderCell: ({ row }) => actions(row),
      },
    ],
    [name, columns, actions, words],
  );
  return { name, actions, shownColumns };
}
