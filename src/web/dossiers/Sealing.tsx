import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Stamp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { createDossier, getDossierWork, listDossiers } from '#shared/dossiers/dossier.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { CHANGING_MS } from '../api/useServerList.ts';
import { useMay } from '../auth/account.tsx';
import { useGuard } from '../findings/useGuard.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

/** How often the background is asked how far it is (ms). */
const ASK_MS = 1_500;

const isUnderWay = (state: string | null): boolean => state === 'waiting' || state === 'running';

/** The dossiers of a product, the newest first, and the one that is being sealed. */
export function useSealing(productId: string) {
  const dossiers = useQuery({
    ...queryOf(listDossiers, { params: { id: productId } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ drive_state }) => drive_state === 'pending') ? CHANGING_MS : false,
  });
  const work = useQuery({
    ...queryOf(getDossierWork, { params: { id: productId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.data.state ?? null) ? ASK_MS : false),
  });
  const now = work.data?.data ?? { state: null, progress: null, error: null };
  const isWorking = isUnderWay(now.state);
  const wasWorking = useRef(false);
  const { refetch } = dossiers;
  useEffect(() => {
    // It is done: the new one is there.
    if (wasWorking.current && !isWorking) void refetch();
    wasWorking.current = isWorking;
  }, [isWorking, refetch]);
  return { productId, dossiers, ...now, isWorking };
}

type Sealing = ReturnType<typeof useSealing>;

/** Asks for a dossier, once it is clear what that means; nothing for who may not. */
export function SealButton({
  sealing: { productId, isWorking },
  variant,
}: {
  sealing: Sealing;
  variant: 'contained' | 'outlined';
}) {
  const mayWrite = useMay(createDossier.right);
  const client = useQueryClient();
  const { act, busy } = useAction();
  const [asking, setAsking] = useState(false);
  const guard = useGuard(productId, { enabled: asking });
  if (!mayWrite) return null;
  const seal = async (): Promise<void> => {
    if (!(await guard.leave())) return;
    setAsking(false);
    await act(() => call(createDossier, { params: { id: productId }, body: {} }), { refresh: [] });
    await client.invalidateQueries({ queryKey: queryOf(getDossierWork, { params: { id: productId } }).queryKey });
  };
  return (
    <>
      <Button
        size="small"
        variant={variant}
        startIcon={<Stamp size={17} />}
        disabled={busy || isWorking}
        onClick={() => setAsking(true)}
      >
        Sceller le dossier
      </Button>
      <ConfirmDialog
        open={asking}
        title="Sceller le dossier ?"
        text="Le dossier réunit la fiche, toutes les pièces et le document validé s’il y en a un, tels qu’ils sont maintenant. Une fois scellé il ne change plus et se garde dix ans après le dernier lot : un point vide ou une date en retard y sont écrits."
        confirmLabel="Sceller le dossier"
        busy={busy || guard.busy}
        disabled={!guard.isReady}
        onCancel={() => setAsking(false)}
        onConfirm={() => void seal()}
      >
        {guard.section}
      </ConfirmDialog>
    </>
  );
}

/** How far the sealing is, and why it stopped. */
export function SealProgress({ sealing: { isWorking, state, progress, error } }: { sealing: Sealing }) {
  return (
    <>
      {isWorking && (
        <Box role="status" sx={{ mt: 2 }}>
          <Typography sx={{ mb: 0.5 }}>
            {progress && progress.total > 0
              ? `Scellement en cours : ${progress.done} sur ${progress.total}.`
              : 'Scellement en cours…'}
          </Typography>
          <LinearProgress
            aria-label="Scellement du dossier"
            {...(progress && progress.total > 0
              ? { variant: 'determinate', value: (100 * progress.done) / progress.total }
              : {})}
          />
        </Box>
      )}
      {error && (
        <Alert severity={state === 'failed' ? 'error' : 'warning'} sx={{ mt: 2 }}>
          {error}
        </Alert>
      )}
    </>
  );
}
