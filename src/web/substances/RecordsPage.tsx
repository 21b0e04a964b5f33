import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { GridColDef } from '@mui/x-data-grid';
import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { listMaterials } from '#shared/materials/material.contract.ts';
import type { listSubstances } from '#shared/substances/substance.contract.ts';
import { useAction } from '../api/useAction.ts';
import { useServerList } from '../api/useServerList.ts';
import { useMay } from '../auth/account.tsx';
import { ReadOnlyNote } from '../auth/ReadOnlyNote.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Grid, TWO_LINES } from '../ui/Grid.tsx';
import { Empty, LoadError, Page } from '../ui/Page.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';

interface Words {
  title: string;
  /** « les substances » */
  all: string;
  add: string;
  none: string;
  noneText: string;
  search: string;
  nameHead: string;
  removed: string;
}

interface Props<R extends { id: string; used_in: number }> {
  declaration: typeof listMaterials | typeof listSubstances;
  words: Words;
  nameOf: (row: R) => string;
  detailOf: (row: R) => string;
  columns: readonly GridColDef<R>[];
  remove: (id: string) => Promise<unknown>;
  /** The record that is open, `null` for a new one. */
  dialog: (row: R | null, onClose: () => void) => ReactNode;
}

/** A library of the firm: what there is, searched and opened; what is not used may go. */
export function RecordsPage<R extends { id: string; used_in: number }>({
  declaration,
  words,
  nameOf,
  detailOf,
  columns,
  remove,
  dialog,
}: Props<R>) {
  const mayWrite = useMay('write');
  const list = useServerList(declaration as typeof listSubstances);
  const [open, setOpen] = useState<{ row: R | null } | null>(null);
  const [removing, setRemoving] = useState<R | null>(null);
  const { act, busy } = useAction();
  const actions = (row: R) =>
    mayWrite && (
      <Tooltip title="Supprimer">
        <IconButton
          size="small"
          aria-label={`Supprimer ${nameOf(row)}`}
          onClick={(event) => {
            event.stopPropagation();
            setRemoving(row);
          }}
        >
          <Trash2 size={17} />
        </IconButton>
      </Tooltip>
    );
  const name = (row: R) => (
    <Link
      component="button"
      type="button"
      color="textPrimary"
      underline="hover"
      onClick={(event) => {
        event.stopPropagation();
        setOpen({ row });
      }}
      sx={{ ...TWO_LINES, fontWeight: 600, textAlign: 'left' }}
    >
      {nameOf(row)}
    </Link>
  );
  return (
    <Page
      title={words.title}
      actions={
        mayWrite && (
          <Button variant="contained" startIcon={<Plus size={18} />} onClick={() => setOpen({ row: null })}>
            {words.add}
          </Button>
        )
      }
    >
      <ReadOnlyNote what={words.all} />
      {list.error ? (
        <LoadError
          message="Erreur de chargement des données"
          detail={list.error.message}
          onRetry={() => void list.refetch()}
        />
      ) : list.isEmpty ? (
        <Empty title={words.none} text={words.noneText} />
      ) : (
        <>
          <Box sx={{ mb: 2 }}>
            <SearchBox label={words.search} value={list.typed} onChange={list.setTyped} />
          </Box>
          <Grid<R>
            {...(list.grid as unknown as Omit<Parameters<typeof Grid<R>>[0], 'columns' | 'card'>)}
            columns={[
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
            ]}
            card={(row) => (
              <>
                {name(row)}
                <Typography color="textSecondary" sx={{ fontSize: '0.85rem', overflowWrap: 'anywhere' }}>
                  {detailOf(row)}
                </Typography>
                {actions(row)}
              </>
            )}
            onRowClick={({ row }) => setOpen({ row })}
            localeText={{ noRowsLabel: list.search ? `Rien ne correspond à « ${list.search} ».` : words.none }}
          />
        </>
      )}
      {open && dialog(open.row, () => setOpen(null))}
      <ConfirmDialog
        open={removing !== null}
        title="Mettre à la corbeille ?"
        text={`« ${removing ? nameOf(removing) : ''} » ira à la corbeille. Un administrateur peut la restaurer pendant trente jours.`}
        confirmLabel="Mettre à la corbeille"
        danger
        busy={busy}
        onCancel={() => setRemoving(null)}
        onConfirm={() => {
          const row = removing;
          setRemoving(null);
          if (row) void act(() => remove(row.id), { done: words.removed, refresh: ['substances', 'materials'] });
        }}
      />
    </Page>
  );
}
