import { randomBytes } from 'node:crypto';
import type { SignedIn } from '#shared/auth/auth.contract.ts';
import {
  refusalSentence,
  SIGN_IN_CODE,
  SIGN_IN_LINKED,
  SIGN_IN_REFUSAL,
  type SignInRefusal,
} from '#shared/auth/sign.in.words.ts';
import { type Actor, addressKey, type Origin } from '../caller.ts';
import type { UserRow } from '../db/tables.ts';
import { Refusal, unauthorized } from '../errors.ts';
import { secretHash } from '../http/secrets.ts';
import { createVault, VAULTS } from '../http/vault.ts';
import { createArriving } from './auth.arriving.ts';
import { QUARTER } from './auth.limits.ts';
import { createLinking } from './auth.linking.ts';
import type { OpenSession } from './auth.opening.ts';
import type { AuthDependencies } from './auth.service.ts';
import type { Factors } from './factor.service.ts';
import * as store from './identity.store.ts';
import { type Begun, type Provider, ProviderFault } from './provider.ts';
import type { Limit } from './tries.service.ts';

/** How long one may take at the provider, and then to come back to the page that began it (seconds). */
const AWAY_SECONDS = 600;
const HANDOVER_SECONDS = 60;
/** Coming back from the provider, from one address: each asks it something. */
const BACK_TRIES: Limit = { count: 100, windowMs: QUARTER };

/** What the browser keeps of a sign-in under way, locked. */
export interface Kept extends Begun {
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

export type SignOnDependencies = AuthDependencies & { provider: Provider; factors: Factors; open: OpenSession };

/** Signing in by the provider of the firm. An account there is one here by its subject: an e-mail links nothing. */
export function createSignOn(deps: SignOnDependencies) {
  const { db, config, users, tries, audit, clock, provider, open } = deps;
  const vault = createVault<Kept>(config.secretKey, VAULTS.signIn);
  const label = config.oidcLabel;
  const now = (): string => clock().toISOString();

  const begin = async (link?: Kept['link']): Promise<Way> => {
    const { url, begun } = await provider.begin();
    const kept = { ...begun, until: clock().getTime() + AWAY_SECONDS * 1000, ...(link ? { link } : {}) };
    return { location: url, cookie: { value: vault.lock(kept), seconds: AWAY_SECONDS } };
  };

  const handOver = async ({ id }: Pick<UserRow, 'id'>): Promise<Way> => {
    const [code, browser] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
    const expires_at = new Date(clock().getTime() + HANDOVER_SECONDS * 1000).toISOString();
    const row = { hash: secretHash(code), browser_hash: secretHash(browser), person_id: id, expires_at };
    await store.insertHandover(db, row);
    return { location: `/login#${SIGN_IN_CODE}=${code}`, cookie: { value: browser, seconds: HANDOVER_SECONDS } };
  };

  /** For who looks after the server: which fault, never what was answered. */
  const tellFault = ({ reason, cause }: ProviderFault): void => {
    if (cause === undefined) return;
    const { name, code, error, status } = cause as { name?: string; code?: string; error?: string; status?: number };
    deps.onProviderFault?.({ reason, name, code, error, status });
  };
  const refuse = (page: '/login' | '/account', reason: SignInRefusal): Way => ({
    location: `${page}#${SIGN_IN_REFUSAL}=${reason}`,
    cookie: null,
  });

  const { accountOf, introduce } = createArriving(deps);
  const { link, ...linking } = createLinking({ ...deps, begin });

  return {
    ...linking,

    /** To the provider; back to the sign-in page where it cannot be reached. */
    start: (): Promise<Way> =>
      begin().catch((error: unknown) => {
        if (error instanceof ProviderFault) {
          tellFault(error);
          return refuse('/login', error.reason);
        }
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
          const { id, way } = await link(identity, kept.link, origin);
          // It was for this alone that a password opened anything: one is signed in now.
          if (way === 'link') return await handOver({ id });
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
        tellFault(error);
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

    /** Whether the provider answers now. */
    reach: provider.reach,

    sweep: (): Promise<void> => store.forgetHandovers(db, now()),
  };
}

export type SignOn = ReturnType<typeof createSignOn>;
