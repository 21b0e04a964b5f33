import Alert from '@mui/material/Alert';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, useId } from 'react';
import { useSending } from '../api/useSending.ts';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { CodeField } from './CodeField.tsx';
import { PasswordField } from './NewPasswordFields.tsx';

export interface Proof {
  current_password: string;
  code?: string;
}
interface Props {
  title: string;
  text: string;
  submit: string;
  /** Whether a code of the second factor is needed too. */
  withCode: boolean;
  /** What is done once it is shown; what it refuses is said here. */
  onProof: (proof: Proof) => Promise<void>;
  onCancel: () => void;
}

/** That it is still oneself: the password, and a code where there is a second factor. */
export function ProofDialog({ title, text, submit: label, withCode, onProof, onCancel }: Props) {
  const id = useId();
  const { faults, error, busy, send } = useSending();
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const proof = { current_password: String(typed.get('current_password') ?? '') };
    await send(() => onProof(withCode ? { ...proof, code: String(typed.get('code') ?? '') } : proof));
  };
  return (
    <FormDialog
      onClose={onCancel}
      aria-labelledby={id}
      maxWidth="xs"
      busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 1.5 }}>
        <DialogContentText>{text}</DialogContentText>
        {error && <Alert severity="error">{error}</Alert>}
        <PasswordField
          name="current_password"
          label="Mot de passe actuel"
          autoComplete="current-password"
          fault={faults.current_password}
        />
        {withCode && <CodeField fault={faults.code} help="À six chiffres, ou un code de secours." />}
      </DialogContent>
      <DialogButtons submit={label} busy={busy} onCancel={onCancel} />
    </FormDialog>
  );
}
