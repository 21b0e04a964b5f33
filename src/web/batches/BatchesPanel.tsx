import Chip from '@mui/material/Chip';
import LinearProgress from '@mui/material/LinearProgress';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { GridColDef } from '@mui/x-data-grid';
import { ListChecks } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { BATCH_KINDS, type Batch, listBatches } from '#shared/batches/batch.contract.ts';
import { goneThrough, isOver, resultOf } from '#shared/batches/batch.words.ts';
import { printInstant } from '#shared/fields/date.ts';
import { useServerList } from '../api/useServerList.ts';
import { usePersonName } from '../auth/people.ts';
import { Grid } from '../ui/Grid.tsx';
import { Empty, LoadError } from '../ui/Page.tsx';
import { STATES } from './batch.words.ts';

const titleOf = (batch: Batch): string => `${BATCH_KINDS[batch.kind].label} : ${batch.title}`;

export function StateChip({ batch }: { batch: Batch }) {
  const { label, color } = batch.failure !== null && !isOver(batch.state) ? RETURNING : STATES[batch.state];
  return <Chip size="small" variant="outlined" label={label} color={color} />;
}
const RETURNING = { label: 'Reprise de tout', color: 'warning' } as const;

export function BatchProgress({ batch }: { batch: Batch }) {
  return (
    <LinearProgress
      variant="determinate"
      value={(100 * goneThrough(batch)) / Math.max(1, batch.total)}
      aria-label={`Avancement : ${batch.title}`}
      sx={{ width: '100%', height: 6, borderRadius: 3 }}
    />
  );
}

const TitleLink = ({ batch }: { batch: Batch }) => (
  <MuiLink component={Link} to={`/automation/batches/${batch.id}`} sx={{ overflowWrap: 'anywhere' }}>
    {titleOf(batch)}
  </MuiLink>
);

/** Work on many products that people started: what is under way, and what became of the rest. */
export function BatchesPanel() {
  const nameOf = usePersonName();
  const list = useServerList(listBatches, { changing: ({ state }) => state === 'running' || state === 'waiting' });
  const columns = useMemo<GridColDef<Batch>[]>(
    () => [
      {
        field: 'created_at',
        headerName: 'Lancé le',
        width: 140,
        sortable: false,
        valueFormatter: (at: string) => printInstant(at),
      },
      {
        field: 'title',
        headerName: 'Travail',
        flex: 1,
        minWidth: 220,
        sortable: false,
        display: 'flex',
        renderCell: ({ row }) => <TitleLink batch={row} />,
      },
      {
        field: 'state',
        headerName: 'État',
        width: 130,
        sortable: false,
        display: 'flex',
        renderCell: ({ row }) => <StateChip batch={row} />,
      },
      {
        field: 'result',
        headerName: 'Résultat',
        flex: 1,
        minWidth: 190,
        sortable: false,
        display: 'flex',
        renderCell: ({ row }) => (isOver(row.state) ? resultOf(row) : <BatchProgress batch={row} />),
      },
      {
        field: 'created_by',
        headerName: 'Par',
        width: 150,
        sortable: false,
        valueGetter: (_, { created_by }) => nameOf(created_by),
      },
    ],
    [nameOf],
  );
  if (list.error)
    return (
      <LoadError
        message="Les travaux n’ont pas pu être chargés."
        detail={list.error.message}
        onRetry={() => void list.refetch()}
      />
    );
  if (list.isEmpty)
    return (
      <Empty
        icon={<ListChecks size={40} />}
        title="Aucun travail pour l’instant"
        text="Un import, un champ modifié dans plusieurs produits, des documents générés d’un coup : ce qui est lancé se suit ici, se suspend, et s’annule."
      />
    );
  return (
    <Grid<Batch>
      {...list.grid}
      columns={columns}
      card={(row) => (
        <Stack sx={{ gap: 0.75, alignItems: 'flex-start' }}>
          <TitleLink batch={row} />
          <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>
            {`${printInstant(row.created_at)} · ${resultOf(row)}`}
          </Typography>
          {isOver(row.state) ? <StateChip batch={row} /> : <BatchProgress batch={row} />}
        </Stack>
      )}
      localeText={{ noRowsLabel: 'Aucun travail' }}
    />
  );
}
