import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docxOf, p } from './docx.maker.ts';
import { type FakeGoogle, fakeGoogle, MOMENTS } from './fake.google.ts';
import { ADMIN, copyInstallation } from './installation.ts';
import { heapInUse } from './memory.ts';
import { endOf, killPrograms, NO_CONVERTER, startProgram } from './program.ts';
import { ENGINES, multipart, type TestApp, testApp } from './test.app.ts';

afterAll(killPrograms);
const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const start = (dataDir: string, google: FakeGoogle) =>
  startProgram(dataDir, { ...NO_CONVERTER, GOOGLE_API_URL: google.url });

describe('killed while it sends', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diplo-drive-crash-'));
  const headers: Record<string, string> = {};
  let google: FakeGoogle;
  let program: Awaited<ReturnType<typeof startProgram>>;
  let source: { template_id: string; product_id: string };
  const post = (path: string, body: unknown) =>
    fetch(`${program.url}/api/v1${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const upload = (path: string, fields: Record<string, string>, name: string, bytes: Buffer) => {
    const form = multipart(fields, { name, bytes });
    return fetch(`${program.url}/api/v1${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': form.contentType },
      body: new Uint8Array(form.body),
    });
  };
  const read = async (path: string) => fetch(`${program.url}/api/v1${path}`, { headers });
  const idOf = async (answer: Response): Promise<string> => ((await answer.json()) as { id: string }).id;

  beforeAll(async () => {
    await copyInstallation(folder);
    google = await fakeGoogle();
    program = await start(folder, google);
    const signed = await fetch(`${program.url}/api/v1/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({ username: ADMIN.email, password: ADMIN.password }),
    });
    headers.authorization = `Bearer ${((await signed.json()) as { access_token: string }).access_token}`;
    await upload('/admin/drive/credentials', {}, 'cle.json', google.credentials);
    const connected = await post('/admin/drive/folder', { folder_id: google.folder });
    expect(await connected.json()).toMatchObject({ status: 'ok' });
    source = {
      template_id: await idOf(
        await upload('/templates', { name: 'Fiche' }, 'f.docx', docxOf({ body: p('{{nom_client}}') })),
      ),
      product_id: '',
    };
  });
  afterAll(async () => {
    program.child.kill('SIGKILL');
    await google.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(MOMENTS)('at the moment « %s », the document arrives once after the restart', async (at) => {
    // Another client, so another folder of the drive.
    source.product_id = await idOf(await post('/products', { nom_client: at, nom_commercial: 'Crème' }));
    const [files, folders] = [google.files().length, google.folders().length];
    const killed = endOf(program.child);
    google.forgetTokens();
    google.fail({ at, fault: 'hang', times: 1, onHit: () => program.child.kill('SIGKILL') });
    // Who waits for the drive waits in vain: the document is kept before it is sent.
    await post('/generations/', source).catch(() => undefined);
    await killed;

    program = await start(folder, google);
    const all = (await (await read('/generations')).json()) as { id: string; sha256: string; product_id: string }[];
    const made = all.filter(({ product_id }) => product_id === source.product_id);
    expect(made).toHaveLength(1);
    const { id = '', sha256 = '' } = made[0] ?? {};
    expect(sha(new Uint8Array(await (await read(`/generations/${id}/docx`)).arrayBuffer()))).toBe(sha256);
    await expect
      .poll(async () => (await read(`/generations/${id}`)).json(), { timeout: 20_000, interval: 100 })
      .toMatchObject({ drive_state: 'stored', drive_error: null });
    expect(
      google
        .files()
        .slice(files)
        .map(({ bytes }) => sha(bytes)),
    ).toEqual([sha256]);
    expect(google.folders()).toHaveLength(folders + 2);
  });
});

describe.each(ENGINES)('the outbox, on %s', (engine) => {
  const open = async (): Promise<{
    google: FakeGoogle;
    app: TestApp;
    admin: Awaited<ReturnType<TestApp['as']>>;
    source: object;
  }> => {
    const google = await fakeGoogle();
    const app = await testApp({ engine, config: { googleApiUrl: google.url } });
    const admin = await app.as('admin');
    await admin.upload('/admin/drive/credentials', { file: { name: 'cle.json', bytes: google.credentials } });
    await admin.post('/admin/drive/folder', { folder_id: google.folder });
    const template = await admin.upload('/templates', {
      fields: { name: 'Fiche' },
      file: { name: 'f.docx', bytes: docxOf({ body: p('{{nom_client}}') }) },
    });
    const product = await admin.post('/products', { nom_client: 'Valorme', nom_commercial: 'Crème' });
    return { google, app, admin, source: { template_id: template.body.id, product_id: product.body.id } };
  };

  // How many there are knows no SQL: a quarter on the other engine; thousands by `bench/many.ts`.
  const COUNT = engine === 'sqlite' ? 80 : 20;
  test(`${COUNT} documents made while the drive is down all arrive once it is up, none twice, in a flat memory`, async () => {
    const { google, app, admin, source } = await open();
    google.down(true);
    const wanted: string[] = [];
    for (let turn = 0; turn < COUNT; turn += 1) {
      const { status, body } = await admin.post('/generations', source);
      expect(status).toBe(201);
      wanted.push(`file:${body.id}.docx`);
    }
    expect((await admin.get('/drive')).body.outbox).toMatchObject({ sent: 0, failed: 0 });
    const before = heapInUse();
    google.down(false);
    await admin.post('/admin/drive/retry');
    let peak = 0;
    await expect
      .poll(
        async () => {
          app.deps.jobs.wake();
          peak = Math.max(peak, heapInUse());
          return (await admin.get('/drive')).body.outbox;
        },
        { timeout: 100_000, interval: 250 },
      )
      .toEqual({ waiting: 0, sent: COUNT, failed: 0 });
    expect(
      google
        .files()
        .map(({ properties }) => properties.diplo)
        .sort(),
    ).toEqual(wanted.sort());
    // The fake keeps what it is sent: some kilobytes each. Anything more would be ours.
    expect(peak - before).toBeLessThan(40 * 1024 * 1024);
    await app.close();
    await google.close();
  });

  test('an instance that dies while it sends gives the file back', async () => {
    const { google, app, admin, source } = await open();
    google.fail({ at: 'folder', fault: 'hang', times: 1 });
    const { body } = await admin.post('/generations', source);
    await expect.poll(() => google.calls().folder ?? 0).toBeGreaterThan(0);
    // Somebody else's lease, as a process that died leaves it.
    await app.deps.jobs.idle();
    const far = new Date(Date.now() + 50_000).toISOString();
    await app.database.db
      .updateTable('jobs')
      .set({ state: 'waiting', leased_until: far, leased_by: 'another' })
      .execute();
    await app.database.db.updateTable('drive_outbox').set({ sent_at: null }).execute();
    app.deps.jobs.wake();
    await app.deps.jobs.idle();
    expect((await admin.get(`/generations/${body.id}`)).body.drive_state).toBe('pending');
    app.wait(60_000);
    const state = async (): Promise<string> => {
      app.deps.jobs.wake();
      return (await admin.get(`/generations/${body.id}`)).body.drive_state;
    };
    await expect.poll(state).toBe('stored');
    expect(google.files()).toHaveLength(1);
    await app.close();
    await google.close();
  });
});

test('two instances share one line of 60 files and send none twice', async () => {
  const google = await fakeGoogle();
  const app = await testApp({ engine: 'postgres', config: { googleApiUrl: google.url } });
  const twin = await app.twin();
  const admin = await app.as('admin');
  await admin.upload('/admin/drive/credentials', { file: { name: 'cle.json', bytes: google.credentials } });
  await admin.post('/admin/drive/folder', { folder_id: google.folder });
  const template = await admin.upload('/templates', {
    fields: { name: 'Fiche' },
    file: { name: 'f.docx', bytes: docxOf({ body: p('{{nom_client}}') }) },
  });
  google.down(true);
  for (let turn = 0; turn < 60; turn += 1) {
    const product = await admin.post('/products', { nom_client: `Client ${turn % 3}`, nom_commercial: 'Crème' });
    await admin.post('/generations', { template_id: template.body.id, product_id: product.body.id });
  }
  google.down(false);
  const uploads = google.calls().upload ?? 0;
  await admin.post('/admin/drive/retry');
  await expect
    .poll(
      async () => {
        app.deps.jobs.wake();
        twin.jobs.wake();
        return (await admin.get('/drive')).body.outbox;
      },
      { timeout: 60_000, interval: 100 },
    )
    .toEqual({ waiting: 0, sent: 60, failed: 0 });
  expect(google.files()).toHaveLength(60);
  expect((google.calls().upload ?? 0) - uploads).toBe(60);
  // Three clients, one product in each: made once, by whichever came first.
  expect(google.folders()).toHaveLength(6);
  await twin.jobs.stop();
  await app.close();
  await google.close();
});
