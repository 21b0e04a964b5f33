import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { Copy, Mail } from 'lucide-react';
import type { RequestLetter } from '#shared/requests/request.contract.ts';
import { useToast } from '../ui/toast.tsx';

/** What a supplier is sent: gone by mail, or to be sent by hand. */
export function LetterDialog({ letter, onClose }: { letter: RequestLetter; onClose: () => void }) {
  const toast = useToast();
  const { supplier, email, subject, text, mailed } = letter;
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => toast({ severity: 'success', message: 'Le texte est copié.' }),
      () => toast({ severity: 'error', message: 'Le texte n’a pas pu être copié : sélectionnez-le et copiez-le.' }),
    );
  };
  const mailto = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="letter-title">
      <DialogTitle id="letter-title">{mailed ? `Parti à ${supplier}` : `À envoyer à ${supplier}`}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Alert severity={mailed ? 'success' : 'info'}>
          {mailed
            ? `Le message part à ${email}. Voici ce qu’il dit.`
            : 'Aucun courriel n’est réglé dans Diplo : envoyez ce texte vous-même. Son lien est à ce fournisseur seul.'}
        </Alert>
        <TextField
          label={subject}
          value={text}
          multiline
          minRows={8}
          maxRows={18}
          slotProps={{ htmlInput: { readOnly: true } }}
        />
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <Button variant={mailed ? 'outlined' : 'contained'} startIcon={<Copy size={18} />} onClick={copy}>
            Copier le texte
          </Button>
          {!mailed && (
            <Button component="a" href={mailto} variant="outlined" startIcon={<Mail size={18} />}>
              Écrire un courriel
            </Button>
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Fermer</Button>
      </DialogActions>
    </Dialog>
  );
}
