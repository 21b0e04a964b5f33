import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUMMARY_FIELDS } from '#shared/products/product.contract.ts';
import type { FieldName } from '#shared/products/product.fields.ts';
import { columnsOfTable } from '../db/columns.ts';
import { writeSetting } from '../db/settings.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';
import { alignCatalogue } from './product.catalogue.service.ts';

/** The rows as yesterday's catalogue wrote them: another set of columns, other kinds, other names. */
describe.each(ENGINES)('a database written by another catalogue, on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    editor = await app.as('editor');
  });
  afterAll(() => app.close());

  const create = async (values: object) => (await editor.post('/products', values)).body;
  const rewrite = async (id: string, change: (data: Record<string, unknown>) => void) => {
    const { db } = app.database;
    const { data } = await db.selectFrom('products').select('data').where('id', '=', id).executeTakeFirstOrThrow();
    const stored = JSON.parse(data);
    change(stored);
    await db
      .updateTable('products')
      .set({ data: JSON.stringify(stored) })
      .where('id', '=', id)
      .execute();
  };
  const another = () => writeSetting(app.database.db, 'catalogue', 'yesterday');

  test('a column of the list that is new is there for every product, sorted and searched; one that went is gone', async () => {
    const ids: string[] = [];
    // More than are brought up to date in one transaction.
    for (let index = 0; index < 210; index += 1)
      ids.push((await create({ nom_produit: `P${index}`, marque: `Marque ${String(index).padStart(3, '0')}` })).id);
    const { db } = app.database;
    await sql`drop index products_list_sort_marque`.execute(db);
    await sql`alter table products drop column sort_marque`.execute(db);
    await sql`alter table products add column sort_couleur text not null default ''`.execute(db);
    await db
      .updateTable('products')
      .set({ summary: '{"nom_produit":"seul"}', search_text: '', progression: 0 })
      .execute();
    await another();

    expect(await alignCatalogue(app.database)).toBe(210);
    expect(await alignCatalogue(app.database)).toBe(0);
    const { status, body } = await editor.get('/products?sort=-marque&page=1&size=3&search=marque');
    expect(status).toBe(200);
    expect(body.map((one: { marque: string }) => one.marque)).toEqual(['Marque 209', 'Marque 208', 'Marque 207']);
    expect(body[0].progression).toBeGreaterThan(0);
    const sorted = (await columnsOfTable(app.database, 'products')).filter((name) => name.startsWith('sort_'));
    expect(sorted.sort()).toEqual(SUMMARY_FIELDS.map(({ name }) => `sort_${name}`).sort());
  });

  test('a list is answered even before the summaries are brought up to date', async () => {
    const { id } = await create({ nom_produit: 'Ancien' });
    await app.database.db.updateTable('products').set({ summary: '{}' }).where('id', '=', id).execute();
    const { status, body } = await editor.get('/products');
    expect(status).toBe(200);
    expect(body.find((one: { id: string }) => one.id === id)).toMatchObject({ nom_produit: null, marque: null });
  });

  test('a value that its field takes no longer is answered as it was, named, kept when sent back, replaced by a valid one', async () => {
    const { id } = await create({ nom_produit: 'Baume', densite: 1 });
    await rewrite(id, (data) => {
      data.densite = 'environ 0,98 à 20 °C';
      data.date_mise_marche = { jour: 3 };
      data.champ_disparu = 'valeur';
    });
    await another();
    await alignCatalogue(app.database);

    const { status, body } = await editor.get(`/products/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ densite: 'environ 0,98 à 20 °C', date_mise_marche: '{"jour":3}' });
    expect(body.unread.sort()).toEqual(['date_mise_marche', 'densite']);
    expect(body).not.toHaveProperty('champ_disparu');
    expect((await editor.get('/products?search=environ%200,98')).body).toHaveLength(1);

    // The whole product goes back as it came, as every form does.
    const { created_at, updated_at, ...sent } = body;
    const again = await editor.put(`/products/${id}`, { ...sent, marque: 'Nouvelle' });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ marque: 'Nouvelle', densite: 'environ 0,98 à 20 °C' });

    const other = await editor.put(`/products/${id}`, { ...sent, densite: 'environ 0,99' });
    expect(other.status).toBe(422);
    expect(other.body.detail[0].loc).toEqual(['body', 'densite' satisfies FieldName]);
    // Nor does a new product get to bring it.
    expect((await editor.post('/products', { densite: 'environ 0,98 à 20 °C' })).status).toBe(422);

    const valid = await editor.put(`/products/${id}`, { ...sent, densite: '0,98', date_mise_marche: null });
    expect(valid.body).toMatchObject({ densite: 0.98, date_mise_marche: null, unread: [] });
    const { body: revisions } = await editor.get(`/products/${id}/revisions`);
    expect(JSON.stringify(revisions)).toContain('environ 0,98 à 20 °C');
  });
});
