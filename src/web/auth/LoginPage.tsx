import Alert from '@mui/material/Alert';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { SignedIn } from '#shared/auth/auth.contract.ts';
import { exchange } from '#shared/auth/sign.in.contract.ts';
import { SIGN_IN_CODE, SIGN_IN_REFUSAL } from '#shared/auth/sign.in.words.ts';
import { BAD_CREDENTIALS } from '#shared/contract/error.ts';
import { ApiError, call } from '../api/client.ts';
import { beginSession, isSigningOut, keepDestination, takeDestination } from '../api/session.ts';
import { preloadScreens } from '../ui/screen.ts';
import { AuthCard } from './AuthCard.tsx';
import { CodeStep } from './CodeStep.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import { ProviderButton } from './ProviderButton.tsx';
import { refusalOf, signInWays, takeAnswer } from './sign.in.ts';
import { signOut } from './sign.out.ts';

/** Server details, lists joined by a bar, as the specification says. */
const sentenceOf = (error: unknown): string =>
  error instanceof ApiError ? error.faults.map((fault) => fault.msg).join(' | ') || error.message : BAD_CREDENTIALS;

const NEVER_CHANGES = () => () => undefined;
/** What the page comes drawn with is what somebody sees who comes from nowhere, and signs in by password. */
function useOnceHere<T>(read: () => T): T | undefined {
  return useSyncExternalStore(NEVER_CHANGES, read, () => undefined);
}
const waysHere = (() => {
  let ways: ReturnType<typeof signInWays> | undefined;
  return () => {
    ways ??= signInWays();
    return ways;
  };
})();

export function LoginPage() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [error, setError] = useState<string | null>(null);
  const [ticket, setTicket] = useState<string | null>(null);
  const [arriving, setArriving] = useState(false);
  // While one types a password, what comes after it comes.
  useEffect(() => preloadScreens(() => false), []);
  const message = useOnceHere(() => state?.message as string | undefined);
  const ways = useOnceHere(waysHere) ?? null;
  const from = typeof state?.from === 'string' ? state.from : '/dashboard';

  const enter = (tokens: SignedIn, to: string): void => {
    if (!tokens.access_token) throw new Error(BAD_CREDENTIALS);
    beginSession(tokens);
    void navigate(to, { replace: true });
  };
  /** One try, in words when it fails; a code may be asked for then. */
  const attempt = async (work: () => Promise<SignedIn>, to = from): Promise<void> => {
    setError(null);
    try {
      enter(await work(), to);
    } catch (problem) {
      const asked = problem instanceof ApiError && problem.code === 'otp_required' ? problem.body?.ticket : undefined;
      if (asked) return setTicket(asked);
      // The time for a code is over: back to the password.
      if (problem instanceof ApiError && problem.status === 401) setTicket(null);
      setError(sentenceOf(problem));
    }
  };
  // The place in the history says so once: coming back to it ends nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes
  useEffect(() => {
    if (!isSigningOut(state)) return;
    void navigate('/login', { replace: true });
    void signOut();
  }, []);
  // Back from the provider of the firm. What it left is taken once, however often this runs.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is read once, when the page comes
  useEffect(() => {
    const answer = takeAnswer();
    const code = answer?.get(SIGN_IN_CODE);
    const reason = answer?.get(SIGN_IN_REFUSAL);
    if (reason) setError(refusalOf(reason));
    if (!code) return;
    setArriving(true);
    const to = takeDestination() ?? '/dashboard';
    void attempt(() => call(exchange, { body: { code } }), to).finally(() => setArriving(false));
  }, []);

  return (
    <AuthCard
      title="Connexion"
      tagline="Vos dossiers d’information produit, simplement."
      other={ways?.only ? undefined : { text: "Pas encore de compte ? S'inscrire", to: '/register' }}
    >
      {message && !error && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {message}
        </Alert>
      )}
      {error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {error}
        </Alert>
      )}
      {arriving && (
        <Alert severity="info" role="status">
          Connexion en cours…
        </Alert>
      )}
      {ticket !== null && <CodeStep ticket={ticket} attempt={attempt} onBack={() => setTicket(null)} />}
      {/* It is there before the app is: it stays in place, whatever is said above it. */}
      <div hidden={arriving || ticket !== null}>
        {ways && <ProviderButton {...ways} onLeave={() => keepDestination(from)} />}
        <PasswordStep attempt={attempt} folded={ways?.only === true} />
      </div>
    </AuthCard>
  );
}
