import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { RefreshCw, Send } from 'lucide-react';
import { useState } from 'react';
import { type DriveStatus, resendDrive, retryDrive } from '#shared/drive/drive.contract.ts';
import { printNumber } from '#shared/fields/number.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

const many = (count: number, one: string, several: string): string =>
  count === 1 ? one : `${printNumber(count)} ${several}`;

interface Props {
  drive: DriveStatus;
  onChange: (drive: DriveStatus) => void;
}

/** The files on their way to the drive: how many, how far, and how to try again. */
export function OutboxCard({ drive: { outbox }, onChange }: Props) {
  const { act, busy } = useAction();
  const [asking, setAsking] = useState(false);
  const { waiting, sent, failed } = outbox;
  const total = waiting + sent + failed;

  const send = async (declaration: typeof resendDrive | typeof retryDrive): Promise<void> => {
    setAsking(false);
    const status = await act(() => call(declaration), { refresh: ['generations', 'dashboard', 'jobs'] });
    if (status) onChange(status);
  };

  const state =
    total === 0
      ? 'Aucun fichier envoyé pour l’instant. Les prochains documents partiront d’eux-mêmes.'
      : [
          many(sent, 'Un fichier est sur le drive', 'fichiers sont sur le drive'),
          ...(waiting > 0 ? [many(waiting, 'un attend', 'attendent')] : []),
          ...(failed > 0 ? [many(failed, 'un demande une action', 'demandent une action')] : []),
        ].join(', ');
  return (
    <Card component="section" aria-labelledby="outbox-title" sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h2" id="outbox-title" sx={{ mb: 1 }}>
        Envois
      </Typography>
      <Typography role="status">{total === 0 ? state : `${state}.`}</Typography>
      {total > 0 && (
        <Box sx={{ my: 1.5 }}>
          <LinearProgress
            variant="determinate"
            value={(100 * sent) / total}
            color={failed > 0 ? 'error' : 'primary'}
            aria-label="Fichiers envoyés"
            sx={{ height: 7, borderRadius: 4 }}
          />
        </Box>
      )}
      <Typography color="textSecondary" sx={{ fontSize: '0.9rem', mt: 1 }}>
        Chaque document est d’abord gardé ici : un drive lent ou en panne ne retarde que l’envoi.
      </Typography>
      <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap', mt: 2 }}>
        {waiting + failed > 0 && (
          <Button
            variant="contained"
            startIcon={<RefreshCw size={18} />}
            loading={busy}
            loadingPosition="start"
            onClick={() => void send(retryDrive)}
          >
            Relancer
          </Button>
        )}
        <Button variant="outlined" startIcon={<Send size={18} />} disabled={busy} onClick={() => setAsking(true)}>
          Tout renvoyer
        </Button>
      </Stack>
      <ConfirmDialog
        open={asking}
        title="Renvoyer tous les documents ?"
        text="Tous les documents seront envoyés dans le dossier racine actuel. Ceux qui s’y trouvent déjà, identiques, ne sont pas dédoublés ; ceux d’un ancien dossier y restent."
        confirmLabel="Tout renvoyer"
        onCancel={() => setAsking(false)}
        onConfirm={() => void send(resendDrive)}
      />
    </Card>
  );
}
