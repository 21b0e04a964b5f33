import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tablesOf } from '../db/dump.ts';
import { integrityFaults } from '../db/integrity.ts';
import { appliedMigrations } from '../db/migrate.ts';
import { openPostgres, openSqlite } from '../db/open.ts';
import { TABLES } from '../db/tables.ts';
import { bringUpToDate } from '../outside.ts';
import { openPlace, openStorage, type Place } from '../place.ts';
import { checkInstallation, markInstallation } from '../storage/installation.service.ts';
import { docxOf, p } from '../test/docx.maker.ts';
import { converterOf, pdfOf } from '../test/pdf.maker.ts';
import { freshSchema } from '../test/postgres.ts';
import { s3Server } from '../test/s3.server.ts';
import { ENGINES, type Engine, type TestApp, testApp } from '../test/test.app.ts';
import { checkTarget, type Manifest, makeBackup } from './backup.make.ts';
import { restoreBackup } from './backup.restore.ts';
import { verifyInstallation } from './backup.verify.ts';

const root = mkdtempSync(join(tmpdir(), 'diplo-backups-'));
const SCRIPTS = join(import.meta.dirname, '../../../scripts');
let made = 0;
const fresh = (name: string): string => {
  made += 1;
  return join(root, `${name}-${made}`);
};

const drops: (() => Promise<void>)[] = [];
let s3: Awaited<ReturnType<typeof s3Server>>;
beforeAll(async () => {
  s3 = await s3Server();
});
afterAll(async () => {
  await s3.close();
  for (const drop of drops) await drop();
  rmSync(root, { recursive: true, force: true });
});
const bucket = (): string => {
  made += 1;
  return s3.urlOf(`/installation-${made}`);
};

const CONVERTER = converterOf(pdfOf('essai'));

/** An installation with something of everything in it: a sealed document, a draft, attachments, accounts. */
async function inhabited(engine: Engine, files: 'folder' | 'bucket'): Promise<TestApp> {
  const storageUrl = files === 'bucket' ? bucket() : null;
  const app = await testApp({ engine, converter: CONVERTER, place: { storageUrl } });
  const editor = await app.as('editor');
  const { body: product } = await editor.post('/products', { nom_commercial: 'Crème « Éclat »', ph: '5,5' });
  await editor.put(`/products/${product.id}`, { nom_commercial: 'Crème « Éclat »', ph: 6 });
  await editor.upload('/attachments', {
    fields: { product_id: product.id, field_key: 'formula' },
    file: { name: 'formule.csv', bytes: Buffer.from('Aqua;70') },
  });
  const { body: template } = await editor.upload('/templates', {
    fields: { name: 'Fiche' },
    file: { name: 'f.docx', bytes: docxOf({ body: p('{{nom_commercial}}') }) },
  });
  const draft = await editor.post('/generations', { template_id: template.id, product_id: product.id });
  const sealed = await editor.post('/generations', { template_id: template.id, product_id: product.id });
  expect((await editor.patch(`/generations/${sealed.body.id}/validate`)).body.status).toBe('success');
  expect(draft.status).toBe(201);
  await app.anonymous.post('/menus', { name: 'Carte', items: [{ name: 'Thé', price: '3,50', category: 'Boissons' }] });
  await markInstallation(app.database.db, await openStorage(app.place));
  return app;
}

/** Every row of every table, as text, so that two databases can be compared whatever their engine. */
async function everyRow(place: Place): Promise<Record<string, string[]>> {
  const { database } = await openPlace(place, { readonly: true });
  try {
    const all: Record<string, string[]> = {};
    for (const table of await tablesOf(database)) {
      const rows = await database.db
        .selectFrom(table as 'users')
        .selectAll()
        .execute();
      all[table] = rows.map((row) => JSON.stringify(Object.entries({ ...row, search_key: null }).sort())).sort();
    }
    return all;
  } finally {
    await database.close();
  }
}

async function emptyPlace(engine: Engine, files: 'folder' | 'bucket'): Promise<Place> {
  const dataDir = fresh('data');
  mkdirSync(dataDir);
  const place: Place = {
    dataDir,
    databaseUrl: null,
    storageUrl: files === 'bucket' ? bucket() : null,
    backupDir: null,
  };
  if (engine === 'sqlite') return place;
  const { url, schema, drop } = await freshSchema();
  drops.push(drop);
  return { ...place, databaseUrl: url, schema };
}

const backUp = async (place: Place, target: string, previous: string | null = null): Promise<Manifest> => {
  const { database, storage } = await openPlace(place, { readonly: true });
  try {
    return await makeBackup({
      database,
      storage: await storage(),
      dataDir: place.dataDir,
      target,
      previous,
      version: 'test',
      now: new Date(),
    });
  } finally {
    await database.close();
  }
};
const restore = async (place: Place, folder: string, { asIs = false } = {}) => {
  const { database, storage } = await openPlace(place);
  try {
    return await restoreBackup({
      folder,
      database,
      storage: await storage(),
      dataDir: place.dataDir,
      keyIsGiven: false,
      asIs,
    });
  } finally {
    await database.close();
  }
};
const verify = async (place: Place) => {
  const { database, storage } = await openPlace(place, { readonly: true });
  try {
    return await verifyInstallation(database, await storage(), new Date());
  } finally {
    await database.close();
  }
};

describe.each(ENGINES)('from %s', (engine) => {
  describe.each(['folder', 'bucket'] as const)('with files in a %s', (files) => {
    let app: TestApp;
    const target = fresh('backup');
    beforeAll(async () => {
      app = await inhabited(engine, files);
    });
    afterAll(() => app.close());

    test('a backup taken while the server works comes back whole into either engine, into either place', async () => {
      writeFileSync(join(app.folder, 'secret.key'), 'clé');
      // The picture of the template is drawn behind what was asked: what is compared stands still.
      await app.deps.jobs.idle();
      const manifest = await backUp(app.place, target);
      expect(manifest.missing).toEqual([]);
      for (const [path, { sha256, size }] of Object.entries(manifest.files ?? {})) {
        const bytes = readFileSync(join(target, path));
        expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size, sha256]);
      }
      expect(statSync(target).mode & 0o077).toBe(0);
      const before = await everyRow(app.place);
      const other = engine === 'sqlite' ? 'postgres' : 'sqlite';
      for (const place of [await emptyPlace(engine, files), await emptyPlace(other, 'folder')]) {
        expect((await restore(place, target)).missing).toEqual([]);
        expect(await everyRow(place)).toEqual(before);
        const { ok, parts } = await verify(place);
        expect(parts.filter((part) => !part.ok)).toEqual([]);
        expect(ok).toBe(true);
        expect(readFileSync(join(place.dataDir, 'secret.key'), 'utf8')).toBe('clé');
        await expect(restore(place, target)).rejects.toThrow(/vide/);
      }
    });

    test('every character that somebody may paste comes back', async () => {
      const nasty = await testApp({ engine, place: { storageUrl: files === 'bucket' ? bucket() : null } });
      const editor = await nasty.as('editor');
      const text = 'a\u2028b\u2029c\u0085d\tf\u00a0g\u{1f9f4}h"\\i\r\nj\u000bk\ufeffl';
      await editor.post('/products', { nom_client: 'x', notes_commentaires: text });
      await markInstallation(nasty.database.db, await openStorage(nasty.place));
      const folder = fresh('nasty');
      await backUp(nasty.place, folder);
      const before = await everyRow(nasty.place);
      const place = await emptyPlace(engine, 'folder');
      await restore(place, folder);
      expect(await everyRow(place)).toEqual(before);
      await nasty.close();
    });

    test('the next one links what has not changed, and copies anew what the last one holds damaged', async () => {
      const next = fresh('backup');
      const [first, second] = Object.keys((await backUp(app.place, target.replace(/$/, '-b'))).files ?? {});
      writeFileSync(join(`${target}-b`, second ?? ''), 'abîmé');
      await backUp(app.place, next, `${target}-b`);
      expect(statSync(join(next, first ?? '')).ino).toBe(statSync(join(`${target}-b`, first ?? '')).ino);
      expect(readFileSync(join(next, second ?? ''), 'utf8')).not.toBe('abîmé');
    });

    test('a file that is missing or damaged is named by the verification, and missed by the backup', async () => {
      const broken = await inhabited(engine, files);
      const storage = await openStorage(broken.place);
      const { docx_file_id, pdf_file_id } = await broken.database.db
        .selectFrom('generations')
        .select(['docx_file_id', 'pdf_file_id'])
        .where('status', '=', 'success')
        .executeTakeFirstOrThrow();
      await storage.remove(docx_file_id);
      await storage.remove(pdf_file_id ?? '');
      await storage.save(Buffer.from('autre'), pdf_file_id ?? '');
      const { ok, parts } = await verify(broken.place);
      expect(ok).toBe(false);
      const said = Object.fromEntries(parts.map((part) => [part.name, part]));
      expect(said.Fichiers).toMatchObject({
        ok: false,
        said: expect.stringMatching(/Il en manque 1.*1 fichier a changé/),
      });
      expect(said['Documents scellés']).toMatchObject({ ok: false });
      expect(said.Journal).toMatchObject({ ok: true });
      expect((await backUp(broken.place, fresh('backup'))).missing.sort()).toEqual([docx_file_id, pdf_file_id].sort());
      await broken.close();
    });
  });
});

test('a backup of the data folder as version 0.1 made it comes back too, into PostgreSQL as well', async () => {
  const old = fresh('old');
  cpSync(join(import.meta.dirname, '../test/older/0.1'), old, { recursive: true });
  for (const engine of ENGINES) {
    const place = await emptyPlace(engine, 'folder');
    const { files, missing } = await restore(place, old);
    expect(missing).toEqual([]);
    expect(files).toBeGreaterThan(3);
    expect((await verify(place)).ok).toBe(true);
  }
});

test('the backup that is made before a migration comes back beside its files, marked or not yet', async () => {
  for (const marked of [false, true]) {
    const data = fresh('before');
    cpSync(join(import.meta.dirname, '../test/older/0.1'), data, { recursive: true });
    const place: Place = { dataDir: data, databaseUrl: null, storageUrl: null, backupDir: null };
    const { database, storage } = await openPlace(place);
    const files = await storage();
    await bringUpToDate({ database, storage: files, place, version: 'test' });
    if (marked) await checkInstallation(database.db, files);
    await database.close();
    const [name = ''] = readdirSync(join(data, 'backups'));
    expect(name).toMatch(/^avant-0004-trust-/);
    const backup = join(data, 'backups', name);
    // The files of another installation are not its own.
    await expect(restore(await emptyPlace('sqlite', 'folder'), backup)).rejects.toThrow(/à côté des fichiers/);
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(data, `diplo.sqlite${suffix}`), { force: true });
    await restore(place, backup);
    const { ok, parts } = await verify(place);
    expect(parts.filter((part) => !part.ok)).toEqual([]);
    expect(ok).toBe(true);
  }
});

test('the way back to version 0.1: its copy comes back as it was, and its program finds its own tables', async () => {
  const data = fresh('way-back');
  cpSync(join(import.meta.dirname, '../test/older/0.1'), data, { recursive: true });
  const rowsIn = async (): Promise<Record<string, unknown[]>> => {
    const database = openSqlite(join(data, 'diplo.sqlite'));
    const rows: Record<string, unknown[]> = {};
    for (const name of await tablesOf(database))
      rows[name] = await database.db
        .selectFrom(name as 'settings')
        .selectAll()
        .execute();
    rows.migrations = await appliedMigrations(database);
    await database.close();
    return rows;
  };
  const before = await rowsIn();
  expect(before.users?.length).toBeGreaterThan(0);
  const place: Place = { dataDir: data, databaseUrl: null, storageUrl: null, backupDir: null };
  const opened = await openPlace(place);
  await bringUpToDate({ database: opened.database, storage: await opened.storage(), place, version: 'test' });
  // What the newer version no longer names is aside since.
  const [{ id = '' } = {}] = before.files as { id: string }[];
  await (await opened.storage()).setAside(id);
  await opened.database.close();
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(data, `diplo.sqlite${suffix}`), { force: true });
  const [name = ''] = readdirSync(join(data, 'backups'));
  await restore(place, join(data, 'backups', name), { asIs: true });
  expect(await rowsIn()).toEqual(before);
  const files = await Array.fromAsync((await openStorage(place)).list());
  expect(files.map((file) => file.id)).toContain(id);
});

test('one rotten file of a backup keeps nothing else from coming back, and is named', async () => {
  const app = await inhabited('sqlite', 'folder');
  const folder = fresh('backup');
  const { files } = await backUp(app.place, folder);
  const [rotten = ''] = Object.keys(files ?? {});
  writeFileSync(join(folder, rotten), 'abîmé');
  const place = await emptyPlace('sqlite', 'folder');
  const { missing, damaged } = await restore(place, folder);
  expect([missing, damaged]).toEqual([[], [rotten.split('/').at(-1)]]);
  expect((await verify(place)).parts.find(({ name }) => name === 'Fichiers')?.said).toMatch(/Il en manque 1/);
  await app.close();
});

test('rows that somebody changed in a backup are not taken, and nothing is written', async () => {
  const app = await inhabited('sqlite', 'folder');
  const folder = fresh('backup');
  await backUp(app.place, folder);
  const rows = join(folder, 'database', 'products.jsonl');
  writeFileSync(rows, readFileSync(rows, 'utf8').replace(/"revision":\d+/, '"revision":999'));
  const place = await emptyPlace('sqlite', 'folder');
  await expect(restore(place, folder)).rejects.toThrow(/n’est plus telle qu’elle a été faite \(products\)/);
  rmSync(rows);
  await expect(restore(place, folder)).rejects.toThrow(/Il manque une table/);
  writeFileSync(join(folder, 'manifest.json'), '{"format": 2,');
  await expect(restore(place, folder)).rejects.toThrow(/manifeste de la sauvegarde .* est abîmé/);
  await app.close();
});

test('one file that cannot be read is named, and keeps nothing else from being saved', async () => {
  const app = await inhabited('sqlite', 'folder');
  const { docx_file_id } = await app.database.db
    .selectFrom('generations')
    .select('docx_file_id')
    .where('status', '=', 'success')
    .executeTakeFirstOrThrow();
  const path = join(app.folder, 'files', docx_file_id.slice(0, 2), docx_file_id);
  rmSync(path);
  mkdirSync(path);
  const manifest = await backUp(app.place, fresh('backup'));
  expect(manifest.missing).toEqual([docx_file_id]);
  expect((await verify(app.place)).parts.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual([
    'Fichiers',
    'Documents scellés',
  ]);
  await app.close();
});

/** As a backup of before its rows were hashed. */
function forgetRows(folder: string): void {
  const path = join(folder, 'manifest.json');
  const { rows: _, ...manifest } = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify(manifest));
}

test('a backup whose rows name a file that is none is refused before anything is written', async () => {
  const app = await inhabited('sqlite', 'folder');
  const target = fresh('hostile');
  await backUp(app.place, target);
  await app.close();
  forgetRows(target);
  const rows = join(target, 'database', 'files.jsonl');
  const lines = readFileSync(rows, 'utf8').trimEnd().split('\n');
  const [last] = lines.slice(-1).map((line) => JSON.parse(line));
  for (const id of ['../../../evade', '/etc/evade', 'a/b', '']) {
    writeFileSync(rows, `${[...lines.slice(0, -1), JSON.stringify({ ...last, id })].join('\n')}\n`);
    const to = await emptyPlace('sqlite', 'folder');
    await expect(restore(to, target)).rejects.toThrow(/nomme un fichier qui n’en est pas un/);
    expect(
      existsSync(join(to.dataDir, 'files'))
        ? readdirSync(join(to.dataDir, 'files'), { recursive: true }).filter((name) => String(name).length > 30)
        : [],
    ).toEqual([]);
  }
});

test('a backup that fails halfway through its return leaves an installation as empty as it was', async () => {
  const app = await inhabited('sqlite', 'folder');
  const folder = fresh('backup');
  await backUp(app.place, folder);
  forgetRows(folder);
  const table = join(folder, 'database', 'users.jsonl');
  writeFileSync(table, readFileSync(table, 'utf8').split('\n').slice(1).join('\n'));
  for (const engine of ENGINES) {
    const place = await emptyPlace(engine, 'folder');
    await expect(restore(place, folder)).rejects.toThrow(/table users.*incomplète/);
    expect(Object.values(await everyRow(place)).flat()).toEqual([]);
    expect(
      readdirSync(join(place.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      ),
    ).toEqual([]);
  }
  await app.close();
});

test('tables of somebody else in the same schema are neither saved nor in the way', async () => {
  const app = await testApp({ engine: 'postgres' });
  await sql`create table other_app (id text)`.execute(app.database.db);
  await sql`insert into other_app values ('x')`.execute(app.database.db);
  await markInstallation(app.database.db, await openStorage(app.place));
  const folder = fresh('backup');
  expect(Object.keys((await backUp(app.place, folder)).tables)).not.toContain('other_app');
  await restore(await emptyPlace('postgres', 'folder'), folder);
  // Ours are all known by name.
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema()`.execute(
    app.database.db,
  );
  const ours = rows.map(({ name }) => name).filter((name) => !/^kysely_|^other_app$/.test(name));
  expect(ours.sort()).toEqual(Object.keys(TABLES).sort());
  await app.close();
});

test('a database that is away is not a damaged one', async () => {
  await expect(integrityFaults(openPostgres('postgres://127.0.0.1:9/x'))).rejects.toThrow();
});

test('a sweep asked for by hand touches nothing when the database and the files do not bear one mark', async () => {
  const data = fresh('unmarked');
  cpSync(join(import.meta.dirname, '../test/older/0.1'), data, { recursive: true });
  const count = (): number =>
    readdirSync(join(data, 'files'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;
  const before = count();
  const said = (() => {
    try {
      return execFileSync(process.execPath, [join(SCRIPTS, 'verify.ts'), '--sweep'], {
        env: { ...process.env, DATA_DIR: data },
        stdio: 'pipe',
      }).toString();
    } catch (error) {
      return String((error as { stderr: Buffer }).stderr);
    }
  })();
  expect(said).toMatch(/pas encore marquée/);
  expect(count()).toBe(before);
});

test('a target inside the data folder is refused, through a link too; so is one that holds something', async () => {
  const data = fresh('data');
  mkdirSync(join(data, 'b'), { recursive: true });
  await expect(checkTarget(join(data, 'b', 'c'), data)).rejects.toThrow(/dans DATA_DIR/);
  await expect(checkTarget(data, data)).rejects.toThrow(/dans DATA_DIR/);
  const link = fresh('link');
  symlinkSync(data, link);
  await expect(checkTarget(join(link, 'x'), data)).rejects.toThrow(/dans DATA_DIR/);
  const full = fresh('full');
  mkdirSync(full);
  writeFileSync(join(full, 'x'), 'x');
  await expect(checkTarget(full, data)).rejects.toThrow(/pas vide/);
  await expect(checkTarget(fresh('ok'), data)).resolves.toBeUndefined();
});

test('what comes from a newer version, or is damaged, is refused before anything is written', async () => {
  const app = await inhabited('sqlite', 'folder');
  const target = fresh('backup');
  const manifest = await backUp(app.place, target);
  const place = await emptyPlace('sqlite', 'folder');
  const newer = { ...manifest, migrations: [...manifest.migrations, '9999-plus-tard'] };
  writeFileSync(join(target, 'manifest.json'), JSON.stringify(newer));
  await expect(restore(place, target)).rejects.toThrow(/plus récente/);
  writeFileSync(join(target, 'manifest.json'), JSON.stringify(manifest));
  // Neither left anything that would make the place look inhabited.
  expect((await restore(place, target)).missing).toEqual([]);
  await app.close();
});

test('the page begins a backup and a verification; the daily one comes by itself, and old ones go', async () => {
  const directory = fresh('daily');
  const app = await testApp({ place: { backupDir: directory } });
  const admin = await app.as('admin');
  await markInstallation(app.database.db, await openStorage(app.place));
  expect((await admin.post('/backups')).body).toMatchObject({ directory, running: 'backup' });
  expect(await admin.post('/backups/verify')).toMatchObject({ status: 409 });
  await app.deps.backups.idle();
  expect((await admin.get('/backups')).body).toMatchObject({ running: null, failure: null, last: { missing: 0 } });
  await admin.post('/backups/verify');
  await app.deps.backups.idle();
  expect((await admin.get('/backups')).body.verification).toMatchObject({ ok: true });
  // Made a moment ago: the daily one has nothing to do.
  await app.deps.backups.daily();
  expect(readdirSync(directory)).toHaveLength(1);
  // Every second day for twenty days, some minutes earlier each: those of the last fourteen stay, of today and seven before.
  for (let day = 0; day < 20; day += 2) {
    app.wait(2 * 86_400_000 - 120_000);
    await app.deps.backups.daily();
  }
  expect(readdirSync(directory)).toHaveLength(8);
  const actions = await app.database.db.selectFrom('audit').select('action').execute();
  expect(actions.map(({ action }) => action)).toEqual(expect.arrayContaining(['backup.done', 'backup.verify']));
  await app.close();
});

test('without BACKUP_DIR one is told where to say it; a folder that cannot be written is told too', async () => {
  const app = await testApp();
  const admin = await app.as('admin');
  expect(await admin.post('/backups')).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('BACKUP_DIR') },
  });
  await app.close();
  const file = fresh('file');
  writeFileSync(file, 'x');
  const stuck = await testApp({ place: { backupDir: join(file, 'x') } });
  const root = await stuck.as('admin');
  await root.post('/backups');
  await stuck.deps.backups.idle();
  expect((await root.get('/backups')).body).toMatchObject({ last: null, failure: { message: expect.any(String) } });
  await stuck.close();
});

test('a damaged database is noticed, and health says so', async () => {
  const app = await testApp();
  const editor = await app.as('editor');
  for (let turn = 0; turn < 60; turn += 1)
    await editor.post('/products', { nom_client: `client ${turn}`, notes_commentaires: 'x'.repeat(4_000) });
  await app.deps.health.look();
  expect((await app.anonymous.get('/health')).status).toBe(200);
  const path = join(app.folder, 'diplo.sqlite');
  const raw = new Sqlite(path);
  raw.pragma('wal_checkpoint(TRUNCATE)');
  raw.close();
  const bytes = readFileSync(path);
  for (let page = 20; page < 32; page += 1) bytes.fill(0xa5, page * 4_096, (page + 1) * 4_096);
  const { ino } = statSync(path);
  const handle = openSync(path, 'r+');
  writeSync(handle, bytes);
  closeSync(handle);
  expect(statSync(path).ino).toBe(ino);
  await app.deps.health.look();
  expect(await app.anonymous.get('/health')).toMatchObject({
    status: 503,
    body: { detail: expect.stringMatching(/abîmée/) },
  });
  await app.close();
});

test('the commands work on a folder as an administrator types them', () => {
  const data = fresh('typed');
  mkdirSync(data);
  cpSync(join(import.meta.dirname, '../test/older/0.1'), join(data, 'old'), { recursive: true });
  const run = (script: string, ...args: string[]): string => {
    try {
      return execFileSync(process.execPath, [join(SCRIPTS, script), ...args], {
        env: { ...process.env, DATA_DIR: join(data, 'here') },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    } catch (error) {
      return `refused: ${String((error as { stderr: string }).stderr)}`;
    }
  };
  expect(run('backup.ts')).toMatch(/^refused: Indiquez/);
  expect(run('backup.ts', join(data, 'b'))).toMatch(/^refused: Il n’y a pas de base/);
  expect(run('restore.ts', join(data, 'absent'))).toMatch(/^refused: Il n’y a pas de sauvegarde/);
  expect(run('restore.ts', join(data, 'old'))).toMatch(/restaurée/);
  expect(run('backup.ts', join(data, 'here', 'b'))).toMatch(/^refused: .*dans DATA_DIR/);
  expect(run('backup.ts', join(data, 'b'))).toMatch(/Sauvegarde faite/);
  expect(existsSync(join(data, 'b', 'manifest.json'))).toBe(true);
  const said = run('verify.ts');
  expect(said).toMatch(/✓ Base de données/);
  expect(said).not.toMatch(/✗/);
  expect(run('verify.ts', '--accept')).toMatch(/reconnus/);
  const journal = join(data, 'here', 'diplo.sqlite');
  const lines = new Sqlite(journal, { readonly: true })
    .prepare('select action, object_label from audit order by seq desc limit 2')
    .all();
  expect(lines).toEqual([
    { action: 'backup.accept', object_label: 'npm run verify -- --accept' },
    { action: 'backup.restore', object_label: expect.stringMatching(/^\d+ fichiers?, sauvegarde sans date$/) },
  ]);
  // The picture of the template, which is drawn anew with example values.
  expect(run('verify.ts', '--sweep')).toMatch(/1 fichier mis à l’écart/);
  expect(run('verify.ts', '--sweep')).toMatch(/0 fichier mis à l’écart/);
  expect(run('verify.ts', '--autre')).toMatch(/^refused: Option inconnue/);
});
