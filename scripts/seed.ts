import { fileURLToPath } from 'node:url';
import { isExposed, readConfig } from '../src/server/config.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../src/server/demo/story.ts';
import { createDeps } from '../src/server/deps.ts';
import { openOutside } from '../src/server/outside.ts';
import { installTemplates } from '../src/server/templates/shipped.service.ts';
import { VERSION } from './command.ts';

/** `npm run seed`: the example story, once, in the data folder that the settings name. */
const config = readConfig(process.env);
const outside = await openOutside(config, VERSION);
const deps = createDeps({ ...outside, config, clock: () => new Date() });
const offered = (await deps.demo.state()) === 'offered';
// Its accounts have a password that everybody knows.
if (offered && isExposed(config)) {
  console.error(
    'L’exemple ne se charge pas sur un serveur que d’autres atteignent : ses comptes ont un mot de passe connu.',
  );
  process.exit(1);
}
await installTemplates(deps, fileURLToPath(new URL('../assets/', import.meta.url)));
if (offered) {
  for (const account of DEMO_ACCOUNTS)
    if (!(await deps.users.findByEmail(account.email)))
      await deps.users.create({ ...account, password: DEMO_PASSWORD, by: { id: null, email: null, ip: null } });
  const editor = await deps.users.findByEmail(DEMO_ACCOUNTS[1].email);
  await deps.demo.load({ id: editor?.id ?? null, email: DEMO_ACCOUNTS[1].email, ip: null });
}
console.log(offered ? 'Histoire d’exemple chargée.' : 'Cette installation contient déjà des produits.');
for (const { email, role } of DEMO_ACCOUNTS)
  if (await deps.users.findByEmail(email)) console.log(`  ${role.padEnd(7)} ${email}  mot de passe : ${DEMO_PASSWORD}`);
// The pictures of the templates are made now rather than at the first visit.
await deps.templates.queueThumbnails();
await deps.jobs.idle();
await deps.documents.close();
await outside.started();
await outside.database.close();
