import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from './app.ts';
import { isExposed, readConfig } from './config.ts';
import { announceServer } from './db/presence.ts';
import { createDeps, type Deps } from './deps.ts';
import { openOutside } from './outside.ts';
import { ROOT } from './program.ts';
import { checkSecretKey, ensureAdmin } from './system/first-start.service.ts';

const HOUR_MS = 3_600_000;
/** How long requests under way have to end when the process is asked to stop, and the process in all (ms). */
const REQUESTS_DEADLINE_MS = 7_000;
const CLOSE_DEADLINE_MS = 9_500;
/** The converter is started ahead after this long (ms), where so many bytes are to spare: it holds over one gigabyte. */
const WARM_AFTER_MS = 60_000;
const WARM_BYTES = 4_000_000_000;

/** Why it cannot listen, and which setting says where. */
const LISTENS: Readonly<Record<string, (where: { port: number; host: string }) => string>> = {
  EADDRINUSE: ({ port }) => `Le port ${port} est déjà pris : choisissez-en un autre, par exemple PORT=3001.`,
  EACCES: ({ port }) =>
    `Ce compte n’a pas le droit d’écouter sur le port ${port} : choisissez-en un au-dessus de 1024, par exemple PORT=3000.`,
  EADDRNOTAVAIL: ({ host }) => `Cette machine n’a pas l’adresse ${host} : vérifiez HOST.`,
  ENOTFOUND: ({ host }) => `L’adresse ${host} n’est pas connue : vérifiez HOST.`,
};

// What it writes may have no reader any more: it goes on all the same.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
// Files are read by the owner of the process alone: the database holds every formula.
process.umask(0o077);
checkNode();
const version = String(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version);
const config = start(() => readConfig(process.env));
const outside = await openOutside(config, version).catch((error: Error) => fail(error.message));
const deps = createDeps({
  ...outside,
  config,
  clock: () => new Date(),
  onJobError: (error, kind) => server.log.error({ err: error }, `background work failed: ${kind}`),
  onProviderFault: (told) => server.log.warn(told, 'the identity provider did not say who somebody is'),
  onBackupError: (error) => server.log.error({ err: error }, 'backup or verification failed'),
});
if (config.logFormat === 'json') {
  process.removeAllListeners('warning');
  process.on('warning', (warning) => console.error(lineOf('warn', warning.message)));
}
let closing = false;
const { server } = await buildApp({ deps, config, version, webFolder: join(ROOT, 'dist', 'web') });

await checkSecretKey(outside.database.db, config).catch((error: Error) => fail(error.message));
const admin = await ensureAdmin(deps, config).catch((error: Error) => fail(error.message));
// Before anything else may fail: nobody tells it a second time.
const passwordFile = join(config.dataDir, 'premier-mot-de-passe.txt');
if (admin?.password && config.logFormat === 'json') writeFileSync(passwordFile, `${admin.password}\n`, { mode: 0o600 });
let isPasswordTold = false;
// Whatever fails from here on, the account is made: its password is told this one time.
process.once('exit', tellPassword);
await outside.started();
const presence = await announceServer(outside.database);
const address = await server.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
  fail(LISTENS[error.code ?? '']?.(config) ?? error.message);
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void close());
announce();
keepWatch(deps);
warmConverter(deps);
await deps.shipped.queue();
await deps.templates.queueThumbnails();
await deps.jobs.start();

function checkNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if ((major === 24 && minor >= 18) || (major === 26 && minor >= 4) || major > 26) return;
  fail(`Node ${process.versions.node} ne convient pas : lancez Diplo par « npm start », qui apporte Node 24.`);
}

function start<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function fail(sentence: string): never {
  const said = `Diplo ne peut pas démarrer. ${sentence}`;
  console.error(process.env.LOG_FORMAT?.trim() === 'json' ? lineOf('error', said) : said);
  process.exit(1);
}

/** What is said at the start, whatever LOG_LEVEL is: in the form of the other lines. */
function say(sentence: string): void {
  console.log(config.logFormat === 'json' ? lineOf('info', sentence) : `\n${sentence}`);
}
function lineOf(level: string, msg: string): string {
  return JSON.stringify({ level, time: new Date().toISOString(), msg });
}

function announce(): void {
  const shown = address.replace('127.0.0.1', 'localhost').replace('0.0.0.0', 'localhost');
  say(`Diplo ${version} est prêt : ${shown}`);
  tellPassword();
  if (admin && admin.password === null)
    say(`Premier administrateur : ${admin.email}, avec le mot de passe de ADMIN_PASSWORD.`);
  if (!existsSync(join(ROOT, 'dist', 'web'))) say('L’application web n’est pas construite : lancez « npm start ».');
  if (config.publicUrl !== null && config.trustProxy === null)
    say(
      'Attention : si un serveur mandataire est devant Diplo, donnez son adresse dans TRUST_PROXY. Sans cela, tous ceux qui passent par lui comptent pour une seule adresse.',
    );
  if (isExposed(config) && config.signup === 'open')
    say(
      'Attention : les inscriptions sont ouvertes à tous ceux qui atteignent cette adresse (SIGNUP=closed les ferme).',
    );
}

function tellPassword(): void {
  if (!admin?.password || isPasswordTold) return;
  isPasswordTold = true;
  sayPassword(admin.email, admin.password);
}

/** On a terminal, once; lines for a machine are kept somewhere: there it goes into a file of its owner's. */
function sayPassword(email: string, password: string): void {
  if (config.logFormat === 'text') {
    say(
      `Premier administrateur : ${email}\nMot de passe           : ${password}\n(affiché cette seule fois : changez-le après votre première connexion)\n`,
    );
    return;
  }
  say(
    `Premier administrateur : ${email}. Son mot de passe est dans ${passwordFile} : effacez ce fichier après l’avoir lu.`,
  );
}

/**
 * The first document of the day does not wait for LibreOffice to start, where the machine has room to keep it. Once the
 * start is over: what people ask for first comes first.
 */
function warmConverter({ documents }: Deps): void {
  const warm = async (): Promise<void> => {
    if (process.availableMemory() < WARM_BYTES || closing) return;
    const from = performance.now();
    if (await documents.warm())
      server.log.warn(`the converter is ready after ${Math.round(performance.now() - from)} ms`);
  };
  setTimeout(
    () => void warm().catch((error) => server.log.warn({ err: error }, 'the converter did not start')),
    WARM_AFTER_MS,
  ).unref();
}

/** Reads the database of this process from one end to the other, every hour. */
function keepWatch({ health }: Deps): void {
  const look = (): void => {
    health.look().catch((error) => server.log.error({ err: error }, 'the look at the database failed'));
  };
  setInterval(look, HOUR_MS).unref();
  setTimeout(look, 5_000).unref();
}

/** Stops accepting, finishes what is under way, closes: within ten seconds, whatever a slow client does. */
async function close(): Promise<void> {
  // A terminal, or systemd, tells the whole group: the start script passes the same signal on.
  if (closing) return;
  closing = true;
  setTimeout(() => process.exit(0), CLOSE_DEADLINE_MS).unref();
  // A browser keeps its connection open after its last answer: nothing more will come through it.
  setInterval(() => server.server.closeIdleConnections(), 100).unref();
  setTimeout(() => server.server.closeAllConnections(), REQUESTS_DEADLINE_MS).unref();
  await server.close();
  await Promise.all([deps.jobs.stop(), deps.documents.close(), presence.leave()]);
  await outside.database.close();
  process.exit(0);
}
