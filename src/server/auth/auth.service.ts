import { createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { z } from 'zod';
import type { Account, checkPassword, passwordBody, Session, signupBody } from '#shared/auth/auth.contract.ts';
import { BAD_CREDENTIALS, type Fault, SESSION_EXPIRED } from '#shared/contract/error.ts';
import type { Role } from '#shared/contract/rights.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { type Actor, addressKey, type Origin, type Signed } from '../caller.ts';
import { type Config, isExposed } from '../config.ts';
import { type Db, inTransaction } from '../db/open.ts';
import type { UserRow } from '../db/tables.ts';
import { bodyFault, conflict, forbidden, invalid, pendingAccount, tooMany, unauthorized } from '../errors.ts';
import { pretendToVerify, verifyPassword } from '../users/password.service.ts';
import { endSessions } from '../users/session.service.ts';
import type { UserService } from '../users/user.service.ts';
import * as store from './auth.store.ts';
import { weaknessOf } from './common.passwords.ts';
import type { Limit, Tries } from './tries.service.ts';

const ACCESS_SECONDS = 15 * 60;
const SESSION_DAYS = 30;
const IDLE_DAYS = 7;
const DAY = 86_400_000;

const QUARTER = 15 * 60_000;
/** Wrong passwords for one account from one address, and for any account from one address. */
const ACCOUNT_TRIES: Limit = { count: 10, windowMs: QUARTER };
const ADDRESS_TRIES: Limit = { count: 100, windowMs: QUARTER };
/** Sign-ups from one address: on one's own machine they are one's own. */
const SIGNUP_TRIES: Limit = { count: 30, windowMs: 3_600_000 };
const SIGNUP_TRIES_AT_HOME: Limit = { count: 300, windowMs: 3_600_000 };
/** What one address may ask at once: who tries many passwords waits behind himself, and delays nobody else. */
const ADDRESS_TURNS = { atOnce: 3, waiting: 30 };
const ACCOUNT_TURNS = { atOnce: 1, waiting: 30 };

const ISSUER = 'diplo';
const ALGORITHM = 'HS256';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function createAuth({
  db,
  config,
  users,
  tries,
  audit,
  clock,
}: {
  db: Db;
  config: Pick<Config, 'secretKey' | 'signup' | 'host' | 'publicUrl'>;
  users: UserService;
  tries: Tries;
  audit: AuditService;
  clock: () => Date;
}) {
  // One secret, one use each: this one signs access tokens and nothing else.
  const key = new Uint8Array(hkdfSync('sha256', config.secretKey, '', 'diplo access token', 32));

  const exposed = isExposed(config);
  const weaknesses = (password: string, email: string | null): Fault[] => {
    const weakness = exposed ? weaknessOf(password, email) : null;
    return weakness ? [bodyFault('password', weakness)] : [];
  };

  const accessToken = async (userId: string, sessionId: string) => {
    const now = Math.floor(clock().getTime() / 1000);
    const signed = await new SignJWT({ sid: sessionId, typ: 'access' })
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(userId)
      .setIssuer(ISSUER)
      .setAudience(ISSUER)
      .setJti(randomUUID())
      .setIssuedAt(now)
      .setExpirationTime(now + ACCESS_SECONDS)
      .sign(key);
    return { access_token: signed, token_type: 'bearer' as const, expires_in: ACCESS_SECONDS };
  };

  /** Whether somebody has signed in to this account from there, and is still remembered. */
  const isKnownFrom = async (userId: string, address: string): Promise<boolean> =>
    (await store.listAddresses(db, userId)).some((ip) => ip !== null && addressKey(ip) === address);

  return {
    async signup(input: z.output<typeof signupBody>, origin: Origin): Promise<Account & { pending?: true }> {
      checkSignupMode(config.signup, input.email);
      const faults = weaknesses(input.password, input.email);
      if (faults.length > 0) throw invalid(faults);
      const address = addressKey(origin.ip);
      await tries.countWithin(`signup:${address}`, exposed ? SIGNUP_TRIES : SIGNUP_TRIES_AT_HOME);
      // A domain proves nothing: anybody can write an address in it.
      const pending = config.signup !== 'open';
      const account = await tries.inTurn(`address ${address}`, ADDRESS_TURNS, () =>
        users.create({ ...input, pending, by: { id: null, email: input.email, ip: origin.ip } }),
      );
      if (!account) throw conflict('Un compte existe déjà avec cette adresse email.');
      const { id, email, role } = account;
      return { id, email, role, ...(pending ? { pending: true as const } : {}) };
    },

    /** Whether a password is one that anybody would try first, and whether it is refused for it. */
    checkPassword({ password, email = null }: z.output<typeof checkPassword.body>): {
      warning: string | null;
      refused: boolean;
    } {
      return { warning: weaknessOf(password, email), refused: exposed };
    },

    async login(
      { username, password }: { username: string; password: string },
      origin: Origin,
    ): Promise<{ access_token: string; refresh_token: string; token_type: 'bearer'; expires_in: number }> {
      const email = username.toLowerCase();
      const address = addressKey(origin.ip);
      const ofAccount = `login:${address}:${sha256(email)}`;
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
          by: { ...by, id: found?.id ?? null },
          object: { type: 'user', id: found?.id ?? null, label: email },
        });
        throw unauthorized(BAD_CREDENTIALS);
      };
      const user = await tries.inTurn(ofAccount, ACCOUNT_TURNS, () =>
        tries.inTurn(`address ${address}`, ADDRESS_TURNS, verify),
      );
      by.id = user.id;
      const object = { type: 'user', id: user.id, label: email };
      const refreshToken = randomBytes(32).toString('base64url');
      const now = clock();
      const session = {
        id: randomUUID(),
        user_id: user.id,
        refresh_hash: sha256(refreshToken),
        created_at: now.toISOString(),
        last_used_at: now.toISOString(),
        expires_at: new Date(now.getTime() + SESSION_DAYS * DAY).toISOString(),
        ended_at: null,
        ip: origin.ip,
        user_agent: origin.userAgent?.slice(0, 300) ?? null,
      };
      await inTransaction(db, async (trx) => {
        // The password may have changed while this one was being checked: it opens nothing any more.
        if (!(await users.markLogin(trx, user, now.toISOString()))) throw unauthorized(BAD_CREDENTIALS);
        await store.insertSession(trx, session);
        await audit.record(trx, { action: 'auth.login', by, object });
      });
      await tries.clear(ofAccount);
      return { ...(await accessToken(user.id, session.id)), refresh_token: refreshToken };
    },

    async refresh(refreshToken: string): Promise<{ access_token: string; token_type: 'bearer'; expires_in: number }> {
      const session = await store.findSessionByHash(db, sha256(refreshToken));
      const now = clock();
      const idleSince = session ? now.getTime() - new Date(session.last_used_at).getTime() : 0;
      if (!session || idleSince > IDLE_DAYS * DAY) throw unauthorized(SESSION_EXPIRED);
      const user = await store.findLive(db, session.id, now.toISOString());
      if (!user) throw unauthorized(SESSION_EXPIRED);
      // Told once an hour or so: a database that is busy just now is told next time.
      await store.touchSession(db, session.id, now.toISOString()).catch(() => undefined);
      return accessToken(user.id, session.id);
    },

    async logout(refreshToken: string, origin: Origin): Promise<void> {
      const session = await store.findSessionByHash(db, sha256(refreshToken));
      if (!session || session.ended_at !== null) return;
      const user = await users.find(session.user_id);
      await inTransaction(db, async (trx) => {
        await store.endSession(trx, session.id, clock().toISOString());
        await audit.record(trx, {
          action: 'auth.logout',
          by: { id: session.user_id, email: user?.email ?? null, ip: origin.ip },
          object: { type: 'user', id: session.user_id, label: user?.email ?? null },
        });
      });
    },

    /** Who holds this access token; the session is looked up at each request. @throws 401 */
    async authenticate(token: string): Promise<Signed> {
      const claims = await jwtVerify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: ISSUER,
        currentDate: clock(),
        requiredClaims: ['exp', 'sub', 'sid'],
      }).catch(() => null);
      const sessionId = claims?.payload.sid;
      if (typeof sessionId !== 'string' || claims?.payload.typ !== 'access') throw unauthorized(SESSION_EXPIRED);
      const user = await store.findLive(db, sessionId, clock().toISOString());
      if (!user || user.id !== claims.payload.sub) throw unauthorized(SESSION_EXPIRED);
      return {
        account: { id: user.id, email: user.email, role: user.role as Role },
        sessionId,
        mustChangePassword: user.must_change_password === 1,
      };
    },

    async changePassword(
      input: z.output<typeof passwordBody>,
      { account, sessionId, mustChangePassword }: Signed,
      origin: Origin,
    ): Promise<Account> {
      const bucket = `password:${account.id}`;
      await tries.inTurn(bucket, ACCOUNT_TURNS, async () => {
        await tries.refuseBeyond(bucket, ACCOUNT_TRIES);
        const user = await users.findByEmail(account.email);
        if (user && (await verifyPassword(input.current_password, user.password_hash))) return;
        await tries.count(bucket);
        throw invalid([bodyFault('current_password', 'Le mot de passe actuel est inexact.')]);
      });
      const faults = weaknesses(input.password, account.email);
      if (mustChangePassword && input.password === input.current_password)
        faults.push(bodyFault('password', 'Choisissez un autre mot de passe que celui que l’on vous a donné.'));
      if (faults.length > 0) throw invalid(faults);
      const by: Actor = { ...account, ip: origin.ip };
      await users.setPassword({
        userId: account.id,
        password: input.password,
        by,
        action: 'auth.password',
        keep: sessionId,
        temporary: false,
      });
      return account;
    },

    async sessions({ account, sessionId }: Signed): Promise<Session[]> {
      const rows = await store.listLive(db, account.id, clock().toISOString());
      return rows.map(({ id, created_at, last_used_at, ip, user_agent }) => ({
        id,
        created_at,
        last_used_at,
        ip,
        user_agent,
        current: id === sessionId,
      }));
    },

    endOtherSessions: ({ account, sessionId }: Signed, origin: Origin): Promise<void> =>
      inTransaction(db, async (trx) => {
        await endSessions(trx, { userId: account.id, now: clock().toISOString(), except: sessionId });
        await audit.record(trx, {
          action: 'auth.logout',
          by: { ...account, ip: origin.ip },
          object: { type: 'user', id: account.id, label: `${account.email}, autres sessions` },
        });
      }),

    /** Forgets tries and sessions that no longer matter. */
    async sweep(): Promise<void> {
      await tries.sweep();
      await store.forgetBefore(db, new Date(clock().getTime() - 30 * DAY).toISOString());
    },
  };
}

export type AuthService = ReturnType<typeof createAuth>;

function checkSignupMode(mode: Config['signup'], email: string): void {
  if (mode === 'open') return;
  if (mode === 'closed') throw forbidden('Les inscriptions sont fermées. Demandez un compte à votre administrateur.');
  const domain = email.toLowerCase().split('@')[1] ?? '';
  if (!mode.includes(domain))
    throw forbidden(`Les inscriptions sont réservées aux adresses ${mode.map((one) => `@${one}`).join(', ')}.`);
}
