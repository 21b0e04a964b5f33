import type { Origin } from '../caller.ts';
import type { UserRow } from '../db/tables.ts';
import type { SignOnDependencies } from './auth.sign.on.ts';
import * as store from './identity.store.ts';
import { type Identity, ProviderFault } from './provider.ts';

/** Who somebody is here that the provider has told us of. */
export function createArriving({ config, users, clock }: SignOnDependencies) {
  const label = config.oidcLabel;
  const now = (): string => clock().toISOString();

  /** The account of an identity that is linked, with the role that its groups give. Administrators keep theirs. */
  const accountOf = async (identity: Identity, personId: string, origin: Origin): Promise<UserRow> => {
    const user = await users.find(personId);
    if (user?.pending === 1) throw new ProviderFault('waiting');
    if (user?.active !== 1) throw new ProviderFault('closed');
    const { role } = identity;
    if (role === null || role === user.role || user.role === 'admin') return user;
    // Who became administrator meanwhile stays one.
    const after = await users.update(user.id, { role }, { id: null, email: label, ip: origin.ip }, 'admin');
    return { ...user, role: after.role };
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

  return { accountOf, introduce };
}
