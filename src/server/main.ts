import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { createDeps, type Deps } from './deps.ts';
import { openOutside } from './outside.ts';
import { ensureAdmin, installTemplate } from './system/first-start.service.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SWEEP_EVERY_MS = 3_600_000;
/** Time given to requests under way when the process is asked to stop. */
const CLOSE_DEADLINE_MS = 100_000;

// What it writes may have no reader any more: it goes on all the same.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
// Files are read by the owner of the process alone: the database holds every formula.
process.umask(0o077);
checkNode();
const config = start(() => readConfig(process.env));
const outside = await openOutside(config).catch((error: Error) => fail(error.message));
const deps = createDeps({
  ...outside,
  config,
  clock: () => new Date(),
  onThumbnailError: (error) => server.log.warn({ err: error }, 'thumbnail not made'),
  onOutboxError: (error) => server.log.error({ err: error }, 'not sent to the drive'),
});
const { server } = await buildApp({
  deps,
  config,
  version: String(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version),
  webFolder: join(ROOT, 'dist', 'web'),
});

const admin = await ensureAdmin(deps, config);
await installTemplate(deps, join(ROOT, 'assets', 'modele-dip.docx'));
const address = await server.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
  const taken = error.code === 'EADDRINUSE';
  fail(taken ? `Le port ${config.port} est déjà pris : choisissez-en un autre, par exemple PORT=3001.` : error.message);
});
announce();
keepTidy(deps);
await deps.outbox.start();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void close());

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
  console.error(`Diplo ne peut pas démarrer. ${sentence}`);
  process.exit(1);
}

function announce(): void {
  const shown = address.replace('127.0.0.1', 'localhost').replace('0.0.0.0', 'localhost');
  console.log(`\nDiplo est prêt : ${shown}\n`);
  if (admin?.password)
    console.log(
      `Premier administrateur : ${admin.email}\nMot de passe           : ${admin.password}\n(affiché cette seule fois : changez-le après votre première connexion)\n`,
    );
  if (admin && admin.password === null)
    console.log(`Premier administrateur : ${admin.email}, avec le mot de passe de ADMIN_PASSWORD.\n`);
  if (!existsSync(join(ROOT, 'dist', 'web')))
    console.log('L’application web n’est pas construite : lancez « npm start ».');
  const exposed = !['127.0.0.1', '::1', 'localhost'].includes(config.host);
  if (exposed && config.signup === 'open')
    console.warn(
      'Attention : les inscriptions sont ouvertes à tous ceux qui atteignent cette adresse (SIGNUP=closed les ferme).\n',
    );
}

/** What runs by itself: forgotten files, the trash, old sessions; pictures that could not be made before. */
function keepTidy({ files, trash, auth, idempotency, templates }: Deps): void {
  const sweep = async (): Promise<void> => {
    try {
      await trash.purge();
      await files.sweep();
      await auth.sweep();
      await idempotency.sweep();
    } catch (error) {
      server.log.error({ err: error }, 'sweep failed');
    }
  };
  setInterval(() => void sweep(), SWEEP_EVERY_MS).unref();
  setTimeout(() => void sweep(), 10_000).unref();
  setTimeout(() => {
    templates.drawMissingThumbnails().catch((error) => server.log.error({ err: error }, 'thumbnails not made'));
  }, 60_000).unref();
}

/** Stops accepting, finishes what is under way, closes. */
async function close(): Promise<void> {
  setTimeout(() => process.exit(1), CLOSE_DEADLINE_MS).unref();
  // A browser keeps its connection open after its last answer: nothing more will come through it.
  setInterval(() => server.server.closeIdleConnections(), 100).unref();
  await server.close();
  await deps.outbox.stop();
  await deps.documents.close();
  await outside.database.close();
  process.exit(0);
}
