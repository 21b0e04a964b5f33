import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { token } from '#shared/auth/auth.contract.ts';
import { tokenDoor } from '#shared/auth/auth.doors.ts';
import { BAD_CREDENTIALS } from '#shared/contract/error.ts';
import { ApiError, call } from '../api/client.ts';
import { beginSession } from '../api/session.ts';
import { preloadScreens } from '../ui/screen.ts';
import { AuthCard } from './AuthCard.tsx';
import { LoginField } from './LoginField.tsx';

/** Server details, lists joined by a bar, as the specification says. */
const sentenceOf = (error: unknown): string =>
  error instanceof ApiError ? error.faults.map((fault) => fault.msg).join(' | ') || error.message : BAD_CREDENTIALS;

const NEVER_CHANGES = () => () => undefined;

export function LoginPage() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // While one types a password, what comes after it comes.
  useEffect(() => preloadScreens(() => false), []);
  const form = useRef<HTMLFormElement>(null);
  // Sent before the app was there: noted by `first.js`.
  useEffect(() => {
    if (form.current?.dataset.sent) form.current.requestSubmit();
  }, []);
  // The page comes drawn as somebody sees it who comes from nowhere: what another page has to say is added to it.
  const message = useSyncExternalStore(
    NEVER_CHANGES,
    () => state?.message,
    () => undefined,
  );

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    setBusy(true);
    setError(null);
    try {
      const tokens = await call<typeof token>(tokenDoor, {
        body: { username: String(typed.get('username') ?? ''), password: String(typed.get('password') ?? '') },
      });
      if (!tokens.access_token) throw new Error(BAD_CREDENTIALS);
      beginSession(tokens);
      void navigate(typeof state?.from === 'string' ? state.from : '/dashboard', { replace: true });
    } catch (problem) {
      setError(sentenceOf(problem));
    } finally {
      setBusy(false);
    }
  };

  return (
    <AuthCard
      title="Connexion"
      tagline="Vos dossiers d'information produit, simplement."
      other={{ text: "Pas encore de compte ? S'inscrire", to: '/register' }}
    >
      {/* It is there before the app is: until then the browser itself sends nothing anywhere. */}
      <Stack component="form" ref={form} method="dialog" onSubmit={submit} sx={{ gap: 2 }}>
        {message && !error && <Alert severity="info">{message}</Alert>}
        {error && <Alert severity="error">{error}</Alert>}
        <LoginField name="username" label="Adresse email" type="email" autoComplete="username" autoFocus />
        <LoginField name="password" label="Mot de passe" type="password" autoComplete="current-password" />
        <Button type="submit" variant="contained" size="large" loading={busy}>
          Se connecter
        </Button>
      </Stack>
    </AuthCard>
  );
}
