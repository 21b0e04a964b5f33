import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type SignedIn, token } from '#shared/auth/auth.contract.ts';
import { call } from '../api/client.ts';
import { LoginField } from './LoginField.tsx';

interface Props {
  attempt: (work: () => Promise<SignedIn>) => Promise<void>;
  /** Passwords are for administrators alone here: they are asked for by who wants them. */
  folded: boolean;
}

/** The address and the password. */
export function PasswordStep({ attempt, folded }: Props) {
  const [busy, setBusy] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // Sent before the app was there: noted by `first.js`.
  useEffect(() => {
    if (form.current?.dataset.sent) form.current.requestSubmit();
  }, []);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const body = { username: String(typed.get('username') ?? ''), password: String(typed.get('password') ?? '') };
    setBusy(true);
    await attempt(() => call(token, { body }));
    setBusy(false);
  };

  if (folded && !unfolded)
    return (
      <Button fullWidth onClick={() => setUnfolded(true)}>
        Administrateur : entrer un mot de passe
      </Button>
    );
  return (
    // Before the app is there the browser itself sends nothing anywhere.
    <Stack component="form" ref={form} method="dialog" onSubmit={submit} sx={{ gap: 2 }}>
      <LoginField name="username" label="Adresse email" type="email" autoComplete="username" autoFocus />
      <LoginField name="password" label="Mot de passe" type="password" autoComplete="current-password" />
      <Button type="submit" variant="contained" size="large" loading={busy}>
        Se connecter
      </Button>
    </Stack>
  );
}
