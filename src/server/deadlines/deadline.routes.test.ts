import fc from 'fast-check';
import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALENDAR_PER_HOUR, type Deadline } from '#shared/deadlines/deadline.contract.ts';
import { type DeadlineKind, isRemindedOn, levelOf, overdueDays } from '#shared/deadlines/deadline.kinds.ts';
import { dayOf, daysAfter, monthsAfter } from '#shared/fields/date.ts';
import { pdfOf } from '../test/pdf.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';
import { calendarOf } from './deadline.ics.ts';

const TODAY = dayOf(new Date());
const SERIOUS = { hospitalisation: true };

describe.each(ENGINES)('deadlines, on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    await app.deps.jobs.start();
    editor = await app.as('editor');
  });
  afterAll(() => app.close());

  const product = async (nom_commercial = 'Crème'): Promise<string> =>
    `/products/${(await editor.post('/products', { nom_commercial })).body.id}`;
  const idOf = (at: string): string => at.split('/')[2] ?? '';
  const save = async (at: string, record: string, values: object): Promise<void> => {
    const { revision: _, updated_at: __, updated_by: ___, ...now } = (await editor.get(`${at}/${record}`)).body;
    const { status: ____, signature: _____, changes: ______, ...kept } = now;
    const saved = await editor.put(`${at}/${record}`, { ...kept, ...values });
    expect([saved.status, saved.body.detail]).toEqual([200, undefined]);
  };
  const followed = async (): Promise<void> => {
    await app.deps.jobs.hurry('control.refresh', null);
    await app.deps.jobs.idle();
  };
  const deadlines = async (query: string): Promise<Deadline[]> => {
    await followed();
    return (await editor.get(`/deadlines?${query}`)).body;
  };
  const said = async (at: string): Promise<[string, string][]> =>
    (await deadlines(`product_id=${idOf(at)}`)).map(({ kind, due_on }) => [kind, due_on]);

  const far = '2031-05-31';
  /** What happens to a product; each leaves the others as they are. */
  const EVENTS: ((at: string) => Promise<unknown>)[] = [
    (at) => save(at, 'conformity', { ei_declaration: 'Aucun.', ei_date: '2026-02-28', bpf_expiration: far }),
    (at) => save(at, 'assessment', { revoir_le: '2029-01-15' }),
    (at) =>
      editor.put(`${at}/claims`, [
        { id: 'a', texte: 'Hydrate', revue_le: '2030-01-01' },
        { id: 'b', texte: 'Apaise', revue_le: '2020-01-01' },
      ]),
    async (at) => {
      const fields = { product_id: idOf(at), field_key: 'etiquette' };
      const piece = await editor.upload('/attachments', { fields, file: { name: 'a.pdf', bytes: pdfOf('a') } });
      await editor.patch(`/attachments/${piece.body.id}`, { expires_on: '2028-03-01' });
    },
    (at) => editor.post(`${at}/lots`, { numero: 'L1', premiere_mise: '2026-01-05' }),
    (at) =>
      editor.post(`${at}/studies`, {
        type: 'temps réel',
        debut: '2026-01-31',
        conditions: ['25'],
        points: [1, 120].map((valeur) => ({ valeur, unite: 'mois' })),
        lectures: [{ condition: '25', point: 1, le: '2026-03-01', valeurs: {} }],
      }),
    (at) => editor.post(`${at}/effects`, { recu_le: '2026-03-01', source: 'vente', gravite: SERIOUS }),
    (at) => editor.post(`${at}/effects`, { recu_le: '2026-03-02', source: 'vente' }),
  ];
  const CALENDAR = [
    ['eig', '2026-03-21'],
    ['qualifier', '2026-03-22'],
    ['releve_ei', '2027-02-28'],
    ['piece', '2028-03-01'],
    ['evaluation', '2029-01-15'],
    ['allegation', '2030-01-01'],
    ['bpf', far],
    ['etude', '2036-01-31'],
  ];
  const stop = (at: string, le: string | null) => editor.put(`${at}/arret`, { le, motif: null });
  /** What a lot to come would need is nobody's task any more. */
  const AFTER_STOP = [
    ['eig', '2026-03-21'],
    ['qualifier', '2026-03-22'],
    ['conservation', '2036-01-05'],
    ['etude', '2036-01-31'],
  ];

  test('no order of the same events gives another calendar', async () => {
    const order = fc.shuffledSubarray(EVENTS, { minLength: EVENTS.length });
    await fc.assert(
      fc.asyncProperty(
        order,
        fc.array(fc.boolean(), { minLength: EVENTS.length, maxLength: EVENTS.length }),
        async (events, pauses) => {
          const at = await product();
          // With the control between some of them, and without.
          for (const [index, happen] of events.entries()) {
            await happen(at);
            if (pauses[index]) await followed();
          }
          expect(await said(at)).toEqual(CALENDAR);
        },
      ),
      { numRuns: 8 },
    );
  });

  test('once no lot follows, what remains is to be told and kept; a last statement is made once', async () => {
    const at = await product();
    for (const happen of EVENTS) await happen(at);
    await stop(at, '2026-02-01');
    expect(await said(at)).toEqual(AFTER_STOP);
    await stop(at, '2026-03-03');
    expect((await said(at)).map(([kind]) => kind)).toContain('releve_ei');
    await stop(at, null);
    expect(await said(at)).toEqual(CALENDAR);
  });

  test('each day that somebody typed, or that is counted from one, is a line; none is invented', async () => {
    const at = await product();
    expect(await said(at)).toEqual([]);
    for (const happen of EVENTS) await happen(at);
    expect(await said(at)).toEqual(CALENDAR);
    const all = await deadlines(`product_id=${idOf(at)}`);
    expect(all[0]).toMatchObject({
      title: expect.stringMatching(/^Effet indésirable\s: à traiter$/),
      level: 'rouge',
      products: [{ id: idOf(at), label: 'Crème', in_trash: false }],
      link: `${at}/follow-up?onglet=effets`,
    });
    expect(all[0]?.overdue_days).toBeGreaterThan(200);
    expect(all.slice(3).map(({ level, overdue_days }) => [level, overdue_days])).toEqual(
      all.slice(3).map(() => ['neutre', 0]),
    );
    expect((await deadlines(`product_id=${idOf(at)}&kind=bpf`)).map(({ kind }) => kind)).toEqual(['bpf']);
    expect(await deadlines(`product_id=${idOf(at)}&from=2028-03-01&to=2029-01-15`)).toHaveLength(2);
    expect((await editor.get('/deadlines?kind=rien')).status).toBe(422);
    const first = await editor.get(`/deadlines?product_id=${idOf(at)}&page=2&size=4`);
    expect([first.body.length, first.headers['x-total-count']]).toEqual([4, '8']);
  });

  test('a cleaning product has its own, and none of cosmetovigilance', async () => {
    const at = await product('Lessive');
    await editor.put(at, { nom_commercial: 'Lessive', date_mise_marche: '2027-01-04' });
    await editor.put(`${at}/type`, { type_produit: 'nettoyage' });
    const { body: now } = await editor.get(`${at}/detergent`);
    await editor.put(`${at}/detergent`, { ...now, site_verifie_le: '2026-03-31' });
    expect(await said(at)).toEqual([
      ['pcn', '2027-01-04'],
      ['site', '2027-03-31'],
    ]);
    const { body: then } = await editor.get(`${at}/detergent`);
    await editor.put(`${at}/detergent`, { ...then, pcn_reference: 'P-1' });
    expect(await said(at)).toEqual([['site', '2027-03-31']]);
  });

  test('what several products share is one line, and names them', async () => {
    const { body: substance } = await editor.post('/substances', { inci: `Glycerin ${engine}` });
    const file = { name: 'fds.pdf', bytes: pdfOf('fds') };
    const { body: piece } = await editor.upload(`/substances/${substance.id}/attachments`, {
      fields: { field_key: 'fiche' },
      file,
    });
    await editor.patch(`/attachments/${piece.id}`, { expires_on: daysAfter(TODAY, 30) });
    const [one, other] = [await product('Une'), await product('Autre')];
    for (const at of [one, other])
      await editor.put(`${at}/formula`, {
        mode: 'table',
        lines: [{ id: 'a', substance_id: substance.id, percent: 100 }],
      });
    const [shared, ...more] = await deadlines(`kind=piece&to=${daysAfter(TODAY, 31)}&from=${TODAY}`);
    expect(more).toEqual([]);
    expect(shared).toMatchObject({
      id: `PIECE_PERIMEE:${piece.id}`,
      product_count: 2,
      link: `/substances?fiche=${substance.id}`,
    });
    expect(shared?.products.map(({ label }) => label).toSorted()).toEqual(['Autre', 'Une']);
  });

  test('all of them, without a page, are as many as are counted; a calendar keeps the nearest', async () => {
    const id = idOf(await product('Beaucoup'));
    // What follows a new product takes away what is not due of it.
    await followed();
    const rows = Array.from({ length: 1_203 }, (_, index) => ({
      key: `PIECE_PERIMEE:beaucoup ${index}`,
      kind: 'piece',
      // Hundreds of one day: where one reading ends, the next goes on.
      due_on: daysAfter(TODAY, (index % 3) - 1),
      title: 'Pièce',
      link: '/evidence?onglet=pieces',
      grace: 0,
    }));
    const { db } = app.database;
    for (let at = 0; at < rows.length; at += 400) {
      const some = rows.slice(at, at + 400);
      await db.insertInto('deadlines').values(some).execute();
      await db
        .insertInto('deadline_products')
        .values(some.map(({ key }) => ({ key, product_id: id })))
        .execute();
    }
    const all = await editor.get(`/deadlines?product_id=${id}`);
    expect([all.body.length, all.headers['x-total-count']]).toEqual([1_203, '1203']);
    expect(new Set(all.body.map((one: { id: string }) => one.id)).size).toBe(1_203);
    const today = dayOf(app.deps.clock());
    const told = await app.deps.deadlines.reminders([today], { withLate: true, first: 2 });
    expect(told.count).toBeGreaterThanOrEqual(802);
    expect(told.first.map(({ due_on }) => due_on)).toEqual([today, today]);
    const quiet = await app.deps.deadlines.reminders([today], { withLate: false, first: 0 });
    expect(quiet.count).toBeLessThanOrEqual(told.count - 401);
    expect(quiet.count).toBeGreaterThanOrEqual(401);
    await db.deleteFrom('deadline_products').where('product_id', '=', id).execute();
    await db.deleteFrom('deadlines').where('key', 'like', 'PIECE_PERIMEE:beaucoup%').execute();
  });

  test('the list is narrowed to products with something late, and to those with an open serious effect', async () => {
    const [late, open, quiet] = [await product('Tard'), await product('Ouvert'), await product('Calme')];
    await save(late, 'conformity', { bpf_expiration: daysAfter(TODAY, -1) });
    await editor.post(`${open}/effects`, { recu_le: TODAY, source: 'vente', gravite: SERIOUS });
    await save(quiet, 'conformity', { bpf_expiration: TODAY });
    await followed();
    const listed = async (mark: string): Promise<string[]> =>
      (await editor.get(`/products?${mark}=true`)).body.map(({ id }: { id: string }) => id);
    expect(await listed('deadline_late')).toContain(idOf(late));
    expect(await listed('effect_open')).toContain(idOf(open));
    for (const mark of ['deadline_late', 'effect_open']) expect(await listed(mark)).not.toContain(idOf(quiet));
    expect(await listed('deadline_late')).not.toContain(idOf(open));
  });

  test('a product in the trash keeps its open serious effect there, said so, and nothing else', async () => {
    const at = await product('Partie');
    await save(at, 'conformity', { bpf_expiration: '2030-01-01' });
    const { body: effect } = await editor.post(`${at}/effects`, { recu_le: TODAY, source: 'vente', gravite: SERIOUS });
    expect(await said(at)).toHaveLength(2);
    await editor.delete(at);
    const [left, ...more] = await deadlines(`product_id=${idOf(at)}`);
    expect(more).toEqual([]);
    expect(left).toMatchObject({
      kind: 'eig',
      id: `EIG:${effect.id}`,
      products: [{ label: 'Partie', in_trash: true }],
    });
  });

  test('a calendar reads in a program: whole days, one address a person, nothing of a case', async () => {
    const person = await app.as('viewer', `agenda-${engine}@valorme.fr`);
    const at = await product(
      'Crème; virgule, « guillemets » \\ et un nom si long qu’il faut couper la ligne sans couper un caractère',
    );
    await save(at, 'conformity', { bpf_expiration: daysAfter(TODAY, 40) });
    const { body: effect } = await editor.post(`${at}/effects`, {
      recu_le: TODAY,
      source: 'vente',
      gravite: SERIOUS,
      description: 'MARQUE de ce qui est arrivé',
    });
    await followed();
    expect((await person.get('/auth/me/calendar')).body.created_at).toBeNull();
    const made = await person.post('/auth/me/calendar');
    expect(made.status).toBe(201);
    const path = new URL(made.body.url, 'http://x').pathname.replace('/api/v1', '');
    const nobody = app.anonymous;
    const got = await nobody.get(path);
    expect([got.status, got.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    const text = got.bytes.toString();
    expect(text).not.toContain('MARQUE');
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
    const mine = events.find(
      ({ summary }) => summary.startsWith('Certificat BPF') && summary.includes('virgule, « guillemets » \\ et'),
    );
    expect(mine?.startDate.toString()).toBe(daysAfter(TODAY, 40));
    expect(mine?.endDate.toString()).toBe(daysAfter(TODAY, 41));
    expect(mine?.startDate.isDate).toBe(true);
    const serious = events.filter(({ summary }) => /^Effet indésirable\s: à traiter — Crème;/.test(summary));
    expect(serious).toHaveLength(1);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(events.length);
    // Who has it already is told so.
    expect((await nobody.get(path, { 'if-none-match': String(got.headers.etag) })).status).toBe(304);

    await editor.put(`${at}/effects/${effect.id}`, { ...effect, transmis_le: TODAY });
    await followed();
    const after = await nobody.get(path);
    expect(after.headers.etag).not.toBe(got.headers.etag);
    expect(after.bytes.toString()).not.toContain(serious[0]?.uid);

    // Another one ends the first; an account that is closed ends both.
    const again = new URL((await person.post('/auth/me/calendar')).body.url, 'http://x').pathname.replace(
      '/api/v1',
      '',
    );
    expect((await nobody.get(path)).status).toBe(403);
    expect((await nobody.get(again)).status).toBe(200);
    const admin = await app.as('admin');
    const { body: users } = await admin.get('/users');
    const { id } = users.find(({ email }: { email: string }) => email === person.email);
    await admin.patch(`/users/${id}`, { active: false });
    expect((await nobody.get(again)).status).toBe(403);
    const lines = (await admin.get('/audit?page=1&size=50')).body as { action: string }[];
    expect(lines.map(({ action }) => action)).toContain('calendar.create');
  });

  test('an address ends when its person says so, and is read so often an hour, and not more', async () => {
    const made = await editor.post('/auth/me/calendar');
    const path = new URL(made.body.url, 'http://x').pathname.replace('/api/v1', '');
    for (let index = 0; index < CALENDAR_PER_HOUR; index += 1) expect((await app.anonymous.get(path)).status).toBe(200);
    expect((await app.anonymous.get(path)).status).toBe(429);
    expect((await editor.delete('/auth/me/calendar')).status).toBeLessThan(300);
    expect((await app.anonymous.get(path)).status).toBe(403);
    expect((await app.anonymous.get('/calendar/rien.ics')).status).toBe(403);
  });
});

test.each<[DeadlineKind, number, number, string, number]>([
  // kind, days from its day, tolerance, level, days late
  ['piece', -1, 0, 'neutre', 0],
  ['piece', 0, 0, 'neutre', 0],
  ['piece', 1, 0, 'orange', 1],
  ['etude', 7, 7, 'neutre', 0],
  ['etude', 8, 7, 'orange', 8],
  ['eig', -6, 0, 'orange', 0],
  ['eig', -5, 0, 'rouge', 0],
  ['eig', 1, 0, 'rouge', 1],
  ['qualifier', 5, 0, 'orange', 5],
  ['regle', -30, 0, 'orange', 0],
])('%s, %i days from its day with %i of tolerance, is %s and %i days late', (kind, days, grace, level, late) => {
  const one = { kind, grace, due_on: daysAfter(TODAY, -days) };
  expect([levelOf(one, TODAY), overdueDays(one, TODAY)]).toEqual([level, late]);
});

test.each<[DeadlineKind, number, boolean]>([
  ['piece', 61, false],
  ['piece', 60, true],
  ['piece', 30, true],
  ['piece', 1, false],
  ['piece', 0, true],
  ['piece', -1, false],
  ['eig', 20, true],
  ['eig', 19, false],
  ['eig', 10, true],
  ['eig', 5, true],
  ['eig', 2, true],
  ['eig', 1, false],
  ['eig', 0, true],
  ['eig', -1, true],
])('%s, %i days before its day, is called to mind: %s', (kind, left, isSaid) => {
  expect(isRemindedOn({ kind, due_on: daysAfter(TODAY, left) }, TODAY)).toBe(isSaid);
});

test('a calendar is folded at 75 octets without cutting a character, and says line ends as it must', () => {
  const title = `${'é'.repeat(60)}, ${'𝛼'.repeat(30)}; \\ fin\nsuite`;
  const text = calendarOf([{ uid: 'u', day: '2028-02-29', title, url: null }]);
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75 && line.isWellFormed())).toBe(true);
  const [event] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  expect(event?.summary).toBe(title);
  expect([event?.startDate.toString(), event?.endDate.toString()]).toEqual(['2028-02-29', '2028-03-01']);
  expect(monthsAfter('2028-02-29', 12)).toBe('2029-02-28');
});
