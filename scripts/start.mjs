import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, nodePath, program, ROOT, standFor } from './prepare.mjs';

/**
 * `npm start`: installs what is missing, builds the web app when it changed, starts the server. `--dev`: the story too. `npm run
 * build` stops before the server: systemd starts it.
 */
const dev = process.argv.includes('--dev');
install({ dev });
buildWeb();
if (process.argv.includes('--build')) process.exit(0);
if (dev) {
  process.env.DATA_DIR ??= join(ROOT, 'data', 'dev');
  run([join(ROOT, 'scripts', 'seed.ts')]);
}
const flags = dev ? ['--watch'] : [];
standFor([...flags, join(ROOT, 'src', 'server', 'main.ts')]);

function run(args) {
  const { status } = spawnSync(nodePath(), args, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/** Builds when the sources are not those of the last build. */
function buildWeb() {
  const sources = ['src/web', 'src/shared', 'vite.config.ts', 'package.json', 'package-lock.json'].flatMap((path) =>
    filesOf(join(ROOT, path)),
  );
  const hash = createHash('sha256');
  for (const path of sources.sort()) hash.update(path).update(readFileSync(path));
  const wanted = hash.digest('hex');
  const stamp = join(ROOT, 'dist', 'web', '.sources');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Construction de l’application web…');
  run([program('vite/bin/vite.js'), 'build', '--logLevel', 'warn']);
  writeFileSync(stamp, wanted);
}

function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
