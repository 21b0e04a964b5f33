import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Archive, FileText, Stamp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import {
  createDossier,
  type Dossier,
  getDossierWork,
  listDossiers,
  readDossierPdf,
  readDossierZip,
} from '#shared/dossiers/dossier.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { printInstant } from '#shared/fields/date.ts';
import { call, download } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { usePersonName } from '../auth/people.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { FirstRows } from '../ui/FirstRows.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';

/** How often the background is asked how far it is (ms). */
const ASK_MS = 1_500;

/** The whole file of a product as one hands it over: one PDF and one archive, sealed; and those that were sealed before. */
export function DossierPanel({ productId }: { productId: string }) {
  const mayWrite = useMay('write');
  const client = useQueryClient();
  const { act, busy } = useAction();
  const [asking, setAsking] = useState(false);
  const { data, error, isPending, refetch } = useQuery({
    ...queryOf(listDossiers, { params: { id: productId } }),
    staleTime: 0,
  });
  const work = useQuery({
    ...queryOf(getDossierWork, { params: { id: productId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.data.state ?? null) ? ASK_MS : false),
  });
  const now = work.data?.data ?? { state: null, progress: null, error: null };
  const isWorking = isUnderWay(now.state);
  const wasWorking = useRef(false);
  useEffect(() => {
    // It is done: the new one is there.
    if (wasWorking.current && !isWorking) void refetch();
    wasWorking.current = isWorking;
  }, [isWorking, refetch]);

  const seal = async (): Promise<void> => {
    setAsking(false);
    await act(() => call(createDossier, { params: { id: productId }, body: {} }), { refresh: [] });
    await client.invalidateQueries({ queryKey: queryOf(getDossierWork, { params: { id: productId } }).queryKey });
  };
  return (
    <Card component="section" aria-labelledby="dossiers-title" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h2" id="dossiers-title" sx={{ m: 0, flexGrow: 1 }}>
          Dossier scellé
        </Typography>
        {mayWrite && (
          <Button
            size="small"
            variant="contained"
            startIcon={<Stamp size={17} />}
            disabled={busy || isWorking}
            onClick={() => setAsking(true)}
          >
            Exporter le dossier scellé
          </Button>
        )}
      </Box>
      <Typography color="textSecondary" sx={{ mt: 0.5 }}>
        Un PDF et une archive avec toutes les pièces, leurs empreintes et de quoi les vérifier sans réseau, dans dix
        ans.
      </Typography>
      {isWorking && (
        <Box role="status" sx={{ mt: 2 }}>
          <Typography sx={{ mb: 0.5 }}>
            {now.progress && now.progress.total > 0
              ? `Scellement en cours : ${now.progress.done} sur ${now.progress.total}.`
              : 'Scellement en cours…'}
          </Typography>
          <LinearProgress
            aria-label="Scellement du dossier"
            {...(now.progress && now.progress.total > 0
              ? { variant: 'determinate', value: (100 * now.progress.done) / now.progress.total }
              : {})}
          />
        </Box>
      )}
      {now.error && (
        <Alert severity={now.state === 'failed' ? 'error' : 'warning'} sx={{ mt: 2 }}>
          {now.error}
        </Alert>
      )}
      {isPending ? (
        <Loading label="Chargement des dossiers…" />
      ) : error && !data ? (
        <LoadError
          message="Les dossiers scellés n’ont pas pu être chargés."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      ) : (
        data.data.length > 0 && (
          <FirstRows rows={data.data}>
            {(shown) => (
              <List dense disablePadding sx={{ mt: 1 }}>
                {shown.map((one) => (
                  <DossierLine key={one.id} dossier={one} />
                ))}
              </List>
            )}
          </FirstRows>
        )
      )}
      <ConfirmDialog
        open={asking}
        title="Sceller le dossier ?"
        text="Le dossier réunit la fiche, le document validé et toutes les pièces, tels qu’ils sont maintenant. Une fois scellé il ne change plus et se garde dix ans après le dernier lot : un point vide ou une date en retard y sont écrits."
        confirmLabel="Sceller le dossier"
        busy={busy}
        onCancel={() => setAsking(false)}
        onConfirm={() => void seal()}
      />
    </Card>
  );
}

const isUnderWay = (state: string | null): boolean => state === 'waiting' || state === 'running';

function DossierLine({ dossier: { id, sealed_at, sealed_by, sha256, pages, anomalies } }: { dossier: Dossier }) {
  const nameOf = usePersonName();
  const { act, busy } = useAction();
  return (
    <ListItem divider disableGutters sx={{ gap: 1, flexWrap: 'wrap' }}>
      <ListItemText
        primary={`Scellé le ${printInstant(sealed_at)} par ${nameOf(sealed_by)}, ${counted(pages, 'page')}`}
        secondary={`Empreinte du PDF : ${sha256.slice(0, 16)}…${anomalies.length > 0 ? ` ; ${counted(anomalies.length, 'remarque')} à l’intérieur` : ''}`}
        sx={{ overflowWrap: 'anywhere', minWidth: 240 }}
      />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button
          size="small"
          disabled={busy}
          startIcon={<FileText size={16} />}
          onClick={() => void act(() => download(readDossierPdf, { id }, 'dossier.pdf'))}
        >
          PDF
        </Button>
        <Button
          size="small"
          disabled={busy}
          startIcon={<Archive size={16} />}
          onClick={() => void act(() => download(readDossierZip, { id }, 'dossier.zip'))}
        >
          Archive
        </Button>
      </Box>
    </ListItem>
  );
}
