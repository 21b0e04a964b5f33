import type { Account } from '#shared/auth/auth.contract.ts';
import { refusalSentence } from '#shared/auth/sign.in.words.ts';
import type { Actor, Origin, Signed } from '../caller.ts';
import { inTransaction, isDuplicate } from '../db/open.ts';
import { conflict, notFound, unavailable } from '../errors.ts';
import { NO_PASSWORD } from '../users/password.service.ts';
import { endSessions } from '../users/session.service.ts';
import type { Kept, SignOnDependencies, Way } from './auth.sign.on.ts';
import * as sessions from './auth.store.ts';
import type { Proof } from './factor.checking.ts';
import * as store from './identity.store.ts';
import { type Identity, ProviderFault } from './provider.ts';

/** Links an account to one of the provider: once, by whoever is signed in and has shown the password again. */
export function createLinking({
  db,
  config,
  users,
  audit,
  clock,
  provider,
  factors,
  begin,
}: SignOnDependencies & { begin: (link: NonNullable<Kept['link']>) => Promise<Way> }) {
  const label = config.oidcLabel;
  const now = (): string => clock().toISOString();

  const link = async (
    { issuer, subject, email }: Identity,
    { personId, sessionId }: NonNullable<Kept['link']>,
    origin: Origin,
  ): Promise<{ id: string; way: string }> => {
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
          object: { type: 'user', id: personId, label: `${account.email}, ${label} (${row.label})` },
        });
      },
      'identities',
    ).catch((error: unknown) => {
      throw isDuplicate(error) ? new ProviderFault('taken') : error;
    });
    return account;
  };

  return {
    /** @returns the account, and how the session began that asked for it. @throws ProviderFault */
    link,

    /** Where to go to say which account of the provider is one's own. @throws 409, 422, 503 */
    async startLink({ account, sessionId }: Signed, shown: Proof, by: Actor): Promise<Way> {
      if (await store.findOf(db, provider.issuer, account.id)) throw conflict(refusalSentence('already', label));
      await factors.prove(account, shown, by);
      return begin({ personId: account.id, sessionId }).catch((error: unknown) => {
        throw error instanceof ProviderFault ? unavailable(refusalSentence(error.reason, label)) : error;
      });
    },

    async unlink(account: Account, shown: Proof, by: Actor): Promise<void> {
      const user = await users.find(account.id);
      const found = await store.findOf(db, provider.issuer, account.id);
      if (!user || !found) throw notFound('lien');
      if (user.password_hash === NO_PASSWORD || (config.oidcOnly && user.role !== 'admin')) throw conflict(ONLY_WAY);
      await factors.prove(account, shown, by);
      await inTransaction(db, async (trx) => {
        await store.remove(trx, provider.issuer, account.id);
        await endSessions(trx, { userId: account.id, now: now(), way: 'oidc' });
        await audit.record(trx, {
          action: 'auth.unlink',
          by,
          object: { type: 'user', id: account.id, label: `${account.email}, ${label} (${found.label})` },
        });
      });
    },

    identity: async (personId: string): Promise<{ label: string; since: string } | null> => {
      const found = await store.findOf(db, provider.issuer, personId);
      return found ? { label: found.label, since: found.created_at } : null;
    },
  };
}

const ONLY_WAY = 'C’est le seul moyen que vous avez de vous connecter\u00a0: vous ne pouvez pas le retirer vous-même.';
