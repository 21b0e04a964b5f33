import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { indexSome } from '../db/fulltext.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

let app: TestApp;
let editor: Caller;
const make = async (name: string): Promise<string> =>
  (await editor.post('/products/', { nom_commercial: name })).body.id;
const found = async (search: string, more = ''): Promise<string[]> =>
  (await editor.get(`/products/?search=${search}${more}`)).body.map(({ id }: { id: string }) => id);
const waiting = async (): Promise<string[]> =>
  (await sql<{ id: string }>`select id from products where search_key is null`.execute(app.database.db)).rows.map(
    ({ id }) => id,
  );

describe.each(ENGINES)('what was just written is found at once, on %s', (engine) => {
  beforeAll(async () => {
    app = await testApp({ engine });
    editor = await app.as('editor');
  });
  afterAll(() => app.close());

  test('a new product, a changed one under its new name alone, one that comes back from the trash', async () => {
    const id = await make('Verveine');
    for (const more of ['', '&page=1&size=10', '&page=1&size=10&status=DRAFT'])
      expect(await found('VERVEINE', more)).toEqual([id]);
    expect(await found('verv ne')).toEqual([id]);
    await editor.put(`/products/${id}`, { nom_commercial: 'Tilleul' });
    expect(await found('verveine')).toEqual([]);
    expect(await found('tilleul')).toEqual([id]);
    await editor.delete(`/products/${id}`);
    expect(await found('tilleul')).toEqual([]);
    await (await app.as('admin')).post(`/trash/${id}/restore`);
    expect(await found('tilleul')).toEqual([id]);
  });
});

describe('the index of PostgreSQL', () => {
  beforeAll(async () => {
    app = await testApp({ engine: 'postgres' });
    editor = await app.as('editor');
  });
  afterAll(() => app.close());

  test('a product that somebody is writing is not waited for', async () => {
    const { db } = app.database;
    const [mine] = [await make('Menthe'), await make('Lavande')];
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('products').select('id').where('id', '=', mine).forUpdate().execute();
      expect(await indexSome(db, 25)).toBe(1);
      expect(await waiting()).toEqual([mine]);
    });
  });

  test('it takes each text soon after the save, which is found before and after', async () => {
    await app.deps.jobs.start();
    const ids = await Promise.all(Array.from({ length: 60 }, (_, n) => make(`Argan ${n}`)));
    expect((await found('argan')).toSorted()).toEqual(ids.toSorted());
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([]);
    expect((await found('argan')).toSorted()).toEqual(ids.toSorted());
    const [one = ''] = ids;
    await editor.put(`/products/${one}`, { nom_commercial: 'Karité' });
    expect(await found('karite')).toEqual([one]);
    await expect.poll(waiting, { timeout: 30_000 }).toEqual([]);
    expect(await found('karite')).toEqual([one]);
    expect(await found('argan')).toHaveLength(59);
  });

  test('without it, as without pg_trgm, nothing is written for it, and all is found', async () => {
    await sql`drop index products_search`.execute(app.database.db);
    const id = await make('Camomille');
    expect(await indexSome(app.database.db, 25)).toBe(0);
    expect(await found('camomille')).toEqual([id]);
    expect(await found('argan')).toHaveLength(59);
  });
});
