import { readFileSync } from 'node:fs';
import { join } from 'node:path';

let known: ReadonlySet<string> | undefined;

/** The ten thousand commonest passwords of eight characters or more, in lower case; read at first use. */
const commonPasswords = (): ReadonlySet<string> => {
  known ??= new Set(
    readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
  return known;
};

/** Why anybody would try this password first, in a sentence; `null` when nobody would. Whatever the case. ASVS 5.0, 6.2.4 */
export function weaknessOf(password: string, email: string | null): string | null {
  const folded = password.normalize('NFC').toLowerCase();
  if (email && folded === email.trim().toLowerCase())
    return 'Votre adresse email est le premier mot de passe que l’on essaierait : choisissez-en un autre.';
  if (commonPasswords().has(folded))
    return 'Ce mot de passe est l’un des plus courants, donc l’un des premiers que l’on essaierait : choisissez-en un autre.';
  return null;
}
