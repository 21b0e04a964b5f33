import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { printValue } from '#shared/fields/field.text.ts';
import { kindOf } from '#shared/fields/field.ts';
import type { PlanRow } from '#shared/imports/import.contract.ts';
import { isSameValue } from '#shared/imports/sheet.values.ts';
import { FIELDS } from '#shared/products/product.fields.ts';
import { createBusyLine } from '../test/batch.line.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const csv = (text: string, name = 'produits.csv') => ({ name, type: 'text/csv', bytes: Buffer.from(text) });

describe.each(ENGINES)('products from a sheet, on %s', (engine) => {
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

  test('a file is read, planned, applied line by line, and undone', { tags: ['slow'] }, async () => {
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

  const apply = async (id: string, more: object = {}) => {
    const plan = await planOf(id);
    return editor.post(`/imports/${id}/apply`, { plan: plan.plan, mode: 'all', ...more });
  };

  test('by reference, whole but for case and spaces; two products of one key, two lines of one product are refused', async () => {
    for (const values of [
      { nom_commercial: 'Un', ref_produit: 'K-0412' },
      { nom_commercial: 'Deux', ref_produit: 'K-0500' },
      { nom_commercial: 'Trois', ref_produit: 'k-0500' },
      { nom_commercial: 'Été' },
    ])
      await editor.post('/products', values);
    const read = await bring(
      [
        'Référence produit;Nom commercial;Marque',
        ' k-0412 ;Un;M',
        'K-04120;Autre;M',
        'K-0500;Deux;M',
        ';été;M',
        ';ete;M',
        'D-1;Double;M',
        'd-1;Double;M',
        'D-2;Double;M',
        'D-2;Double;N',
        ';;M',
      ].join('\n'),
    );
    const { rows } = await planOf(read.id);
    expect(rows.map(({ line, action }: { line: number; action: string }) => [line, action])).toEqual([
      [2, 'update'],
      [3, 'create'],
      [4, 'refused'],
      [5, 'update'],
      // Without its accent it is another name.
      [6, 'create'],
      [7, 'create'],
      [8, 'same'],
      [9, 'refused'],
      [10, 'refused'],
      [11, 'refused'],
    ]);
    expect(rows[2].messages[0]).toMatch(/2 produits portent « K-0500 » : Deux, Trois/);
    expect(rows[7].messages[0]).toBe('La ligne 10 dit autre chose du même produit : gardez l’une des deux.');
    expect(rows[0].cells.find(({ field }: { field: string }) => field === 'marque')).toEqual({
      field: 'marque',
      source: 'M',
      from: null,
      to: 'M',
      fault: null,
      warning: null,
    });
  });

  test('a line without the reference by which another one makes the product of its name is asked about', async () => {
    await editor.post('/products', { nom_commercial: 'Déjà là' });
    const twin = await bring('Référence produit;Nom commercial;Marque\nD-1;déjà là;M\n');
    expect((await planOf(twin.id)).rows).toMatchObject([
      { action: 'refused', messages: [expect.stringContaining('existe déjà, sans référence')] },
    ]);
    const read = await bring('Référence produit;Nom commercial;Marque\nN-1;Neuf;M\n;neuf;N\n');
    const { rows } = await planOf(read.id);
    expect(rows.map(({ action }: { action: string }) => action)).toEqual(['create', 'refused']);
    expect(rows[1].messages[0]).toMatch(/^La ligne 2 crée un produit de ce nom/);
  });

  test('lines that say the same are as quick as others', async () => {
    const line = `MEME-1;Même;${'x;'.repeat(20)}\n`;
    const header = `Référence produit;Nom commercial;${Array.from({ length: 20 }, (_, at) => `c${at}`).join(';')}\n`;
    const read = await bring(header + line.repeat(2_000));
    expect((await planOf(read.id)).counts).toEqual({ create: 1, update: 0, same: 1_999, refused: 0 });
  });

  test('a validated product changes when one says so, and keeps its status; an empty cell changes nothing', async () => {
    const { body: made } = await editor.post('/products', { ...VALID, ref_produit: 'V-1' });
    const read = await bring('Référence produit;Marque;Gamme;Fournisseur\nV-1;Neuve;;[vide]\n');
    expect((await planOf(read.id)).rows[0]).toMatchObject({ action: 'refused' });
    const fit = await bring('Référence produit;Marque;Gamme;pH\nV-1;Neuve;;[vide]\n');
    const plan = await planOf(fit.id);
    expect(plan).toMatchObject({ validated: 1, counts: { update: 1 } });
    expect((await apply(fit.id)).status).toBe(422);
    expect((await apply(fit.id, { mode: 'lines' })).status).toBe(422);
    const { body } = await apply(fit.id, { validated: true });
    expect((await finished(body.id)).done).toBe(1);
    expect((await editor.get(`/products/${made.id}`)).body).toMatchObject({
      status: 'VALIDATED',
      marque: 'Neuve',
      gamme: 'G',
      ph: null,
      modified_since_validation: true,
    });
  });

  test('the text of a formula that is a table is not written over', async () => {
    const { body: made } = await editor.post('/products', { nom_commercial: 'T', ref_produit: 'T-1' });
    const substance = (await editor.post('/substances', { inci: `Aqua T ${engine}` })).body;
    await editor.put(`/products/${made.id}/formula`, {
      lines: [{ id: 'a', substance_id: substance.id, percent: 100 }],
    });
    const read = await bring('Référence produit;Ingrédients\nT-1;Glycerin 5 %\n');
    const { rows } = await planOf(read.id);
    expect(rows[0].cells[1].fault).toContain('onglet « Formule »');
  });

  test('kept whole: a product that somebody changes underway takes all of it back', { tags: ['slow'] }, async () => {
    const lines = Array.from({ length: 40 }, (_, at) => `W-${at};W${at};M`);
    await editor.post('/products', { nom_commercial: 'W39', ref_produit: 'W-39', marque: 'X' });
    const read = await bring(['Référence produit;Nom commercial;Marque', ...lines].join('\n'));
    await busyLine();
    const { body, status } = await apply(read.id);
    expect(status).toBe(202);
    await editor.post(`/batches/${body.id}/pause`);
    await app.deps.jobs.idle();
    const [there] = (await editor.get('/products?search=W-39')).body;
    await editor.put(`/products/${there.id}`, { nom_commercial: 'W39', ref_produit: 'W-39', marque: 'Entre-temps' });
    await editor.post(`/batches/${body.id}/resume`);
    await expect
      .poll(async () => (await editor.get(`/batches/${body.id}`)).body.state, { timeout: 20_000 })
      .toBe('reverted');
    const batch = (await editor.get(`/batches/${body.id}`)).body;
    expect(batch.failure).toMatch(
      /^Ligne 41 \(W39\)\s: Changé entre-temps par quelqu’un\s: Marque\. Tout l’import est repris/,
    );
    expect((await editor.get('/products?search=W-3')).body).toHaveLength(1);
    expect((await editor.get(`/products/${there.id}`)).body.marque).toBe('Entre-temps');
  });

  test('an old plan is refused; the same file twice makes nothing twice', async () => {
    const file = 'Référence produit;Nom commercial\nO-1;Ancien\n';
    const read = await bring(file);
    const plan = await planOf(read.id);
    await editor.post('/products', { nom_commercial: 'Ancien', ref_produit: 'O-1' });
    expect((await editor.post(`/imports/${read.id}/apply`, { plan: plan.plan, mode: 'all' })).status).toBe(409);
    const again = await bring(file);
    expect((await planOf(again.id)).counts).toEqual({ create: 0, update: 0, same: 1, refused: 0 });
    expect((await apply(again.id)).status).toBe(422);
  });

  test('what columns are is said once, and known again by their names', async () => {
    const file = `Réf ${engine};Nom commercial;Marque;Référence\nM-1;Crème;V;x\n`;
    const read = await bring(file);
    expect(read.columns[0].field).toBeNull();
    const columns = read.columns.map(({ header, field }: { header: string; field: string | null }) => ({
      header,
      field,
    }));
    columns[0].field = 'ref_produit';
    const at = `/imports/${read.id}/mapping`;
    expect((await editor.put(at, { columns }, { 'if-match': '"9"' })).status).toBe(412);
    const said = await editor.put(at, { columns }, { 'if-match': '"1"' });
    expect(said.body.columns[0]).toMatchObject({ field: 'ref_produit', why: 'Dit par vous.' });
    const twice = columns.map((one: object) => ({ ...one, field: 'marque' }));
    expect((await editor.put(at, { columns: twice })).status).toBe(422);
    expect((await editor.put(at, { columns: columns.slice(1) })).status).toBe(422);
    expect((await editor.put(at, { columns: [{ header: 'Autre', field: null }] })).status).toBe(422);
    const next = await bring(file.replace('M-1', 'M-2'));
    expect(next.columns[0]).toMatchObject({ field: 'ref_produit', why: expect.stringContaining('dernière fois') });
    // What nobody answered is asked again.
    expect(next.columns[3]).toMatchObject({ field: null, also: expect.arrayContaining(['ref_formule']) });
    // Other columns are not those.
    expect((await bring(`Réf ${engine};Nom commercial;Gamme\nM-3;x;y\n`)).columns[0].field).toBeNull();
  });

  test('without a reference nor a name nothing is applied; a line chosen by hand names the columns', async () => {
    const read = await bring('Marque;Gamme\nV;G\n');
    expect((await planOf(read.id)).blocked).toContain('référence du produit');
    expect((await apply(read.id)).status).toBe(422);
    const notes = await bring('Titre\nChoses à faire\nNom commercial\nCrème\n');
    expect(notes).toMatchObject({ layout: null, columns: [] });
    const { body } = await editor.put(`/imports/${notes.id}/mapping`, { header_line: 3 });
    expect(body).toMatchObject({ layout: 'rows', header_line: 3, key: 'nom_commercial' });
  });

  test('an import is its author’s and the administrators’, for a week', async () => {
    const read = await bring('Nom commercial;Marque\na;b\n');
    const [other, viewer, admin] = [await app.as('editor'), await app.as('viewer'), await app.as('admin')];
    for (const path of [`/imports/${read.id}`, `/imports/${read.id}/plan`, `/imports/${read.id}/rest`]) {
      expect((await other.get(path)).status, path).toBe(403);
      expect((await viewer.get(path)).status, path).toBe(403);
      expect((await admin.get(path)).status, path).toBe(200);
    }
    expect((await other.get('/imports')).body).toEqual([]);
    expect((await admin.get('/imports')).body.length).toBeGreaterThan(0);
    expect((await other.delete(`/imports/${read.id}`)).status).toBe(403);
    expect((await editor.delete(`/imports/${read.id}`)).status).toBe(204);
    expect((await editor.get(`/imports/${read.id}`)).status).toBe(404);
  });

  test('any product written to a sheet and read again is the same', { tags: ['slow'] }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(randomProduct, { minLength: 1, maxLength: 5 }), async (products) => {
        const prefix = randomUUID();
        const made = [];
        for (const [at, values] of products.entries()) {
          const answer = await editor.post('/products', { ...values, ref_produit: `${prefix} ${at}` });
          expect(answer.status, JSON.stringify(answer.body)).toBe(201);
          made.push(answer.body);
        }
        const rows = [
          FIELDS.map(({ label, unit }) => (unit ? `${label} (${unit})` : label)),
          ...made.map((product) => FIELDS.map((field) => printValue(field, product[field.name]))),
        ];
        for (const [name, bytes] of [
          ['produits.xlsx', await app.deps.documents.workbook(rows)],
          ['produits.csv', await app.deps.documents.csv(rows)],
        ] as const) {
          const { body } = await editor.upload('/imports/sheets', { file: { name, type: '', bytes } });
          expect(body.columns.filter(({ field }: { field: string | null }) => field === null)).toEqual([]);
          const plan = await planOf(body.id);
          const wrong = plan.rows
            .filter(({ action }: { action: string }) => action !== 'same')
            .map(({ messages, cells }: PlanRow) => [
              messages,
              cells.filter(({ from, to, fault }) => fault !== null || !isSameValue(from, to)),
            ]);
          expect(wrong, name).toEqual([]);
        }
      }),
      { numRuns: engine === 'sqlite' ? 25 : 3, interruptAfterTimeLimit: 40_000, markInterruptAsFailure: false },
    );
  });
});

const VALID = {
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
  ph: 5.5,
};

/** Texts as people write them, and as they paste them. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    '=1+1',
    '+33 1',
    '-5',
    '@x',
    "'a",
    '000123',
    '1e5',
    '12.50',
    'a\nb',
    'a\r\nb',
    ' bords ',
    '50 % ; "x"',
    '_x000D_',
    '15/03/2026',
  ),
);
const anyValue = (field: (typeof FIELDS)[number]): fc.Arbitrary<unknown> => {
  switch (kindOf(field)) {
    case 'date':
      return fc
        .date({ min: new Date('1901-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
        .map((day) => day.toISOString().slice(0, 10));
    case 'number':
      return fc.integer({ min: 100, max: (field.max ?? 10_000_000) * 100 }).map((whole) => whole / 100);
    case 'measure':
      return fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.constantFrom('< 10', '10 à 20', '> 2 000'));
    default:
      return text;
  }
};
const NAMELESS = new Set(['ref_produit']);
const randomProduct = fc.record(
  Object.fromEntries(FIELDS.filter(({ name }) => !NAMELESS.has(name)).map((field) => [field.name, anyValue(field)])),
  { requiredKeys: [] },
);
