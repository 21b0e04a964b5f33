import { createAudit } from '../src/server/audit/audit.service.ts';
import { NOBODY } from '../src/server/caller.ts';
import { Refusal } from '../src/server/errors.ts';
import { bringUpToDate } from '../src/server/outside.ts';
import { createUsers } from '../src/server/users/user.service.ts';
import { fail, openAlone, run, typed, VERSION } from './command.ts';

/**
 * `npm run reset-password -- EMAIL`, Diplo stopped: a temporary password for an account, printed once, to be changed at the
 * next sign-in. All its sessions end, and the journal says so. An account that is disabled stays so, and is told. With
 * `--otp`, its second factor goes too.
 */
const OTP = '--otp';

await run(async (config) => {
  const words = typed([OTP]);
  const [email, ...others] = words.filter((word) => word !== OTP);
  if (!email || others.length > 0)
    fail(
      'Dites de quel compte : npm run reset-password -- prenom@exemple.fr (avec --otp, son second facteur est retiré aussi)',
    );
  const { database, storage } = await openAlone(config);
  try {
    await bringUpToDate({ database, storage: await storage(), place: config, version: VERSION });
    const clock = (): Date => new Date();
    const users = createUsers({ database, audit: createAudit(database.db, clock), clock });
    const account = await users.findByEmail(email.trim().toLowerCase());
    if (!account) {
      const admins = (await users.list()).filter(({ role, active }) => role === 'admin' && active);
      throw new Error(
        `Aucun compte n’a l’adresse ${email}. Rien n’a été changé. Administrateurs : ${admins.map((one) => one.email).join(', ') || 'aucun'}.`,
      );
    }
    if (words.includes(OTP)) {
      const had = await users.resetOtp(account.id, NOBODY).then(
        () => true,
        (error: unknown) => {
          // Any other fault is no answer.
          if (error instanceof Refusal && error.status === 409) return false;
          throw error;
        },
      );
      console.log(had ? 'Son second facteur est retiré.' : 'Ce compte n’avait pas de second facteur.');
    }
    const { password } = await users.resetPassword(account.id, NOBODY);
    console.log(`Mot de passe provisoire de ${account.email} : ${password}`);
    console.log('Il est demandé d’en choisir un autre à la prochaine connexion. Toutes ses sessions sont fermées.');
    if (account.active !== 1)
      console.log('Ce compte est désactivé : un administrateur doit le rétablir depuis « Utilisateurs ».');
  } finally {
    await database.close();
  }
});
