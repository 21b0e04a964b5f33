import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT_LIMITS, type ImportedDocument } from '#shared/imports/document.contract.ts';
import { docxOf, p, row, table } from '../test/docx.maker.ts';
import { pdfOf } from '../test/pdf.maker.ts';
import { type Caller, ENGINES, type SentFile, type TestApp, testApp } from '../test/test.app.ts';

const TEMPLATE = docxOf({
  body:
    p('Dossier d’information produit, selon l’article 11') +
    table(
      row('Nom commercial', '{{nom_commercial}}'),
      row('Référence produit', '{{ref_produit}}'),
      row('pH', '{{ph}}'),
    ) +
    p('Observations physico-chimiques') +
    p('{{observations_physico}}') +
    p('Fin du dossier'),
});

describe.each(ENGINES)('old files, on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    await app.deps.jobs.start();
    editor = await app.as('editor');
  });
  afterAll(() => app.close());

  const word = (body: string, name = 'ancien.docx'): SentFile => ({ name, bytes: docxOf({ body }) });
  const bring = async (...files: SentFile[]) => {
    const { status, body } = await editor.upload('/imports/documents', { file: files });
    expect(status, JSON.stringify(body)).toBe(202);
    await app.deps.jobs.idle();
    return (await editor.get(`/imports/${body.id}`)).body;
  };
  const make = async (values: object) => (await editor.post('/products', values)).body;

  test('a document that a template printed comes back, its product found, each value taken by name', async () => {
    const template = (
      await editor.upload('/templates', {
        fields: { name: 'DIP', version: '1' },
        file: { name: 'dip.docx', bytes: TEMPLATE },
      })
    ).body;
    const product = await make({
      nom_commercial: 'Crème Éclat',
      ref_produit: 'P-0412',
      ref_formule: 'F-1',
      ph: '5,5',
      observations_physico: 'Blanche.\nLisse.',
    });
    await make({ nom_commercial: 'Autre', ref_produit: 'P-04120' });
    const generated = (await editor.post('/generations', { product_id: product.id, template_id: template.id })).body;
    const { bytes: raw } = await editor.raw({ method: 'GET', url: `/api/v1/generations/${generated.id}/docx` });
    const found = await bring({ name: 'Dossier de 2019.docx', bytes: raw });
    expect(found).toMatchObject({ kind: 'documents', file_name: 'Dossier de 2019.docx' });
    const [document] = found.documents;
    expect(document).toMatchObject({
      state: 'read',
      message: null,
      template: { id: template.id, fit: 1, also: [] },
      product: { id: product.id, candidates: [] },
      says: [],
      unread: [],
      applied_to: null,
      attached: false,
    });
    expect(document.proposals).toMatchObject([
      { field: 'nom_commercial', value: 'Crème Éclat', confidence: 'sure', current: 'Crème Éclat', way: 'template' },
      { field: 'ref_produit', value: 'P-0412', confidence: 'sure' },
      { field: 'ph', value: 5.5, raw: '5,5', confidence: 'sure', place: { table: 1, row: 3 } },
      { field: 'observations_physico', value: 'Blanche.\nLisse.', confidence: 'sure' },
    ]);
    const { body: shown } = await editor.get(`/imports/${found.id}/documents/${document.id}`);
    expect(shown.blocks[document.proposals[2].place.block].rows[2].map(({ text }: { text: string }) => text)).toEqual([
      'pH',
      '5,5',
    ]);
    await editor.delete(`/templates/${template.id}`);
  });

  const apply = (
    found: { id: string; documents: { id: string }[] },
    body: object,
    headers: Record<string, string> = {},
  ) =>
    editor.post(
      `/imports/${found.id}/documents/${found.documents[0]?.id}/apply`,
      { attach: false, accept: [], ...body },
      headers,
    );

  test('one revision, over what was looked at, and the document among the files of the product', async () => {
    const product = await make({ nom_commercial: 'Baume', ref_formule: 'F-2' });
    const found = await bring(word(p('Marque : Valorme') + p('pH : 5,5')));
    const accept = [
      { field: 'marque', value: 'Valorme' },
      { field: 'ph', value: 5.5 },
    ];
    const stale = await apply(found, { product_id: product.id, accept }, { 'If-Match': '"99"' });
    expect(stale.status).toBe(412);
    const taken = await apply(found, { product_id: product.id, accept, attach: true }, { 'If-Match': '"1"' });
    expect(taken.status, JSON.stringify(taken.body)).toBe(200);
    expect(taken.body).toEqual({ product_id: product.id });
    const now = await editor.get(`/products/${product.id}`);
    expect(now.body).toMatchObject({ marque: 'Valorme', ph: 5.5, status: 'DRAFT' });
    expect(now.headers.etag).toBe('"2"');
    expect((await editor.get(`/attachments/product/${product.id}`)).body).toMatchObject([
      { field_key: 'ancien_dip', file_name: 'ancien.docx' },
    ]);
    const history = (await editor.get(`/products/${product.id}/revisions`)).body;
    expect(JSON.stringify(history)).toContain('Repris d’un ancien dossier');
    expect((await editor.get(`/imports/${found.id}`)).body.documents[0]).toMatchObject({
      applied_to: product.id,
      attached: true,
    });
    // The file stays with its product when the import is forgotten.
    expect((await editor.delete(`/imports/${found.id}`)).status).toBe(204);
    const [piece] = (await editor.get(`/attachments/product/${product.id}`)).body;
    expect((await editor.get(`/attachments/${piece.id}/content`)).status).toBe(200);
  });

  test('a new product is a draft; what its fields do not take is refused, and nothing is written', async () => {
    const found = await bring(word(p('Nom commercial : Lait doux')));
    const bad = await apply(found, { product_id: 'new', accept: [{ field: 'ph', value: 'abc' }] });
    expect(bad.status).toBe(422);
    expect((await apply(found, { product_id: 'new', accept: [{ field: 'inconnu', value: 1 }] })).status).toBe(422);
    const twice = [1, 2].map((value) => ({ field: 'ph', value }));
    expect((await apply(found, { product_id: 'new', accept: twice })).body.detail[0].msg).toMatch(
      /est repris deux fois/,
    );
    expect((await apply(found, { product_id: 'new' })).body.detail[0].msg).toMatch(/^Rien n’est choisi/);
    expect((await apply(found, { product_id: 'absent', attach: true })).status).toBe(404);
    const made = await apply(found, { product_id: 'new', accept: [{ field: 'nom_commercial', value: 'Lait doux' }] });
    expect((await editor.get(`/products/${made.body.product_id}`)).body).toMatchObject({
      nom_commercial: 'Lait doux',
      status: 'DRAFT',
    });
    // A second time, of another tab or of two at once, makes no second product while the first is there.
    const again = () => apply(found, { product_id: 'new', accept: [{ field: 'nom_commercial', value: 'Lait doux' }] });
    const refused = await again();
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      'Ce document a déjà donné le produit «\u00a0Lait doux\u00a0»\u00a0: choisissez-le pour en reprendre davantage.',
    ]);
    await editor.delete(`/products/${made.body.product_id}`);
    expect((await again()).status).toBe(200);
  });

  test('a formula in lines is written in its own place', async () => {
    const found = await bring(word(p('Marque : Neuve')));
    const product = await make({ nom_commercial: 'En lignes' });
    const inLines = { lines: [{ id: 'a', label: 'Aqua', percent: 100 }] };
    expect((await editor.put(`/products/${product.id}/formula`, inLines)).status).toBe(200);
    const lines = await apply(found, { product_id: product.id, accept: [{ field: 'ingredients', value: 'Aqua' }] });
    expect(lines.status).toBe(409);
  });

  test('by reference, by name and brand; what is not alone is asked', async () => {
    const [one] = [await make({ nom_commercial: 'Huile', marque: 'Alpha', ref_produit: 'H-1' })];
    await make({ nom_commercial: 'Gel', marque: 'Alpha' });
    await make({ nom_commercial: 'Gel', marque: 'Bêta' });
    const product = async (body: string) => (await bring(word(body))).documents[0].product;
    expect(await product(p('Référence produit : h-1'))).toMatchObject({ id: one.id });
    expect(await product(p('Référence produit : H-10'))).toMatchObject({ id: null, candidates: [] });
    expect(await product(p('Nom commercial : Gel'))).toMatchObject({ id: null, candidates: [{}, {}] });
    expect((await product(p('Nom commercial : Gel') + p('Marque : Bêta'))).id).not.toBe(null);
    expect(await product(p('Ce rapport est celui du lot H-1 de janvier.'))).toMatchObject({ id: one.id });
  });

  test('what cannot be read says why, and keeps nobody from the others', async () => {
    const found = await bring(
      { name: 'notes.docx', bytes: Buffer.from('bonjour') },
      { name: 'vieux.doc', bytes: Buffer.from('d0cf11e0a1b11ae1', 'hex') },
      { name: 'texte.pdf', bytes: pdfOf('Marque : Valorme') },
      { name: 'abime.pdf', bytes: Buffer.from('%PDF-1.7 abc') },
      { name: 'image.docx', bytes: docxOf({ body: '<w:p/>' }) },
    );
    expect(found.file_name).toBe('notes.docx et 4 autres');
    const told = found.documents.map(({ file_name, state, message, says }: ImportedDocument) => [
      file_name,
      state,
      message ?? says.map(({ code }) => code).join(),
    ]);
    expect(told).toEqual([
      ['notes.docx', 'failed', expect.stringMatching(/^Ce fichier n’est ni un document Word/)],
      ['vieux.doc', 'failed', expect.stringMatching(/ancien document Word/)],
      ['texte.pdf', 'read', ''],
      ['abime.pdf', 'failed', expect.stringMatching(/^Ce PDF est abîmé/)],
      ['image.docx', 'read', 'no_text'],
    ]);
    expect(found.documents[2].proposals).toMatchObject([
      { field: 'marque', value: 'Valorme', confidence: 'likely', way: 'label', place: { page: 1 } },
    ]);
  });

  test('twenty at once, not one more; an empty one is named', async () => {
    const files = Array.from({ length: DOCUMENT_LIMITS.files + 1 }, (_, index) => word(p('a'), `${index}.docx`));
    const many = await editor.upload('/imports/documents', { file: files });
    expect([many.status, many.body.detail]).toEqual([413, expect.stringMatching(/^20 fichiers au plus à la fois/)]);
    expect((await bring(...files.slice(1))).documents).toHaveLength(DOCUMENT_LIMITS.files);
    const empty = await editor.upload('/imports/documents', { file: { name: 'vide.docx', bytes: Buffer.alloc(0) } });
    expect(empty.body.detail[0].msg).toMatch(/vide.docx.*est vide/);
  });

  test('an import is its author’s and the administrators’; a viewer sees none', async () => {
    const found = await bring(word(p('Marque : V')));
    const [other, admin, viewer] = [await app.as('editor'), await app.as('admin'), await app.as('viewer')];
    const [document] = found.documents;
    for (const path of [`/imports/${found.id}`, `/imports/${found.id}/documents/${document.id}`]) {
      expect((await other.get(path)).status).toBe(403);
      expect((await viewer.get(path)).status).toBe(403);
      expect((await admin.get(path)).status).toBe(200);
    }
    const body = { product_id: 'new', accept: [], attach: true };
    expect((await other.post(`/imports/${found.id}/documents/${document.id}/apply`, body)).status).toBe(403);
    const mine = await bring(word(p('Marque : W')));
    // Of another import, it is not there.
    expect((await editor.get(`/imports/${mine.id}/documents/${document.id}`)).status).toBe(404);
    expect((await editor.get(`/imports/${mine.id}/plan`)).status).toBe(404);
    expect((await other.get('/imports')).body).toEqual([]);
    expect((await editor.get('/imports')).body[0]).toMatchObject({ id: mine.id, kind: 'documents' });
  });

  test('two templates that fit as well as each other are both named, and nothing is sure', async () => {
    const add = async (name: string, bytes: Buffer) =>
      (await editor.upload('/templates', { fields: { name, version: '1' }, file: { name: 'm.docx', bytes } })).body;
    const body = (first: string, second: string): Buffer =>
      docxOf({
        body:
          p('Fiche d’un produit de la maison, établie pour l’autorité') +
          table(row('Désignation', `{{${first}}}`), row('Collection', `{{${second}}}`)),
      });
    const one = await add('Un', body('nom_commercial', 'gamme'));
    const other = await add('Deux', body('gamme', 'nom_commercial'));
    const printed =
      p('Fiche d’un produit de la maison, établie pour l’autorité') +
      table(row('Désignation', 'A'), row('Collection', 'B'));
    const [tied] = (await bring(word(printed))).documents;
    expect([tied.template.name, ...tied.template.also.map(({ name }: { name: string }) => name)].sort()).toEqual([
      'Deux (1)',
      'Un (1)',
    ]);
    expect(tied.proposals.map(({ confidence }: { confidence: string }) => confidence)).not.toContain('sure');
    await editor.delete(`/templates/${other.id}`);
    const [alone] = (await bring(word(printed))).documents;
    expect(alone.template).toMatchObject({ id: one.id, also: [] });
    expect(alone.proposals).toMatchObject([
      { field: 'gamme', value: 'B', confidence: 'sure' },
      { field: 'nom_commercial', value: 'A', confidence: 'sure' },
    ]);
    await editor.delete(`/templates/${one.id}`);
  });

  test('what was not read when the server ended is read by the next one', async () => {
    const found = await bring(word(p('Marque : V')));
    const [document] = found.documents;
    await app.database.db
      .updateTable('import_documents')
      .set({ state: 'waiting', reading: null })
      .where('id', '=', document.id)
      .execute();
    await app.database.db.updateTable('jobs').set({ state: 'waiting' }).where('key', '=', found.id).execute();
    app.deps.jobs.wake();
    await app.deps.jobs.idle();
    expect((await editor.get(`/imports/${found.id}`)).body.documents[0]).toMatchObject({
      state: 'read',
      proposals: [{ value: 'V' }],
    });
  });
});
