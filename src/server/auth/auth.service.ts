import { createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { z } from 'zod';
import type { Account, passwordBody, Session, signupBody } from '#shared/auth/auth.contract.ts';
import { BAD_CREDENTIALS, SESSION_EXPIRED } from '#shared/contract/error.ts';
import type { Role } from '#shared/contract/rights.ts';
import type { Actor, AuditService } from '../audit/audit.service.ts';
import type { Config } from '../config.ts';
import { type Db, inTransaction } from '../db/open.ts';
import { bodyFault, conflict, forbidden, invalid, tooMany, unauthorized } from '../errors.ts';
import type { UserService } from '../users/user.service.ts';
import * as store from './auth.store.ts';
import { pretendToVerify, verifyPassword } from './password.service.ts';

const ACCESS_SECONDS = 15 * 60;
const SESSION_DAYS = 30;
const IDLE_DAYS = 7;
const DAY = 86_400_000;

const LOGIN_TRIES = { count: 10, windowMs: 15 * 60_000 };
const SIGNUP_TRIES = { count: 30, windowMs: 3_600_000 };

const ISSUER = 'diplo';
const ALGORITHM = 'HS256';

/** Where a request comes from. */
export interface Origin {
  ip: string;
  userAgent: string | null;
}

export interface Signed {
  account: Account;
  sessionId: string;
}

export interface AuthService {
  signup(input: z.output<typeof signupBody>, origin: Origin): Promise<Account>;
  login(
    input: { username: string; password: string },
    origin: Origin,
  ): Promise<{ access_token: string; refresh_token: string; token_type: 'bearer'; expires_in: number }>;
  refresh(refreshToken: string): Promise<{ access_token: string; token_type: 'bearer'; expires_in: number }>;
  logout(refreshToken: string, origin: Origin): Promise<void>;
  /** Who holds this access token; the session is looked up at each request. @throws 401 */
  authenticate(accessToken: string): Promise<Signed>;
  changePassword(input: z.output<typeof passwordBody>, signed: Signed, origin: Origin): Promise<Account>;
  sessions(signed: Signed): Promise<Session[]>;
  endOtherSessions(signed: Signed, origin: Origin): Promise<void>;
  /** Forgets tries and sessions that no longer matter. */
  sweep(): Promise<void>;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function createAuth({
  db,
  config,
  users,
  audit,
  clock,
}: {
  db: Db;
  config: Pick<Config, 'secretKey' | 'signup'>;
  users: UserService;
  audit: AuditService;
  clock: () => Date;
}): AuthService {
  // One secret, one use each: this one signs access tokens and nothing else.
  const key = new Uint8Array(hkdfSync('sha256', config.secretKey, '', 'diplo access token', 32));

  /**
   * Counts one try, before it is made: a burst sent at once passes no more than a slow one. A refused try is not kept.
   * @throws 429
   */
  const countTry = (bucket: string, limit: typeof LOGIN_TRIES): Promise<void> =>
    inTransaction(db, async (trx) => {
      const now = clock();
      const from = new Date(now.getTime() - limit.windowMs).toISOString();
      const before = await store.attemptsSince(trx, bucket, from);
      const oldest = before[0];
      if (oldest !== undefined && before.length >= limit.count)
        throw tooMany((new Date(oldest).getTime() + limit.windowMs - now.getTime()) / 1000);
      await store.insertAttempt(trx, { id: randomUUID(), bucket, at: now.toISOString() });
    });

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

  return {
    async signup(input, origin) {
      checkSignupMode(config.signup, input.email);
      const bucket = `signup:${origin.ip}`;
      await countTry(bucket, SIGNUP_TRIES);
      const account = await users.create({ ...input, by: { id: null, email: input.email, ip: origin.ip } });
      if (!account) throw conflict('Un compte existe déjà avec cette adresse email.');
      return account;
    },

    async login({ username, password }, origin) {
      const email = username.toLowerCase();
      const bucket = `login:${origin.ip}:${sha256(email)}`;
      await countTry(bucket, LOGIN_TRIES);
      const user = await users.findByEmail(email);
      const right = user ? await verifyPassword(password, user.password_hash) : await pretendToVerify(password);
      const by: Actor = { id: user?.id ?? null, email, ip: origin.ip };
      const object = { type: 'user', id: user?.id ?? null, label: email };
      if (!user || !right || user.active !== 1) {
        await audit.note({ action: 'auth.login_failed', by, object });
        throw unauthorized(BAD_CREDENTIALS);
      }
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
        await store.insertSession(trx, session);
        await store.clearAttempts(trx, bucket);
        await users.markLogin(trx, user.id, now.toISOString());
        await audit.record(trx, { action: 'auth.login', by, object });
      });
      return { ...(await accessToken(user.id, session.id)), refresh_token: refreshToken };
    },

    async refresh(refreshToken) {
      const session = await store.findSessionByHash(db, sha256(refreshToken));
      const now = clock();
      const idleSince = session ? now.getTime() - new Date(session.last_used_at).getTime() : 0;
      if (!session || idleSince > IDLE_DAYS * DAY) throw unauthorized(SESSION_EXPIRED);
      const user = await store.findLive(db, session.id, now.toISOString());
      if (!user) throw unauthorized(SESSION_EXPIRED);
      await store.touchSession(db, session.id, now.toISOString());
      return accessToken(user.id, session.id);
    },

    async logout(refreshToken, origin) {
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

    async authenticate(token) {
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
      return { account: { id: user.id, email: user.email, role: user.role as Role }, sessionId };
    },

    async changePassword(input, { account, sessionId }, origin) {
      const user = await users.findByEmail(account.email);
      const bucket = `password:${account.id}`;
      await countTry(bucket, LOGIN_TRIES);
      if (!user || !(await verifyPassword(input.current_password, user.password_hash))) {
        throw invalid([bodyFault('current_password', 'Le mot de passe actuel est inexact.')]);
      }
      const by: Actor = { ...account, ip: origin.ip };
      await users.setPassword({
        userId: account.id,
        password: input.password,
        by,
        action: 'auth.password',
        keep: sessionId,
      });
      return account;
    },

    async sessions({ account, sessionId }) {
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

    endOtherSessions: ({ account, sessionId }, origin) =>
      inTransaction(db, async (trx) => {
        await store.endSessions(trx, { userId: account.id, now: clock().toISOString(), except: sessionId });
        await audit.record(trx, {
          action: 'auth.logout',
          by: { ...account, ip: origin.ip },
          object: { type: 'user', id: account.id, label: `${account.email}, autres sessions` },
        });
      }),

    async sweep() {
      const now = clock().getTime();
      await store.forgetBefore(db, {
        attempts: new Date(now - DAY).toISOString(),
        sessions: new Date(now - 30 * DAY).toISOString(),
      });
    },
  };
}

function checkSignupMode(mode: Config['signup'], email: string): void {
  if (mode === 'open') return;
  if (mode === 'closed') throw forbidden('Les inscriptions sont fermées. Demandez un compte à votre administrateur.');
  const domain = email.toLowerCase().split('@')[1] ?? '';
  if (!mode.includes(domain))
    throw forbidden(`Les inscriptions sont réservées aux adresses ${mode.map((one) => `@${one}`).join(', ')}.`);
}
