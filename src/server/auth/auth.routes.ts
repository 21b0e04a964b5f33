import * as contract from '#shared/auth/auth.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { AuthService } from './auth.service.ts';

export function authRoutes(mount: Mount, auth: AuthService): void {
  mount(contract.signup, ({ body, origin }) => auth.signup(body, origin));
  mount(contract.token, ({ body, origin }) => auth.login(body, origin));
  mount(contract.refresh, ({ body }) => auth.refresh(body.refresh_token));
  mount(contract.logout, ({ body, origin }) => auth.logout(body.refresh_token, origin));
  mount(contract.me, async ({ signed }) => signed.account);
  mount(contract.listSessions, ({ signed }) => auth.sessions(signed));
  mount(contract.endOtherSessions, ({ signed, origin }) => auth.endOtherSessions(signed, origin));
  mount(contract.changePassword, ({ body, signed, origin }) => auth.changePassword(body, signed, origin));
}
