import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What every command needs before it can run: the packages, and Node 24. Runs on any Node since 18, without a package. */

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const STAMP = join(ROOT, 'node_modules', '.diplo-installed');
const NODE = join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

/** Installs what is missing. @param {{ dev: boolean }} options with what only developers need, or without */
export function install({ dev }) {
  const wanted = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  const [found, kind] = existsSync(STAMP) ? readFileSync(STAMP, 'utf8').split(' ') : [];
  if (found === wanted && (kind === 'dev' || !dev)) return;
  // What a developer has installed by hand stays.
  const withDev = dev || kind === 'dev' || existsSync(join(ROOT, 'node_modules', 'vitest'));
  console.log('Installation des composants (une à deux minutes la première fois)…');
  // Not `npm ci`: it refuses a lock file in which a registry did not serve the binaries of other systems.
  const args = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...(withDev ? [] : ['--omit=dev']),
  ];
  const { status } = spawnSync('npm', args, { cwd: ROOT, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) {
    console.error("L'installation a échoué. Vérifiez que le registre npm est joignable, puis recommencez.");
    process.exit(status ?? 1);
  }
  writeFileSync(STAMP, `${wanted} ${withDev ? 'dev' : 'run'}`);
}

/** The Node that runs the project: the one npm brought, or this one when it is right already. */
export function nodePath() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const fits = (major === 24 && minor >= 18) || (major === 26 && minor >= 4) || major > 26;
  return existsSync(NODE) && !fits ? NODE : process.execPath;
}

/** The program of a package, to be run by `nodePath()`. @param {string} path below node_modules */
export const program = (path) => join(ROOT, 'node_modules', path);
