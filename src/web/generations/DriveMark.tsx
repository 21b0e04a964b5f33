import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { CloudAlert, CloudUpload } from 'lucide-react';
import { type Generation, sendGeneration } from '#shared/generations/generation.contract.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';

/** A document that is not on the drive yet: why, and the way to send it now. Nothing when it is. */
export function DriveMark({ generation: { id, drive_state, drive_error, file_name } }: { generation: Generation }) {
  const mayWrite = useMay(sendGeneration.right);
  const { act, busy } = useAction();
  if (drive_state === 'stored') return null;
  const failed = drive_state === 'failed';
  const why =
    drive_error ?? (failed ? 'L’envoi vers le drive a échoué.' : 'Le document attend d’être envoyé vers le drive.');

  const send = (): Promise<unknown> =>
    act(() => call(sendGeneration, { params: { id } }), {
      done: () => ({ severity: 'info', message: 'Envoi relancé : le document reste ici en sécurité.' }),
      refresh: ['generations', 'dashboard', 'drive', 'admin'],
    });
  return (
    <Tooltip title={mayWrite ? `${why} Cliquez pour relancer l’envoi.` : why}>
      <span>
        <IconButton
          size="small"
          color={failed ? 'error' : 'warning'}
          aria-label={`Relancer l’envoi vers le drive : ${file_name}`}
          disabled={!mayWrite || busy}
          onClick={(event) => {
            // In a list, the row itself opens the document.
            event.stopPropagation();
            void send();
          }}
        >
          {busy ? <CircularProgress size={17} /> : failed ? <CloudAlert size={17} /> : <CloudUpload size={17} />}
        </IconButton>
      </span>
    </Tooltip>
  );
}
