import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';
import { keepIndexes } from './indexes.ts';
import { findSetting, writeSetting } from './settings.ts';

describe.each(ENGINES)('the indexes of a database, on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    editor = await app.as('editor');
    await editor.post('/products/', { nom_commercial: 'Baume' });
  });
  afterAll(() => app.close());

  test('those that are gone are made again as they were, and told; the lists are answered', async () => {
    const { db } = app.database;
    expect(await keepIndexes(app.database)).toEqual([]);
    const kept = await findSetting(db, 'indexes');
    await sql`drop index products_with_red`.execute(db);
    await sql`drop index products_list_sort_marque`.execute(db);
    expect((await keepIndexes(app.database)).toSorted()).toEqual(['products_list_sort_marque', 'products_with_red']);
    expect(await keepIndexes(app.database)).toEqual([]);
    // As they were: kept anew, the list says the same of each.
    await writeSetting(db, 'indexes', 'null');
    await keepIndexes(app.database);
    const sorted = (text: string | null) =>
      JSON.parse(text ?? '').indexes.toSorted((a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1));
    expect(sorted(await findSetting(db, 'indexes'))).toEqual(sorted(kept));
    for (const query of ['findings_red=true', 'sort=marque', 'search=baume'])
      expect((await editor.get(`/products/?page=1&size=10&${query}`)).status, query).toBe(200);
  });

  test('nothing but an index is made of what is kept', async () => {
    const { db } = app.database;
    const kept = JSON.parse((await findSetting(db, 'indexes')) ?? '');
    for (const text of ['delete from products', 'create index x on products (id); delete from products']) {
      const indexes = [...kept.indexes, { name: 'x', sql: text }];
      await writeSetting(db, 'indexes', JSON.stringify({ ...kept, indexes }));
      expect(await keepIndexes(app.database)).toEqual([]);
    }
    expect((await editor.get('/products/?page=1&size=10')).body).toHaveLength(1);
    await writeSetting(db, 'indexes', JSON.stringify(kept));
  });

  test('one that cannot be made again stops the start, with its name', async () => {
    const { db } = app.database;
    await editor.post('/products/', { nom_commercial: 'Lotion' });
    const kept = JSON.parse((await findSetting(db, 'indexes')) ?? '');
    const broken = { name: 'one_each', sql: 'create unique index one_each on products (status)' };
    await writeSetting(db, 'indexes', JSON.stringify({ ...kept, indexes: [...kept.indexes, broken] }));
    await expect(keepIndexes(app.database)).rejects.toThrow(/index one_each .* restaurez une sauvegarde/);
    await writeSetting(db, 'indexes', JSON.stringify(kept));
  });

  test('what another version or another engine had is not made', async () => {
    const stale = {
      stamp: 'oracle 0001-initial',
      indexes: [{ name: 'of_old', sql: 'create index of_old on gone (x)' }],
    };
    await writeSetting(app.database.db, 'indexes', JSON.stringify(stale));
    expect(await keepIndexes(app.database)).toEqual([]);
    expect(await findSetting(app.database.db, 'indexes')).not.toContain('of_old');
  });
});
