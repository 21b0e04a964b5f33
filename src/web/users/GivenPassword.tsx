import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { Copy } from 'lucide-react';
import { useCopy } from '../ui/useCopy.ts';

interface Props {
  given: { email: string; password: string } | null;
  onClose: () => void;
}

/** A password that is told once: its button closes it. */
export function GivenPassword({ given, onClose }: Props) {
  const write = useCopy();
  return (
    <Dialog open={given !== null} aria-labelledby="given-title">
      <DialogTitle id="given-title">Mot de passe provisoire</DialogTitle>
      <DialogContent>
        <Alert severity="warning" sx={{ mb: 2 }}>
          Il n’est affiché que cette fois. Transmettez-le de vive voix à {given?.email}, qui en choisira un autre à sa
          première connexion.
        </Alert>
        <Typography sx={{ fontFamily: 'monospace', fontSize: '1.3rem', textAlign: 'center' }}>
          {given?.password}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button
          startIcon={<Copy size={18} />}
          onClick={() => write(given?.password ?? '', 'Le mot de passe est copié.')}
        >
          Copier
        </Button>
        <Button onClick={onClose} variant="contained">
          J’ai noté
        </Button>
      </DialogActions>
    </Dialog>
  );
}
