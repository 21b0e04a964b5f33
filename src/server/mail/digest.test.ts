import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Digest, dueDay } from '#shared/notices/digest.ts';
import { pdfOf } from '../test/pdf.maker.ts';
import { startSmtp, type TestSmtp } from '../test/smtp.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

test.each<[at: string, digest: Digest, due: string]>([
  // Paris is an hour ahead in winter, two in summer: seven there is six, or five.
  ['2026-11-25T05:59:59Z', 'jour', '2026-11-24'],
  ['2026-11-25T06:00:00Z', 'jour', '2026-11-25'],
  ['2026-07-01T04:59:59Z', 'jour', '2026-06-30'],
  ['2026-07-01T05:00:00Z', 'jour', '2026-07-01'],
  // The night when the clock goes back, and the one when it goes forward.
  ['2026-10-25T05:59:59Z', 'jour', '2026-10-24'],
  ['2026-10-25T06:00:00Z', 'jour', '2026-10-25'],
  ['2026-03-29T04:59:59Z', 'jour', '2026-03-28'],
  ['2026-03-29T05:00:00Z', 'jour', '2026-03-29'],
  ['2026-12-31T23:30:00Z', 'jour', '2026-12-31'],
  ['2026-11-23T05:59:59Z', 'semaine', '2026-11-16'],
  ['2026-11-23T06:00:00Z', 'semaine', '2026-11-23'],
  ['2026-11-29T22:59:59Z', 'semaine', '2026-11-23'],
  ['2026-11-29T23:00:00Z', 'semaine', '2026-11-23'],
  ['2027-01-01T12:00:00Z', 'semaine', '2026-12-28'],
])('at %s, the last digest of each « %s » is that of %s', (at, digest, due) => {
  expect(dueDay(digest, new Date(at))).toBe(due);
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const host = { host: 'diplo.exemple.fr' };

describe.each(ENGINES)('the digest, on %s', (engine) => {
  let server: TestSmtp;
  let app: TestApp;
  let [giver, daily, weekly, never] = [] as unknown as [Caller, Caller, Caller, Caller];
  beforeAll(async () => {
    server = await startSmtp();
    app = await testApp({
      engine,
      config: { smtpUrl: server.url, mailFrom: 'diplo@exemple.fr', publicUrl: new URL('https://diplo.exemple.fr') },
    });
    await app.deps.jobs.start();
    // A Tuesday, at noon in Paris.
    app.wait(Date.parse('2027-01-05T11:00:00Z') - Date.now());
    [giver, daily, weekly, never] = [
      await app.as('editor'),
      await app.as('editor'),
      await app.as('editor'),
      await app.as('editor'),
    ];
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  const look = async (): Promise<string[]> => {
    server.received.length = 0;
    await app.deps.jobs.hurry('mail.digest', null);
    await app.deps.jobs.idle();
    return server.received.map(({ to }) => to);
  };
  const wish = async (person: Caller, digest: string) => {
    const { status, body } = await person.patch('/auth/me', { digest }, host);
    expect(status).toBe(200);
    expect(body).toMatchObject({ digest, mail: true });
  };
  const give = async (name: string): Promise<void> => {
    await app.deps.intake.receive(
      [{ file_name: name, folder: '', mime_type: 'application/pdf', stored: await app.deps.files.save(pdfOf(name)) }],
      { source: 'upload', by: { id: null, email: giver.email, ip: null } },
    );
  };

  test('each person says it for oneself; whoever has not is sent nothing', async () => {
    await wish(daily, 'jour');
    await wish(weekly, 'semaine');
    expect((await daily.patch('/auth/me', { digest: 'heure' }, host)).status).toBe(422);
    expect((await daily.patch('/auth/me', {}, host)).status).toBe(422);
    expect((await daily.patch('/auth/me', { name: 'Claire' }, host)).body).toMatchObject({
      name: 'Claire',
      digest: 'jour',
    });
    await give('un.pdf');
    // Asked for after seven: it begins tomorrow.
    expect(await look()).toEqual([]);
  });

  test('at seven, what is new: what it is about and where to look, no value of a file; once', async () => {
    app.wait(18 * HOUR + 59 * 60_000);
    expect(await look()).toEqual([]);
    app.wait(60_000);
    expect(await look()).toEqual([daily.email]);
    expect(server.received[0]).toMatchObject({ subject: 'Diplo : 1 avis' });
    expect(server.received[0]?.text).toMatch(
      /– Des fichiers sont à classer\s:\n {2}https:\/\/diplo\.exemple\.fr\/automation\?onglet=a-classer\n/,
    );
    expect(server.received[0]?.text).toMatch(
      /chaque jour à 7\sh\. Pour le changer\s:\nhttps:\/\/diplo\.exemple\.fr\/account/,
    );
    expect(server.received[0]?.text).not.toContain('un.pdf');
    app.wait(60_000);
    expect(await look()).toEqual([]);
  });

  test('nothing new, no message; on Monday, the week', async () => {
    app.wait(DAY);
    expect(await look()).toEqual([]);
    app.wait(4 * DAY);
    expect(await look()).toEqual([weekly.email]);
    expect(server.received[0]?.text).toMatch(/chaque lundi à 7\sh/);
  });

  test('what was read is not new; an account that is closed is sent nothing', async () => {
    await give('deux.pdf');
    const row = await app.deps.users.findByEmail(daily.email);
    const notices = await app.deps.notices.list(row?.id ?? '');
    await app.deps.notices.read(
      row?.id ?? '',
      notices.map(({ id }) => id),
    );
    app.wait(DAY);
    expect(await look()).toEqual([]);
    await give('trois.pdf');
    await app.database.db.updateTable('users').set({ active: 0 }).where('email', '=', daily.email).execute();
    app.wait(DAY);
    expect(await look()).toEqual([]);
    expect(server.received.some(({ to }) => to === never.email)).toBe(false);
  });
});
