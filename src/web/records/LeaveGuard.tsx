import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type RefObject, useEffect } from 'react';
import { useFormState } from 'react-hook-form';
import { useLeaving } from '../ui/useLeaving.ts';
import type { Texts } from './record.ts';

interface Props {
  busy: boolean;
  /** True while the form itself goes elsewhere, its work saved. */
  passing: RefObject<boolean>;
  /** What saving makes of the record besides. */
  besides: string | null;
  onSave: () => Promise<boolean>;
  /** A part of a screen saves itself when one goes to another: only what cannot be saved is asked about. */
  savesFirst: boolean;
  /** The person chose to lose the changes. */
  onAbandon: () => void;
}

/** Warns before unsaved changes are left behind, inside the app and out of it. */
export function LeaveGuard({ busy, passing, besides, onSave, savesFirst, onAbandon }: Props) {
  const { isDirty } = useFormState<Texts>();
  const { asks, stay, leave } = useLeaving({
    isDirty: () => isDirty && !passing.current,
    saveFirst: savesFirst ? onSave : null,
  });
  useEffect(() => {
    if (!isDirty) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);

  return (
    <Dialog open={asks} onClose={stay} aria-labelledby="leave-title" maxWidth="sm">
      <DialogTitle id="leave-title">Quitter sans enregistrer ?</DialogTitle>
      <DialogContent>
        <DialogContentText>
          {['Des modifications de cette fiche ne sont pas encore enregistrées.', besides].filter(Boolean).join(' ')}
        </DialogContentText>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button
          color="error"
          disabled={busy}
          onClick={() => {
            onAbandon();
            leave();
          }}
        >
          Quitter sans enregistrer
        </Button>
        <Button disabled={busy} onClick={stay} autoFocus>
          Rester
        </Button>
        <Button
          variant="contained"
          disabled={busy}
          onClick={async () => {
            const saved = await onSave();
            if (saved) leave();
            else stay();
          }}
        >
          Enregistrer et quitter
        </Button>
      </DialogActions>
    </Dialog>
  );
}
