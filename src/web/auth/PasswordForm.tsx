import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { FormEvent } from 'react';
import { changePassword } from '#shared/auth/auth.contract.ts';
import { call } from '../api/client.ts';
import { useSending } from '../api/useSending.ts';
import { NewPasswordFields, PasswordField } from './NewPasswordFields.tsx';

interface Props {
  /** Whose password it is: an e-mail is no password. */
  email: string | null;
  currentLabel: string;
  submitLabel: string;
  onChanged: () => void;
}

/** Changing one's password: the current one, the new one twice. */
export function PasswordForm({ email, currentLabel, submitLabel, onChanged }: Props) {
  const { faults, error, busy, send } = useSending();

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    await send(async () => {
      await call(changePassword, { body: Object.fromEntries(new FormData(form)) });
      form.reset();
      onChanged();
    });
  };

  return (
    <Stack component="form" onSubmit={submit} noValidate sx={{ gap: 2 }}>
      {error && <Alert severity="error">{error}</Alert>}
      <PasswordField
        name="current_password"
        label={currentLabel}
        autoComplete="current-password"
        fault={faults.current_password}
      />
      <NewPasswordFields
        labels={['Nouveau mot de passe', 'Confirmer le nouveau mot de passe']}
        email={() => email}
        faults={faults}
      />
      <Box>
        <Button type="submit" variant="contained" loading={busy}>
          {submitLabel}
        </Button>
      </Box>
    </Stack>
  );
}
