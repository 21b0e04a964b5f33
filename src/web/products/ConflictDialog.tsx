import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';

interface Props {
  open: boolean;
  onReload: () => void;
  onForce: () => void;
  onClose: () => void;
}

/** Somebody else saved this product since the form was opened: nothing is written without a choice. */
export function ConflictDialog({ open, onReload, onForce, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby="conflict-title" maxWidth="sm">
      <DialogTitle id="conflict-title">Cette fiche a changé entre-temps</DialogTitle>
      <DialogContent>
        <DialogContentText>
          Quelqu'un, ou un autre onglet, a enregistré ce produit depuis que vous l'avez ouvert. Votre saisie est
          toujours là. L'historique du produit garde toutes les versions.
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button onClick={onClose} autoFocus>
          Revenir à ma saisie
        </Button>
        <Button onClick={onReload}>Abandonner ma saisie et recharger</Button>
        <Button variant="contained" onClick={onForce}>
          Enregistrer la mienne
        </Button>
      </DialogActions>
    </Dialog>
  );
}
