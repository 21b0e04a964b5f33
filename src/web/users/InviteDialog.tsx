import Alert from '@mui/material/Alert';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import type { FormEvent } from 'react';
import { NAME_MAX } from '#shared/auth/auth.contract.ts';
import { ROLE_LABELS, ROLES } from '#shared/contract/rights.ts';
import { createUser } from '#shared/users/user.contract.ts';
import { call } from '../api/client.ts';
import { useSending } from '../api/useSending.ts';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';

interface Props {
  onClose: () => void;
  /** Who was invited, and the password to hand over. */
  onInvited: (invited: { email: string; password: string }) => void;
}

export function InviteDialog({ onClose, onInvited }: Props) {
  const { faults, error, busy, send } = useSending();

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const body = Object.fromEntries(new FormData(event.currentTarget));
    await send(async () => onInvited(await call(createUser, { body })));
  };

  return (
    <FormDialog onClose={onClose} aria-labelledby="invite-title" maxWidth="xs" busy={busy} onSubmit={submit}>
      <DialogTitle id="invite-title">Inviter une personne</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2, pt: 1 }}>
          {error && <Alert severity="error">{error}</Alert>}
          <TextField
            name="email"
            label="Adresse email"
            type="email"
            required
            autoFocus
            autoComplete="off"
            error={'email' in faults}
            helperText={faults.email}
          />
          <TextField
            name="name"
            label="Prénom et nom"
            autoComplete="off"
            error={'name' in faults}
            helperText={faults.name ?? 'Facultatif.'}
            slotProps={{ htmlInput: { maxLength: NAME_MAX } }}
          />
          <TextField name="role" label="Rôle" select defaultValue="editor">
            {ROLES.map((role) => (
              <MenuItem key={role} value={role}>
                {ROLE_LABELS[role]}
              </MenuItem>
            ))}
          </TextField>
        </Stack>
      </DialogContent>
      <DialogButtons submit="Inviter" busy={busy} onCancel={onClose} />
    </FormDialog>
  );
}
