/** What two people do at once on PostgreSQL, where nothing but a lock makes one wait for the other. */
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lineWith } from '#shared/formulas/formula.ts';
import { FIELDS } from '#shared/products/product.fields.ts';
import { alignCatalogue } from '../products/product.catalogue.service.ts';
import { contentHashOf } from '../products/product.row.ts';
import { docxOf, p } from './docx.maker.ts';
import { type FakeGoogle, fakeGoogle } from './fake.google.ts';
import { converterOf, pdfOf } from './pdf.maker.ts';
import { type Caller, PASSWORD, type TestApp, testApp } from './test.app.ts';

let app: TestApp;
let google: FakeGoogle;
let [admin, editor] = [] as unknown as [Caller, Caller];
beforeAll(async () => {
  google = await fakeGoogle();
  const config = { googleApiUrl: google.url };
  app = await testApp({ engine: 'postgres', converter: converterOf(pdfOf('essai')), config });
  [admin, editor] = [await app.as('admin'), await app.as('editor')];
});
afterAll(async () => {
  await app.close();
  await google.close();
});

/** Nobody writes a line of the journal, with which each write ends. */
const AUDIT = `select pg_advisory_xact_lock(hashtextextended('audit', 0))`;

async function connected(): Promise<pg.Client> {
  const { place, schema } = app.database;
  const client = new pg.Client({
    connectionString: place,
    ...(schema ? { options: `-c search_path=${schema}` } : {}),
  });
  await client.connect();
  return client;
}
const WAITING = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Holds what a statement locks. @param work told how to wait until so many statements wait for a lock */
async function held<T>(statement: string, work: (blocked: (count: number) => Promise<void>) => Promise<T>): Promise<T> {
  const [holder, observer] = [await connected(), await connected()];
  await holder.query('begin');
  await holder.query(statement);
  try {
    return await work(async (count) => {
      const waiting = async (): Promise<number> => (await observer.query(WAITING)).rows.length;
      await expect.poll(waiting, { timeout: 20_000, interval: 20 }).toBeGreaterThanOrEqual(count);
    });
  } finally {
    await holder.query('rollback');
    await holder.end();
    await observer.end();
  }
}
/** Begins each once the one before waits. */
async function inTurn<T>(statement: string, works: readonly (() => Promise<T>)[]): Promise<T[]> {
  const begun: Promise<T>[] = [];
  await held(statement, async (blocked) => {
    for (const work of works) {
      begun.push(work());
      await blocked(begun.length);
    }
  });
  return Promise.all(begun);
}

test('one UFI is never that of two compositions', async () => {
  const cleaning = async (name: string): Promise<string> => {
    const substance_id = (await editor.post('/substances', { inci: name })).body.id;
    const { id } = (await editor.post('/products', { nom_commercial: name })).body;
    await editor.put(`/products/${id}/type`, { type_produit: 'nettoyage' });
    const lines = [lineWith({ id: '1', substance_id, percent: 100 })];
    await editor.put(`/products/${id}/formula`, { mode: 'table', lines });
    return id;
  };
  const ids = [await cleaning('Nettoyant un'), await cleaning('Nettoyant deux')];
  const answers = await inTurn(
    AUDIT,
    ids.map((id) => () => editor.post(`/products/${id}/detergent/ufi`, { tva: 'FRRF987654321', numero_formule: 118 })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('saves that come with one of a product that somebody holds do not wait for it', async () => {
  const made = await Promise.all(
    ['Un', 'Deux', 'Trois'].map(async (nom_commercial) => (await editor.post('/products', { nom_commercial })).body.id),
  );
  const [first, holds, other] = made;
  const save = (id: string) => editor.put(`/products/${id}`, { nom_commercial: 'Enregistré' });
  const waits = await held(`select pg_advisory_xact_lock(hashtextextended('product ${holds}', 0))`, async (blocked) => {
    const saves = [first, holds, other].map(save);
    await blocked(1);
    expect((await saves[0])?.status).toBe(200);
    expect((await saves[2])?.status).toBe(200);
    return saves;
  });
  expect((await waits[1])?.status).toBe(200);
});

test('what is saved while another release starts stays', async () => {
  const { id } = (await editor.post('/products', { nom_commercial: 'Avant' })).body;
  await inTurn<unknown>(AUDIT, [
    () => editor.put(`/products/${id}`, { nom_commercial: 'Après' }),
    () => alignCatalogue(app.database, { always: true }),
  ]);
  expect((await editor.get(`/products/${id}`)).body.nom_commercial).toBe('Après');
});

test('a formula that is saved while its substance changes is composed of what the substance is then', async () => {
  const substance_id = (await editor.post('/substances', { inci: 'Avant lui' })).body.id;
  const { id } = (await editor.post('/products', { nom_commercial: 'Composé' })).body;
  await inTurn(AUDIT, [
    () => editor.put(`/substances/${substance_id}`, { inci: 'Après lui' }),
    () =>
      editor.put(`/products/${id}/formula`, {
        mode: 'table',
        lines: [lineWith({ id: '1', substance_id, percent: 100 })],
      }),
  ]);
  const kept = app.database.db.selectFrom('products').select('composition_sha256').where('id', '=', id);
  const { body } = await editor.get(`/products/${id}/formula`);
  expect(body.composition_sha256).toBe((await kept.executeTakeFirstOrThrow()).composition_sha256);
});

test('nothing is merged into a substance that is being removed', async () => {
  const [one, other] = [
    (await editor.post('/substances', { inci: 'Fusion un' })).body.id,
    (await editor.post('/substances', { inci: 'Fusion deux', nano: true })).body.id,
  ];
  const [merged, removed] = await inTurn(AUDIT, [
    () => editor.post(`/substances/${one}/merge`, { into: other }),
    () => editor.delete(`/substances/${other}`),
  ]);
  expect([merged?.status, removed?.status]).toEqual([200, 409]);
  expect((await editor.get(`/substances/${other}`)).status).toBe(200);
});

test('an import of raw materials and a person never make two substances of one name', async () => {
  const bytes = Buffer.from('Nom commercial;Nom INCI;%\nMP double;Nom double;100\n');
  await inTurn<unknown>(AUDIT, [
    () => editor.post('/substances', { inci: 'Nom double' }),
    () => editor.upload('/materials/import?apply=true', { file: { name: 'm.csv', bytes } }),
  ]);
  const rows = await app.database.db.selectFrom('substances').select('id').where('label', '=', 'Nom double').execute();
  expect(rows).toHaveLength(1);
});

test('a product that is validated while its raw material changes is told as modified since', async () => {
  const ids: string[] = [];
  for (const inci of ['Base', 'Autre'])
    ids.push((await editor.post('/substances', { inci: `${inci} validée` })).body.id);
  const composed = (id: string) => ({ trade_name: 'MP validée', components: [{ substance_id: id, percent: 100 }] });
  const material = (await editor.post('/materials', composed(String(ids[0])))).body;
  const valid = Object.fromEntries(
    FIELDS.filter(({ message }) => message).map((field) => [
      field.name,
      field.kind === 'date' ? '2026-03-15' : field.example,
    ]),
  );
  for (const turn of [0, 1]) {
    const products: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      const { id } = (await editor.post('/products', valid)).body;
      const lines = [lineWith({ id: '1', material_id: material.id, percent: 100 })];
      await editor.put(`/products/${id}/formula`, { mode: 'table', lines });
      products.push(id);
    }
    const mine = products[turn] as string;
    const { body: now } = await editor.get(`/products/${mine}`);
    // The recomposition has begun, and waits for the other product of the material.
    const both = await held(
      `select id from products where id = '${products[1 - turn]}' for update`,
      async (blocked) => {
        const changing = editor.put(`/materials/${material.id}`, composed(String(ids[1 - turn])));
        await blocked(1);
        const validating = editor.put(`/products/${mine}`, { ...now, status: 'VALIDATED' });
        // It waits too where the recomposition has come to it already.
        await Promise.race([validating, blocked(2)]);
        return [changing, validating] as const;
      },
    );
    const [changed, validated] = await Promise.all(both);
    expect([changed.status, validated.status]).toEqual([200, 200]);
    const row = await app.database.db
      .selectFrom('products')
      .selectAll()
      .where('id', '=', mine)
      .executeTakeFirstOrThrow();
    expect(row.modified_since_validation === 0).toBe(row.validated_hash === contentHashOf(row));
  }
});

test('no token is made behind a password that is being changed', async () => {
  const thief = await app.as('editor');
  const { id } = (await thief.get('/auth/me')).body;
  const { body: signed } = await app.anonymous.form('/auth/token', { username: thief.email, password: PASSWORD });
  const owner = app.withToken(signed.access_token);
  const password = 'un autre mot de passe sûr';
  const [made, changed] = await held(
    `select pg_advisory_xact_lock(hashtextextended('tokens ${id}', 0))`,
    async (blocked) => {
      const making = thief.post('/tokens', { name: 'x', scopes: ['read'], expires_in_days: 90 });
      await blocked(1);
      const change = await owner.patch('/auth/me/password', {
        current_password: PASSWORD,
        password,
        password_confirm: password,
      });
      return [making, change] as const;
    },
  );
  expect(changed.status).toBeLessThan(300);
  expect((await made).status).toBe(401);
});

test('a document that is sealed while all are put in line again goes as it is sealed', async () => {
  await admin.upload('/admin/drive/credentials', { file: { name: 'cle.json', bytes: google.credentials } });
  await admin.post('/admin/drive/folder', { folder_id: google.folder });
  const file = { name: 'f.docx', bytes: docxOf({ body: p('{{nom_commercial}}') }) };
  const template_id = (await admin.upload('/templates', { fields: { name: 'Fiche' }, file })).body.id;
  const documents = [];
  for (const nom_commercial of ['Un', 'Deux']) {
    const product_id = (await editor.post('/products', { nom_commercial })).body.id;
    documents.push((await editor.post('/generations', { template_id, product_id })).body);
  }
  await app.deps.jobs.start();
  await app.deps.jobs.idle();
  const [one, two] = documents;
  const resent = await held(`select id from drive_outbox where owner_id = '${one.id}' for update`, async (blocked) => {
    const all = admin.post('/admin/drive/resend');
    await blocked(1);
    const sealing = editor.upload(`/generations/${two.id}/finalize`, {
      method: 'PATCH',
      file: { name: 'final.docx', bytes: docxOf({ body: p('Deux, relu et signé') }) },
    });
    await Promise.race([sealing, blocked(2)]);
    return [all, sealing] as const;
  });
  expect((await Promise.all(resent)).map(({ status }) => status)).toEqual([200, 200]);
  await app.deps.jobs.idle();
  const { sha256 } = (await editor.get(`/generations/${two.id}`)).body;
  const line = await app.database.db
    .selectFrom('drive_outbox')
    .innerJoin('files', 'files.id', 'drive_outbox.file_id')
    .select('files.sha256')
    .where('owner_id', '=', two.id)
    .where('format', '=', 'docx')
    .executeTakeFirst();
  expect(line?.sha256).toBe(sha256);
});

test('a sign-in under way when the second factor is set up opens nothing without it', async () => {
  const person = await app.as('editor');
  const { body: begun } = await person.post('/auth/me/otp', { current_password: PASSWORD });
  const totp = new TOTP({ secret: Secret.fromBase32(begun.secret) });
  const answers = await inTurn(AUDIT, [
    () => person.post('/auth/me/otp/confirm', { code: totp.generate() }),
    () => app.anonymous.form('/auth/token', { username: person.email, password: PASSWORD }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 401]);
});
