import * as contract from '#shared/auth/auth.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { MailService } from '../mail/mail.service.ts';
import type { Profile, UserService } from '../users/user.service.ts';
import type { AuthService } from './auth.service.ts';

export function authRoutes(
  mount: Mount,
  auth: AuthService,
  users: UserService,
  mail: Pick<MailService, 'isSet'>,
): void {
  const withMail = async (profile: Promise<Profile>) => ({ ...(await profile), mail: mail.isSet });
  mount(contract.signup, ({ body, origin }) => auth.signup(body, origin));
  mount(contract.token, ({ body, origin }) => auth.login(body, origin));
  mount(contract.refresh, ({ body }) => auth.refresh(body.refresh_token));
  mount(contract.logout, ({ body, origin }) => auth.logout(body.refresh_token, origin));
  mount(contract.checkPassword, ({ body }) => auth.checkPassword(body));
  mount(contract.me, ({ signed }) => withMail(users.profile(signed.account.id)));
  mount(contract.updateMe, ({ body, signed, by }) => withMail(users.updateOwn(signed.account.id, body, by)));
  mount(contract.listSessions, ({ signed }) => auth.sessions(signed));
  mount(contract.endOtherSessions, ({ signed, origin }) => auth.endOtherSessions(signed, origin));
  mount(contract.changePassword, ({ body, signed, origin }) => auth.changePassword(body, signed, origin));
}
