import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Revision } from '#shared/products/product.contract.ts';
import { historyOf, valuesAt } from '#shared/products/product.history.ts';
import { docxOf, p } from '../test/docx.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';
import { thinHistory } from './product.thin.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Two days ago, to the minute. */
const minutesIn = (minutes: number): string => new Date(Date.now() - 2 * DAY + minutes * MINUTE).toISOString();

describe.each(ENGINES)('the history of drafts, a day after, on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  let other: Caller;
  beforeEach(async () => {
    app = await testApp({ engine });
    [editor, other] = [await app.as('editor'), await app.as('editor')];
  });
  afterEach(() => app.close());
  const thin = () => thinHistory(app.database.db, () => new Date());
  const save = async (id: string, values: object, by = editor) => {
    const { body } = await by.get(`/products/${id}`);
    expect((await by.put(`/products/${id}`, { ...body, status: 'DRAFT', ...values })).status).toBe(200);
  };
  const revisionsOf = async (id: string): Promise<Revision[]> => (await editor.get(`/products/${id}/revisions`)).body;
  /** Says when each save was made, the first of all first. */
  const madeAt = async (id: string, minutes: readonly number[]) => {
    for (const [index, minute] of minutes.entries())
      await app.database.db
        .updateTable('product_revisions')
        .set({ at: minutesIn(minute) })
        .where('product_id', '=', id)
        .where('revision', '=', index + 1)
        .execute();
  };
  const create = async () => (await editor.post('/products/', { nom_commercial: 'Crème' })).body.id as string;

  test('saves of one sitting become one, with its first and last time, its first « from » and last « to »', async () => {
    const id = await create();
    for (const ph of ['5', '6', '7']) await save(id, { ph, marque: `M${ph}` });
    // Not while the day lasts.
    expect(await thin()).toBe(0);
    await app.database.db.deleteFrom('settings').where('name', '=', 'history_thinned').execute();
    await madeAt(id, [0, 1, 3, 9]);
    const before = await revisionsOf(id);
    const now = (await editor.get(`/products/${id}`)).body;
    expect(await thin()).toBe(2);
    const after = await revisionsOf(id);
    expect(after).toHaveLength(2);
    expect(after[1]).toMatchObject({ revision: 1 });
    expect(after[0]).toMatchObject({ revision: 4, at: before[0]?.at, began_at: before[2]?.at });
    expect(after[0]?.changes.find(({ field }) => field === 'ph')).toMatchObject({ from: null, to: now.ph });
    expect(after[0]?.changes).toHaveLength(2);
    expect(valuesAt(now, after, 1)).toMatchObject({ ph: null, marque: null });
    expect(historyOf(after)[0]?.sittings[0]).toMatchObject({ revision: 4, from: expect.any(String) });
    expect((await editor.get(`/products/${id}`)).body).toEqual(now);
    // Done once.
    expect(await thin()).toBe(0);
  });

  test('another person, a pause, a validation, a document hold saves apart', async () => {
    const id = await create();
    await save(id, { ph: '5' });
    await save(id, { ph: '5,5' }, other);
    await save(id, { ph: '6' });
    await save(id, { ph: '7' });
    await save(id, { ph: '8' });
    await save(id, { ph: '8,5' });
    await save(id, { ph: '9' });
    const revisions = app.database.db.updateTable('product_revisions').where('product_id', '=', id);
    await revisions.set({ status: 'VALIDATED' }).where('revision', '=', 7).execute();
    await madeAt(id, [0, 1, 2, 3, 30, 34, 35, 36]);
    const template = await editor.upload('/templates/', {
      fields: { name: 'M' },
      file: { name: 'm.docx', bytes: docxOf({ body: p('{{ph}}') }) },
    });
    const made = await editor.post('/generations/', { template_id: template.body.id, product_id: id });
    await app.database.db
      .updateTable('generations')
      .set({ initiated_at: minutesIn(32) })
      .where('id', '=', made.body.id)
      .execute();
    const before = await revisionsOf(id);
    expect(before).toHaveLength(8);
    expect(await thin()).toBe(0);
    expect(await revisionsOf(id)).toEqual(before);
  });

  test('a sitting that was looked at in the middle becomes one all the same', async () => {
    const id = await create();
    for (const ph of ['5', '6', '7']) await save(id, { ph });
    await madeAt(id, [0, 1, 3, 5]);
    const atMinute = (minute: number) => new Date(Date.parse(minutesIn(minute)) + DAY);
    expect(await thinHistory(app.database.db, () => atMinute(4))).toBe(1);
    expect(await thinHistory(app.database.db, () => atMinute(60))).toBe(1);
    const [last, first] = await revisionsOf(id);
    expect([last?.revision, first?.revision]).toEqual([4, 1]);
    expect(last?.began_at?.slice(0, 16)).toBe(minutesIn(1).slice(0, 16));
  });
});
