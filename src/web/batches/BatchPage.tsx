import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  ArrowLeft,
  CirclePause,
  CirclePlay,
  CircleX,
  FileSpreadsheet,
  FolderDown,
  RotateCcw,
  Undo2,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import {
  BATCH_KINDS,
  type Batch,
  batchArchive,
  batchReport,
  cancelBatch,
  getBatch,
  pauseBatch,
  resumeBatch,
  retryBatch,
} from '#shared/batches/batch.contract.ts';
import { batchKindInfo, isOver, resultOf } from '#shared/batches/batch.words.ts';
import { printInstant } from '#shared/fields/date.ts';
import { ApiError, call, download } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useAccount, useMay } from '../auth/account.tsx';
import { usePersonName } from '../auth/people.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Empty, LoadError, Loading, Page } from '../ui/Page.tsx';
import { BatchProgress, StateChip } from './BatchesPanel.tsx';
import { BatchItems } from './BatchItems.tsx';
import { FOLLOW_MS } from './batch.queries.ts';
import { timeLeft } from './batch.words.ts';
import { UndoDialog } from './UndoDialog.tsx';

const isMoving = ({ state }: Batch): boolean => state === 'running' || state === 'waiting';

/** One work on many products: where it is, what it did of each, how to stop it and take it back. */
export function BatchPage() {
  const { id = '' } = useParams();
  const client = useQueryClient();
  const query = queryOf(getBatch, { params: { id } });
  const { data, error, isPending, refetch } = useQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data && isMoving(state.data.data) ? FOLLOW_MS : false),
  });
  const state = data?.data.state;
  useEffect(() => {
    // What it wrote is shown elsewhere too.
    if (!state || !isOver(state)) return;
    for (const noun of ['products', 'generations', 'dashboard']) void client.invalidateQueries({ queryKey: [noun] });
  }, [state, client]);
  if (isPending) return <Loading label="Chargement du travail…" />;
  if (error instanceof ApiError && error.status === 404)
    return <Empty alone title="Ce travail n’existe pas" action={<Back />} />;
  if (!data)
    return (
      <Page title="Travail">
        <LoadError
          message="Ce travail n’a pas pu être chargé."
          {...(error ? { detail: error.message } : {})}
          onRetry={() => void refetch()}
        />
      </Page>
    );
  return <Shown batch={data.data} />;
}

const Back = () => (
  <Button component={Link} to="/automation?onglet=travaux" startIcon={<ArrowLeft size={18} />}>
    Tous les travaux
  </Button>
);

function Shown({ batch }: { batch: Batch }) {
  const nameOf = usePersonName();
  const left = timeLeft(batch, Date.now());
  return (
    <Page
      title={batch.title}
      subtitle={`${BATCH_KINDS[batch.kind].label}, lancé le ${printInstant(batch.created_at)} par ${nameOf(batch.created_by)}.`}
      actions={<Back />}
    >
      <Card sx={{ p: 2.5, mb: 2, display: 'grid', gap: 1.5 }}>
        <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
          <StateChip batch={batch} />
          <Typography role="status">{[resultOf(batch), left].filter(Boolean).join(' ; ')}</Typography>
        </Stack>
        {!isOver(batch.state) && <BatchProgress batch={batch} />}
        {batch.failure && <Alert severity="error">{batch.failure}</Alert>}
        {batch.undoes && (
          <Typography>
            Ce travail en annule{' '}
            <MuiLink component={Link} to={`/automation/batches/${batch.undoes}`}>
              un autre
            </MuiLink>
            .
          </Typography>
        )}
        {batch.undone_by && (
          <Typography>
            Ce travail a été annulé par{' '}
            <MuiLink component={Link} to={`/automation/batches/${batch.undone_by}`}>
              un autre
            </MuiLink>
            .
          </Typography>
        )}
        <Actions batch={batch} />
      </Card>
      <Box component="section" aria-label="Produits">
        <BatchItems batch={batch} />
      </Box>
    </Page>
  );
}

function Actions({ batch }: { batch: Batch }) {
  const { id, state, failed } = batch;
  const { act, busy } = useAction();
  const client = useQueryClient();
  const mayWrite = useMay('write');
  const isAdmin = useMay('admin');
  const { email } = useAccount();
  const [asking, setAsking] = useState<'cancel' | 'undo' | null>(null);
  const isMine = mayWrite && (isAdmin || email === batch.created_by);
  const change = async (
    declaration: typeof pauseBatch | typeof resumeBatch | typeof cancelBatch | typeof retryBatch,
  ) => {
    const next = await act(() => call(declaration as typeof pauseBatch, { params: { id } }), { refresh: ['batches'] });
    if (next) client.setQueryData(queryOf(getBatch, { params: { id } }).queryKey, { data: next, total: null });
  };
  const { undone, archive } = batchKindInfo(batch.kind);
  const mayStop = isMine && !isOver(state) && batch.failure === null;
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
      {mayStop && state !== 'paused' && (
        <Button
          variant="outlined"
          disabled={busy}
          startIcon={<CirclePause size={18} />}
          onClick={() => void change(pauseBatch)}
        >
          Suspendre
        </Button>
      )}
      {mayStop && state === 'paused' && (
        <Button
          variant="contained"
          disabled={busy}
          startIcon={<CirclePlay size={18} />}
          onClick={() => void change(resumeBatch)}
        >
          Reprendre
        </Button>
      )}
      {mayStop && (
        <Button color="error" disabled={busy} startIcon={<CircleX size={18} />} onClick={() => setAsking('cancel')}>
          Arrêter
        </Button>
      )}
      {isMine && failed > 0 && state === 'done' && batch.failure === null && (
        <Button
          variant="outlined"
          disabled={busy}
          startIcon={<RotateCcw size={18} />}
          onClick={() => void change(retryBatch)}
        >
          Réessayer les échecs
        </Button>
      )}
      {archive && batch.done > 0 && (
        <Button
          variant="contained"
          disabled={busy}
          startIcon={<FolderDown size={18} />}
          onClick={() => void act(() => download(batchArchive, { id }, 'documents.zip'))}
        >
          Télécharger les documents
        </Button>
      )}
      {isOver(state) && (
        <Button
          variant="outlined"
          disabled={busy}
          startIcon={<FileSpreadsheet size={18} />}
          onClick={() => void act(() => download(batchReport, { id }, 'compte-rendu.xlsx'))}
        >
          Compte rendu
        </Button>
      )}
      {isMine && undone && batch.done > 0 && (state === 'done' || state === 'cancelled') && (
        <Button color="error" disabled={busy} startIcon={<Undo2 size={18} />} onClick={() => setAsking('undo')}>
          Annuler ce travail
        </Button>
      )}
      <ConfirmDialog
        open={asking === 'cancel'}
        title="Arrêter ce travail"
        text="Ce qui est fait reste fait ; ce qui ne l’est pas ne le sera pas."
        confirmLabel="Arrêter"
        cancelLabel="Continuer"
        danger
        onCancel={() => setAsking(null)}
        onConfirm={() => {
          setAsking(null);
          void change(cancelBatch);
        }}
      />
      {asking === 'undo' && <UndoDialog batch={batch} onClose={() => setAsking(null)} />}
    </Stack>
  );
}
