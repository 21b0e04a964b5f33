import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Download, ShieldCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  AUDIT_OBJECT_TYPES,
  AUDIT_OBJECTS,
  type AuditEntry,
  listAudit,
  recordExport,
  verifyAudit,
} from '#shared/audit/audit.contract.ts';
import { PAGE_SIZE_MAX } from '#shared/contract/list.ts';
import { printInstant } from '#shared/fields/date.ts';
import { printNumber } from '#shared/fields/number.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { useServerList } from '../api/useServerList.ts';
import { AdminOnly } from '../auth/AdminOnly.tsx';
import { usePersonName } from '../auth/people.ts';
import { csvOf, saveText } from '../ui/csv.ts';
import { Grid } from '../ui/Grid.tsx';
import { ListSearch } from '../ui/ListSearch.tsx';
import { LoadError, Page } from '../ui/Page.tsx';

export function LogsPage() {
  return (
    <AdminOnly does="Ici se lit le journal : qui a fait quoi, et quand.">
      <Logs />
    </AdminOnly>
  );
}

const COLUMNS: [key: keyof AuditEntry, title: string, width: number][] = [
  ['at', 'Date', 160],
  ['actor', 'Qui', 220],
  ['action_label', 'Quoi', 220],
  ['object_label', 'Sur quoi', 300],
  ['ip', 'D’où', 140],
];

/** Page by page: lines that are written meanwhile move the others, each is taken once. */
async function everyLine(question: Readonly<Record<string, string>>): Promise<AuditEntry[]> {
  const found = new Map<number, AuditEntry>();
  for (let page = 1; ; page += 1) {
    const rows = await call(listAudit, { query: { ...question, page: String(page), size: String(PAGE_SIZE_MAX) } });
    for (const row of rows) found.set(row.seq, row);
    if (rows.length < PAGE_SIZE_MAX) return [...found.values()];
  }
}

const idOf = ({ seq }: AuditEntry): number => seq;

function Logs() {
  const { act, busy } = useAction();
  const list = useServerList(listAudit, { filterNames: ['object_type'] });
  const nameOf = usePersonName();
  const columns = useMemo(
    () =>
      COLUMNS.map(([field, headerName, width]) => ({
        field,
        headerName,
        width,
        sortable: false,
        ...(field === 'at' ? { valueFormatter: (value: string) => printInstant(value) } : {}),
        ...(field === 'actor' ? { valueFormatter: (value: string | null) => (value ? nameOf(value) : '') } : {}),
      })),
    [nameOf],
  );
  const [verdict, setVerdict] = useState<{ ok: boolean; text: string } | null>(null);

  const verify = async (): Promise<void> => {
    const { valid, count, broken_at } = await call(verifyAudit);
    setVerdict({
      ok: valid,
      text: valid
        ? `La chaîne du journal est intacte : ${printNumber(count)} lignes vérifiées.`
        : `La chaîne est rompue à la ligne ${broken_at} : cette ligne, ou une ligne avant elle, a été modifiée hors de Diplo.`,
    });
  };
  const exportAll = async (): Promise<void> => {
    const rows = await everyLine(list.question);
    await call(recordExport, { body: { list: 'audit', format: 'csv', count: rows.length } });
    const lines = rows.map((row) => [
      String(row.seq),
      printInstant(row.at),
      row.actor ?? '',
      row.action_label,
      row.object_label ?? '',
      row.ip ?? '',
      row.hash,
    ]);
    saveText('journal-diplo.csv', csvOf([['N°', ...COLUMNS.map(([, title]) => title), 'Empreinte'], ...lines]));
  };

  return (
    <Page
      title="Journal"
      subtitle="Qui a fait quoi, quand, et d’où. Chaque ligne porte l’empreinte de la précédente."
      actions={
        <>
          <Button startIcon={<ShieldCheck size={18} />} disabled={busy} onClick={() => void act(verify)}>
            Vérifier la chaîne
          </Button>
          <Button
            variant="outlined"
            startIcon={<Download size={18} />}
            disabled={busy}
            onClick={() => void act(exportAll)}
          >
            Exporter
          </Button>
        </>
      }
    >
      {verdict && (
        <Alert severity={verdict.ok ? 'success' : 'error'} onClose={() => setVerdict(null)} sx={{ mb: 2 }}>
          {verdict.text}
        </Alert>
      )}
      {list.error && (
        <LoadError
          message="Le journal n’a pas pu être chargé."
          detail={list.error.message}
          onRetry={() => void list.refetch()}
        />
      )}
      <Box sx={{ mb: 2, display: 'flex', gap: 2, flexWrap: 'wrap' }}>
        <ListSearch label="Rechercher dans le journal..." {...list.box} />
        <TextField
          select
          label="Concerne"
          value={list.filters.object_type ?? ''}
          sx={{ width: 200 }}
          onChange={(event) => list.setFilters({ object_type: event.target.value })}
        >
          <MenuItem value="">Tout</MenuItem>
          {AUDIT_OBJECT_TYPES.map((type) => (
            <MenuItem key={type} value={type}>
              {AUDIT_OBJECTS[type]}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      <Grid<AuditEntry>
        {...list.grid}
        getRowId={idOf}
        card={(row) => (
          <>
            <Typography sx={{ fontWeight: 600 }}>{row.action_label}</Typography>
            {row.object_label && <Typography sx={{ overflowWrap: 'anywhere' }}>{row.object_label}</Typography>}
            <Typography color="textSecondary" sx={{ fontSize: '0.85rem', overflowWrap: 'anywhere' }}>
              {printInstant(row.at)}, {row.actor ? nameOf(row.actor) : 'inconnu'}
            </Typography>
          </>
        )}
        columns={columns}
      />
    </Page>
  );
}
