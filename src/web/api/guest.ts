/** The session of somebody who opened a link: kept by this tab alone, and never beside an account's. */
const KEY = 'diplo_guest';

export const guestToken = (): string | null => sessionStorage.getItem(KEY);
export function keepGuest(token: string): void {
  sessionStorage.setItem(KEY, token);
}

type Listener = () => void;
const listeners = new Set<Listener>();
/** @returns what stops listening */
export function onGuestEnd(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
/** The link ended, or the session did. */
export function guestEnds(): void {
  sessionStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

/** The secret of a link, taken off the address: it stands in no history, and is sent nowhere by itself. */
export function takeLink(): string {
  const token = window.location.hash.slice(1);
  if (token !== '') {
    window.history.replaceState(window.history.state, '', window.location.pathname);
    held = token;
  }
  return held;
}
/** Of this page alone: a page that is loaded again knows it no more. */
let held = '';
