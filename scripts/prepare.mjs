import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What every command needs before it can run: the packages, and Node 24. Runs on any Node since 18, without a package. */

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const LOCK = join(ROOT, 'package-lock.json');
const STAMP = join(ROOT, 'node_modules', '.diplo-installed');
const WINDOWS = process.platform === 'win32';
/** Where npm may have put the Node of the project: by its real path, Windows starts no script in its place. */
const NODES = [
  join(
    ROOT,
    'node_modules',
    `node-${WINDOWS ? 'win' : process.platform}-${process.arch}`,
    'bin',
    WINDOWS ? 'node.exe' : 'node',
  ),
  ...(WINDOWS ? [] : [join(ROOT, 'node_modules', '.bin', 'node')]),
];
/** What Node has compiled once: a start takes a third less of the processor. */
export const COMPILED = join(ROOT, 'node_modules', '.cache', 'compiled');
/** How long the registry may take to answer (ms): a first start without a network says so within twenty seconds. */
const REGISTRY_MS = 10_000;

/** Installs what is missing. @param {{ dev: boolean }} options with what only developers need, or without */
export function install({ dev }) {
  // An image has its packages, and no list of them.
  if (!existsSync(LOCK)) return;
  const wanted = createHash('sha256').update(readFileSync(LOCK)).digest('hex');
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
    // Said either way: NODE_ENV=production would leave them out too.
    withDev ? '--include=dev' : '--omit=dev',
  ];
  // Without a network, what npm has kept may be enough.
  const offline = !registryAnswers();
  const { status, error } = npm(offline ? [...args, '--offline'] : args, { stdio: offline ? 'ignore' : 'inherit' });
  if (error) {
    console.error(
      `npm ne peut pas être lancé (${error.message}) : installez-le avec Node, de nodejs.org, puis recommencez.`,
    );
    process.exit(1);
  }
  if (status !== 0) {
    console.error(
      offline
        ? 'Le registre npm ne répond pas, et les composants de Diplo ne sont pas encore sur cette machine. Vérifiez la connexion, ou le mandataire (npm config set proxy …), puis recommencez.'
        : 'L’installation a échoué : npm en dit la raison ci-dessus. Corrigez-la, puis recommencez.',
    );
    process.exit(status || 1);
  }
  writeFileSync(STAMP, `${wanted} ${withDev ? 'dev' : 'run'}`);
}

const npm = (args, options) => spawnSync('npm', args, { cwd: ROOT, shell: WINDOWS, ...options });

/** Whether the registry can be reached: one that is there and knows no ping counts. */
function registryAnswers() {
  const { status, stderr } = npm(['ping', '--fetch-retries=0', `--fetch-timeout=${REGISTRY_MS}`], {
    encoding: 'utf8',
    timeout: REGISTRY_MS + 5_000,
  });
  if (status === null) return false;
  return status === 0 || !/ENOTFOUND|ECONN|EAI_AGAIN|ETIMEDOUT|UNREACH|network|timeout/i.test(stderr);
}

/** The Node that runs the project: the one npm brought, or this one when it is right already. */
export function nodePath() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const fits = (major === 24 && minor >= 18) || (major === 26 && minor >= 4) || major > 26;
  if (fits) return process.execPath;
  const brought = NODES.find((path) => existsSync(path));
  if (brought) return brought;
  console.error(
    `npm n’apporte pas Node 24 à cette machine (${process.platform}, ${process.arch}) : installez-le de nodejs.org, puis recommencez.`,
  );
  process.exit(1);
}

/**
 * Starts the program that this script stands for, ends it when this script is asked to end, and ends with it. npm may be
 * killed alone: the shell between it and us is then gone, and so are we.
 */
export function standFor(args, { whenAsked = 0 } = {}) {
  const child = spawn(nodePath(), args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: COMPILED, ...process.env },
  });
  let asked = false;
  const end = (signal) => {
    asked = true;
    // On Windows the console tells every program itself, and a signal sent kills.
    if (!WINDOWS) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(signal));
  if (process.env.npm_lifecycle_event && !WINDOWS) {
    const parent = process.ppid;
    setInterval(() => {
      if (!asked && process.ppid !== parent) end('SIGTERM');
    }, 500).unref();
  }
  child.on('exit', (code, signal) => process.exit(signal ? (asked ? whenAsked : 1) : (code ?? 1)));
}

/** The program of a package, to be run by `nodePath()`. @param {string} path below node_modules */
export const program = (path) => join(ROOT, 'node_modules', path);
