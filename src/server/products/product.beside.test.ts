import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeSetting } from '../db/settings.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';
import { alignCatalogue } from './product.catalogue.service.ts';

describe.each(ENGINES)('what a product is found by beside its form, on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    editor = await app.as('editor');
  });
  afterAll(() => app.close());

  let count = 0;
  const product = async (): Promise<string> => {
    count += 1;
    return (await editor.post('/products/', { nom_commercial: `Baume ${count}` })).body.id;
  };
  const keep = async (id: string, kind: string, values: object): Promise<void> => {
    const now = (await editor.get(`/products/${id}/${kind}`)).body;
    expect((await editor.put(`/products/${id}/${kind}`, { ...now, ...values })).status).toBe(200);
  };
  const found = async (search: string): Promise<string[]> => {
    const paged = await editor.get(`/products/?page=1&size=10&search=${encodeURIComponent(search)}`);
    expect(paged.headers['x-total-count']).toBe(String(paged.body.length));
    return paged.body.map(({ id }: { id: string }) => id);
  };

  test('by its CPNP reference, until that is another one', async () => {
    const id = await product();
    await product();
    await keep(id, 'conformity', { cpnp_reference: '3812345' });
    expect(await found('381234')).toEqual([id]);
    expect(await found('baume 3812345')).toEqual([id]);
    await keep(id, 'conformity', { cpnp_reference: '4900001' });
    expect(await found('3812345')).toEqual([]);
    expect(await found('4900001')).toEqual([id]);
    const { body } = await editor.get(`/products/${id}`);
    await editor.put(`/products/${id}`, { ...body, gamme: 'Nuit' });
    expect(await found('nuit 4900001')).toEqual([id]);
  });

  test('by its UFI, with its dashes and without, the one before too, and by its notification', async () => {
    const id = await product();
    await editor.put(`/products/${id}/type`, { type_produit: 'nettoyage' });
    const make = (numero_formule: number) =>
      editor.post(`/products/${id}/detergent/ufi`, { tva: 'FRRF987654321', numero_formule });
    const first = (await make(134_217_728)).body.ufi;
    expect(first).toBe('6KTT-PSK1-AFDM-KEFU');
    await keep(id, 'detergent', { pcn_reference: 'PCN-2026-004512' });
    const second = (await make(134_217_727)).body.ufi;
    for (const search of [first, '6kttpsk1afdmkefu', second, second.replaceAll('-', ''), '2026-004512'])
      expect(await found(search), search).toEqual([id]);
  });

  test('by the names of its files, until they are renamed or taken away', async () => {
    const id = await product();
    const { body } = await editor.upload('/attachments/', {
      fields: { product_id: id, field_key: 'pieces_jointes' },
      file: { name: 'Challenge_Été-7731.pdf', bytes: Buffer.from('%PDF-1.4\n') },
    });
    expect(await found('challenge_ete-7731')).toEqual([id]);
    await editor.patch(`/attachments/${body.id}`, { alias: 'Rapport du laboratoire Alcyon' });
    expect(await found('alcyon')).toEqual([id]);
    await editor.delete(`/attachments/${body.id}`);
    expect(await found('alcyon')).toEqual([]);
    expect(await found('7731')).toEqual([]);
  });

  test('after an update of the program, too', async () => {
    const id = await product();
    await keep(id, 'conformity', { cpnp_reference: '5550001' });
    const { db } = app.database;
    await db.updateTable('products').set({ beside_text: '', search_text: '' }).where('id', '=', id).execute();
    await writeSetting(db, 'catalogue', 'yesterday');
    await alignCatalogue(app.database);
    expect(await found('5550001')).toEqual([id]);
  });
});
