import { SESSION_EXPIRED } from '#shared/contract/error.ts';

/** The tokens in local storage: the only place that reads or writes them. */
const ACCESS_KEY = 'diplo_token';
const REFRESH_KEY = 'diplo_refresh_token';

export const accessToken = (): string | null => localStorage.getItem(ACCESS_KEY);
export const refreshToken = (): string | null => localStorage.getItem(REFRESH_KEY);
export const isSignedIn = (): boolean => accessToken() !== null;

/** @param told why it ends, in French; of whom it begins */
type SessionListener = (what: 'begins' | 'ends', told: string | null) => void;
const listeners = new Set<SessionListener>();
/** What is known and shown belongs to a session: nothing of it is left for another one. @returns what stops listening */
export function onSession(listener: SessionListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whose session this tab shows; `null` before it shows one. It is another’s only once they sign in here, or load the page. */
let shown: string | null = null;

/** False once another account has signed in beside this tab: nothing of what it shows is sent in that name. */
export function isOfThisTab(token: string): boolean {
  const account = accountOf(token);
  shown ??= account;
  return account === shown;
}

/** The server no longer takes this session, or another tab has ended it. */
export function sessionEnds(why = SESSION_EXPIRED): void {
  for (const listener of listeners) listener('ends', why);
}

/** What the sign-in page is led to by who signs out: what is not saved is asked about first, as on every other way. */
export const SIGNS_OUT = { signsOut: true } as const;

/** Whether a way to the sign-in page is a person’s own choice, and not the end of a session. */
export const isSigningOut = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'signsOut' in state;

/** Somebody has signed in. */
export function beginSession(tokens: { access_token: string; refresh_token: string }): void {
  shown = accountOf(tokens.access_token);
  for (const listener of listeners) listener('begins', shown);
  localStorage.setItem(REFRESH_KEY, tokens.refresh_token);
  keepToken(tokens.access_token);
}

const DESTINATION_KEY = 'diplo_destination';
/** Where somebody goes once they are back from the provider of the firm: this tab keeps it meanwhile. */
export const keepDestination = (path: string): void => sessionStorage.setItem(DESTINATION_KEY, path);
export function takeDestination(): string | null {
  const path = sessionStorage.getItem(DESTINATION_KEY);
  sessionStorage.removeItem(DESTINATION_KEY);
  return path;
}

/** The same session goes on with another token. */
export function keepToken(token: string): void {
  localStorage.setItem(ACCESS_KEY, token);
}

export function forgetTokens(): void {
  localStorage.removeItem(ACCESS_KEY);
  localStorage.removeItem(REFRESH_KEY);
}

/** Whose a token is. */
export const accountOf = (token: string): string | null => payloadOf(token)?.sub ?? null;

/** What a token says of itself; `null` for one that cannot be read. */
function payloadOf(token: string): { exp?: unknown; sub?: string } | null {
  try {
    return JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')));
  } catch {
    return null;
  }
}

/** True when the access token has less than `marginSeconds` to live, or cannot be read. */
export function isExpired(token: string, marginSeconds = 10): boolean {
  const exp = payloadOf(token)?.exp;
  return typeof exp !== 'number' || exp - marginSeconds < Date.now() / 1000;
}
