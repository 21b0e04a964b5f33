import { logout } from '#shared/auth/auth.contract.ts';
import { call } from '../api/client.ts';
import { eraseAllDrafts } from '../api/drafts.ts';
import { queryClient } from '../api/query.ts';
import { forgetTokens, refreshToken } from '../api/session.ts';

/** Ends the session here and on the server, and forgets what the screens had loaded. */
export async function signOut(): Promise<void> {
  const token = refreshToken();
  forgetTokens();
  eraseAllDrafts();
  queryClient.clear();
  if (token) await call(logout, { body: { refresh_token: token } }).catch(() => undefined);
}
