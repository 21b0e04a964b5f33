import type { z } from 'zod';
import type { Account, checkPassword, passwordBody, signupBody } from '#shared/auth/auth.contract.ts';
import { type Fault, SESSION_EXPIRED } from '#shared/contract/error.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { type Actor, addressKey, type Origin, type Signed } from '../caller.ts';
import { type Config, isExposed } from '../config.ts';
import type { Db } from '../db/open.ts';
import { bodyFault, conflict, forbidden, invalid, unauthorized } from '../errors.ts';
import { secretHash } from '../http/secrets.ts';
import type { MailService } from '../mail/mail.service.ts';
import { verifyPassword } from '../users/password.service.ts';
import type { UserService } from '../users/user.service.ts';
import { ACCOUNT_TRIES, ACCOUNT_TURNS, ADDRESS_TURNS, DAY } from './auth.limits.ts';
import { createLogin } from './auth.login.ts';
import { createOpening } from './auth.opening.ts';
import { createPolicy } from './auth.policy.ts';
import { createSessions } from './auth.sessions.ts';
import { createSignOn } from './auth.sign.on.ts';
import * as store from './auth.store.ts';
import { createTokens } from './auth.tokens.ts';
import { weaknessOf } from './common.passwords.ts';
import { createFactors } from './factor.service.ts';
import { createProvider, type ProviderSettings } from './provider.ts';
import type { Limit, Tries } from './tries.service.ts';

const IDLE_DAYS = 7;
/** Sign-ups from one address: on one's own machine they are one's own. */
const SIGNUP_TRIES: Limit = { count: 30, windowMs: 3_600_000 };
const SIGNUP_TRIES_AT_HOME: Limit = { count: 300, windowMs: 3_600_000 };

export interface AuthDependencies {
  db: Db;
  config: Pick<Config, 'secretKey' | 'signup' | 'host' | 'oidcLabel' | 'oidcOnly'> & ProviderSettings;
  users: UserService;
  tries: Tries;
  audit: AuditService;
  mail: Pick<MailService, 'queue' | 'isSet'>;
  clock: () => Date;
  /** Is told why the provider did not say who somebody is: never what it answered. */
  onProviderFault?: ((told: Readonly<Record<string, unknown>>) => void) | undefined;
}

export function createAuth(deps: AuthDependencies) {
  const { db, config, users, tries, clock } = deps;
  const { accessToken, ...tokens } = createTokens(deps);

  const exposed = isExposed(config);
  const weaknesses = (password: string, email: string | null): Fault[] => {
    const weakness = exposed ? weaknessOf(password, email) : null;
    return weakness ? [bodyFault('password', weakness)] : [];
  };
  const factors = createFactors(deps);
  const open = createOpening({ ...deps, accessToken });
  const provider = createProvider(deps);
  const signOn = provider ? createSignOn({ ...deps, provider, factors, open }) : null;
  const isLinked = async (id: string): Promise<boolean> => (await signOn?.identity(id)) != null;
  const login = createLogin({ ...deps, factors, open, isLinked });
  const { sweep, ...sessions } = createSessions(deps);

  return {
    async signup(input: z.output<typeof signupBody>, origin: Origin): Promise<Account & { pending?: true }> {
      if (config.oidcOnly) throw forbidden(`Ici, un compte se crée en se connectant avec ${config.oidcLabel}.`);
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
    ...login,

    async refresh(refreshToken: string): Promise<{ access_token: string; token_type: 'bearer'; expires_in: number }> {
      const session = await store.findSessionByHash(db, secretHash(refreshToken));
      const now = clock();
      const idleSince = session ? now.getTime() - new Date(session.last_used_at).getTime() : 0;
      if (!session || idleSince > IDLE_DAYS * DAY) throw unauthorized(SESSION_EXPIRED);
      const user = await store.findLive(db, session.id, now.toISOString());
      if (!user) throw unauthorized(SESSION_EXPIRED);
      // Told once an hour or so: a database that is busy just now is told next time.
      await store.touchSession(db, session.id, now.toISOString()).catch(() => undefined);
      return accessToken(user.id, session.id);
    },
    ...sessions,
    ...tokens,
    ...createPolicy({ ...deps, factors, signOn }),
    /** A second factor. */
    factors,
    /** By the provider of the firm; `null` where there is none. */
    signOn,

    /** Forgets tries, sessions and sign-ins under way that no longer matter. */
    async sweep(): Promise<void> {
      await sweep();
      await signOn?.sweep();
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
