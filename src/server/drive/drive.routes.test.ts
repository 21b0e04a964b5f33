import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FIELDS } from '#shared/products/product.fields.ts';
import { docxOf, entry, p } from '../test/docx.maker.ts';
import { FAULTS, type FakeGoogle, fakeGoogle, MOMENTS } from '../test/fake.google.ts';
import { converterOf, pdfOf } from '../test/pdf.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Once nothing waits to be sent any more: a slow answer costs a try, and the pause before the next one is let pass. */
async function allSent({ deps }: TestApp): Promise<void> {
  const waiting = async (): Promise<number> => {
    deps.jobs.wake();
    await deps.jobs.idle();
    return (await deps.drive.status()).outbox.waiting;
  };
  await expect.poll(waiting, { timeout: 60_000, interval: 25 }).toBe(0);
}

async function connect(app: TestApp, admin: Caller, google: FakeGoogle): Promise<void> {
  await admin.upload('/admin/drive/credentials', { file: { name: 'cle.json', bytes: google.credentials } });
  const { body } = await admin.post('/admin/drive/folder', { folder_id: google.folder });
  expect(body).toMatchObject({ status: 'ok', provider: 'google', configured: true });
  await allSent(app);
}

/** A product and a template to generate from. */
async function material(editor: Caller, extra = ''): Promise<{ template_id: string; product_id: string }> {
  const template = await editor.upload('/templates', {
    fields: { name: 'Fiche' },
    file: { name: 'fiche.docx', bytes: docxOf({ body: p(`{{nom_commercial}} ${extra}`) }) },
  });
  const product = await editor.post('/products', {
    ...Object.fromEntries(FIELDS.map((field) => [field.name, field.example])),
    nom_client: "Maison l'Aube",
    nom_commercial: 'Crème « Éclat »',
  });
  return { template_id: template.body.id, product_id: product.body.id };
}

describe.each(ENGINES)('Google Drive, on %s', (engine) => {
  let google: FakeGoogle;
  let app: TestApp;
  let admin: Caller;
  let editor: Caller;
  let source: { template_id: string; product_id: string };

  beforeAll(async () => {
    google = await fakeGoogle();
    app = await testApp({ engine, config: { googleApiUrl: google.url, uploadMaxMb: 25 } });
    admin = await app.as('admin');
    editor = await app.as('editor');
    source = await material(editor);
  });
  afterAll(async () => {
    await app.close();
    await google.close();
  });
  afterEach(() => {
    google.mend();
    google.down(false);
  });

  test('before it is configured, the built-in drive serves', async () => {
    expect((await admin.get('/drive')).body).toMatchObject({
      configured: false,
      provider: 'local',
      root_folder_id: null,
      steps: [],
      outbox: { waiting: 0, sent: 0, failed: 0 },
    });
    const { body } = await editor.post('/generations', source);
    expect(body).toMatchObject({ drive_state: 'stored', drive_error: null });
    expect(body.drive_file_id).toBeTruthy();
  });

  test('credentials that are not those of a service account are refused, all that lacks being said', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const weak = privateKey.export({ type: 'pkcs8', format: 'pem' });
    const whole = JSON.parse(google.credentials.toString());
    const cases: [Buffer, RegExp, number?][] = [
      [Buffer.from('pas du json'), /fichier JSON/],
      [json([]), /fichier JSON/],
      [json({ type: 'authorized_user' }), /compte de service/],
      [json({ type: 'service_account' }), /client_email|private_key|token_uri/, 3],
      [json({ ...whole, private_key: 'x' }), /clé RSA/],
      [json({ ...whole, private_key: weak }), /2048/],
      [json({ ...whole, client_email: 'x' }), /adresse/],
    ];
    for (const [bytes, words, faults = 1] of cases) {
      const { status, body } = await admin.upload('/admin/drive/credentials', { file: { name: 'c.json', bytes } });
      expect(status).toBe(422);
      expect(body.detail).toHaveLength(faults);
      for (const { msg, loc } of body.detail) {
        expect(msg).toMatch(words);
        expect(loc).toEqual(['body', 'file']);
      }
    }
    expect((await admin.get('/admin/drive/')).body.configured).toBe(false);
  });

  test('credentials are kept encrypted, never given back, and say what is missing next', async () => {
    const { status, body } = await admin.upload('/drive/credentials', {
      file: { name: 'cle.json', bytes: google.credentials },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ configured: true, account_email: google.account, status: 'incomplete' });
    expect(body.message).toContain('dossier racine');
    expect(JSON.stringify(body)).not.toMatch(/PRIVATE|private_key/);
    const rows = await app.database.db.selectFrom('settings').selectAll().execute();
    const stored = JSON.stringify(rows);
    // Whole lines of the key: three letters may stand anywhere in what is encrypted.
    const { private_key } = JSON.parse(google.credentials.toString()) as { private_key: string };
    const lines = private_key.split('\n').filter((line) => line.length > 10);
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) expect(stored).not.toContain(line);
  });

  test.each([
    ['', 'Le dossier est requis'],
    ['court', 'adresse'],
    ['https://docs.google.com/document/d/1/edit', 'adresse'],
    [null, 'requis'],
  ])('%j is no folder', async (folder_id, words) => {
    const { status, body } = await admin.post('/admin/drive/folder', { folder_id });
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain(words === 'Le dossier est requis' ? 'dossier' : words);
  });

  test('what people paste as a folder is understood', async () => {
    for (const text of [
      google.folder,
      `  https://drive.google.com/drive/folders/${google.folder}  `,
      `https://drive.google.com/drive/u/0/folders/${google.folder}?usp=sharing`,
      `https://drive.google.com/open?id=${google.folder}`,
    ])
      expect((await admin.post('/admin/drive/folder', { folder_id: text })).body.root_folder_id).toBe(google.folder);
  });

  test('each step of the test is told, with what to do where it fails', async () => {
    const check = async (folder: string) =>
      (await admin.post('/admin/drive/folder', { folder_id: folder, insist: true })).body as {
        status: string;
        message: string;
        steps: { name: string; state: string }[];
      };
    const states = (body: Awaited<ReturnType<typeof check>>) => body.steps.map(({ state }) => state).join(' ');
    const missing = await check('1absent_absent_absent');
    expect(states(missing)).toBe('ok failed skipped skipped skipped');
    expect(missing.message).toContain(google.account);
    const own = await check(google.ownFolder);
    expect(states(own)).toBe('ok ok failed skipped skipped');
    expect(own.message).toContain('Drive partagé');
    expect(states(await check(google.file))).toBe('ok failed skipped skipped skipped');
    const reader = await check(google.readOnlyFolder);
    expect(states(reader)).toBe('ok ok ok failed skipped');
    expect(reader.message).toContain('Gestionnaire de contenu');
    expect(states(await check(google.folder))).toBe('ok ok ok ok ok');
    expect((await admin.post('/drive/test')).body).toMatchObject({ status: 'ok' });
    // The attempt leaves nothing behind.
    expect(google.files()).toEqual([]);
  });

  test('what fails its test does not take the place of what works, unless one insists', async () => {
    const refused = await admin.post('/admin/drive/folder', { folder_id: '1absent_absent_absent' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'drive_test_failed' } });
    expect(refused.body.detail).toMatch(/n’a pas été retenu.*reste en service/);
    const key = JSON.parse(google.credentials.toString());
    const stranger = json({ ...key, client_email: 'autre@projet.iam.gserviceaccount.com' });
    const other = await admin.upload('/admin/drive/credentials', { file: { name: 'c.json', bytes: stranger } });
    expect(other).toMatchObject({ status: 409, body: { code: 'drive_test_failed' } });
    expect((await admin.get('/admin/drive')).body).toMatchObject({
      status: 'ok',
      root_folder_id: google.folder,
      account_email: google.account,
    });
  });

  test('a document is generated at once, sent in its folders, and opens on Google', async () => {
    const { body } = await editor.post('/generations', source);
    expect(body).toMatchObject({ drive_state: 'pending', drive_file_id: null });
    expect(body.drive_file_url).toMatch(/^\/api\/v1\/generations/);
    await allSent(app);
    const sent = (await editor.get(`/generations/${body.id}`)).body;
    expect(sent).toMatchObject({ drive_state: 'stored', drive_error: null });
    expect(sent.drive_file_url).toBe(`https://drive.google.com/file/d/${sent.drive_file_id}/view`);
    const [file] = google.files();
    expect(google.files()).toHaveLength(1);
    expect(sha(file?.bytes ?? Buffer.alloc(0))).toBe(body.sha256);
    const names = google.folders().map(({ name }) => name);
    expect(names).toEqual(["Maison l'Aube", 'Crème « Éclat »']);
    expect(file?.parents[0]).toBe(google.folders()[1]?.id);
    expect(file?.readOnly).toBe(false);
  });

  test('a finalised document replaces the draft, with its PDF, both read-only', async () => {
    const pdf = pdfOf('essai');
    const other = await testApp({
      engine,
      config: { googleApiUrl: google.url },
      converter: converterOf(pdf),
    });
    const root = await other.as('admin');
    await connect(other, root, google);
    const before = google.files().length;
    const { body } = await root.post('/generations', await material(root));
    await allSent(other);
    const final = docxOf({ body: p('Version finale') });
    const { status } = await root.upload(`/generations/${body.id}/finalize`, {
      method: 'PATCH',
      file: { name: 'final.docx', bytes: final },
    });
    expect(status).toBe(200);
    await allSent(other);
    const files = google.files().slice(before);
    expect(files.map(({ bytes }) => bytes.toString('hex')).sort()).toEqual(
      [final, pdf].map((bytes) => bytes.toString('hex')).sort(),
    );
    expect(files.every(({ readOnly }) => readOnly)).toBe(true);
    expect((await root.get(`/generations/${body.id}`)).body).toMatchObject({ drive_state: 'stored' });
    await other.close();
  });

  test('a sealed dossier goes where its documents go, its PDF and its archive, both read-only', async () => {
    const { product_id } = source;
    expect((await editor.post(`/products/${product_id}/dossiers`, {})).status).toBe(201);
    await allSent(app);
    const [dossier] = (await editor.get(`/products/${product_id}/dossiers`)).body;
    expect(dossier).toMatchObject({ drive_state: 'stored', drive_error: null });
    expect(dossier.zip_drive_url).toMatch(/^https:\/\/drive\.google\.com\//);
    const files = google.files().filter(({ properties }) => properties.diplo?.startsWith(`file:${dossier.id}.`));
    expect(files.map(({ name }) => name.split('.').at(-1)).sort()).toEqual(['pdf', 'zip']);
    expect(files.map(({ bytes }) => sha(bytes)).sort()).toEqual([dossier.sha256, dossier.zip_sha256].sort());
    expect(files.every(({ readOnly }) => readOnly)).toBe(true);
    const parents = files.map(({ parents: [id] }) => google.folders().find((folder) => folder.id === id)?.name);
    expect(parents).toEqual(['Crème « Éclat »', 'Crème « Éclat »']);

    // Another place for everything: dossiers are among what goes there.
    await editor.post(`/dossiers/${dossier.id}/send`);
    expect((await admin.post('/admin/drive/resend')).status).toBe(200);
    await allSent(app);
    expect((await editor.get(`/dossiers/${dossier.id}`)).body.drive_state).toBe('stored');
    expect(google.files().filter(({ properties }) => properties.diplo?.startsWith(`file:${dossier.id}.`))).toHaveLength(
      2,
    );
  });

  test('a document in the trash is not sent; restored, it goes on its way', async () => {
    google.down(true);
    const { body } = await editor.post('/generations', source);
    await app.deps.jobs.idle();
    await editor.delete(`/generations/${body.id}`);
    google.down(false);
    app.wait(60_000);
    app.deps.jobs.wake();
    await app.deps.jobs.idle();
    const mine = () => google.files().filter(({ properties }) => properties.diplo === `file:${body.id}.docx`);
    expect(mine()).toEqual([]);
    expect((await admin.post(`/trash/${body.id}/restore`)).status).toBe(200);
    await allSent(app);
    expect((await editor.get(`/generations/${body.id}`)).body).toMatchObject({
      drive_state: 'stored',
      drive_error: null,
    });
    expect(mine()).toHaveLength(1);
  });

  test('what somebody put in the bin of the drive comes back with "Relancer"', async () => {
    const { body } = await editor.post('/generations', source);
    await allSent(app);
    const id = (await editor.get(`/generations/${body.id}`)).body.drive_file_id;
    google.trash(id);
    for (const folder of google.folders()) google.trash(folder.id);
    expect((await admin.post('/admin/drive/resend')).status).toBe(200);
    await allSent(app);
    expect((await editor.get(`/generations/${body.id}`)).body.drive_state).toBe('stored');
    const keys = google.files().map(({ properties }) => properties.diplo);
    expect(keys).toContain(`file:${body.id}.docx`);
  });

  test('another root folder takes everything that is sent from then on, and what was sent stays one file', async () => {
    const { body } = await editor.post('/generations', source);
    await allSent(app);
    const before = google.files().length;
    const second = google.addFolder('Nouveau dossier');
    await admin.post('/admin/drive/folder', { folder_id: second });
    await admin.post('/admin/drive/resend');
    await allSent(app);
    expect((await admin.get('/drive')).body.outbox).toMatchObject({ waiting: 0, failed: 0 });
    const mine = () => google.files().filter(({ properties }) => properties.diplo === `file:${body.id}.docx`);
    expect(mine()).toHaveLength(2);
    expect(google.files().length).toBeGreaterThan(before);
    // Again: nothing new.
    await admin.post('/admin/drive/resend');
    await allSent(app);
    expect(mine()).toHaveLength(2);
    await admin.post('/admin/drive/folder', { folder_id: google.folder });
  });

  test('credentials that cannot be read any more make documents wait, not vanish', async () => {
    const setting = await app.database.db
      .selectFrom('settings')
      .selectAll()
      .where('name', '=', 'drive')
      .executeTakeFirstOrThrow();
    const broken = JSON.stringify({ ...JSON.parse(setting.value), credentials: 'v1.a.b.c' });
    await app.database.db.updateTable('settings').set({ value: broken }).where('name', '=', 'drive').execute();
    expect((await admin.get('/drive')).body).toMatchObject({ status: 'error', configured: true });
    const { body } = await editor.post('/generations', source);
    await app.deps.jobs.idle();
    expect((await editor.get(`/generations/${body.id}`)).body.drive_state).toBe('pending');
    await admin.upload('/admin/drive/credentials', { file: { name: 'cle.json', bytes: google.credentials } });
    await allSent(app);
    expect((await editor.get(`/generations/${body.id}`)).body.drive_state).toBe('stored');
  });

  test('a file above 5 MB goes in pieces, and goes on where it was cut', { tags: ['slow'] }, async () => {
    const { product_id } = source;
    const template = await editor.upload('/templates', {
      fields: { name: 'Grand' },
      file: {
        name: 'grand.docx',
        bytes: docxOf({
          body: p('{{nom_commercial}}'),
          extra: [entry('word/media/image1.bin', randomBytes(6_000_000))],
        }),
      },
    });
    expect(template.status).toBe(201);
    const calls = google.calls().upload ?? 0;
    google.fail({ at: 'middle', fault: 'cut', times: 1 });
    const { body, status } = await editor.post('/generations', { template_id: template.body.id, product_id });
    expect(status).toBe(201);
    await allSent(app);
    expect((await editor.get(`/generations/${body.id}`)).body).toMatchObject({
      drive_error: null,
      drive_state: 'stored',
    });
    const sent = google.files().filter(({ properties }) => properties.diplo === `file:${body.id}.docx`);
    expect(sent).toHaveLength(1);
    const bytes = sent[0]?.bytes ?? Buffer.alloc(0);
    expect(sha(bytes)).toBe(body.sha256);
    // Opening the session, the pieces, the question and the piece that was cut.
    expect((google.calls().upload ?? 0) - calls).toBeGreaterThanOrEqual(4);
  });

  // What a drive does knows no SQL: all of it on one engine, a tenth on the other.
  const faultsAt = (at: number): readonly (typeof FAULTS)[number][] =>
    engine === 'sqlite' ? FAULTS : FAULTS.filter((_, index) => (index + at) % 10 === 0);
  describe.each(MOMENTS)('at the moment: %s', (at) => {
    test.each(faultsAt(MOMENTS.indexOf(at)))('%s loses nothing and makes nothing twice', async (fault) => {
      // A product of its own, so that its folders are made anew; a token of its own.
      const { body: product } = await editor.post('/products', { nom_commercial: `${at} ${fault} ${engine}` });
      await app.deps.drive.test();
      google.forgetTokens();
      let hits = 0;
      google.fail({ at, fault, times: fault === '401' ? 2 : 1, onHit: () => (hits += 1) });
      const { body, status } = await editor.post('/generations', { ...source, product_id: product.id });
      expect(status).toBe(201);
      expect(body.drive_state).toBe('pending');
      // Here at once, whatever happens there.
      const local = await editor.get(`/generations/${body.id}/docx`);
      expect(sha(local.bytes)).toBe(body.sha256);
      await allSent(app);
      expect(hits).toBeGreaterThan(0);
      const now = (await editor.get(`/generations/${body.id}`)).body;
      if (now.drive_state === 'failed') {
        expect(now.drive_error).toMatch(/[.!]$/);
        google.mend();
        expect((await editor.post(`/generations/${body.id}/drive`)).status).toBe(200);
        await allSent(app);
      }
      expect((await editor.get(`/generations/${body.id}`)).body).toMatchObject({
        drive_state: 'stored',
        drive_error: null,
      });
      const sent = google.files().filter(({ properties }) => properties.diplo === `file:${body.id}.docx`);
      expect(sent).toHaveLength(1);
      expect(sha(sent[0]?.bytes ?? Buffer.alloc(0))).toBe(body.sha256);
      expect(google.folders().filter(({ name }) => name === `${at} ${fault} ${engine}`)).toHaveLength(1);
    });
  });
});

test('who makes or seals a document is told its id on the drive, and what waits when the drive does not answer', async () => {
  const google = await fakeGoogle();
  const app = await testApp({
    converter: converterOf(pdfOf('essai')),
    config: { googleApiUrl: google.url },
    driveAnswerMs: 20_000,
  });
  const [admin, editor] = [await app.as('admin'), await app.as('editor')];
  await connect(app, admin, google);
  const source = await material(editor);
  const { body: made } = await editor.post('/generations', source);
  expect(made).toMatchObject({ drive_state: 'stored', drive_file_id: expect.any(String) });
  const file = { name: 'final.docx', bytes: docxOf({ body: p('Relu') }) };
  const { body: sealed } = await editor.upload(`/generations/${made.id}/finalize`, { method: 'PATCH', file });
  expect(sealed).toMatchObject({ status: 'success', drive_state: 'stored', drive_file_id: made.drive_file_id });
  expect(sealed.pdf_drive_file_id).toEqual(expect.any(String));
  google.fail({ at: 'first byte', fault: '503', times: 50 });
  const { body: waits } = await editor.post('/generations', source);
  expect(waits).toMatchObject({ drive_state: 'pending', drive_file_id: null });
  google.mend();
  await allSent(app);
  expect((await editor.get(`/generations/${waits.id}`)).body.drive_state).toBe('stored');
  await app.close();
  await google.close();
});
