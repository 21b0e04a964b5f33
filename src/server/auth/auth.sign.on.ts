import { randomBytes } from 'node:crypto';
import type { Account, SignedIn } from '#shared/auth/auth.contract.ts';
import {
  refusalSentence,
  SIGN_IN_CODE,
  SIGN_IN_LINKED,
  SIGN_IN_REFUSAL,
  type SignInRefusal,
} from '#shared/auth/auth.doors.ts';
import { type Actor, addressKey, type Origin, type Signed } from '../caller.ts';
import { inTransaction, isDuplicate } from '../db/open.ts';
import type { UserRow } from '../db/tables.ts';
import { conflict, notFound, Refusal, unauthorized, unavailable } from '../errors.ts';
import { secretHash } from '../http/secrets.ts';
import { createVault, VAULTS } from '../http/vault.ts';
import { NO_PASSWORD } from '../users/password.service.ts';
import { QUARTER } from './auth.limits.ts';
import type { OpenSession } from './auth.opening.ts';
import type { AuthDependencies } from './auth.service.ts';
import * as sessions from './auth.store.ts';
import type { Factors } from './factor.service.ts';
import * as store from './identity.store.ts';
import { type Begun, type Identity, type Provider, ProviderFault } from './provider.ts';
import type { Limit } from './tries.service.ts';

/** How long one may take at the provider, and then to come back to the page that began it (seconds). */
const AWAY_SECONDS = 600;
const HANDOVER_SECONDS = 60;
/** Coming back from the provider, from one address: each asks it something. */
const BACK_TRIES: Limit = { count: 100, windowMs: QUARTER };

/** What the browser keeps of a sign-in under way, locked. */
interface Kept extends Begun {
  /** Milliseconds. */
  until: number;
  /** Whose account is to be linked; nobody's: signing in. */
  link?: { personId: string; sessionId: string };
}
interface Cookie {
  value: string;
  seconds: number;
}
/** Where the browser goes, and what it keeps. */
export interface Way {
  location: string;
  cookie: Cookie | null;
}

type Dependencies = AuthDependencies & { provider: Provider; factors: Factors; open: OpenSession };

/** Signing in by the provider of the firm. An account there is one here by its subject: an e-mail links nothing. */
export function createSignOn({ db, config, users, tries, audit, clock, provider, factors, open }: Dependencies) {
  const vault = createVault<Kept>(config.secretKey, VAULTS.signIn);
  const label = config.oidcLabel;
  const now = (): string => clock().toISOString();

  const begin = async (link?: Kept['link']): Promise<Way> => {
    const { url, begun } = await provider.begin();
    const kept = { ...begun, until: clock().getTime() + AWAY_SECONDS * 1000, ...(link ? { link } : {}) };
    return { location: url, cookie: { value: vault.lock(kept), seconds: AWAY_SECONDS } };
  };

  /** The account of an identity that is linked, with the role that its groups give. Administrators keep theirs. */
  const accountOf = async (identity: Identity, personId: string, origin: Origin): Promise<UserRow> => {
    const user = await users.find(personId);
    if (user?.pending === 1) throw new ProviderFault('waiting');
    if (user?.active !== 1) throw new ProviderFault('closed');
    const { role } = identity;
    if (role === null || role === user.role || user.role === 'admin') return user;
    await users.update(user.id, { role }, { id: null, email: label, ip: origin.ip });
    return { ...user, role };
  };

  /** One whom nobody knows here asks to be let in: an administrator accepts. @throws ProviderFault always */
  const introduce = async (
    { issuer, subject, email, verified, name, role }: Identity,
    origin: Origin,
  ): Promise<never> => {
    if (email === null) throw new ProviderFault('no_email');
    if (!verified) throw new ProviderFault('unverified');
    const domain = email.split('@')[1] ?? '';
    if (Array.isArray(config.signup) && !config.signup.includes(domain)) throw new ProviderFault('waiting');
    await users.create({
      email,
      password: null,
      role: role ?? 'viewer',
      name,
      pending: true,
      by: { id: null, email, ip: origin.ip },
      within: (trx, { id }) => store.insert(trx, { issuer, subject, person_id: id, label: email, created_at: now() }),
    });
    // Whether there was an account of that address is nobody's to know: the same is said.
    throw new ProviderFault('waiting');
  };

  const link = async (
    { issuer, subject, email }: Identity,
    { personId, sessionId }: NonNullable<Kept['link']>,
    origin: Origin,
  ): Promise<void> => {
    const account = await sessions.findLive(db, sessionId, now());
    if (!account || account.id !== personId) throw new ProviderFault('begun_elsewhere');
    await inTransaction(
      db,
      async (trx) => {
        const found = await store.find(trx, { issuer, subject });
        if (found) throw new ProviderFault(found.person_id === personId ? 'already' : 'taken');
        if (await store.findOf(trx, issuer, personId)) throw new ProviderFault('already');
        const row = { issuer, subject, person_id: personId, label: email ?? subject, created_at: now() };
        await store.insert(trx, row);
        await audit.record(trx, {
          action: 'auth.link',
          by: { id: personId, email: account.email, ip: origin.ip },
          object: { type: 'user', id: personId, label: `${account.email}, par ${label} (${row.label})` },
        });
      },
      'identities',
    ).catch((error: unknown) => {
      throw isDuplicate(error) ? new ProviderFault('taken') : error;
    });
  };

  const handOver = async ({ id }: UserRow): Promise<Way> => {
    const [code, browser] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
    const expires_at = new Date(clock().getTime() + HANDOVER_SECONDS * 1000).toISOString();
    const row = { hash: secretHash(code), browser_hash: secretHash(browser), person_id: id, expires_at };
    await store.insertHandover(db, row);
    return { location: `/login#${SIGN_IN_CODE}=${code}`, cookie: { value: browser, seconds: HANDOVER_SECONDS } };
  };

  const refuse = (page: '/login' | '/account', reason: SignInRefusal): Way => ({
    location: `${page}#${SIGN_IN_REFUSAL}=${reason}`,
    cookie: null,
  });

  return {
    /** To the provider; back to the sign-in page where it cannot be reached. */
    start: (): Promise<Way> =>
      begin().catch((error: unknown) => {
        if (error instanceof ProviderFault) return refuse('/login', error.reason);
        throw error;
      }),

    /** Back from the provider, whatever it says: to a page of ours. */
    async end(query: Readonly<Record<string, unknown>>, cookie: string | null, origin: Origin): Promise<Way> {
      const kept = cookie === null ? null : vault.unlock(cookie);
      if (!kept || kept.until < clock().getTime()) return refuse('/login', 'begun_elsewhere');
      const page = kept.link ? '/account' : '/login';
      const by: Actor = { id: kept.link?.personId ?? null, email: label, ip: origin.ip };
      try {
        await tries.countWithin(`oidc:${addressKey(origin.ip)}`, BACK_TRIES);
        const identity = await provider.finish(query, kept);
        if (kept.link) {
          await link(identity, kept.link, origin);
          return { location: `/account#${SIGN_IN_LINKED}`, cookie: null };
        }
        by.email = identity.email ?? label;
        const known = await store.find(db, identity);
        return await handOver(
          known ? await accountOf(identity, known.person_id, origin) : await introduce(identity, origin),
        );
      } catch (error) {
        if (error instanceof Refusal && error.status === 429) return refuse(page, 'busy');
        if (!(error instanceof ProviderFault)) throw error;
        const said = refusalSentence(error.reason, label);
        await audit.note({ action: 'auth.oidc_refused', by, object: { type: 'user', id: by.id, label: said } });
        return refuse(page, error.reason);
      }
    },

    /** What the page was handed, for a session: once, in the browser that began. @throws 401 */
    async exchange(code: string, cookie: string | null, origin: Origin): Promise<SignedIn> {
      const taken = await store.takeHandover(db, { hash: secretHash(code), browser_hash: secretHash(cookie ?? '') });
      const user = taken && taken.expires_at > now() ? await users.find(taken.person_id) : undefined;
      if (!user) throw unauthorized(refusalSentence('begun_elsewhere', label));
      return open({ user, way: 'oidc', said: () => `, par ${label}`, origin });
    },

    /** Where to go to say which account of the provider is one's own. @throws 409, 422, 503 */
    async startLink({ account, sessionId }: Signed, shown: Shown, by: Actor): Promise<Way> {
      if (await store.findOf(db, provider.issuer, account.id)) throw conflict(refusalSentence('already', label));
      await factors.prove(account, shown, by);
      return begin({ personId: account.id, sessionId }).catch((error: unknown) => {
        throw error instanceof ProviderFault ? unavailable(refusalSentence(error.reason, label)) : error;
      });
    },

    async unlink(account: Account, shown: Shown, by: Actor): Promise<void> {
      const user = await users.find(account.id);
      const found = await store.findOf(db, provider.issuer, account.id);
      if (!user || !found) throw notFound('lien');
      if (user.password_hash === NO_PASSWORD || (config.oidcOnly && user.role !== 'admin')) throw conflict(ONLY_WAY);
      await factors.prove(account, shown, by);
      await inTransaction(db, async (trx) => {
        await store.remove(trx, provider.issuer, account.id);
        await audit.record(trx, {
          action: 'auth.unlink',
          by,
          object: { type: 'user', id: account.id, label: `${account.email}, de ${label} (${found.label})` },
        });
      });
    },

    identity: async (personId: string): Promise<{ label: string; since: string } | null> => {
      const found = await store.findOf(db, provider.issuer, personId);
      return found ? { label: found.label, since: found.created_at } : null;
    },

    sweep: (): Promise<void> => store.forgetHandovers(db, now()),
  };
}

interface Shown {
  current_password: string;
  code?: string | undefined;
}
const ONLY_WAY =
  'C’est le seul moyen que vous avez de vous connecter : demandez d’abord un mot de passe à un administrateur.';
export const SIGN_ON_CLOSED = 'Aucun fournisseur d’identité n’est réglé ici.';
export type SignOn = ReturnType<typeof createSignOn>;
