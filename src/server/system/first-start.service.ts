import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { temporaryPassword } from '../users/password.service.ts';

/** The account made because no administrator existed. */
export interface FirstAdmin {
  email: string;
  /** `null` when it came from ADMIN_PASSWORD: it is not repeated. */
  password: string | null;
}

const NOBODY = { id: null, email: null, ip: null };

/** Creates the first administrator when there is none. Signing up never does. */
export async function ensureAdmin(
  { users, auth }: Deps,
  { adminEmail, adminPassword, oidcOnly }: Pick<Config, 'adminEmail' | 'adminPassword' | 'oidcOnly'>,
): Promise<FirstAdmin | null> {
  if (await users.hasAdmin()) {
    // The day the provider is down, somebody must be able to come in.
    if (oidcOnly && !(await users.hasAdminWithPassword()))
      throw new Error(
        'OIDC_ONLY demande un administrateur qui ait un mot de passe : donnez-en un par « npm run reset-password -- adresse », ou retirez OIDC_ONLY.',
      );
    return null;
  }
  const weak = adminPassword === null ? null : auth.checkPassword({ password: adminPassword, email: adminEmail });
  if (weak?.refused && weak.warning !== null)
    throw new Error(
      'Le mot de passe de ADMIN_PASSWORD est de ceux que tout le monde essaie : choisissez-en un autre, ou laissez-le vide pour qu’il soit tiré au hasard.',
    );
  const password = adminPassword ?? temporaryPassword();
  const account = await users.create({ email: adminEmail, password, role: 'admin', by: NOBODY });
  if (!account)
    throw new Error(`${adminEmail} existe déjà sans être administrateur : choisissez une autre adresse (ADMIN_EMAIL).`);
  return { email: adminEmail, password: adminPassword === null ? password : null };
}
