import { fileURLToPath } from 'node:url';
import { readConfig } from '../src/server/config.ts';
import { loadStory } from '../src/server/demo/demo.service.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../src/server/demo/story.ts';
import { createDeps } from '../src/server/deps.ts';
import { openOutside } from '../src/server/outside.ts';
import { installTemplate } from '../src/server/system/first-start.service.ts';

/** `npm run seed`: the example story, once, in the data folder that the settings name. */
const config = readConfig(process.env);
const outside = await openOutside(config);
const deps = createDeps({ ...outside, config, clock: () => new Date() });
await installTemplate(deps, fileURLToPath(new URL('../assets/modele-dip.docx', import.meta.url)));
const loaded = await loadStory(deps);
console.log(loaded ? 'Histoire d’exemple chargée.' : 'L’histoire d’exemple est déjà là.');
for (const { email, role } of DEMO_ACCOUNTS)
  console.log(`  ${role.padEnd(7)} ${email}  mot de passe : ${DEMO_PASSWORD}`);
// The pictures of the templates are made now rather than at the first visit.
await deps.templates.drawMissingThumbnails();
await deps.documents.close();
await outside.database.close();
