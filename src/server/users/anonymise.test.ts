import { join } from 'node:path';
import { expect, test } from 'vitest';
import { columnsOfTables } from '../db/columns.ts';
import { DEMO_PASSWORD } from '../demo/story.ts';
import { converterOf, pdfOf } from '../test/pdf.maker.ts';
import { ENGINES, PASSWORD, type TestApp, testApp } from '../test/test.app.ts';

/** In which columns of which tables an address stands. */
async function placesOf(app: TestApp, email: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name, columns } of await columnsOfTables(app.database)) {
    const rows = await app.database.db
      .selectFrom(name as 'users')
      .selectAll()
      .execute();
    for (const { name: column } of columns)
      if (rows.some((row) => JSON.stringify((row as Record<string, unknown>)[column] ?? null).includes(email)))
        found.push(`${name}.${column}`);
  }
  return found.sort();
}

test.each(ENGINES)(
  'what a closed account told the others stays, of nobody (%s)',
  { tags: ['slow'] },
  async (engine) => {
    // Its shipped templates are those of today from the first start on: their pictures are drawn anew.
    const app = await testApp({
      engine,
      from: join(import.meta.dirname, '../test/older/0032-sign-in'),
      converter: converterOf(pdfOf('essai')),
    });
    const admin = await app.as('admin');
    const email = 'admin@demo.diplo';
    const { id = '' } = (await admin.get('/users')).body.find((one: { email: string }) => one.email === email) ?? {};
    const all = (table: 'comments' | 'batches') =>
      app.database.db.selectFrom(table).selectAll().orderBy('id').execute();
    const [comments, batches] = [await all('comments'), await all('batches')];
    expect(comments.map(({ person_id }) => person_id)).toContain(id);
    expect(batches.map(({ created_by }) => created_by)).toContain(email);
    // A dossier that is still to be sealed for them.
    const [{ id: product = '' } = {}] = (await admin.get('/products')).body;
    const signed = await app.anonymous.form('/auth/token', { username: email, password: DEMO_PASSWORD });
    const asked = await app.anonymous.post(`/products/${product}/dossiers`, undefined, {
      authorization: `Bearer ${signed.body.access_token}`,
    });
    expect(asked.status, JSON.stringify(asked.body)).toBe(201);
    expect(await placesOf(app, email)).toEqual(expect.arrayContaining(['batches.search_text', 'jobs.payload']));

    await admin.patch(`/users/${id}`, { active: false });
    expect((await admin.post(`/users/${id}/anonymise`)).status).toBe(200);
    expect((await placesOf(app, email)).filter((place) => !place.startsWith('audit.'))).toEqual([]);
    // Under way meanwhile, it is sealed by nobody.
    await app.deps.jobs.idle();
    expect((await placesOf(app, email)).filter((place) => !place.startsWith('audit.'))).toEqual([]);
    expect(JSON.stringify((await admin.get('/dashboard/stats')).body)).not.toContain(email);
    expect(await all('comments')).toEqual(comments);
    expect((await admin.get(`/batches?search=${email}`)).body).toEqual([]);
    await app.close();
  },
);

test.each(ENGINES)('a closed account leaves everything but the journal, which stays valid (%s)', async (engine) => {
  const app = await testApp({ engine, from: join(import.meta.dirname, '../test/older/0019-anonymous-accounts') });
  const admin = await app.as('admin');
  const people = (await admin.get('/users')).body as { id: string; email: string }[];
  const claire = people.find(({ email }) => email === 'claire@demo.diplo');
  const id = claire?.id ?? '';
  const email = 'claire@demo.diplo';
  // An address that somebody wrote into a record is what the record says.
  const written = await admin.post('/products/', {
    nom_commercial: 'Crème',
    observations_finales: `Relu avec ${email}`,
  });
  expect(written.status).toBe(201);
  expect((await placesOf(app, email)).length).toBeGreaterThan(10);

  expect((await admin.post(`/users/${id}/anonymise`)).status).toBe(409);
  await admin.patch(`/users/${id}`, { active: false });
  const done = await admin.post(`/users/${id}/anonymise`);
  expect(done).toMatchObject({ status: 200, body: { name: 'Compte anonymisé', anonymous: true, active: false } });
  expect(await placesOf(app, email)).toEqual(expect.arrayContaining(['audit.actor']));
  expect((await placesOf(app, email)).filter((place) => !place.startsWith('audit.'))).toEqual([
    'product_revisions.changes',
    'product_revisions.data',
    'products.data',
    'products.search_text',
  ]);
  // What it did is still told, of nobody.
  const { email: nobody } = done.body;
  expect(await placesOf(app, nobody)).toEqual(
    expect.arrayContaining(['generations.initiated_by', 'products.created_by']),
  );
  expect((await admin.get('/audit/verify')).body).toMatchObject({ valid: true });
  // It is opened by nobody any more.
  expect((await admin.patch(`/users/${id}`, { active: true })).status).toBe(409);
  expect((await admin.post(`/users/${id}/password`)).status).toBe(409);
  expect((await admin.post(`/users/${id}/anonymise`)).status).toBe(409);
  expect((await app.anonymous.form('/auth/token', { username: email, password: PASSWORD })).status).toBe(401);
  // An address like it is anybody's, and protects nobody.
  const signed = await app.anonymous.post('/auth/signup', {
    email: `x${nobody}`,
    password: PASSWORD,
    password_confirm: PASSWORD,
  });
  expect(signed.status, JSON.stringify(signed.body)).toBe(201);
  const stranger = ((await admin.get('/users')).body as { id: string; email: string }[]).find(
    ({ email: its }) => its === `x${nobody}`,
  );
  expect(stranger).toMatchObject({ anonymous: false });
  expect((await admin.patch(`/users/${stranger?.id}`, { active: false })).status).toBe(200);
  await app.close();
});
