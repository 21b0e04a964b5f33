import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { Download, Paperclip, PenLine, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { printInstant } from '#shared/fields/date.ts';
import {
  GUEST_LIMITS,
  type GuestFile,
  type GuestSession,
  readGuestPackage,
  sendGuestFiles,
} from '#shared/guests/guest.contract.ts';
import { call, download } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { FilePicker } from '../ui/FilePicker.tsx';
import { SignDialog } from './SignDialog.tsx';

interface Props {
  session: GuestSession;
  file: GuestFile;
  /** Something was given: the file is read again. */
  onSent: () => void;
}

const PACKAGES = [
  ['pdf', 'PDF'],
  ['xlsx', 'Classeur'],
  ['zip', 'Archive'],
] as const;

/** What a guest may do besides reading: take it away, send files, sign. */
export function GuestActs({ session: { may }, file, onSent }: Props) {
  const { act, busy } = useAction();
  const [isSigning, setSigning] = useState(false);
  const [refused, setRefused] = useState<{ file_name: string; why: string }[]>([]);
  const take = (format: (typeof PACKAGES)[number][0]): Promise<unknown> =>
    act(() => download(readGuestPackage, {}, `Document_de_travail.${format}`, { format }));
  const send = async (files: File[]): Promise<void> => {
    setRefused([]);
    const sent = await act(() => call(sendGuestFiles, { file: files }), {
      done: ({ received }) => ({
        message:
          received.length === 0
            ? 'Aucun fichier n’a été pris : voyez pourquoi.'
            : `Reçu : ${received.join(', ')}. Quelqu’un le classera.`,
        severity: received.length === 0 ? 'warning' : 'success',
      }),
    });
    if (!sent) return;
    setRefused(sent.refused);
    onSent();
  };
  return (
    <Card component="section" aria-labelledby="guest-acts" sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Typography variant="h2" id="guest-acts">
        Ce que vous pouvez faire
      </Typography>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        {PACKAGES.map(([format, label]) => (
          <Button
            key={format}
            size="small"
            variant="outlined"
            startIcon={<Download size={16} />}
            loading={busy}
            aria-label={`Emporter : ${label}`}
            onClick={() => void take(format)}
          >
            {label}
          </Button>
        ))}
      </Box>
      {may.includes('attach') && (
        <Box>
          <FilePicker
            label="Choisir des fichiers à envoyer"
            variant="outlined"
            multiple
            startIcon={<Paperclip size={18} />}
            loading={busy}
            onPickAll={(files) => void send(files)}
          >
            Envoyer des fichiers
          </FilePicker>
          <FormHelperText>{`${GUEST_LIMITS.files} fichiers par jour, 25 Mo chacun.${may.includes('sign') ? ' Une partie B en Word, un PDF signé :' : ' Un rapport, une fiche annotée :'} une personne les classe.`}</FormHelperText>
          {refused.map(({ file_name, why }) => (
            <Alert key={`${file_name}${why}`} severity="warning" sx={{ mt: 1 }}>
              {`${file_name} : ${why}`}
            </Alert>
          ))}
        </Box>
      )}
      {may.includes('sign') && (
        <Box>
          <Button variant="contained" startIcon={<PenLine size={18} />} onClick={() => setSigning(true)}>
            Signer la partie B
          </Button>
        </Box>
      )}
      <Sent file={file} />
      <Box>
        <Button size="small" startIcon={<RefreshCw size={16} />} onClick={onSent}>
          Relire le dossier
        </Button>
      </Box>
      {isSigning && (
        <SignDialog
          stamp={file.stamp}
          onClose={() => setSigning(false)}
          onSigned={() => {
            setSigning(false);
            onSent();
          }}
        />
      )}
    </Card>
  );
}

/** What one sent already, and what became of it. */
const Sent = ({ file: { sent } }: { file: GuestFile }) =>
  sent.length === 0 ? null : (
    <Box>
      <Typography sx={{ fontWeight: 600 }}>Déjà envoyé</Typography>
      <Box component="ul" sx={{ pl: 2.5, my: 0.5 }}>
        {sent.map(({ title, at, state }) => (
          <Box component="li" key={`${title}${at}`} sx={{ fontSize: '0.9rem', overflowWrap: 'anywhere' }}>
            {`${title}, le ${printInstant(at)} : ${state.toLowerCase()}`}
          </Box>
        ))}
      </Box>
    </Box>
  );
