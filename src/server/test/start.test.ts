import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { openPostgres, openSqlite } from '../db/open.ts';
import { writeSetting } from '../db/settings.ts';
import { docxOf, p } from './docx.maker.ts';
import { ADMIN, copyInstallation } from './installation.ts';
import { freshSchema } from './postgres.ts';
import { AS_NPM, builtProgram, endOf, killPrograms, NO_CONVERTER, startProgram } from './program.ts';
import { s3Server } from './s3.server.ts';
import { multipart } from './test.app.ts';

const root = mkdtempSync(join(tmpdir(), 'diplo-start-'));
const ADMIN_PASSWORD = ADMIN.password;
const ROOT = join(import.meta.dirname, '../../..');
afterAll(() => {
  killPrograms();
  rmSync(root, { recursive: true, force: true });
});
let made = 0;
const fresh = (): string => {
  made += 1;
  return join(root, String(made));
};
/** The data of an installation that has been started once. */
const installed = async (): Promise<string> => {
  const folder = fresh();
  await copyInstallation(folder);
  return folder;
};
const start = (folder: string, environment: Record<string, string> = {}) =>
  startProgram(folder, { ADMIN_PASSWORD, ...NO_CONVERTER, ...environment });
const refusal = (environment: Record<string, string>): string => {
  const { status, stderr } = spawnSync(process.execPath, [builtProgram()], {
    env: { ...process.env, DATA_DIR: fresh(), PORT: '0', ...environment },
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(status).toBe(1);
  return stderr;
};
const signIn = async (url: string): Promise<Record<string, string>> => {
  const body = new URLSearchParams({ username: ADMIN.email, password: ADMIN.password });
  const answer = await fetch(`${url}/api/v1/auth/token`, { method: 'POST', body });
  return { authorization: `Bearer ${((await answer.json()) as { access_token: string }).access_token}` };
};

const PROVIDER = {
  OIDC_ISSUER: 'https://id.exemple.fr/realms/valorme',
  OIDC_CLIENT_ID: 'diplo',
  OIDC_CLIENT_SECRET: 'le secret',
  PUBLIC_URL: 'https://diplo.exemple.fr',
};
test.each([
  [{ ADMIN_PASSWORD: 'a' }, /ADMIN_PASSWORD est trop court/],
  [{ ADMIN_EMAIL: 'directrice' }, /ADMIN_EMAIL n’est pas une adresse/],
  [{ SECRET_KEY: 'a'.repeat(64) }, /SECRET_KEY est trop faible/],
  [{ SECRET_KEY: 'court' }, /SECRET_KEY est trop faible/],
  [{ TRUST_PROXY: 'le mandataire' }, /TRUST_PROXY doit être l’adresse/],
  [{ TRUST_PROXY: '10.0.0.0/99' }, /TRUST_PROXY doit être l’adresse/],
  [{ PUBLIC_URL: 'diplo.exemple.fr' }, /PUBLIC_URL doit être une adresse/],
  [{ PORT: '70000' }, /PORT doit être un nombre entier/],
  [{ OIDC_ISSUER: 'accounts.google.com' }, /OIDC_ISSUER doit être une adresse/],
  [{ OIDC_ISSUER: 'http://accounts.exemple.fr' }, /OIDC_ISSUER doit être une adresse/],
  [{ OIDC_ISSUER: 'https://a.fr' }, /OIDC_ISSUER demande aussi OIDC_CLIENT_ID et OIDC_CLIENT_SECRET et PUBLIC_URL/],
  [{ OIDC_ONLY: 'true' }, /OIDC_ONLY ne sert à rien sans OIDC_ISSUER/],
  [{ OIDC_ONLY: 'oui' }, /OIDC_ONLY doit valoir true ou false/],
  [{ ...PROVIDER, OIDC_ROLE_CLAIM: 'groups' }, /vont ensemble/],
  [{ ...PROVIDER, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'chefs=admin' }, /aucun groupe ne donne l’administration/],
  [{ ...PROVIDER, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: 'chefs' }, /s’écrit comme/],
  [{ PUBLIC_URL: 'https://diplo.exemple.fr/chemin' }, /sans chemin/],
  [{ PUBLIC_URL: 'https://moi@diplo.exemple.fr' }, /sans chemin/],
  [{ PDF_URL: 'http://[' }, /PDF_URL doit être une adresse/],
  [{ DATABASE_URL: 'postgres://diplo:a#b/c@hote:port/base' }, /DATABASE_URL ne se lit pas.*%23/],
  [{ TRUST_PROXY: '0.0.0.0/0' }, /TRUST_PROXY ne peut pas être/],
  [{ TRUST_PROXY: '10.0.0.1, ::/0' }, /TRUST_PROXY ne peut pas être/],
])('%j is refused, with a sentence', (environment, sentence) => {
  expect(() => readConfig({ DATA_DIR: fresh(), ...environment })).toThrow(sentence);
});
test('the roles of a provider are read as they are written', () => {
  const { oidcRoles } = readConfig({
    DATA_DIR: fresh(),
    ...PROVIDER,
    OIDC_ROLE_CLAIM: 'groups',
    OIDC_ROLES: 'dip-edition=editor, /Valorme/Lecture = viewer,a=b=viewer',
  });
  expect([...(oidcRoles ?? [])]).toEqual([
    ['dip-edition', 'editor'],
    ['/Valorme/Lecture', 'viewer'],
    ['a=b', 'viewer'],
  ]);
});
test('no folder stands where its files would be taken by another, links followed', () => {
  const folder = fresh();
  const real = join(folder, 'partage');
  mkdirSync(join(real, 'data'), { recursive: true });
  const link = join(folder, 'lien');
  symlinkSync(join(real, 'data'), link);
  expect(refusal({ DATA_DIR: fresh(), BACKUP_DIR: join(real, 'sauvegardes'), INTAKE_DIR: real })).toMatch(
    /INTAKE_DIR doit être hors de BACKUP_DIR/,
  );
  expect(refusal({ DATA_DIR: fresh(), BACKUP_DIR: real, INTAKE_DIR: join(real, 'entrée') })).toMatch(
    /INTAKE_DIR doit être hors de BACKUP_DIR/,
  );
  expect(refusal({ DATA_DIR: link, INTAKE_DIR: real })).toMatch(/INTAKE_DIR doit être hors de DATA_DIR/);
  expect(refusal({ DATA_DIR: link, BACKUP_DIR: join(real, 'data', 'b') })).toMatch(
    /BACKUP_DIR doit être hors de DATA_DIR/,
  );
});
test('backups are not put into what they save', () => {
  const folder = fresh();
  expect(refusal({ DATA_DIR: folder, BACKUP_DIR: join(folder, 'b') })).toMatch(/BACKUP_DIR doit être hors de DATA_DIR/);
});

test.runIf(process.platform !== 'win32')(
  'what holds the formulas is read by its owner alone, an older database too',
  async () => {
    const folder = fresh();
    cpSync(join(import.meta.dirname, 'older/0.1'), folder, { recursive: true });
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'diplo.sqlite'), 0o644);
    const { child } = await start(folder);
    const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o077]);
    // What came with the older installation and is not the database keeps its folders' modes: their folder is closed.
    expect(modes.filter(([name, mode]) => mode !== 0 && name !== 'files')).toEqual([]);
    expect(statSync(folder).mode & 0o077).toBe(0);
    // The database as it was is beside, should the migration have to be taken back.
    expect(readdirSync(join(folder, 'backups'))[0]).toMatch(/^avant-0004/);
    child.kill('SIGKILL');
  },
);

/** An installation whose database a later program has changed. @param version what that one calls itself */
async function changedLater(version?: string): Promise<string> {
  const folder = await installed();
  const database = openSqlite(join(folder, 'diplo.sqlite'));
  await database.db
    .insertInto('kysely_migration' as 'settings')
    .values({ name: '9000-later', timestamp: '2030' } as never)
    .execute();
  if (version) await writeSetting(database.db, 'version', version);
  await database.close();
  return folder;
}

test('a database that a newer version has changed is refused, with its backup of before', async () => {
  const folder = await changedLater('9.1.0');
  mkdirSync(join(folder, 'backups', 'avant-9000-later-2030-01-01'), { recursive: true });
  const sentence = refusal({ DATA_DIR: folder });
  expect(sentence).toMatch(/version plus récente de Diplo \(9\.1\.0\)/);
  expect(sentence).toMatch(/npm run restore -- .*avant-9000-later-2030-01-01/);
});

test('between two releases of one number, the sentence says which step is newer', async () => {
  const folder = await changedLater();
  expect(refusal({ DATA_DIR: folder })).toMatch(/\(9000-later\) que celle-ci/);
});

test('an installation is copied to another folder by one command, and starts there with its accounts', async () => {
  const [folder, target] = [await installed(), fresh()];
  const copyTo = (...targets: string[]) =>
    spawnSync(process.execPath, [join(ROOT, 'scripts/copy-to.ts'), ...targets], {
      env: { ...process.env, DATA_DIR: folder },
      encoding: 'utf8',
    });
  const { child } = await start(folder);
  expect(copyTo(target).stderr).toMatch(/Un autre Diplo se sert déjà/);
  const ended = endOf(child);
  child.kill('SIGTERM');
  await ended;
  expect(copyTo().stderr).toMatch(/Indiquez où copier/);
  expect(copyTo(folder).stderr).toMatch(/est celui de l’installation/);
  expect(copyTo(target).stdout).toMatch(/Copié, relu et comparé : \d+ lignes, \d+ fichiers .*\n.*DATA_DIR=/);
  const there = await start(target);
  expect((await signIn(there.url)).authorization).not.toMatch(/undefined/);
  there.child.kill('SIGKILL');
  expect(copyTo(target).stderr).toMatch(/n’est pas vide/);
});

const COMMANDS = readdirSync(join(ROOT, 'scripts')).filter((name) =>
  /open(?:Alone|ToRead)\(/.test(name.endsWith('.ts') ? readFileSync(join(ROOT, 'scripts', name), 'utf8') : ''),
);
const run = (name: string, dataDir: string, ...words: string[]) =>
  spawnSync(process.execPath, [join(ROOT, 'scripts', name), ...words], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  });
test.each(COMMANDS.filter((name) => !['command.ts', 'restore.ts'].includes(name)))(
  '%s makes no database where there is none, and takes no option for a folder',
  (name) => {
    const folder = fresh();
    const words = { 'backup.ts': [fresh()], 'copy-to.ts': [fresh()], 'reset-password.ts': ['a@b.fr'] }[name] ?? [];
    expect(run(name, folder, ...words)).toMatchObject({ status: 1, stderr: expect.stringContaining('pas de base') });
    expect(readdirSync(folder)).not.toContain('diplo.sqlite');
    expect(words.filter((word) => existsSync(word))).toEqual([]);
    expect(run(name, folder, '--aide')).toMatchObject({ status: 1, stderr: expect.stringContaining('--aide') });
  },
);

test('in JSON every line is an object, the first password is in a file of its owner, and a refusal is said too', async () => {
  const folder = fresh();
  const child = spawn(process.execPath, [builtProgram()], {
    env: { ...process.env, DATA_DIR: folder, PORT: '0', LOG_FORMAT: 'json' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += chunk;
    if (printed.includes('premier-mot-de-passe')) break;
  }
  child.kill('SIGKILL');
  const lines = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { level: string; msg: string });
  expect(lines.map(({ msg }) => msg)).toContainEqual(expect.stringMatching(/^Diplo .*: http/));
  const path = join(folder, 'premier-mot-de-passe.txt');
  expect(statSync(path).mode & 0o077).toBe(0);
  expect(printed).not.toContain(readFileSync(path, 'utf8').trim());
  expect(JSON.parse(refusal({ LOG_FORMAT: 'json', PORT: '70000' }))).toMatchObject({ level: 'error' });
});

test('the newest version of the changelog is this one', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(/^## (\S+),/m.exec(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'))?.[1]).toBe(version);
});

test('one data folder, one program; a kill frees it at once', async () => {
  const folder = await installed();
  const first = await start(folder);
  expect(refusal({ DATA_DIR: folder })).toMatch(/Un autre Diplo se sert déjà/);
  const ended = endOf(first.child);
  first.child.kill('SIGKILL');
  await ended;
  const second = await start(folder);
  expect((await fetch(`${second.url}/api/v1/health`)).status).toBe(200);
  second.child.kill('SIGKILL');
});

test('a database lost or mistyped: Diplo does not start, and the files stay', async () => {
  const folder = await installed();
  const files = readdirSync(join(folder, 'files'), { recursive: true }).length;
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `diplo.sqlite${suffix}`), { force: true });
  expect(refusal({ DATA_DIR: folder })).toMatch(/npm run verify/);
  expect(readdirSync(join(folder, 'files'), { recursive: true })).toHaveLength(files);
});

test('two instances that start at once on an empty PostgreSQL both live, and make everything once', async () => {
  const { url: server, schema, drop } = await freshSchema();
  const s3 = await s3Server();
  const url = new URL(server);
  url.searchParams.set('options', `-c search_path=${schema}`);
  const environment = {
    DATABASE_URL: url.href,
    STORAGE_URL: s3.urlOf(`/${schema}`),
    SECRET_KEY: 'deux instances, une clé tirée au hasard',
  };
  const both = await Promise.all([start(fresh(), environment), start(fresh(), environment)]);
  const database = openPostgres(server, schema);
  const users = await database.db.selectFrom('users').selectAll().execute();
  expect(users).toHaveLength(1);
  // One of the two installs them, in the background.
  const jobs = () => database.db.selectFrom('jobs').selectAll().where('kind', '=', 'template.install').execute();
  await expect.poll(async () => (await jobs()).map(({ state }) => state)).toEqual(['done']);
  const shipped = readdirSync(join(ROOT, 'assets')).filter((name) => name.endsWith('.docx'));
  expect(await database.db.selectFrom('templates').selectAll().execute()).toHaveLength(shipped.length);
  for (const { url: address } of both) expect((await signIn(address)).authorization).not.toMatch(/undefined/);
  await database.close();
  for (const { child } of both) child.kill('SIGKILL');
  await drop();
  await s3.close();
});

test('whoever hangs up in the middle of a body ends his own request, and nothing else', async () => {
  const { child, url } = await start(await installed());
  const { port } = new URL(url);
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  const head = 'HTTP/1.1\r\nHost: localhost\r\n';
  const cut = async (text: string): Promise<void> => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    await new Promise((done) => socket.once('connect', done));
    await new Promise((done) => socket.write(text, done));
    socket.resetAndDestroy();
    await new Promise((done) => socket.once('close', done));
  };
  for (const [method, path] of [
    ['GET', '/api/v1/menus'],
    ['HEAD', '/api/v1/menus'],
    ['OPTIONS', '/api/v1/menus'],
    ['DELETE', '/api/v1/menus/x'],
    ['POST', '/api/v1/menus'],
    ['GET', '/'],
    ['POST', '/nowhere'],
  ])
    for (const rest of [
      'Content-Length: 9\r\n\r\nx',
      'Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
      'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{',
      'Content-Type: application/x-unknown\r\nContent-Length: 9\r\n\r\nx',
      'Content-Type: application/json\r\nContent-Length: 999999999\r\n\r\n{',
      'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 999\r\n\r\n--x\r\n',
      'Content-Encoding: gzip\r\nContent-Length: 9\r\n\r\nx',
    ])
      for (let turn = 0; turn < 4; turn += 1) await cut(`${method} ${path} ${head}${rest}`);
  expect((await fetch(`${url}/api/v1/health`)).status).toBe(200);
  const small = gzipSync(JSON.stringify({ name: 'x'.repeat(100_000) }));
  const { status } = await fetch(`${url}/api/v1/menus`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: new Uint8Array(small),
  });
  expect(status).toBe(415);
  expect(ended).toBe(false);
  child.kill('SIGKILL');
});

test('asked to stop, it ends within ten seconds, whatever a slow client does', async () => {
  const { child, url } = await start(await installed());
  const { port } = new URL(url);
  const slow = connect(Number(port), '127.0.0.1');
  slow.on('error', () => undefined);
  // A body announced and never sent.
  slow.write(
    'POST /api/v1/auth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  );
  await new Promise((done) => slow.once('connect', done));
  const ended = endOf(child);
  const from = performance.now();
  child.kill('SIGTERM');
  // As a terminal and the start script do, between them.
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(performance.now() - from).toBeLessThan(15_000);
  slow.destroy();
});

describe.runIf(process.platform !== 'win32')('started by npm', () => {
  const environment = { ADMIN_PASSWORD, npm_lifecycle_event: 'start' };
  const health = (url: string): Promise<boolean> =>
    fetch(`${url}/api/v1/health`).then(
      ({ ok }) => ok,
      () => false,
    );

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s to the whole group: the PDF under way arrives, then everything ends',
    async (signal) => {
      const { child, url } = await startProgram(await installed(), { ...environment, PATH: '/usr/bin:/bin' }, AS_NPM);
      const headers = await signIn(url);
      const { body, contentType } = multipart({ name: 'm' }, { name: 'm.docx', bytes: docxOf({ body: p('bonjour') }) });
      const send = async (path: string, values: RequestInit): Promise<{ id: string }> =>
        (await fetch(`${url}/api/v1${path}`, { method: 'POST', ...values })).json() as Promise<{ id: string }>;
      const template = await send('/templates', {
        headers: { ...headers, 'content-type': contentType },
        body: new Uint8Array(body),
      });
      const product = await send('/products/', {
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ nom_commercial: 'Crème' }),
      });
      const preview = (): Promise<Response> =>
        fetch(`${url}/api/v1/templates/${template.id}/preview/${product.id}`, { headers });
      // The converter is warm: what is asked for next takes less than requests may at the end.
      expect((await preview()).status).toBe(200);
      const ended = endOf(child);
      const underWay = preview();
      await new Promise((done) => setTimeout(done, 20));
      process.kill(-(child.pid ?? 0), signal);
      const pdf = await underWay;
      expect(pdf.status).toBe(200);
      expect(
        Buffer.from(await pdf.arrayBuffer())
          .subarray(0, 4)
          .toString(),
      ).toBe('%PDF');
      await ended;
      await expect.poll(() => health(url), { timeout: 20_000 }).toBe(false);
    },
  );

  test('npm killed alone: the server ends too', async () => {
    const { child, url } = await startProgram(await installed(), { ...environment, ...NO_CONVERTER }, AS_NPM);
    expect(await health(url)).toBe(true);
    child.kill('SIGKILL');
    await expect.poll(() => health(url), { timeout: 20_000 }).toBe(false);
  });
});

test.runIf(process.platform !== 'win32')('a first start without a registry says so, and what to do', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await new Promise((done) => silent.once('listening', done));
  const folder = fresh();
  mkdirSync(join(folder, 'scripts'), { recursive: true });
  for (const name of ['scripts/run.mjs', 'scripts/prepare.mjs', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, name), join(folder, name));
  for (const registry of ['http://127.0.0.1:9', `http://127.0.0.1:${(silent.address() as AddressInfo).port}`]) {
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/run.mjs'), 'x.ts'], {
      env: { ...process.env, npm_config_registry: registry, npm_config_cache: join(folder, 'cache') },
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(stderr).toMatch(/Le registre npm ne répond pas.*recommencez/);
    expect(status).toBe(1);
  }
  silent.closeAllConnections();
  silent.close();
});

describe.runIf(process.platform === 'linux')('LibreOffice of this machine', () => {
  test('a kill of the server leaves no process of it, and what it left in the folder goes at the next start', async () => {
    const folder = await installed();
    const bin = join(root, 'bin');
    mkdirSync(bin, { recursive: true });
    const mark = `7${String(process.pid).padStart(6, '0')}`;
    writeFileSync(join(bin, 'soffice'), `#!/bin/sh\nsleep ${mark} & sleep ${mark}\n`, { mode: 0o755 });
    const { child, url } = await start(folder, { PDF_URL: '', PATH: `${bin}${delimiter}${process.env.PATH}` });
    const headers = await signIn(url);
    const { body, contentType } = multipart({ name: 'm' }, { name: 'm.docx', bytes: docxOf({ body: p('bonjour') }) });
    await fetch(`${url}/api/v1/templates`, {
      method: 'POST',
      headers: { ...headers, 'content-type': contentType },
      body: new Uint8Array(body),
    });
    const running = (): number =>
      execFileSync('ps', ['-eo', 'args'])
        .toString()
        .split('\n')
        .filter((line) => line.includes(`sleep ${mark}`)).length;
    await expect.poll(running, { timeout: 20_000 }).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await expect.poll(running, { timeout: 20_000 }).toBe(0);
    expect(existsSync(join(folder, 'tmp', 'pdf'))).toBe(true);
    const again = await start(folder, { PATH: '/nowhere' });
    const left = existsSync(join(folder, 'tmp')) ? readdirSync(join(folder, 'tmp'), { recursive: true }) : [];
    expect(left.filter((name) => String(name).includes('document.docx'))).toEqual([]);
    again.child.kill('SIGKILL');
  });
});
