import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TablePagination from '@mui/material/TablePagination';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { counted } from '#shared/fields/counted.ts';
import { printValue } from '#shared/fields/field.text.ts';
import { shortened } from '#shared/fields/text.ts';
import {
  applyImport,
  type ImportPlan,
  type PlanCell,
  type PlanRow,
  planImport,
  type RowAction,
  restOfImport,
  type SheetImport,
} from '#shared/imports/import.contract.ts';
import { isSameValue } from '#shared/imports/sheet.values.ts';
import { type FieldName, getField } from '#shared/products/product.fields.ts';
import { call, download } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { LoadError, Loading } from '../ui/Page.tsx';
import { StatusFilter } from '../ui/StatusFilter.tsx';

const ACTIONS: Record<RowAction, { label: string; color: 'error' | 'success' | 'info' | 'default' }> = {
  refused: { label: 'À corriger', color: 'error' },
  create: { label: 'Nouveau', color: 'success' },
  update: { label: 'Modifié', color: 'info' },
  same: { label: 'Inchangé', color: 'default' },
};
const SIZE = 25;

/** What a file would write, line by line, and the button that does it. */
export function ImportRows({ file, busy: saying }: { file: SheetImport; busy: boolean }) {
  const [action, setAction] = useState('');
  const [page, setPage] = useState(0);
  const query = { page: String(page + 1), size: String(SIZE), ...(action ? { action: action as RowAction } : {}) };
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...queryOf(planImport, { params: { id: file.id }, query }),
    placeholderData: keepPreviousData,
  });
  if (isPending) return <Loading label="Comparaison avec vos produits…" />;
  if (error && !data)
    return (
      <LoadError
        message="Ce que l’import ferait n’a pas pu être calculé."
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  const { counts, rows } = data.data;
  const options = [
    ['', `Tout (${Object.values(counts).reduce((sum, count) => sum + count, 0)})`],
    ...(['create', 'update', 'same', 'refused'] as const).map((name) => [name, `${LABELS[name]} (${counts[name]})`]),
  ] as [string, string][];
  return (
    <Card
      component="section"
      aria-label="Ce que l’import ferait"
      sx={{ p: 2.5, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
    >
      <Typography variant="h2">Ce que l’import ferait</Typography>
      <Apply file={file} plan={data.data} busy={saying || isFetching} onMoved={() => void refetch()} />
      <Box sx={{ overflowX: 'auto' }}>
        <StatusFilter
          label="Lignes montrées"
          options={options}
          value={action}
          onChange={(next) => {
            setAction(next);
            setPage(0);
          }}
        />
      </Box>
      <Box sx={{ overflowX: 'auto' }}>
        <Table size="small" aria-label="Lignes du fichier" sx={{ opacity: isFetching ? 0.6 : 1 }}>
          <TableHead>
            <TableRow>
              <TableCell align="right">{file.layout === 'sheet' ? 'Feuille' : 'Ligne'}</TableCell>
              <TableCell>Produit</TableCell>
              <TableCell>Effet</TableCell>
              <TableCell sx={{ display: { xs: 'none', sm: 'table-cell' } }}>Détail</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <Row key={`${row.sheet} ${row.line}`} row={row} />
            ))}
          </TableBody>
        </Table>
      </Box>
      {(data.total ?? 0) > SIZE && (
        <TablePagination
          component="div"
          count={data.total ?? 0}
          page={page}
          rowsPerPage={SIZE}
          rowsPerPageOptions={[SIZE]}
          onPageChange={(_, next) => setPage(next)}
          labelDisplayedRows={({ from, to, count }) => `${from} à ${to} sur ${count}`}
        />
      )}
    </Card>
  );
}

const LABELS: Record<RowAction, string> = {
  create: 'Nouveaux',
  update: 'Modifiés',
  same: 'Inchangés',
  refused: 'À corriger',
};

function Apply({
  file,
  plan,
  busy: waiting,
  onMoved,
}: {
  file: SheetImport;
  plan: ImportPlan;
  busy: boolean;
  onMoved: () => void;
}) {
  const { act, busy } = useAction();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [validated, setValidated] = useState(false);
  /** Of one plan: a call that is sent again starts nothing twice. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: another plan is another call
  const key = useMemo(() => crypto.randomUUID(), [plan.plan]);
  const { counts, blocked } = plan;
  const refused = counts.refused > 0;
  const total = counts.create + counts.update - (validated ? 0 : plan.validated);
  const apply = async (): Promise<void> => {
    // A line that waits for a yes does not keep the others from coming in.
    const mode = refused || (plan.validated > 0 && !validated) ? 'lines' : 'all';
    const made = await act(() =>
      call(applyImport, {
        params: { id: file.id },
        body: { plan: plan.plan, mode, validated },
        headers: { 'Idempotency-Key': key },
      }),
    );
    if (!made) return onMoved();
    void client.invalidateQueries({ queryKey: ['imports'] });
    void client.invalidateQueries({ queryKey: ['batches'] });
    void navigate(`/automation/batches/${made.id}`);
  };
  return (
    <>
      {blocked && <Alert severity="warning">{blocked}</Alert>}
      {refused && (
        <Alert
          severity="info"
          action={
            <Button
              color="inherit"
              size="small"
              startIcon={<FileSpreadsheet size={16} />}
              disabled={busy}
              onClick={() => void act(() => download(restOfImport, { id: file.id }, 'lignes-refusees.xlsx'))}
            >
              Télécharger
            </Button>
          }
        >
          {`${counted(counts.refused, 'ligne est à corriger', 'lignes sont à corriger')} et ne ${counts.refused > 1 ? 'seront pas importées' : 'sera pas importée'} : ${counts.refused > 1 ? 'téléchargez-les avec leurs raisons, corrigez-les' : 'téléchargez-la avec sa raison, corrigez-la'}, puis redonnez le fichier.`}
        </Alert>
      )}
      {plan.validated > 0 && (
        <FormControlLabel
          control={<Checkbox checked={validated} onChange={(event) => setValidated(event.target.checked)} />}
          label={`Modifier aussi ${counted(plan.validated, 'produit validé', 'produits validés')} : le statut reste, la fiche devient « modifiée depuis sa validation »`}
        />
      )}
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button
          variant="contained"
          loading={busy}
          disabled={waiting || blocked !== null || total === 0}
          onClick={() => void apply()}
        >
          {total === 0 ? 'Rien à importer' : `Importer ${counted(total, 'produit')}`}
        </Button>
        {file.batch_id && (
          <MuiLink component={Link} to={`/automation/batches/${file.batch_id}`}>
            Voir le dernier import de ce fichier
          </MuiLink>
        )}
      </Stack>
    </>
  );
}

function Row({ row }: { row: PlanRow }) {
  const { line, sheet, label, product_id, action, validated } = row;
  return (
    <TableRow>
      <TableCell align="right" sx={{ verticalAlign: 'top' }}>
        {line ?? sheet}
      </TableCell>
      <TableCell sx={{ overflowWrap: 'anywhere', minWidth: 130, verticalAlign: 'top' }}>
        {product_id ? (
          <MuiLink component={Link} to={`/products/${product_id}`}>
            {label}
          </MuiLink>
        ) : (
          label
        )}
        <Box sx={{ display: { sm: 'none' } }}>
          <Details row={row} />
        </Box>
      </TableCell>
      <TableCell sx={{ verticalAlign: 'top' }}>
        <Chip size="small" variant="outlined" {...ACTIONS[action]} />
        {validated && <Chip size="small" variant="outlined" color="warning" label="Validé" sx={{ mt: 0.5 }} />}
      </TableCell>
      <TableCell sx={{ display: { xs: 'none', sm: 'table-cell' }, verticalAlign: 'top' }}>
        <Details row={row} />
      </TableCell>
    </TableRow>
  );
}

/** Characters of what changes that are shown before one asks for the rest. */
const SHOWN_LENGTH = 220;

/** What is wrong with a line first, then what it would change. */
function Details({ row: { messages, cells, action } }: { row: PlanRow }) {
  const [all, setAll] = useState(false);
  const faults = cells.filter(({ fault }) => fault !== null);
  const warned = cells.filter(({ fault, warning }) => fault === null && warning !== null);
  const isWritten = action === 'create' || action === 'update';
  const changed = cells.filter(({ fault, from, to }) => isWritten && fault === null && !isSameValue(from, to));
  const lines = [
    ...messages.map((text) => ({ text, color: action === 'refused' ? 'error.main' : 'text.secondary' })),
    ...faults.map((cell) => ({ text: `${labelOf(cell)} : « ${cell.source} ». ${cell.fault}`, color: 'error.main' })),
    ...warned.map((cell) => ({ text: `${labelOf(cell)} : ${cell.warning}`, color: 'warning.main' })),
  ];
  const text = changed.map((cell) => sayChange(cell, action)).join(' · ');
  const isLong = text.length > SHOWN_LENGTH;
  return (
    <Box sx={{ fontSize: '0.88rem', overflowWrap: 'anywhere' }}>
      {lines.map((one) => (
        <Box key={one.text} sx={{ color: one.color }}>
          {one.text}
        </Box>
      ))}
      {isLong && !all ? `${text.slice(0, SHOWN_LENGTH)}…` : text}
      {isLong && (
        <Button size="small" onClick={() => setAll((before) => !before)} sx={{ py: 0 }}>
          {all ? 'Moins' : 'Tout voir'}
        </Button>
      )}
    </Box>
  );
}

const LENGTH = 120;
const labelOf = ({ field }: PlanCell): string => getField(field as FieldName).label;
const cut = (text: string): string => shortened(text, LENGTH);

function sayChange({ field, from, to }: PlanCell, action: RowAction): string {
  const known = getField(field as FieldName);
  const said = (value: PlanCell['to']): string => cut(printValue(known, value)) || '(vide)';
  return action === 'create' ? `${known.label} : ${said(to)}` : `${known.label} : ${said(from)} → ${said(to)}`;
}
