import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const csv = (text: string, name = 'produits.csv') => ({ name, type: 'text/csv', bytes: Buffer.from(text) });

describe.each(ENGINES)('products from a sheet, on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    await app.deps.jobs.start();
    editor = await app.as('editor');
  });
  afterAll(() => app.close());

  const bring = async (text: string) => {
    const { status, body } = await editor.upload('/imports/sheets', { file: csv(text) });
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const planOf = async (id: string) => (await editor.get(`/imports/${id}/plan`)).body;
  const finished = async (id: string) => {
    await app.deps.jobs.idle();
    return (await editor.get(`/batches/${id}`)).body;
  };

  test('a file is read, planned, applied line by line, and undone', async () => {
    const read = await bring(
      'Référence produit;Nom commercial;Marque;pH;Date de mise sur le marché\nP-1;Crème;Valorme;5,5;15/03/2026\nP-2;Baume;Valorme;abc;2026-04-01\n',
    );
    expect(read).toMatchObject({ layout: 'rows', header_line: 1, key: 'nom_commercial' });
    const plan = await planOf(read.id);
    expect(plan.counts).toEqual({ create: 1, update: 0, same: 0, refused: 1 });
    expect((await editor.post(`/imports/${read.id}/apply`, { plan: plan.plan, mode: 'all' })).status).toBe(422);
    const applied = await editor.post(`/imports/${read.id}/apply`, { plan: plan.plan, mode: 'lines' });
    expect(applied.status, JSON.stringify(applied.body)).toBe(202);
    const batch = await finished(applied.body.id);
    expect(batch).toMatchObject({ state: 'done', total: 1, done: 1, failed: 0 });
    const [item] = (await editor.get(`/batches/${batch.id}/items`)).body;
    const made = (await editor.get(`/products/${item.result_id}`)).body;
    expect(made).toMatchObject({ nom_commercial: 'Crème', ph: 5.5, date_mise_marche: '2026-03-15', status: 'DRAFT' });
    const again = await planOf(read.id);
    expect(again.counts).toEqual({ create: 0, update: 0, same: 1, refused: 1 });
    const undone = await editor.post(`/batches/${batch.id}/undo`, {});
    expect(undone.status, JSON.stringify(undone.body)).toBe(202);
    await finished(undone.body.id);
    expect((await editor.get(`/products/${item.result_id}`)).status).toBe(404);
    expect((await editor.get(`/batches/${batch.id}`)).body.state).toBe('reverted');
    expect((await editor.get(`/imports/${read.id}/rest`)).status).toBe(200);
    expect((await editor.get(`/batches/${batch.id}/report`)).status).toBe(200);
  });
});
