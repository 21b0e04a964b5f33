import { ConfirmDialog } from './ConfirmDialog.tsx';

interface Props {
  open: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asked before a dialog closes on something that was typed in it. */
export const UnsavedQuestion = ({ open, onStay, onLeave }: Props) => (
  <ConfirmDialog
    open={open}
    title="Fermer sans enregistrer ?"
    text="Ce que vous avez saisi ici n’est pas encore enregistré."
    confirmLabel="Fermer sans enregistrer"
    cancelLabel="Continuer la saisie"
    danger
    onCancel={onStay}
    onConfirm={onLeave}
  />
);

/** A form in a dialog: its fields scroll, its buttons stay in sight. */
export const DIALOG_FORM = { display: 'flex', flexDirection: 'column', minHeight: 0 } as const;
