import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStorage } from '../place.ts';
import { converterOf, pdfOf } from '../test/pdf.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

describe.each(ENGINES)('the example is apart, on %s', (engine) => {
  let app: TestApp;
  let admin: Caller;
  let mine: string;
  let filesBefore: { ids: string[]; rows: number };
  /** What the storage holds, what was set aside with it, and the rows that name files. */
  const stored = async (): Promise<typeof filesBefore> => {
    const storage = await openStorage(app.place);
    const ids = [...(await Array.fromAsync(storage.list())), ...(await Array.fromAsync(storage.listAside()))];
    const rows = await app.database.db.selectFrom('files').select('id').execute();
    return { ids: ids.map(({ id }) => id).sort(), rows: rows.length };
  };
  beforeAll(async () => {
    app = await testApp({ engine, converter: converterOf(pdfOf('Dossier')) });
    admin = await app.as('admin');
    filesBefore = await stored();
    expect((await admin.post('/demo')).body).toMatchObject({ state: 'loaded', used: [] });
    mine = (await admin.post('/products/', { nom_commercial: 'À moi' })).body.id;
  });
  afterAll(() => app.close());
  const rowsOf = async (path: string): Promise<{ id: string; example: boolean }[]> => (await admin.get(path)).body;

  test('what it made says so; a person’s own does not', async () => {
    const products = await rowsOf('/products?size=50');
    expect(products.filter(({ example }) => example)).toHaveLength(7);
    expect(products.find(({ id }) => id === mine)?.example).toBe(false);
    for (const path of ['/substances?size=100', '/materials?size=100'])
      expect((await rowsOf(path)).every(({ example }) => example)).toBe(true);
    const [, { id = '' } = {}] = products.filter(({ example }) => example);
    const [file] = (await admin.get(`/attachments/product/${id}`)).body;
    if (file) expect(file.example).toBe(true);
  });

  test('a request to a supplier waits to be sent', async () => {
    const { body } = await admin.get('/requests');
    expect(body).toMatchObject([{ supplier: 'Essences de Grasse', state: 'draft', items: [{ kind: 'IFRA' }, {}, {}] }]);
  });

  test('its people are not proposed to a person’s own product', async () => {
    const proposed = async () => (await admin.get('/control/values?field=evaluateur_nom')).body;
    expect(await proposed()).toEqual([]);
    const saved = await admin.put(`/products/${mine}/assessment`, { evaluateur_nom: 'Dr Anne Roy' });
    expect(saved.status).toBe(200);
    expect(await proposed()).toEqual(['Dr Anne Roy']);
  });

  test('sent back with its mark, a product is the same', async () => {
    const { body } = await admin.get(`/products/${mine}`);
    expect((await admin.put(`/products/${mine}`, { ...body, example: true })).body).toMatchObject({ id: mine });
    expect((await admin.get(`/products/${mine}`)).body.example).toBe(false);
  });

  test('a paste never takes one of its records by name: the firm makes its own beside it', async () => {
    const pasted = await admin.post(`/products/${mine}/formula/parse`, { text: 'Glycerin\t5\nAqua\tqsp 100' });
    expect(pasted.body.lines.map(({ substance_id }: { substance_id: string | null }) => substance_id)).toEqual([
      null,
      null,
    ]);
    // Offered by hand as what they are, until the firm has its own of that name.
    const offered = async () =>
      (await admin.get('/substances/suggest?q=glycerin')).body.flatMap((one: { name: string; example: boolean }) =>
        one.name === 'Glycerin' ? [one.example] : [],
      );
    expect(await offered()).toEqual([true]);
    expect((await admin.post('/substances', { inci: 'Glycerin', cas: ['56-81-5'] })).status).toBe(201);
    expect(await offered()).toEqual([false]);
  });

  test('a person who takes one all the same is told: red, until it is theirs', async () => {
    const [tocopherol] = (await admin.get('/substances?search=Tocopherol')).body;
    const lines = [{ id: '1', substance_id: tocopherol.id, qs: '100' }];
    expect((await admin.put(`/products/${mine}/formula`, { mode: 'table', lines })).status).toBe(200);
    const findings = (await admin.get(`/products/${mine}/findings`)).body;
    expect(findings.find(({ code }: { code: string }) => code === 'EXEMPLE')).toMatchObject({
      level: 'rouge',
      text: expect.stringContaining('Tocopherol'),
    });
    expect((await admin.get('/demo')).body.used).toEqual(['Tocopherol']);
  });

  test('taken away, nothing of it is left, and a person’s own work is byte for byte the same', {
    tags: ['slow'],
  }, async () => {
    // A sealed dossier, its files on the way to a drive: they go too.
    const [sealed] = (await rowsOf('/products?search=Aube')).map(({ id }) => id);
    expect((await admin.post(`/products/${sealed}/dossiers`)).status).toBe(201);
    await app.deps.jobs.idle();
    expect((await admin.get('/dossiers')).body).toHaveLength(1);
    const before = (await admin.get(`/products/${mine}`)).bytes;
    // Cancelled without having been sent, it is still of the example.
    const [request] = (await admin.get('/requests')).body;
    expect((await admin.post(`/requests/${request.id}/cancel`)).status).toBe(200);
    const removed = await admin.delete('/demo');
    expect((await admin.get('/requests')).body).toEqual([]);
    expect(removed.status).toBe(200);
    expect((await admin.get(`/products/${mine}`)).bytes.equals(before)).toBe(true);
    expect((await rowsOf('/products?size=50')).map(({ id }) => id)).toEqual([mine]);
    expect((await admin.get('/generations?size=50')).body).toEqual([]);
    expect((await admin.get('/dossiers')).body).toEqual([]);
    expect((await admin.get('/trash')).body).toEqual([]);
    // Not a file, sealed or not, now or set aside; what a person keeps has its sheet.
    const [sheet] = await app.database.db.selectFrom('attachments').select('file_id').execute();
    expect(await stored()).toEqual({ ids: [...filesBefore.ids, sheet?.file_id].sort(), rows: filesBefore.rows + 1 });
    expect(await app.database.db.selectFrom('drive_outbox').selectAll().execute()).toEqual([]);
    // What a person employs is theirs, and no longer the example's.
    const kept = await rowsOf('/substances?size=100');
    expect(kept.map(({ example }) => example)).toEqual([false, false]);
    expect((await rowsOf('/materials?size=100')).length).toBe(0);
    const left = await app.database.db.selectFrom('attachments').select('id').where('example', '=', 1).execute();
    expect(left).toEqual([]);
    await app.deps.jobs.idle();
    expect(
      (await admin.get(`/products/${mine}/findings`)).body.map(({ code }: { code: string }) => code),
    ).not.toContain('EXEMPLE');
  });
});

test.each(ENGINES)(
  'what a product of it left behind, removed for good by hand before, goes with it, on %s',
  { tags: ['slow'] },
  async (engine) => {
    const app = await testApp({ engine, converter: converterOf(pdfOf('Dossier')) });
    const admin = await app.as('admin');
    await admin.post('/demo');
    const [{ id }] = (await admin.get('/products?search=Aube')).body;
    expect((await admin.post(`/products/${id}/dossiers`)).status).toBe(201);
    await app.deps.jobs.idle();
    await admin.delete(`/products/${id}`);
    expect((await admin.delete(`/trash/${id}`)).status).toBe(204);
    expect((await admin.get('/dossiers')).body).toHaveLength(1);
    expect((await admin.delete('/demo')).status).toBe(200);
    for (const path of ['/generations?size=50', '/dossiers', '/trash'])
      expect((await admin.get(path)).body).toEqual([]);
    await app.close();
  },
);

test.each(ENGINES)('loaded by the last release beside real work, it goes without a trace, on %s', async (engine) => {
  const app = await testApp({ engine, from: join(import.meta.dirname, '../test/older/0022-findings-again') });
  const admin = await app.as('admin');
  const made = (await admin.get('/products?size=50')).body as { example: boolean }[];
  expect(made.length).toBeGreaterThan(0);
  expect(made.every(({ example }) => example)).toBe(true);
  const mine = await admin.post('/products/', { nom_commercial: 'À moi', ph: '5,5' });
  const read = () => admin.get(`/products/${mine.body.id}`);
  const before = (await read()).bytes;
  expect((await admin.delete('/demo')).body).toEqual({ state: 'none', used: [] });
  expect((await read()).bytes.equals(before)).toBe(true);
  for (const [path, count] of [
    ['/products?size=50', 1],
    ['/substances?size=50', 0],
    ['/materials?size=50', 0],
    ['/generations?size=50', 0],
    ['/dossiers', 0],
  ] as const)
    expect((await admin.get(path)).body, path).toHaveLength(count);
  await app.close();
});
