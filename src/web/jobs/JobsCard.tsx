import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { counted } from '#shared/fields/counted.ts';
import { printInstant, printTime } from '#shared/fields/date.ts';
import { printNumber } from '#shared/fields/number.ts';
import { cancelJob, type Job, listJobs, retryJob } from '#shared/jobs/job.contract.ts';
import { jobKindInfo } from '#shared/jobs/job.kinds.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { FirstRows } from '../ui/FirstRows.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import { StatusCard } from '../ui/StatusCard.tsx';

/** While something is under way the page follows (ms). */
const FOLLOW_MS = 2_000;

const comesBack = ({ kind }: Job): boolean => jobKindInfo(kind).everyMs !== undefined;
const nameOf = ({ kind, title }: Job): string =>
  title ? `${jobKindInfo(kind).label} : ${title}` : jobKindInfo(kind).label;

/** What the server does in the background: what is under way, what waits, what failed and why. */
export function JobsCard() {
  const { data, error, isPending, refetch } = useQuery({
    ...queryOf(listJobs),
    refetchInterval: ({ state }) =>
      state.data?.data.some((job) => job.state === 'running' || (job.state === 'waiting' && !comesBack(job)))
        ? FOLLOW_MS
        : false,
  });
  if (isPending) return <Loading />;
  if (error && !data)
    return (
      <LoadError
        message="Les travaux de fond n’ont pas pu être lus."
        detail={error.message}
        onRetry={() => void refetch()}
      />
    );
  const jobs = data.data;
  const failed = jobs.filter(({ state }) => state === 'failed');
  const running = jobs.filter(({ state }) => state === 'running');
  const waiting = jobs.filter((job) => job.state === 'waiting' && (!comesBack(job) || job.error !== null));
  const cancelled = jobs.filter(({ state }) => state === 'cancelled');
  const rows = [...failed, ...running, ...waiting, ...cancelled];
  const done = jobs.filter(({ state }) => state === 'done').length;
  return (
    <StatusCard
      title="Travaux de fond"
      text={`Ce que Diplo fait sans faire attendre personne, une fois pour toutes, même après une coupure. ${counted(done, 'travail ponctuel fait', 'travaux ponctuels faits')} ces sept derniers jours.`}
      state={stateOf({ failed: failed.length, running: running.length, waiting: waiting.length })}
      done={failed.length === 0}
    >
      {rows.length > 0 && (
        <FirstRows rows={rows}>
          {(shown) => (
            <List dense disablePadding sx={{ mt: 1 }} aria-label="Travaux de fond">
              {shown.map((job) => (
                <Row key={job.id} job={job} />
              ))}
            </List>
          )}
        </FirstRows>
      )}
      <Regular jobs={jobs.filter((job) => comesBack(job) && job.error === null)} />
    </StatusCard>
  );
}

function stateOf({ failed, running, waiting }: Record<'failed' | 'running' | 'waiting', number>): string {
  if (failed > 0) return counted(failed, 'demande une action', 'demandent une action');
  if (running > 0) return `${printNumber(running)} en cours`;
  return waiting > 0 ? `${printNumber(waiting)} en attente` : 'Rien en attente';
}

function Row({ job }: { job: Job }) {
  const { act, busy } = useAction();
  const { progress } = job;
  const again = job.state === 'failed' || job.state === 'cancelled' || (job.state === 'waiting' && job.attempts > 0);
  const stops = jobKindInfo(job.kind).cancellable && (job.state === 'waiting' || job.state === 'running');
  return (
    <ListItem divider disableGutters sx={{ gap: 1, flexWrap: 'wrap' }}>
      <ListItemText
        primary={nameOf(job)}
        secondary={wordsOf(job)}
        sx={{ flex: '1 1 260px', overflowWrap: 'anywhere' }}
        slotProps={{ secondary: { color: job.state === 'failed' ? 'error' : 'textSecondary' } }}
      />
      {again && (
        <Button
          size="small"
          variant="outlined"
          disabled={busy}
          aria-label={`Relancer ${nameOf(job)}`}
          onClick={() =>
            void act(() => call(retryJob, { params: { id: job.id } }), { refresh: ['jobs', 'generations'] })
          }
        >
          Relancer
        </Button>
      )}
      {stops && (
        <Button
          size="small"
          color="inherit"
          disabled={busy}
          aria-label={`Annuler ${nameOf(job)}`}
          onClick={() =>
            void act(() => call(cancelJob, { params: { id: job.id } }), { refresh: ['jobs', 'generations'] })
          }
        >
          Annuler
        </Button>
      )}
      {progress && (
        <LinearProgress
          variant="determinate"
          value={(100 * progress.done) / Math.max(1, progress.total)}
          aria-label={`Avancement de ${nameOf(job)}`}
          sx={{ flexBasis: '100%', height: 6, borderRadius: 3, mb: 0.5 }}
        />
      )}
    </ListItem>
  );
}

/** Where a job stands, in a sentence or two. */
function wordsOf({ state, error, attempts, ready, next_at, created_at, progress }: Job): string {
  const tries = attempts > 0 ? `${counted(attempts, 'essai manqué', 'essais manqués')}. ` : '';
  if (state === 'running')
    return progress ? `En cours : ${printNumber(progress.done)} sur ${printNumber(progress.total)}.` : 'En cours.';
  if (state === 'cancelled') return `Annulé. Demandé le ${printInstant(created_at)}.`;
  if (state === 'failed') return `${error ?? ''} ${tries}`.trim();
  if (!ready) return 'En attente : ce qu’il lui faut n’est pas réglé pour l’instant.';
  return attempts > 0
    ? `${error ?? ''} ${tries}Prochain essai à ${printTime(next_at)}.`.trim()
    : `En attente depuis le ${printInstant(created_at)}.`;
}

/** What comes back by itself and goes well: one line for each. */
function Regular({ jobs }: { jobs: readonly Job[] }) {
  if (jobs.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label="Travaux réguliers"
      sx={{ listStyle: 'none', m: 0, mt: 1.5, p: 0, display: 'grid', gap: 0.5 }}
    >
      {jobs.map((job) => (
        <Box
          component="li"
          key={job.id}
          sx={{ display: 'flex', justifyContent: 'space-between', columnGap: 2, flexWrap: 'wrap' }}
        >
          <Typography sx={{ fontSize: '0.9rem' }}>{nameOf(job)}</Typography>
          <Typography color="textSecondary" sx={{ fontSize: '0.9rem' }}>
            {!job.ready
              ? 'à régler'
              : job.ended_at
                ? `le ${printInstant(job.ended_at)}, puis à ${printTime(job.next_at)}`
                : 'bientôt'}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
