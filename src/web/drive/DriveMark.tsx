import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { CloudAlert, CloudUpload } from 'lucide-react';
import type { sendDossier } from '#shared/dossiers/dossier.contract.ts';
import type { DriveState } from '#shared/drive/drive.contract.ts';
import type { sendGeneration } from '#shared/generations/generation.contract.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';

interface Props {
  sent: { id: string; drive_state: DriveState; drive_error: string | null };
  /** What people call it. */
  name: string;
  send: typeof sendGeneration | typeof sendDossier;
}

/** A document, or a dossier, that is not on the drive yet: why, and the way to send it now. Nothing when it is. */
export function DriveMark({ sent: { id, drive_state, drive_error }, name, send }: Props) {
  const mayWrite = useMay(send.right);
  const { act, busy } = useAction();
  if (drive_state === 'stored') return null;
  const failed = drive_state === 'failed';
  const why =
    drive_error ?? (failed ? 'L’envoi vers le drive a échoué.' : 'Le document attend d’être envoyé vers le drive.');

  const again = (): Promise<unknown> =>
    act(() => call(send, { params: { id } }), {
      done: () => ({ severity: 'info', message: 'Envoi relancé : le document reste ici en sécurité.' }),
      refresh: ['generations', 'dossiers', 'products', 'dashboard', 'drive', 'admin'],
    });
  return (
    <Tooltip title={mayWrite ? `${why} Cliquez pour relancer l’envoi.` : why}>
      <span>
        <IconButton
          size="small"
          color={failed ? 'error' : 'warning'}
          aria-label={`Relancer l’envoi vers le drive : ${name}`}
          disabled={!mayWrite || busy}
          onClick={(event) => {
            // In a list, the row itself opens the document.
            event.stopPropagation();
            void again();
          }}
        >
          {busy ? <CircularProgress size={17} /> : failed ? <CloudAlert size={17} /> : <CloudUpload size={17} />}
        </IconButton>
      </span>
    </Tooltip>
  );
}
