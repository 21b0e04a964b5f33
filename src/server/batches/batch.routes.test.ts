import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BATCHES_EACH, UNDO_DAYS } from '#shared/batches/batch.contract.ts';
import { inflate, readZip } from '../documents/docx/zip.ts';
import { createBusyLine } from '../test/batch.line.ts';
import { docxOf, p } from '../test/docx.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const DAY_MS = 86_400_000;

describe.each(ENGINES)('work on many products, on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  let busyLine: () => Promise<void>;
  beforeAll(async () => {
    app = await testApp({ engine });
    await app.deps.jobs.start();
    editor = await app.as('editor');
    busyLine = await createBusyLine(app);
  });
  afterAll(() => app.close());

  const product = async (values: object): Promise<string> => {
    const made = await editor.post('/products', values);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.id;
  };
  const read = async (id: string) => (await editor.get(`/products/${id}`)).body;
  const marque = (products: string[], more: object = {}) => ({
    kind: 'field.set',
    products,
    field: 'marque',
    op: 'set',
    value: 'Valorme',
    ...more,
  });
  const started = async (demand: object, by = editor): Promise<string> => {
    const { body: plan } = await by.post('/batches/plan', demand);
    const { status, body } = await by.post('/batches', { ...demand, plan: plan.plan });
    expect(status, JSON.stringify(body)).toBe(202);
    return body.id;
  };
  const ended = async (id: string) => {
    await expect
      .poll(async () => (await editor.get(`/batches/${id}`)).body.ended_at, { timeout: 20_000 })
      .not.toBeNull();
    return (await editor.get(`/batches/${id}`)).body;
  };

  test('a plan says what would change and what would stay, product by product, and writes nothing', async () => {
    const [a, b, c] = [
      await product({ nom_commercial: 'A', marque: 'Autre' }),
      await product({ nom_commercial: 'B', marque: 'Valorme' }),
      await product({ nom_commercial: 'C' }),
    ];
    const { body } = await editor.post('/batches/plan', marque([a, b, c, 'absent']));
    expect(body).toMatchObject({ total: 2, title: 'Marque : « Valorme »' });
    expect(body.changes.map((one: object) => one)).toMatchObject([
      { id: a, field: 'marque', from: 'Autre', to: 'Valorme', validated: false },
      { id: c, field: 'marque', from: null, to: 'Valorme' },
    ]);
    expect(body.skipped).toEqual([
      { id: b, label: 'B', reason: 'A déjà cette valeur.' },
      { id: 'absent', label: 'absent', reason: 'Ce produit n’est plus là.' },
    ]);
    expect((await read(a)).marque).toBe('Autre');
    const replaced = await editor.post('/batches/plan', marque([a, b, c], { op: 'replace', from: 'Autre' }));
    expect(replaced.body.changes.map(({ id }: { id: string }) => id)).toEqual([a]);
    expect((await editor.post('/batches/plan', marque([b], { op: 'empty' }))).body.changes[0].to).toBeNull();
  });

  test('names, references, the formula and who validated are not written in bulk; a value is read as its field reads it', async () => {
    const id = await product({ nom_commercial: 'N' });
    for (const field of ['nom_commercial', 'ref_produit', 'ingredients', 'valide_par', 'status'])
      expect((await editor.post('/batches/plan', marque([id], { field }))).status, field).toBe(422);
    expect((await editor.post('/batches/plan', marque([id], { field: 'ph', value: 'acide' }))).status).toBe(422);
    expect((await editor.post('/batches/plan', marque([id], { value: ' ' }))).status).toBe(422);
    expect((await editor.post('/batches/plan', marque([]))).status).toBe(422);
    expect((await editor.post('/batches/plan', { kind: 'products.validate', products: [id] })).status).toBe(422);
  });

  test('it runs once it was seen, leaves one line for it and one for each product, and keeps the status', async () => {
    const valid = await product(validProduct());
    expect((await read(valid)).status).toBe('VALIDATED');
    const draft = await product({ nom_commercial: 'D', marque: 'Autre' });
    const demand = marque([valid, draft], { value: 'Valorme Paris' });
    const { body: plan } = await editor.post('/batches/plan', demand);
    expect(plan.changes[0].validated).toBe(true);
    await editor.put(`/products/${draft}`, { nom_commercial: 'D', marque: 'Encore autre' });
    expect((await editor.post('/batches', { ...demand, plan: plan.plan })).status).toBe(409);
    const batch = await ended(await started(demand));
    expect(batch).toMatchObject({ state: 'done', total: 2, done: 2, failed: 0, skipped: 0 });
    expect(await read(valid)).toMatchObject({
      marque: 'Valorme Paris',
      status: 'VALIDATED',
      modified_since_validation: true,
    });
    const admin = await app.as('admin');
    const journal: { action: string; object_id: string }[] = (await admin.get('/audit?page=1&size=10')).body;
    expect(journal.filter(({ object_id }) => object_id === batch.id).map(({ action }) => action)).toEqual([
      'batch.create',
    ]);
    expect(journal.filter(({ action }) => action === 'product.update').map(({ object_id }) => object_id)).toContain(
      valid,
    );
    const [revision] = (await editor.get(`/products/${valid}/revisions`)).body;
    expect(revision.changes.at(-1)).toMatchObject({ label: 'Travail en masse', to: 'Marque : « Valorme Paris »' });
    const report = await editor.get(`/batches/${batch.id}/report`);
    const texts = readZip(report.bytes)
      .map((entry) => inflate(entry).toString())
      .join('');
    expect(texts).toContain('Valorme Paris');
  });

  test('undone, what still holds what was written goes back; what somebody changed since stays, and is named', async () => {
    const [kept, back] = [
      await product({ nom_commercial: 'K', marque: 'X' }),
      await product({ nom_commercial: 'B', marque: 'Y' }),
    ];
    const batch = await ended(await started(marque([kept, back], { value: 'Z' })));
    await editor.put(`/products/${kept}`, { nom_commercial: 'K', marque: 'À la main' });
    const demand = { kind: 'undo', batch_id: batch.id };
    const { body: plan } = await editor.post('/batches/plan', demand);
    expect(plan.changes).toMatchObject([{ id: back, field: 'marque', from: 'Z', to: 'Y' }]);
    expect(plan.skipped).toEqual([{ id: kept, label: 'K', reason: 'Changé depuis, et laissé tel quel : Marque.' }]);
    const { body: undo, status } = await editor.post(`/batches/${batch.id}/undo`, { plan: plan.plan });
    expect(status).toBe(202);
    expect(await ended(undo.id)).toMatchObject({ kind: 'undo', state: 'done', undoes: batch.id });
    expect([(await read(kept)).marque, (await read(back)).marque]).toEqual(['À la main', 'Y']);
    expect((await editor.get(`/batches/${batch.id}`)).body).toMatchObject({ state: 'reverted', undone_by: undo.id });
    expect((await editor.post(`/batches/${batch.id}/undo`, {})).status).toBe(409);
  });

  test('undo is offered for thirty days, to its author and administrators', async () => {
    const id = await product({ nom_commercial: 'T', marque: 'X' });
    const batch = await ended(await started(marque([id], { value: 'Délai' })));
    const demand = { kind: 'undo', batch_id: batch.id };
    const other = await app.as('editor');
    expect((await other.post('/batches/plan', demand)).status).toBe(403);
    expect((await (await app.as('admin')).post('/batches/plan', demand)).status).toBe(200);
    app.wait(UNDO_DAYS * DAY_MS - 60_000);
    const fresh = await app.as('admin');
    expect((await fresh.post('/batches/plan', demand)).status).toBe(200);
    app.wait(120_000);
    expect((await fresh.post('/batches/plan', demand)).status).toBe(409);
    editor = await app.as('editor');
  });

  test('paused, resumed, stopped by its author; a viewer starts nothing', { tags: ['slow'] }, async () => {
    const ids = await Promise.all(
      Array.from({ length: 40 }, (_, at) => product({ nom_commercial: `S${at}`, marque: 'X' })),
    );
    await busyLine();
    const id = await started(marque(ids, { value: 'Pause' }));
    const { body: paused, status } = await editor.post(`/batches/${id}/pause`);
    expect(status, JSON.stringify(paused)).toBe(200);
    await app.deps.jobs.idle();
    const before = (await editor.get(`/batches/${id}`)).body;
    expect(before.state).toBe('paused');
    expect(before.done).toBeLessThanOrEqual(40);
    const other = await app.as('editor');
    expect((await other.post(`/batches/${id}/resume`)).status).toBe(403);
    const viewer = await app.as('viewer');
    expect((await viewer.post(`/batches/${id}/resume`)).status).toBe(403);
    expect((await viewer.get(`/batches/${id}`)).status).toBe(200);
    expect((await viewer.post('/batches/plan', marque(ids))).status).toBe(403);
    expect((await editor.post(`/batches/${id}/undo`, {})).status).toBe(409);
    expect((await editor.post(`/batches/${id}/resume`)).status).toBe(200);
    expect(await ended(id)).toMatchObject({ state: 'done', done: 40 });
    expect((await editor.post(`/batches/${id}/cancel`)).status).toBe(409);
    await busyLine();
    const next = await started(marque(ids, { value: 'Arrêt' }));
    await editor.post(`/batches/${next}/cancel`);
    await app.deps.jobs.idle();
    const stopped = (await editor.get(`/batches/${next}`)).body;
    expect(stopped).toMatchObject({ state: 'cancelled' });
    expect((await editor.get(`/batches/${next}/items?state=done`)).body).toHaveLength(stopped.done);
  });

  test('each has three that are not over, the others wait in line', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, (_, at) => product({ nom_commercial: `L${at}` })));
    const mine = await app.as('editor');
    await busyLine();
    for (let at = 0; at < BATCHES_EACH; at += 1) {
      const id = await started(marque(ids, { value: `Ligne ${at}` }), mine);
      expect((await mine.post(`/batches/${id}/pause`)).status).toBe(200);
    }
    const demand = marque(ids, { value: 'De trop' });
    const { body: plan } = await mine.post('/batches/plan', demand);
    const refused = await mine.post('/batches', { ...demand, plan: plan.plan });
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain('trois travaux');
    await ended(await started(demand));
    const open = (await mine.get('/batches?open=true')).body as { id: string }[];
    for (const { id } of open) await mine.post(`/batches/${id}/cancel`);
  });

  test('what fails is said of its product, and is tried again when one asks', async () => {
    const ids = await Promise.all(
      Array.from({ length: 40 }, (_, at) => product({ nom_commercial: `E${at}`, marque: 'X' })),
    );
    const last = ids.at(-1) ?? '';
    await busyLine();
    const id = await started(marque(ids, { value: 'Essai' }));
    await editor.post(`/batches/${id}/pause`);
    await app.deps.jobs.idle();
    await editor.put(`/products/${last}`, { nom_commercial: 'E', marque: 'Entre-temps' });
    await editor.post(`/batches/${id}/resume`);
    expect(await ended(id)).toMatchObject({ state: 'done', done: 39, failed: 1 });
    const [failed] = (await editor.get(`/batches/${id}/items?state=failed`)).body;
    expect(failed).toMatchObject({ object_id: last, message: 'Changé entre-temps par quelqu’un : Marque.' });
    await editor.put(`/products/${last}`, { nom_commercial: 'E', marque: 'X' });
    expect((await editor.post(`/batches/${id}/retry`)).status).toBe(200);
    expect(await ended(id)).toMatchObject({ state: 'done', done: 40, failed: 0 });
    expect((await editor.post(`/batches/${id}/retry`)).status).toBe(409);
  });

  test('documents: a draft of each, in one archive; made again only where the file has moved', async () => {
    const template = await editor.upload('/templates', {
      fields: { name: `Fiche ${engine}` },
      file: { name: 'm.docx', bytes: docxOf({ body: p('{{nom_commercial}} {{marque}}') }) },
    });
    expect(template.status, JSON.stringify(template.body)).toBe(201);
    const ids = [
      await product({ nom_commercial: 'Jumelle', marque: 'M' }),
      await product({ nom_commercial: 'Jumelle', marque: 'M' }),
    ];
    const demand = { kind: 'generate', products: ids, template_id: template.body.id };
    const batch = await ended(await started(demand));
    expect(batch).toMatchObject({ state: 'done', done: 2 });
    const zip = await editor.get(`/batches/${batch.id}/zip`);
    expect(zip.status).toBe(200);
    const entries = readZip(zip.bytes);
    expect(entries).toHaveLength(2);
    expect(entries.map(({ name }) => name)[1]).toMatch(/ \(2\)\.docx$/);
    await expect.poll(async () => (await app.deps.control.partsKnown(ids)).isUpToDate, { timeout: 20_000 }).toBe(true);
    const again = { ...demand, only_changed: true };
    expect((await editor.post('/batches/plan', again)).body).toMatchObject({ total: 0 });
    expect((await editor.get(`/generations/stale?template_id=${template.body.id}`)).body).toEqual([]);
    await editor.put(`/products/${ids[0]}`, { nom_commercial: 'Jumelle', marque: 'N' });
    // What the follower has not seen yet may have changed: the item looks itself.
    expect(await ended(await started(again))).toMatchObject({ done: 1 });
    await editor.put(`/products/${ids[1]}`, { nom_commercial: 'Jumelle', marque: 'N' });
    await expect.poll(async () => (await app.deps.control.partsKnown(ids)).isUpToDate, { timeout: 20_000 }).toBe(true);
    const stale = async () => (await editor.get(`/generations/stale?template_id=${template.body.id}&part=fiche`)).body;
    await expect.poll(async () => (await stale()).length, { timeout: 20_000 }).toBe(1);
    expect((await stale())[0]).toMatchObject({
      product_id: ids[1],
      parts: expect.arrayContaining(['fiche']),
      status: 'draft',
    });
  });
});

/** As little as a validated product needs. */
function validProduct(): Record<string, string> {
  return {
    status: 'VALIDATED',
    nom_client: 'C',
    marque: 'M',
    gamme: 'G',
    nom_produit: 'P',
    format: '50 ml',
    version: '1',
    nom_commercial: 'V',
    ref_formule: 'F',
    date_mise_marche: '2026-03-15',
    resp_mise_marche: 'R',
    faconnerie: 'F',
    fournisseur: 'F',
    ingredients: 'Aqua',
    utilisation_normale: 'U',
    instructions_utilisation: 'I',
  };
}
