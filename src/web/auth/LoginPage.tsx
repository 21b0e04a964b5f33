import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type FormEvent, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { token } from '#shared/auth/auth.contract.ts';
import { BAD_CREDENTIALS } from '#shared/contract/error.ts';
import { ApiError, call } from '../api/client.ts';
import { queryClient } from '../api/query.ts';
import { storeTokens } from '../api/session.ts';
import { preloadScreens } from '../ui/screen.ts';
import { AuthCard } from './AuthCard.tsx';
import { LoginField } from './LoginField.tsx';

/** Server details, lists joined by a bar, as the specification says. */
const sentenceOf = (error: unknown): string =>
  error instanceof ApiError ? error.faults.map((fault) => fault.msg).join(' | ') || error.message : BAD_CREDENTIALS;

export function LoginPage() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // While one types a password, what comes after it comes.
  useEffect(() => preloadScreens(() => false), []);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setError(null);
    try {
      const tokens = await call(token, {
        body: { username: String(form.get('username') ?? ''), password: String(form.get('password') ?? '') },
      });
      if (!tokens.access_token) throw new Error(BAD_CREDENTIALS);
      queryClient.clear();
      storeTokens(tokens);
      navigate(typeof state?.from === 'string' ? state.from : '/dashboard', { replace: true });
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
      <Stack component="form" onSubmit={submit} sx={{ gap: 2 }}>
        {state?.message && !error && <Alert severity="info">{state.message}</Alert>}
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
