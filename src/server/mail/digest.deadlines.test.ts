import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmtp, type TestSmtp } from '../test/smtp.maker.ts';
import { type Caller, type TestApp, testApp } from '../test/test.app.ts';

const host = { host: 'diplo.exemple.fr' };
let server: TestSmtp;
let app: TestApp;
let [editor, daily, weekly] = [] as unknown as [Caller, Caller, Caller];
let now = '2027-01-05T11:00:00Z';
beforeAll(async () => {
  server = await startSmtp();
  app = await testApp({
    config: { smtpUrl: server.url, mailFrom: 'diplo@exemple.fr', publicUrl: new URL('https://diplo.exemple.fr') },
  });
  await app.deps.jobs.start();
  // A Tuesday, at noon in Paris.
  app.wait(Date.parse(now) - Date.now());
  [editor, daily, weekly] = [await app.as('editor'), await app.as('editor'), await app.as('editor')];
  await daily.patch('/auth/me', { digest: 'jour' }, host);
  await weekly.patch('/auth/me', { digest: 'semaine' }, host);
});
afterAll(async () => {
  await app.close();
  await server.close();
});

/** The follower has seen what was written. */
async function followed(): Promise<void> {
  await app.deps.jobs.hurry('control.refresh', null);
  await app.deps.jobs.idle();
}

/** Who is written to at half past seven on a day, and what. */
async function sentOn(day: string): Promise<Map<string, string>> {
  const then = `${day}T06:30:00Z`;
  app.wait(Date.parse(then) - Date.parse(now));
  now = then;
  server.received.length = 0;
  await app.deps.jobs.hurry('mail.digest', null);
  await app.deps.jobs.idle();
  return new Map(server.received.map(({ to, text }) => [String(to), text]));
}

test('what is due is called to mind at its days; a serious effect in every message, and does not wait for Monday', async () => {
  const at = `/products/${(await editor.post('/products', { nom_commercial: 'Crème' }, host)).body.id}`;
  const { revision: _, updated_at: __, updated_by: ___, ...empty } = (await editor.get(`${at}/conformity`, host)).body;
  await editor.put(`${at}/conformity`, { ...empty, bpf_expiration: '2027-03-09' }, host);
  const effect = {
    recu_le: '2027-01-05',
    source: 'vente',
    gravite: { deces: true },
    description: 'MARQUE de ce qui est arrivé',
  };
  const { body: one } = await editor.post(`${at}/effects`, effect, host);

  await followed();
  const wednesday = await sentOn('2027-01-06');
  expect([...wednesday.keys()]).toEqual([daily.email]);
  expect(wednesday.get(daily.email)).toMatch(/– Effet indésirable\s: à traiter — Crème, le 25\/01\/2027\n/);
  expect(wednesday.get(daily.email)).toContain('https://diplo.exemple.fr/deadlines');
  expect(wednesday.get(daily.email)).not.toContain('MARQUE');
  expect(wednesday.get(daily.email)).not.toContain('BPF');

  const friday = await sentOn('2027-01-08');
  expect([...friday.keys()]).toEqual([daily.email]);
  expect(friday.get(daily.email)).toMatch(/Certificat BPF\s: à renouveler — Crème/);

  // Of the week, what was called to mind on one of its days.
  const monday = await sentOn('2027-01-11');
  expect([...monday.keys()].toSorted()).toEqual([daily.email, weekly.email].toSorted());
  expect(monday.get(weekly.email)).toContain('Certificat BPF');
  expect(monday.get(daily.email)).not.toContain('Certificat BPF');

  expect([...(await sentOn('2027-01-14')).keys()]).toEqual([daily.email]);
  // Day ten.
  const tenth = await sentOn('2027-01-15');
  expect([...tenth.keys()].toSorted()).toEqual([daily.email, weekly.email].toSorted());
  // After its last day, every day.
  for (const day of ['2027-01-26', '2027-01-27']) expect((await sentOn(day)).has(weekly.email)).toBe(true);

  editor = await app.as('editor');
  const sent = await editor.put(`${at}/effects/${one.id}`, { ...one, transmis_le: '2027-01-20' }, host);
  expect(sent.status).toBe(200);
  await followed();
  expect([...(await sentOn('2027-01-28')).keys()]).toEqual([]);
});

test('what was due while the server was off, or its clock ahead, is called to mind all the same', async () => {
  editor = await app.as('editor');
  const at = `/products/${(await editor.post('/products', { nom_commercial: 'Baume' }, host)).body.id}`;
  const { revision: _, updated_at: __, updated_by: ___, ...empty } = (await editor.get(`${at}/conformity`, host)).body;
  // Sixty days before: Sunday, the 14th of February.
  await editor.put(`${at}/conformity`, { ...empty, bpf_expiration: '2027-04-15' }, host);
  await followed();
  expect((await sentOn('2027-02-12')).get(daily.email) ?? '').not.toContain('Baume');
  expect((await sentOn('2027-02-16')).get(daily.email)).toMatch(/Certificat BPF\s: à renouveler — Baume/);
  expect((await sentOn('2027-02-17')).get(daily.email)).toBeUndefined();

  editor = await app.as('editor');
  await editor.put(`${at}/conformity`, { ...empty, bpf_expiration: '2027-04-19' }, host);
  await followed();
  await app.database.db.updateTable('users').set({ digest_day: '2028-01-01' }).execute();
  expect((await sentOn('2027-02-18')).get(daily.email)).toMatch(/Certificat BPF\s: à renouveler — Baume/);
});
