import Alert from '@mui/material/Alert';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type FormEvent, useId, useState } from 'react';
import { faultsByField, sentenceOf } from '../api/client.ts';
import { DialogButtons } from '../ui/DialogButtons.tsx';
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
export function ProofDialog({ title, text, submit, withCode, onProof, onCancel }: Props) {
  const id = useId();
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const proof = { current_password: String(typed.get('current_password') ?? '') };
    setBusy(true);
    setFaults({});
    setError(null);
    try {
      await onProof(withCode ? { ...proof, code: String(typed.get('code') ?? '') } : proof);
    } catch (problem) {
      const found = faultsByField(problem);
      setFaults(found);
      if (Object.keys(found).length === 0) setError(sentenceOf(problem));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open onClose={busy ? undefined : onCancel} aria-labelledby={id} maxWidth="xs" fullWidth>
      <form onSubmit={(event) => void send(event)} noValidate>
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
        <DialogButtons submit={submit} busy={busy} onCancel={onCancel} />
      </form>
    </Dialog>
  );
}
