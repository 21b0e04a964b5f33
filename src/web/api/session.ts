/** The tokens in local storage: the only place that reads or writes them. */
const ACCESS_KEY = 'diplo_token';
const REFRESH_KEY = 'diplo_refresh_token';

export const accessToken = (): string | null => localStorage.getItem(ACCESS_KEY);
export const refreshToken = (): string | null => localStorage.getItem(REFRESH_KEY);
export const isSignedIn = (): boolean => accessToken() !== null;

type SessionListener = (what: 'begins' | 'ends') => void;
const listeners = new Set<SessionListener>();
/** What is known and shown belongs to a session: nothing of it is left for another one. @returns what stops listening */
export function onSession(listener: SessionListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The server no longer takes this session, or another tab has ended it. */
export function sessionEnds(): void {
  for (const listener of listeners) listener('ends');
}

/** Somebody has signed in. */
export function beginSession(tokens: { access_token: string; refresh_token: string }): void {
  for (const listener of listeners) listener('begins');
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

/** True when the access token has less than `marginSeconds` to live, or cannot be read. */
export function isExpired(token: string, marginSeconds = 10): boolean {
  try {
    const payload = JSON.parse(atob((token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')));
    return typeof payload.exp !== 'number' || payload.exp - marginSeconds < Date.now() / 1000;
  } catch {
    return true;
  }
}
