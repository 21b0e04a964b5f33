import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodePath, program, ROOT } from './prepare.mjs';

/** `node scripts/build.mjs` builds what is not of the sources that are there: the web app, and the server. */

const COMMON = ['src/shared', 'package.json', 'package-lock.json', 'scripts/build.mjs'];
const BUILDS = [
  { config: 'vite.config.ts', out: 'dist/web', sources: ['src/web', 'scripts/browser.contracts.ts'] },
  { config: 'vite.server.config.ts', out: 'dist/server', sources: ['src/server'] },
];

const stale = BUILDS.map(({ config, out, sources }) => ({
  config,
  stamp: join(ROOT, out, '.sources'),
  wanted: hashOf([config, ...sources, ...COMMON]),
})).filter(({ stamp, wanted }) => !existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted);
if (stale.length > 0) console.log('Construction de l’application…');
const codes = await Promise.all(stale.map(build));
process.exit(codes.find((code) => code !== 0) ?? 0);

/** @returns what Vite ends with */
function build({ config, stamp, wanted }) {
  const args = [program('vite/bin/vite.js'), 'build', '--config', config, '--logLevel', 'warn'];
  // Vite takes the environment's: tests, and whoever develops, would build the React that warns and traces, twice as slow.
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(nodePath(), args, { cwd: ROOT, stdio: 'inherit', env });
  return new Promise((done) =>
    child.once('exit', (code) => {
      if (code === 0) writeFileSync(stamp, wanted);
      done(code ?? 1);
    }),
  );
}

function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((one) => filesOf(join(ROOT, one))).sort())
    hash.update(path).update(readFileSync(path));
  return hash.digest('hex');
}

function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
