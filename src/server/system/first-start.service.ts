import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { opensFactors } from '../auth/factor.service.ts';
import { type Config, KEY_FILE } from '../config.ts';
import type { Executor } from '../db/open.ts';
import type { Deps } from '../deps.ts';
import { opensCredentials } from '../drive/drive.service.ts';
import { temporaryPassword } from '../users/password.service.ts';

/** The account made because no administrator existed. */
export interface FirstAdmin {
  email: string;
  /** `null` when it came from ADMIN_PASSWORD: it is not repeated. */
  password: string | null;
}

const NOBODY = { id: null, email: null, ip: null };

/**
 * What was locked with another key stays locked: a program that goes on without it loses it in silence, one save after the
 * other. @throws an Error that says where to find the key, and what to do when it is lost
 */
export async function checkSecretKey(
  db: Executor,
  { secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>,
): Promise<void> {
  const [drive, factors] = [await opensCredentials(db, secretKey), await opensFactors(db, secretKey)];
  if (drive && factors) return;
  if (existsSync(join(dataDir, `${KEY_FILE}.new`)))
    throw new Error('Un changement de clé s’est arrêté au milieu : relancez « npm run rotate-key », puis démarrez.');
  const what = [...(drive ? [] : ['les identifiants du drive']), ...(factors ? [] : ['des seconds facteurs'])].join(
    ' et ',
  );
  throw new Error(
    `Cette base garde ${what}, chiffrés avec une autre clé secrète que celle-ci. Redonnez la bonne : par SECRET_KEY si elle venait de là, sinon dans ${join(dataDir, KEY_FILE)}, où une sauvegarde l’a aussi. Si elle est perdue, « npm run rotate-key -- --lost » oublie ce qu’elle fermait.`,
  );
}

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
