import * as contract from '#shared/auth/auth.contract.ts';
import * as signIn from '#shared/auth/sign.in.contract.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { notFound } from '../errors.ts';
import type { Call, Mount } from '../http/mount.ts';
import type { MailService } from '../mail/mail.service.ts';
import type { Profile, UserService } from '../users/user.service.ts';
import type { AuthService } from './auth.service.ts';
import type { SignOn, Way } from './auth.sign.on.ts';

export function authRoutes(
  mount: Mount,
  auth: AuthService,
  users: UserService,
  mail: Pick<MailService, 'isSet'>,
): void {
  const withMail = async (profile: Promise<Profile>) => ({ ...(await profile), mail: mail.isSet });
  mount(contract.signup, ({ body, origin }) => auth.signup(body, origin));
  mount(contract.token, ({ body, origin }) => auth.login(body, origin));
  mount(signIn.finishByOtp, ({ body, origin }) => auth.finishByOtp(body, origin));
  mount(contract.refresh, ({ body }) => auth.refresh(body.refresh_token));
  mount(contract.logout, ({ body, origin }) => auth.logout(body.refresh_token, origin));
  mount(contract.checkPassword, ({ body }) => auth.checkPassword(body));
  mount(contract.me, ({ signed }) => withMail(users.profile(signed.account.id)));
  mount(contract.updateMe, ({ body, signed, by }) => withMail(users.updateOwn(signed.account.id, body, by)));
  mount(contract.listSessions, ({ signed }) => auth.sessions(signed));
  mount(contract.endOtherSessions, ({ signed, origin }) => auth.endOtherSessions(signed, origin));
  mount(contract.changePassword, ({ body, signed, origin }) => auth.changePassword(body, signed, origin));
  mount(signIn.myAccess, ({ signed }) => auth.access(signed.account));
  mount(signIn.beginOtp, ({ body, signed, by }) => auth.factors.begin(signed.account, body, by));
  mount(signIn.confirmOtp, ({ body, signed, by }) => auth.factors.confirm(signed, body.code, by));
  mount(signIn.renewRecoveryCodes, ({ body, signed, by }) => auth.factors.renewCodes(signed.account, body, by));
  mount(signIn.removeOtp, ({ body, signed, by }) => auth.factors.remove(signed.account, body, by));
  mount(signIn.getPolicy, () => auth.policy());
  mount(signIn.setPolicy, ({ body, signed, by }) => auth.setPolicy(body, signed.account, by));
  signOnRoutes(mount, auth);
}

/** By the provider of the firm; without one, its addresses lead nowhere. */
function signOnRoutes(mount: Mount, { signOn }: AuthService): void {
  const there = (): SignOn => {
    if (!signOn) throw notFound('fournisseur d’identité');
    return signOn;
  };
  const go = async ({ keep }: Pick<Call<Endpoint>, 'keep'>, way: Promise<Way>): Promise<{ location: string }> => {
    const { location, cookie } = await way;
    keep(cookie);
    return { location };
  };
  mount(signIn.startSignOn, (call) => go(call, there().start()));
  mount(signIn.endSignOn, (call) => go(call, there().end(call.query, call.cookie, call.origin)));
  mount(signIn.exchange, ({ body, cookie, keep, origin }) => {
    keep(null);
    return there().exchange(body.code, cookie, origin);
  });
  mount(signIn.linkIdentity, async (call) => {
    const { location } = await go(call, there().startLink(call.signed, call.body, call.by));
    return { url: location };
  });
  mount(signIn.unlinkIdentity, ({ body, signed, by }) => there().unlink(signed.account, body, by));
}
