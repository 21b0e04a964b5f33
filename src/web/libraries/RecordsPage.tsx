import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { GridColDef } from '@mui/x-data-grid';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { counted } from '#shared/fields/counted.ts';
import { anyRecords } from '#shared/records/any.records.ts';
import type { RecordEndpoints } from '#shared/records/record.contract.ts';
import { call, download } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useServerList } from '../api/useServerList.ts';
import { useMay } from '../auth/account.tsx';
import { ReadOnlyNote } from '../auth/ReadOnlyNote.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Grid } from '../ui/Grid.tsx';
import { ListSearch } from '../ui/ListSearch.tsx';
import { later } from '../ui/later.tsx';
import { Empty, LoadError, Page } from '../ui/Page.tsx';
import { RecordActions } from './RecordActions.tsx';
import { useCells } from './recordColumns.tsx';

const DuplicatesDialog = later(() => import('./DuplicatesDialog.tsx'), 'DuplicatesDialog');
const ImportDialog = later(() => import('./ImportDialog.tsx'), 'ImportDialog');

export interface Words {
  title: string;
  /** « les substances » */
  all: string;
  add: string;
  none: string;
  noneText: string;
  search: string;
  nameHead: string;
  removed: string;
  importTitle: string;
  importHelp: string;
  /** The name of the file that is exported. */
  fileName: string;
}

interface Props<R extends { id: string; used_in: number; example: boolean }> {
  endpoints: Record<keyof RecordEndpoints, unknown>;
  words: Words;
  nameOf: (row: R) => string;
  detailOf: (row: R) => string;
  /** The same ones at every drawing, as `nameOf`. */
  columns: readonly GridColDef<R>[];
  /** The record that is open, `null` for a new one. */
  dialog: (row: R | null, onClose: () => void) => ReactNode;
}

/** A library of the firm: what there is, searched and opened; what is not used may go. */
export function RecordsPage<R extends { id: string; used_in: number; example: boolean }>({
  endpoints: declared,
  words,
  nameOf,
  detailOf,
  columns,
  dialog,
}: Props<R>) {
  const mayWrite = useMay('write');
  // Each library declares the same endpoints.
  const endpoints = anyRecords(declared);
  const list = useServerList(endpoints.list);
  const [tool, setTool] = useState<'import' | 'duplicates' | null>(null);
  const [open, setOpen] = useState<{ row: R | null } | null>(null);
  // A link may name the record to open.
  const [address, setAddress] = useSearchParams();
  const wanted = address.get('fiche');
  const linked = useQuery({ ...queryOf(endpoints.get, { params: { id: wanted ?? '' } }), enabled: wanted !== null });
  const shown = open ?? (wanted !== null && linked.data ? { row: linked.data.data as unknown as R } : null);
  const close = (): void => {
    setOpen(null);
    if (wanted === null) return;
    setAddress(
      (before) => {
        before.delete('fiche');
        return before;
      },
      { replace: true },
    );
  };
  const [removing, setRemoving] = useState<R | null>(null);
  const { act, busy } = useAction();
  const { name, actions, shownColumns } = useCells({
    words,
    nameOf,
    columns,
    mayWrite,
    onOpen: setOpen,
    onRemove: setRemoving,
  });
  return (
    <Page
      title={words.title}
      actions={
        <RecordActions
          words={words}
          mayWrite={mayWrite}
          onExport={(format) => act(() => download(endpoints.export, {}, `${words.fileName}.${format}`, { format }))}
          onTool={setTool}
          onAdd={() => setOpen({ row: null })}
        />
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
            <ListSearch label={words.search} {...list.box} />
          </Box>
          <Grid<R>
            {...(list.grid as unknown as Omit<Parameters<typeof Grid<R>>[0], 'columns' | 'card'>)}
            columns={shownColumns}
            card={(row) => (
              <Box sx={{ display: 'flex', gap: 1, alignItems: 'start' }}>
                <Box sx={{ flexGrow: 1, minWidth: 0 }}>
                  {name(row)}
                  <Typography color="textSecondary" sx={{ fontSize: '0.85rem', overflowWrap: 'anywhere' }}>
                    {[detailOf(row), row.used_in > 0 && counted(row.used_in, 'produit')].filter(Boolean).join(' · ')}
                  </Typography>
                </Box>
                {actions(row)}
              </Box>
            )}
            onRowClick={({ row }) => setOpen({ row })}
            localeText={{ noRowsLabel: list.search ? `Rien ne correspond à « ${list.search} ».` : words.none }}
          />
        </>
      )}
      {tool === 'import' && (
        <ImportDialog
          endpoints={endpoints}
          title={words.importTitle}
          help={words.importHelp}
          onClose={() => setTool(null)}
        />
      )}
      {tool === 'duplicates' && <DuplicatesDialog endpoints={endpoints} onClose={() => setTool(null)} />}
      {/* Another record is another dialog. */}
      {shown && <Fragment key={shown.row?.id ?? 'new'}>{dialog(shown.row, close)}</Fragment>}
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
          if (row)
            void act(() => call(endpoints.remove, { params: { id: row.id } }), {
              done: words.removed,
              refresh: ['substances', 'materials'],
            });
        }}
      />
    </Page>
  );
}
