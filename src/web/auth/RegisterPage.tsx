import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type FormEvent, useRef, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { signup } from '#shared/auth/auth.contract.ts';
import { GENERIC_ERROR } from '#shared/contract/error.ts';
import { ROLE_LABELS, SIGNUP_ROLES } from '#shared/contract/rights.ts';
import { ApiError, call, faultsByField } from '../api/client.ts';
import { AuthCard } from './AuthCard.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { signInWays } from './sign.in.ts';

const CREATED = 'Votre compte est créé : connectez-vous.';
const CREATED_PENDING =
  'Votre compte est créé. Un administrateur doit encore l’accepter : vous pourrez vous connecter ensuite.';

export function RegisterPage() {
  const form = useRef<HTMLFormElement & { email: HTMLInputElement }>(null);
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const body = Object.fromEntries(new FormData(event.currentTarget));
    setBusy(true);
    setError(null);
    setFaults({});
    try {
      const { pending } = await call(signup, { body });
      void navigate('/login', { state: { message: pending ? CREATED_PENDING : CREATED } });
    } catch (problem) {
      const list = problem instanceof ApiError ? problem.faults : [];
      setFaults(faultsByField(problem));
      setError(
        list.length > 0
          ? list.map((fault) => fault.msg).join('\n')
          : problem instanceof ApiError
            ? problem.message
            : GENERIC_ERROR,
      );
    } finally {
      setBusy(false);
    }
  };

  // Accounts come from the provider of the firm alone.
  if (signInWays()?.only) return <Navigate to="/login" replace />;
  const wrong = (name: string, help = ' ') => ({ error: name in faults, helperText: faults[name] ?? help });
  return (
    <AuthCard
      title="Inscription"
      tagline="Vos dossiers d’information produit, simplement."
      other={{ text: 'Déjà un compte ? Se connecter', to: '/login' }}
    >
      <Stack component="form" ref={form} onSubmit={submit} noValidate sx={{ gap: 1 }}>
        <TextField
          name="email"
          label="Adresse email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          {...wrong('email')}
        />
        <NewPasswordFields
          labels={['Mot de passe', 'Confirmer le mot de passe']}
          email={() => form.current?.email.value ?? null}
          faults={faults}
        />
        <TextField
          name="role"
          label="Rôle"
          select
          defaultValue={SIGNUP_ROLES[0]}
          {...wrong('role', 'Un éditeur crée et modifie ; un lecteur consulte.')}
        >
          {SIGNUP_ROLES.map((role) => (
            <MenuItem key={role} value={role}>
              {ROLE_LABELS[role]}
            </MenuItem>
          ))}
        </TextField>
        <Button type="submit" variant="contained" size="large" loading={busy}>
          S'inscrire
        </Button>
        {/* One line for each field, as specified; below, so that nothing one is about to use moves. */}
        {error && (
          <Alert severity="error" sx={{ whiteSpace: 'pre-line' }}>
            {error}
          </Alert>
        )}
      </Stack>
    </AuthCard>
  );
}
