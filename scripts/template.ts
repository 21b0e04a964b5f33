import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SHIPPED, UNPLACED } from './template/shipped.ts';

/** `npm run template`, after a change of what they print: writes the templates that come with Diplo. */

const FOLDER = new URL('../assets/', import.meta.url);

mkdirSync(FOLDER, { recursive: true });
const EARLIER = new URL('modeles-anciens.json', FOLDER);
const earlier = JSON.parse(readFileSync(EARLIER, 'utf8')) as Record<string, string[]>;
for (const [name, bytes] of Object.entries(SHIPPED)) {
  const target = fileURLToPath(new URL(name, FOLDER));
  // An installation that has the file of before, unchanged, is given this one.
  const before = existsSync(target) ? createHash('sha256').update(readFileSync(target)).digest('hex') : null;
  const now = createHash('sha256').update(bytes).digest('hex');
  const all = [...(earlier[name] ?? []), ...(before ? [before] : [])];
  earlier[name] = [...new Set(all)].filter((one) => one !== now);
  writeFileSync(target, bytes);
  console.log(`Modèle écrit : ${target}`);
}
writeFileSync(EARLIER, `${JSON.stringify(earlier, null, 2)}\n`);
if (UNPLACED.length > 0)
  console.log(`Sans place dans un chapitre, imprimés avant les annexes : ${UNPLACED.join(', ')}.`);
