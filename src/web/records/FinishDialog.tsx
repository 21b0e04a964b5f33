import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';

interface Props {
  title: string;
  points: readonly string[];
  onCancel: () => void;
  onConfirm: () => void;
}

/** What a record lacks, or contradicts, said before it is finished all the same. */
export function FinishDialog({ title, points, onCancel, onConfirm }: Props) {
  return (
    <Dialog open onClose={onCancel} aria-labelledby="finish-title" maxWidth="sm" fullWidth>
      <DialogTitle id="finish-title">{title}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 1.5 }}>Avant de valider, lisez ce qui suit.</Typography>
        <Box component="ul" sx={{ m: 0, pl: 2.5, '& > li + li': { mt: 1 } }}>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel} autoFocus>
          Revenir à la fiche
        </Button>
        <Button onClick={onConfirm} variant="contained" color="warning">
          Valider quand même
        </Button>
      </DialogActions>
    </Dialog>
  );
}
