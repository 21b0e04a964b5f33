import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIELDS } from '#shared/products/product.fields.ts';
import { docxOf, p } from '../test/docx.maker.ts';
import { converterOf, pdfOf } from '../test/pdf.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const WHOLE = Object.fromEntries(FIELDS.map((field) => [field.name, field.example]));

describe.each(ENGINES)('what a product’s home tells, on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  beforeAll(async () => {
    app = await testApp({ engine, converter: converterOf(pdfOf('essai')) });
    await app.deps.jobs.start();
    editor = await app.as('editor');
  });
  afterAll(() => app.close());

  const create = async (values: object) => (await editor.post('/products/', values)).body as { id: string };
  const isModified = async (id: string): Promise<[string, boolean]> => {
    const { body } = await editor.get(`/products/${id}`);
    return [body.status, body.modified_since_validation];
  };
  const attach = (id: string, field_key = 'formula') =>
    editor.upload('/attachments/', {
      fields: { product_id: id, field_key },
      file: { name: 'formule.pdf', bytes: Buffer.from('%PDF-1.7 formule') },
    });

  test('a file that comes to a validated product shows, and goes when the file goes; the status stays', async () => {
    const { id } = await create({ ...WHOLE, status: 'VALIDATED' });
    expect(await isModified(id)).toEqual(['VALIDATED', false]);
    const { body: file } = await attach(id);
    expect(await isModified(id)).toEqual(['VALIDATED', true]);
    expect((await editor.get('/products/?without_formula=true')).body).toEqual([]);
    expect((await editor.get('/products/?modified=true')).body.map((one: { id: string }) => one.id)).toEqual([id]);
    const history = (await editor.get(`/products/${id}/revisions`)).body;
    expect(history[0]).toMatchObject({
      revision: 1,
      by: editor.email,
      changes: [{ field: 'attachment:formula', label: 'Fichier de la formule', from: null, to: 'formule.pdf' }],
    });
    await editor.patch(`/attachments/${file.id}`, { alias: 'Formule signée' });
    expect(await isModified(id)).toEqual(['VALIDATED', true]);
    await editor.delete(`/attachments/${file.id}`);
    expect(await isModified(id)).toEqual(['VALIDATED', false]);
    const told = (await editor.get(`/products/${id}/revisions`)).body;
    expect(told.map(({ changes }: { changes: unknown[] }) => changes[0]).slice(0, 2)).toEqual([
      { field: 'attachment:formula', label: 'Fichier de la formule', from: 'Formule signée', to: null },
      { field: 'attachment:formula', label: 'Fichier de la formule', from: 'formule.pdf', to: 'Formule signée' },
    ]);
  });

  test('a field that changes shows, until the product or a document of it is validated again', {
    tags: ['slow'],
  }, async () => {
    const { id } = await create({ ...WHOLE, status: 'VALIDATED' });
    await editor.put(`/products/${id}`, { ...WHOLE, ph: '6', status: 'DRAFT' });
    expect(await isModified(id)).toEqual(['DRAFT', true]);
    await editor.put(`/products/${id}`, { ...WHOLE, status: 'DRAFT' });
    expect(await isModified(id)).toEqual(['DRAFT', false]);
    await attach(id, 'microbio');
    const { body: template } = await editor.upload('/templates/', {
      fields: { name: 'Fiche' },
      file: { name: 'f.docx', bytes: docxOf({ body: p('{{nom_commercial}}') }) },
    });
    const { body: made } = await editor.post('/generations/', { template_id: template.id, product_id: id });
    expect((await editor.get(`/generations/?product_id=${id}`)).body).toHaveLength(1);
    await editor.upload(`/generations/${made.id}/finalize`, {
      method: 'PATCH',
      file: { name: 'f.docx', bytes: docxOf({ body: p('Fin') }) },
    });
    expect(await isModified(id)).toEqual(['VALIDATED', false]);
    // Validated already, changed since, and validated once more by its document.
    await attach(id, 'microbio');
    expect(await isModified(id)).toEqual(['VALIDATED', true]);
    const { body: second } = await editor.post('/generations/', { template_id: template.id, product_id: id });
    await editor.upload(`/generations/${second.id}/finalize`, {
      method: 'PATCH',
      file: { name: 'f.docx', bytes: docxOf({ body: p('Fin') }) },
    });
    expect(await isModified(id)).toEqual(['VALIDATED', false]);
  });

  test('a product that was never validated is not modified since', async () => {
    const { id } = await create({ nom_commercial: 'Brouillon' });
    await attach(id);
    expect(await isModified(id)).toEqual(['DRAFT', false]);
  });

  test('a validation after the market date is among what is worth doing first', async () => {
    const { id } = await create({
      nom_commercial: 'En retard',
      date_mise_marche: '2026-03-01',
      date_validation: '2026-04-15',
    });
    // Assessed and notified in time: what is told first is the validation.
    const file = { name: 'signature.pdf', bytes: pdfOf('signature') };
    await editor.upload('/attachments', { fields: { product_id: id, field_key: 'signature' }, file });
    const {
      revision: _,
      updated_at: __,
      updated_by: ___,
      ...said
    } = (await editor.get(`/products/${id}/conformity`)).body;
    expect((await editor.put(`/products/${id}/conformity`, { ...said, cpnp_date: '2026-02-01' })).status).toBe(200);
    const late = async () => {
      // Findings follow the journal.
      await app.deps.jobs.hurry('control.refresh', null);
      await app.deps.jobs.idle();
      return (await editor.get('/dashboard/stats')).body.priorities.filter(({ detail }: { detail: string }) =>
        detail.includes('Validé après la mise sur le marché'),
      );
    };
    expect(await late()).toMatchObject([{ kind: 'finding', id, label: 'En retard' }]);
    expect((await editor.get('/products/?late=true')).body.map((one: { id: string }) => one.id)).toEqual([id]);
    await editor.put(`/products/${id}`, { nom_commercial: 'En retard', date_mise_marche: '2026-03-01' });
    expect(await late()).toEqual([]);
  });

  test('the list is narrowed by what comes back, and by dates', async () => {
    const mine = { nom_client: 'Client du filtre', marque: 'Été' };
    const a = await create({ ...mine, date_mise_marche: '2025-01-31' });
    const b = await create({ ...mine, marque: 'Hiver', date_mise_marche: '2025-02-28' });
    const c = await create(mine);
    const ids = async (query: string) =>
      (await editor.get(`/products/?sort=created_at&nom_client=client%20du%20FILTRE${query}`)).body.map(
        (one: { id: string }) => one.id,
      );
    expect(await ids('')).toEqual([a.id, b.id, c.id]);
    expect(await ids('&marque=ete')).toEqual([a.id, c.id]);
    expect(await ids('&marche_du=2025-01-31&marche_au=2025-02-01')).toEqual([a.id]);
    expect(await ids('&marche_au=2025-12-31')).toEqual([a.id, b.id]);
    expect((await editor.get('/products/?marche_du=31/01/2025')).status).toBe(422);
  });

  test('what was typed before is suggested, and a reference that is taken is known', async () => {
    const { id } = await create({
      nom_commercial: 'Suggéré',
      faconnerie: 'Laboratoires Œillet',
      ref_produit: 'Réf-É 7',
    });
    await create({ faconnerie: 'Laboratoires Œillet' });
    const suggest = async (search: string) =>
      (await editor.get(`/products/values?field=faconnerie&search=${encodeURIComponent(search)}`)).body;
    expect(await suggest('oeill')).toEqual(['Laboratoires Œillet']);
    expect(await suggest('100%')).toEqual([]);
    expect(await suggest('')).toContain('Laboratoires Œillet');
    const gone = await create({ faconnerie: 'Zz Corbeille' });
    await create({ faconnerie: 'Zz Béta' });
    await create({ faconnerie: 'ZZ Alpha' });
    await create({ faconnerie: 'zz alpha' });
    await editor.delete(`/products/${gone.id}`);
    // Each once, in order, and none of what is in the trash.
    expect((await suggest('zz')).map((value: string) => value.toLowerCase())).toEqual(['zz alpha', 'zz béta']);
    expect((await editor.get('/products/values?field=ph')).status).toBe(422);
    const taken = (except = '') =>
      editor.get(`/products/references?reference=${encodeURIComponent('REF-E 7')}${except}`);
    expect((await taken()).body).toEqual([{ id, label: 'Suggéré', reference: 'Réf-É 7' }]);
    expect((await taken(`&except=${id}`)).body).toEqual([]);
  });
});
