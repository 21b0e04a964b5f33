import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchText } from '../db/fulltext.ts';
import type { ProductRow } from '../db/tables.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';
import { MARKS } from './product.list.store.ts';

const COUNT = 1_300;
const WORDS = ['Éclat', 'Aube', 'Tilleul', 'Karité', 'Verveine', 'Pin', 'Rose', 'Argan', 'Menthe', 'Lavande'];

describe.each(ENGINES)('a list of many products, on %s', (engine) => {
  let app: TestApp;
  let viewer: Caller;
  /** What is searched of each, and whether it is a draft. */
  const texts: { id: string; name: string; text: string; isDraft: boolean }[] = [];

  beforeAll(async () => {
    app = await testApp({ engine });
    const { body } = await (await app.as('editor')).post('/products/', { nom_commercial: 'Premier' });
    viewer = await app.as('viewer');
    const { db } = app.database;
    const { search_key: _, ...first } = (await db
      .selectFrom('products')
      .selectAll()
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow()) as ProductRow & { search_key?: number };
    await db.deleteFrom('products').where('id', '=', body.id).execute();
    const rows = Array.from({ length: COUNT }, (__, n): ProductRow => {
      const name = `${String(n).padStart(4, '0')} ${WORDS[n % 10]} ${WORDS[(n * 7 + 3) % 10]}`;
      const isDraft = n % 3 !== 0;
      const text = searchText([name, `crème réf. ${n * 37}`, n === 1_111 ? '100 %_"*(unique)' : '']);
      texts.push({ id: `p${n}`, name, text, isDraft });
      return {
        ...first,
        id: `p${n}`,
        status: isDraft ? 'DRAFT' : 'VALIDATED',
        sort_nom_commercial: searchText([name]),
        search_text: text,
        summary: first.summary.replace('Premier', name),
      };
    });
    for (let from = 0; from < COUNT; from += 100)
      await db
        .insertInto('products')
        .values(rows.slice(from, from + 100))
        .execute();
    // In the trash they are in no list.
    await db
      .updateTable('products')
      .set({ deleted_at: new Date().toISOString() })
      .where('id', 'in', ['p7', 'p8', 'p1298'])
      .execute();
  });
  afterAll(() => app.close());

  const expected = (search: string, isKept: (one: (typeof texts)[number]) => boolean = () => true): string[] => {
    const words = searchText([search]).split(/\s+/).filter(Boolean);
    return texts
      .filter(({ id }) => !['p7', 'p8', 'p1298'].includes(id))
      .filter((one) => isKept(one) && words.every((word) => one.text.includes(word)))
      .map(({ id }) => id);
  };
  const ask = async (search: string, more: string) => {
    const { status, headers, body } = await viewer.get(`/products/?search=${encodeURIComponent(search)}&${more}`);
    expect(status).toBe(200);
    return { total: Number(headers['x-total-count']), ids: body.map((one: { id: string }) => one.id) };
  };

  test.each([
    ['nothing', ''],
    ['one letter, of every product', 'e'],
    ['one letter, of some', 'k'],
    ['two letters', 'éc'],
    ['two letters, of none', 'zq'],
    ['a word of every product', 'CRÈME'],
    ['a word of many', 'verveine'],
    ['a word of few', '0042'],
    ['a word of none', 'introuvable'],
    ['a word of many and two letters', 'verveine 37'],
    ['a word of few and one letter', '0042 a'],
    ['two words of many', 'verveine aube'],
    ['quotes, stars and what SQL knows', '%_"*(unique)'],
    ['forty words', Array.from({ length: 40 }, (_, n) => WORDS[5 + (n % 2)]).join(' ')],
  ])('%s: all that match, page by page, forwards and from the end', async (_, search) => {
    const all = expected(search);
    for (const [sort, wanted] of [
      ['nom_commercial', all],
      ['-nom_commercial', all.toReversed()],
    ] as const) {
      const first = await ask(search, `sort=${sort}&page=1&size=10`);
      expect(first).toEqual({ total: all.length, ids: wanted.slice(0, 10) });
      const pages = Math.max(1, Math.ceil(all.length / 10));
      for (const page of new Set([Math.ceil(pages / 2), pages - 1, pages].filter((one) => one > 0)))
        expect((await ask(search, `sort=${sort}&page=${page}&size=10`)).ids).toEqual(
          wanted.slice((page - 1) * 10, page * 10),
        );
      expect((await ask(search, `sort=${sort}&page=${pages + 1}&size=10`)).ids).toEqual([]);
    }
    const drafts = expected(search, ({ isDraft }) => isDraft);
    expect(await ask(search, 'sort=nom_commercial&page=1&size=10&status=DRAFT')).toEqual({
      total: drafts.length,
      ids: drafts.slice(0, 10),
    });
    expect((await ask(search, 'page=1&size=10&findings_red=true')).total).toBe(0);
  });

  test.runIf(engine === 'sqlite')('every mark is counted from the index of states', async () => {
    const { rows } = await sql<{ name: string }>`select name from pragma_index_info('products_list_status')`.execute(
      app.database.db,
    );
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['type_produit', ...Object.values(MARKS)]));
  });

  test('a search of one letter is answered while others are, and what was written before it is in it', async () => {
    const editor = await app.as('editor');
    const [one, other] = await Promise.all([ask('k', 'page=1&size=5'), ask('j', 'page=1&size=5')]);
    expect(one.total).toBe(expected('k').length);
    const { body } = await editor.post('/products/', { nom_commercial: 'Jojoba' });
    expect((await ask('j', 'page=1&size=5')).total).toBe(other.total + 1);
    await editor.delete(`/products/${body.id}`);
    expect((await ask('j', 'page=1&size=5')).total).toBe(other.total);
  });
});
