import type { SignedIn } from '#shared/auth/auth.contract.ts';
import { email as emailRule } from '#shared/auth/auth.contract.ts';
import { BAD_CREDENTIALS } from '#shared/contract/error.ts';
import { type Actor, addressKey, type Origin } from '../caller.ts';
import type { UserRow } from '../db/tables.ts';
import { forbidden, otpRequired, pendingAccount, tooMany, unauthorized } from '../errors.ts';
import { createSigner, keyFor, secretHash } from '../http/secrets.ts';
import { pretendToVerify, verifyPassword } from '../users/password.service.ts';
import { ACCOUNT_TRIES, ACCOUNT_TURNS, ADDRESS_TURNS, OTP_SECONDS, QUARTER } from './auth.limits.ts';
import type { OpenSession } from './auth.opening.ts';
import type { AuthDependencies } from './auth.service.ts';
import * as store from './auth.store.ts';
import { CODES_SAID, type CodeUsed } from './factor.checking.ts';
import type { Factors } from './factor.service.ts';
import type { Limit } from './tries.service.ts';

const ADDRESS_TRIES: Limit = { count: 100, windowMs: QUARTER };

/** What nobody has as an address may be a password that was typed in its place: the journal keeps none for ever. */
const sayTyped = (typed: string): string => (emailRule.safeParse(typed).success ? typed : 'adresse illisible');

/** Signs in. */
export function createLogin({
  db,
  users,
  tries,
  audit,
  config,
  clock,
  factors,
  open,
  isLinked,
}: AuthDependencies & { factors: Factors; open: OpenSession; isLinked: (personId: string) => Promise<boolean> }) {
  const key = keyFor(config.secretKey, 'diplo sign-in ticket');
  const tickets = createSigner({ key, typ: 'ticket', seconds: OTP_SECONDS, clock });

  /**
   * What a password opens: where it is an administrator's alone, an account that is not linked yet is linked by it, and
   * nothing else. @throws 403
   */
  const wayOf = async (user: UserRow, by: Actor): Promise<'password' | 'link'> => {
    if (!config.oidcOnly || user.role === 'admin') return 'password';
    if (!(await isLinked(user.id))) return 'link';
    await audit.note({
      action: 'auth.login_failed',
      by: { ...by, id: user.id },
      object: { type: 'user', id: user.id, label: `${user.email}, par mot de passe` },
    });
    throw forbidden(
      `Les mots de passe ne servent qu’aux administrateurs\u00a0: connectez-vous avec ${config.oidcLabel}.`,
    );
  };

  /** Whether somebody has signed in to this account from there, and is still remembered. */
  const isKnownFrom = async (userId: string, address: string): Promise<boolean> =>
    (await store.listAddresses(db, userId)).some((ip) => ip !== null && addressKey(ip) === address);

  return {
    async login({ username, password }: { username: string; password: string }, origin: Origin): Promise<SignedIn> {
      const email = username.toLowerCase();
      const address = addressKey(origin.ip);
      const ofAccount = `login:${address}:${secretHash(email)}`;
      const ofAddress = `login:${address}`;
      const by: Actor = { id: null, email, ip: origin.ip };

      /** Only wrong tries count, and each is counted before the next one for the same account is made. */
      const verify = async (): Promise<UserRow> => {
        await tries.refuseBeyond(ofAccount, ACCOUNT_TRIES);
        const closed = await tries.secondsBeyond(ofAddress, ADDRESS_TRIES);
        const found = await users.findByEmail(email);
        // Behind a proxy that is not declared, a stranger closes the door of everybody's address: who has come through it
        // before goes on. Whoever has not, and whoever is wrong, hears the same after the same time.
        const known = closed === 0 || (found !== undefined && (await isKnownFrom(found.id, address)));
        const right =
          found && known ? await verifyPassword(password, found.password_hash) : await pretendToVerify(password);
        if (found && right && found.pending === 1) throw pendingAccount();
        if (found && right && found.active === 1) return found;
        await tries.count(ofAccount);
        if (closed > 0) throw tooMany(closed);
        await tries.count(ofAddress);
        await audit.note({
          action: 'auth.login_failed',
          by: { ...by, id: found?.id ?? null, email: found ? email : sayTyped(email) },
          object: { type: 'user', id: found?.id ?? null, label: found ? email : sayTyped(email) },
        });
        throw unauthorized(BAD_CREDENTIALS);
      };
      const user = await tries.inTurn(ofAccount, ACCOUNT_TURNS, () =>
        tries.inTurn(`address ${address}`, ADDRESS_TURNS, verify),
      );
      const way = await wayOf(user, by);
      if (await factors.isOn(user.id)) {
        await tries.clear(ofAccount);
        const object = { type: 'user', id: user.id, label: email } as const;
        await audit.note({ action: 'auth.otp_asked', by: { ...by, id: user.id }, object });
        const { access_token } = await tickets.sign(user.id, { stamp: stampOf(user) });
        throw otpRequired(access_token);
      }
      const tokens = await open({
        user,
        way,
        origin,
        // Set up while the password was looked at, it is asked for too.
        within: async (trx) => {
          if (await factors.isOn(user.id, trx)) throw unauthorized(FACTOR_MEANWHILE);
        },
      });
      await tries.clear(ofAccount);
      return tokens;
    },

    /** The same, after the password: by a code of the second factor. @throws 401, 422, 429 */
    async finishByOtp({ ticket, code }: { ticket: string; code: string }, origin: Origin): Promise<SignedIn> {
      const claims = await tickets.read(ticket);
      const user = claims ? await users.find(claims.sub) : undefined;
      // The password may have changed since.
      if (!claims || !user || user.active !== 1 || claims.stamp !== stampOf(user)) throw unauthorized(TICKET_OVER);
      const by: Actor = { id: user.id, email: user.email, ip: origin.ip };
      const way = await wayOf(user, by);
      return tries.inTurn(`otp ${user.id}`, ACCOUNT_TURNS, () =>
        factors.check(user, {
          code,
          ip: origin.ip,
          finish: async (use) => {
            // One transaction: a code is used up by the session that it opens, or not at all.
            let used: CodeUsed = 'totp';
            return open({
              user,
              way,
              said: () => CODES_SAID[used],
              origin,
              within: async (trx) => {
                used = await use(trx);
              },
            });
          },
        }),
      );
    },
  };
}

/** What changes with the password, and tells nothing of it. */
const stampOf = ({ password_hash }: UserRow): string => secretHash(password_hash);
const FACTOR_MEANWHILE = 'Un second facteur vient d’être mis en place : connectez-vous de nouveau, avec lui.';
const TICKET_OVER = 'Cela a pris trop de temps : entrez de nouveau votre mot de passe.';
