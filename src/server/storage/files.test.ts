import { existsSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tablesOf } from '../db/dump.ts';
import { checkInstallation, markInstallation } from '../storage/installation.service.ts';
import { docxOf, p } from '../test/docx.maker.ts';
import { converterOf, pdfOf } from '../test/pdf.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';
import { localStorage } from './local.storage.ts';
import { FILE_OWNERS, NOT_OURS } from './owners.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(ENGINES)('files, on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  let product: string;
  beforeAll(async () => {
    const pdf = pdfOf('essai');
    app = await testApp({
      engine,
      converter: converterOf(pdf),
    });
    editor = await app.as('editor');
    product = (await editor.post('/products', { nom_commercial: 'Crème' })).body.id;
  });
  // The clock moves: a session of before has expired.
  beforeEach(async () => {
    editor = await app.as('editor');
  });
  afterAll(() => app.close());

  const storage = () => localStorage(join(app.folder, 'files'));
  const pathOf = (id: string): string => join(app.folder, 'files', id.slice(0, 2), id);
  const attach = async (text: string, name = 'a.txt') =>
    (
      await editor.upload('/attachments', {
        fields: { product_id: product, field_key: 'pieces_jointes' },
        file: { name, bytes: Buffer.from(text) },
      })
    ).body;
  const fileOf = async (attachment: string): Promise<string> =>
    (
      await app.database.db
        .selectFrom('attachments')
        .select('file_id')
        .where('id', '=', attachment)
        .executeTakeFirstOrThrow()
    ).file_id;
  const seal = async () => {
    const template = await editor.upload('/templates', {
      fields: { name: 'Fiche' },
      file: { name: 'f.docx', bytes: docxOf({ body: p('{{nom_commercial}}') }) },
    });
    const made = await editor.post('/generations', { template_id: template.body.id, product_id: product });
    const { body } = await editor.patch(`/generations/${made.body.id}/validate`);
    expect(body.status).toBe('success');
    return app.database.db.selectFrom('generations').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow();
  };

  test('every column that holds a file is known to the sweep: the tables of the database are walked', async () => {
    const tables = await app.database.db.introspection.getTables();
    const ours = new Set(await tablesOf(app.database));
    const found = tables
      .filter((table) => ours.has(table.name) && (engine === 'sqlite' || table.schema === app.database.schema))
      .flatMap((table) => table.columns.map((column) => `${table.name}.${column.name}`))
      .filter((name) => /file_id$/.test(name))
      .sort();
    expect(found).toEqual([...FILE_OWNERS, ...NOT_OURS].map((owner) => owner.join('.')).sort());
  });

  test('what nothing names any more is put aside, comes back if it is named, and goes after thirty days', async () => {
    const [kept, gone] = [await attach('gardé'), await attach('retiré')];
    const file = await fileOf(gone.id);
    await app.database.db.deleteFrom('attachments').where('id', '=', gone.id).execute();
    app.wait(2 * HOUR);
    expect(await app.deps.files.sweep()).toMatchObject({ moved: 1, removed: 0, stopped: null });
    expect(existsSync(pathOf(file))).toBe(false);
    expect(existsSync(join(app.folder, 'files/aside', file.slice(0, 2), file))).toBe(true);
    expect((await app.deps.files.read(await fileOf(kept.id))).toString()).toBe('gardé');
    // A row that names it again: a database restored from yesterday, say.
    await app.database.db
      .insertInto('files')
      .values({ id: file, sha256: gone.sha256, size: gone.size, created_at: '2026-01-01', sealed_until: null })
      .execute();
    expect((await app.deps.files.read(file)).toString()).toBe('retiré');
    expect((await app.deps.files.sweep()).moved).toBe(1);
    app.wait(31 * DAY);
    expect((await app.deps.files.sweep()).removed).toBe(1);
    expect(await storage().bringBack(file)).toBe(false);
  });

  test('what was aside, and is named again by a database of before, is brought back and never goes', async () => {
    const { id } = await attach('revenu');
    const file = await fileOf(id);
    await storage().setAside(file);
    app.wait(40 * DAY);
    expect((await app.deps.files.sweep()).removed).toBe(0);
    expect(existsSync(pathOf(file))).toBe(true);
    expect((await app.deps.files.read(file)).toString()).toBe('revenu');
  });

  test('a sealed document is read-only on disk, and never swept, whatever becomes of what names it', {
    tags: ['slow'],
  }, async () => {
    const { id, docx_file_id, pdf_file_id } = await seal();
    const files = [docx_file_id, pdf_file_id ?? ''];
    for (const file of files) expect(statSync(pathOf(file)).mode & 0o777).toBe(0o400);
    await app.database.db.deleteFrom('generations').where('id', '=', id).execute();
    await app.database.db.deleteFrom('files').where('id', '=', docx_file_id).execute();
    app.wait(40 * DAY);
    await app.deps.files.sweep({ evenMany: true });
    for (const file of files) expect(existsSync(pathOf(file))).toBe(true);
  });

  test('a sealed file that changed is not served; one that is read whole neither', async () => {
    const { id, docx_file_id } = await seal();
    const path = join(app.folder, 'files', docx_file_id.slice(0, 2));
    // As somebody with a shell would, or a disk that fails.
    const bytes = Buffer.from('autre chose');
    writeFileSync(join(path, 'x'), bytes);
    renameSync(join(path, 'x'), pathOf(docx_file_id));
    const { status, body } = await editor.get(`/generations/${id}/docx`);
    expect(status).toBe(503);
    expect(body.detail).toMatch(/empreinte a changé/);
    await expect(app.deps.files.read(docx_file_id)).rejects.toThrow(/empreinte/);
  });

  test('when more than a few in a hundred would go, nothing moves and the page says so', async () => {
    const old = new Date(Date.now() - 3 * HOUR);
    const strays: string[] = [];
    for (let turn = 0; turn < 30; turn += 1) {
      const { id } = await storage().save(Buffer.from(`égaré ${turn}`));
      utimesSync(pathOf(id), old, old);
      strays.push(id);
    }
    const swept = await app.deps.backups.sweep();
    expect(swept).toMatchObject({ moved: 0, removed: 0, stopped: expect.stringMatching(/npm run verify/) });
    // A thumbnail may be drawn meanwhile: what counts is that these are there.
    expect(strays.filter((id) => !existsSync(pathOf(id)))).toEqual([]);
    const admin = await app.as('admin');
    expect((await admin.get('/backups')).body.sweep_stopped).toMatch(/trop pour être du ménage/);
    expect((await app.deps.files.sweep({ evenMany: true })).moved).toBeGreaterThanOrEqual(30);
    await app.deps.backups.sweep();
    expect((await admin.get('/backups')).body.sweep_stopped).toBeNull();
  });

  test('a database and files of two installations do not start together; those of one that has no mark do', async () => {
    const { db } = app.database;
    await expect(checkInstallation(db, storage())).resolves.toBeUndefined();
    expect(await storage().readMark()).toMatch(/^[0-9a-f-]{36}$/);
    const other = await testApp({ engine });
    // An empty database beside the files of another installation: a mistyped DATABASE_URL.
    await expect(checkInstallation(other.database.db, storage())).rejects.toThrow(/pas la leur|deux installations/);
    await markInstallation(other.database.db, localStorage(join(other.folder, 'files')));
    await expect(checkInstallation(other.database.db, storage())).rejects.toThrow(/deux installations.*--accept/);
    // The files alone are gone.
    const empty = localStorage(join(other.folder, 'vide'));
    await expect(checkInstallation(db, empty)).rejects.toThrow(/ne sont pas là.*--accept/);
    expect(await empty.readMark()).toBeNull();
    await other.close();
  });
});
