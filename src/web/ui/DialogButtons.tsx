import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';

interface Props {
  /** What the dialog does, as a verb. */
  submit: string;
  busy?: boolean;
  disabled?: boolean;
  onCancel: () => void;
}

/** Under a form in a dialog: leave, or send it. */
export function DialogButtons({ submit, busy = false, disabled = false, onCancel }: Props) {
  return (
    <DialogActions>
      <Button onClick={onCancel} disabled={busy}>
        Annuler
      </Button>
      <Button type="submit" variant="contained" loading={busy} disabled={disabled}>
        {submit}
      </Button>
    </DialogActions>
  );
}
