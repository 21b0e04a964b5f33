import { expect, test } from 'vitest';
import { dayOf } from '#shared/fields/date.ts';
import { inTransaction } from '../db/open.ts';
import { ENGINES, testApp } from '../test/test.app.ts';

test.each(ENGINES)(
  'the journal of %s is whole, whatever its lines hold and however many are written at once',
  async (engine) => {
    const it = await testApp({ engine });
    const admin = await it.as('admin');
    const names = [
      'Crème « d’été »',
      'a"b\\c',
      '🌿 \u2028 ligne',
      'A\u0000B',
      '\ud800',
      "l'eau",
      '%s {} $1 ?',
      'é'.normalize('NFD'),
    ];
    await Promise.all(names.map((name) => admin.post('/products/', { nom_commercial: name })));
    const by = { id: null, email: 'une@maison.fr', ip: null };
    await inTransaction(it.database.db, async (trx) => {
      for (const label of names)
        await it.deps.audit.record(trx, { action: 'export.list', by, object: { type: 'export', id: null, label } });
    });
    const { body } = await admin.get('/audit/verify');
    expect(body).toMatchObject({ valid: true, broken_at: null });
    expect(body.count).toBeGreaterThan(2 * names.length - 3);
    await it.close();
  },
);

test('the day of the journal is the latest of its last lines, whichever was written last', async () => {
  const it = await testApp({ engine: 'sqlite' });
  const by = { id: null, email: null, ip: null };
  await it.deps.audit.note({ action: 'export.list', by, object: { type: 'export', id: null, label: null } });
  const { db } = it.database;
  const last = await db.selectFrom('audit').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow();
  const day = dayOf(new Date(last.at));
  await db
    .insertInto('audit')
    .values({ ...last, seq: last.seq + 1, at: '2001-01-01T23:59:59.999Z' })
    .execute();
  expect(await it.deps.audit.lastDay()).toBe(day);
  await it.close();
});
