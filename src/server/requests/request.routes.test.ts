import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf, daysAfter } from '#shared/fields/date.ts';
import { nextReminder } from '#shared/requests/request.ts';
import { docxOf, p } from '../test/docx.maker.ts';
import { pdfOf } from '../test/pdf.maker.ts';
import { type Received, startSmtp, type TestSmtp } from '../test/smtp.maker.ts';
import { type Answer, type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const TODAY = dayOf(new Date());
const DAY = 86_400_000;

describe.each(ENGINES)('requests to suppliers, on %s', (engine) => {
  let smtp: TestSmtp;
  let app: TestApp;
  let editor: Caller;
  let material: { id: string };
  beforeAll(async () => {
    smtp = await startSmtp();
    app = await testApp({
      engine,
      config: { publicUrl: new URL('http://127.0.0.1'), smtpUrl: smtp.url, mailFrom: 'diplo@exemple.fr' },
    });
    await app.deps.jobs.start();
    editor = await app.as('editor');
    material = (await editor.post('/materials', { trade_name: 'Parfum Aube', supplier: 'Parfums du Sud' })).body;
  });
  afterAll(async () => {
    await app.close();
    await smtp.close();
  });

  const item = (values: object = {}) => ({
    kind: 'FDS',
    label: 'Fiche de données de sécurité',
    for: { type: 'material', id: material.id },
    ...values,
  });
  const asked = (values: object = {}) => ({
    supplier: 'Parfums du Sud',
    email: 'qualite@exemple.org',
    due_on: daysAfter(TODAY, 20),
    items: [
      item(),
      item({ kind: 'IFRA', label: 'Certificat IFRA' }),
      item({ kind: 'autre', label: 'Études', required: false }),
    ],
    ...values,
  });
  const create = async (values: object = {}): Promise<Answer['body']> => {
    const { status, body } = await editor.post('/requests', asked(values));
    expect([status, body.detail]).toEqual([201, undefined]);
    return body;
  };
  const enter = async ({ url }: { url: string }): Promise<Caller> =>
    app.withToken((await app.anonymous.post('/guest/session', { token: url.split('#')[1] })).body.access_token);
  const work = async (): Promise<void> => {
    await app.deps.jobs.hurry('requests.remind', null);
    await app.deps.jobs.idle();
  };
  const letters = (id: string): Received[] => smtp.received.filter(({ text }) => text.includes(id));

  test('it goes by mail with its link, is answered item by item, and an editor decides', async () => {
    const draft = await create({ message: 'Pour la gamme Aube.' });
    expect(draft).toMatchObject({ state: 'draft', late: false, next_reminder: null });
    const sent = await editor.post(`/requests/${draft.id}/send`);
    expect(sent.body).toMatchObject({ state: 'sent', mailed: true });
    expect((await editor.post(`/requests/${draft.id}/send`)).status).toBe(409);
    await app.deps.jobs.idle();
    const [, token = ''] = sent.body.url.split('#');
    const [letter] = letters(token);
    expect(letter).toMatchObject({ to: 'qualite@exemple.org' });
    expect(letter?.text).toContain('Pour la gamme Aube.');
    expect(letter?.subject).toContain('(Parfum Aube)');
    expect(letter?.text).toMatch(
      /Parfum Aube\s:\n– Fiche de données de sécurité\n– Certificat IFRA\n– Études \(si vous en disposez\)/,
    );
    // The link is kept with no message, and in no line.
    const rows = await app.database.db.selectFrom('mails').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);

    const supplier = await enter(sent.body);
    expect((await supplier.get('/guest/product')).status).toBe(404);
    const list = (await supplier.get('/guest/request')).body;
    expect(list.items.map(({ label, about, state }: Record<string, string>) => [label, about, state])).toEqual([
      ['Fiche de données de sécurité', 'Parfum Aube', 'waiting'],
      ['Certificat IFRA', 'Parfum Aube', 'waiting'],
      ['Études', 'Parfum Aube', 'waiting'],
    ]);
    expect((await supplier.post('/guest/request/1', {})).status).toBe(422);
    expect((await supplier.post('/guest/request/1', { absent: 'Non.' })).status).toBe(422);
    expect((await supplier.post('/guest/request/9', { absent: 'Elle n’existe pas du tout.' })).status).toBe(404);
    // Another document than the one that was asked for, of something else.
    const wrong = docxOf({ body: p(`Fiche technique. ${'Huile de ricin, spécifications. '.repeat(20)}`) });
    const gave = await supplier.upload('/guest/request/1', {
      file: { name: 'Fiche technique ricin.docx', bytes: wrong },
    });
    expect([gave.status, gave.body]).toEqual([201, { received: ['Fiche technique ricin.docx'], refused: [] }]);
    const shown = (await editor.get(`/requests/${draft.id}`)).body;
    expect(shown.items[0].state).toBe('received');
    expect(shown.items[0].files[0].says).toEqual([
      'Ceci ressemble à une fiche technique, une FDS est demandée.',
      'Le nom de ce qui est demandé n’y figure pas.',
    ]);
    expect(shown.answered_at).not.toBeNull();
    // Nothing is attached before an editor says so.
    expect((await editor.get(`/materials/${material.id}/attachments`)).body).toEqual([]);
    expect((await editor.post(`/requests/${draft.id}/items/1/refuse`, { reason: 'Non.' })).status).toBe(422);
    const why = 'C’est une fiche technique du ricin : la FDS du parfum est attendue.';
    expect((await editor.post(`/requests/${draft.id}/items/1/refuse`, { reason: why })).body.items[0].state).toBe(
      'refused',
    );
    expect((await supplier.get('/guest/request')).body.items[0]).toMatchObject({ state: 'refused', reason: why });
    const good = { name: 'FDS Parfum Aube.pdf', bytes: pdfOf('FDS') };
    await supplier.upload('/guest/request/1', { file: good });
    const accepted = await editor.post(`/requests/${draft.id}/items/1/accept`);
    expect([accepted.status, accepted.body.items[0].state, accepted.body.state]).toEqual([200, 'accepted', 'sent']);
    expect((await editor.get(`/materials/${material.id}/attachments`)).body).toMatchObject([
      { file_name: 'FDS Parfum Aube.pdf', kind: 'FDS' },
    ]);
    expect((await supplier.upload('/guest/request/1', { file: good })).status).toBe(409);
    expect((await editor.post(`/requests/${draft.id}/items/1/accept`)).status).toBe(409);
    // What does not exist is said, and taken by an editor; what is optional keeps nothing open.
    await supplier.post('/guest/request/2', { absent: 'Ce parfum n’a pas de certificat IFRA.' });
    expect((await editor.post(`/requests/${draft.id}/items/2/accept`)).body.state).toBe('done');
    expect((await editor.get('/notices')).body.map(({ kind }: { kind: string }) => kind)).toContain('request.act');
  });

  test('a refusal wins over a file that was filed meanwhile; the supplier is awaited again, and reads why', async () => {
    const { id } = await create({ items: [item(), item({ label: 'Étude', required: false })] });
    const supplier = await enter((await editor.post(`/requests/${id}/send`)).body);
    for (const name of ['un.pdf', 'deux.pdf']) {
      const sent = await supplier.upload('/guest/request/1', { file: { name, bytes: pdfOf(name) } });
      expect(sent.status).toBe(201);
    }
    const [first] = (await editor.get(`/requests/${id}`)).body.items[0].intake_ids;
    const owner = { type: 'material', id: material.id };
    expect((await editor.post(`/intake/${first}/file`, { owner })).status).toBe(200);
    const refused = await editor.post(`/requests/${id}/items/1/refuse`, { reason: 'Une page manque à ce document.' });
    expect([refused.status, refused.body.state, refused.body.items[0].state]).toEqual([200, 'sent', 'refused']);
    expect(refused.body.answered_at).toBeNull();
    expect(refused.body.next_reminder).not.toBeNull();
    expect((await supplier.get('/guest/request')).body.items[0].reason).toBe('Une page manque à ce document.');
    const acts = (await (await app.as('admin')).get('/audit?object_type=request&size=3')).body;
    expect(acts.map(({ action }: { action: string }) => action)).not.toContain('request.accept');
    // The same file again: said, and attached once.
    const again = { name: 'trois.pdf', bytes: pdfOf('trois') };
    await supplier.upload('/guest/request/1', { file: [again, again] });
    const files = (await editor.get(`/requests/${id}`)).body.items[0].files.slice(-2);
    expect(
      files.map(({ says }: { says: string[] }) => says.includes('Le même fichier est déjà arrivé pour ce document.')),
    ).toEqual([false, true]);
    const accepted = (await editor.post(`/requests/${id}/items/1/accept`)).body;
    expect(accepted.items[0].state).toBe('accepted');
    const named = (await editor.get(`/materials/${material.id}/attachments`)).body.filter(
      ({ file_name }: { file_name: string }) => file_name === 'trois.pdf',
    );
    expect(named).toHaveLength(1);
    // What is optional, sent and refused, keeps nothing open.
    expect(accepted.state).toBe('done');
    await supplier.upload('/guest/request/2', { file: { name: 'etude.pdf', bytes: pdfOf('étude') } });
    expect((await editor.get(`/requests/${id}`)).body.state).toBe('sent');
    const optional = await editor.post(`/requests/${id}/items/2/refuse`, { reason: 'Ce n’est pas une étude.' });
    expect(optional.body).toMatchObject({ state: 'done', late: false });
  });

  test('a file that was refused by mistake is sent again, and attached once it is accepted', async () => {
    const { id } = await create({ items: [item()] });
    const supplier = await enter((await editor.post(`/requests/${id}/send`)).body);
    const file = { name: 'la bonne.pdf', bytes: pdfOf('la bonne') };
    await supplier.upload('/guest/request/1', { file });
    await editor.post(`/requests/${id}/items/1/refuse`, { reason: 'Refusée par erreur, à renvoyer.' });
    await supplier.upload('/guest/request/1', { file });
    const accepted = await editor.post(`/requests/${id}/items/1/accept`);
    expect([accepted.status, accepted.body.state]).toEqual([200, 'done']);
    const names = (await editor.get(`/materials/${material.id}/attachments`)).body.map(
      ({ file_name }: { file_name: string }) => file_name,
    );
    expect(names).toContain('la bonne.pdf');
  });

  test('what is accepted goes to the raw material that it was merged into', async () => {
    const [one, other] = await Promise.all(
      ['Huile N', 'Huile N bis'].map(async (trade_name) => (await editor.post('/materials', { trade_name })).body.id),
    );
    const { id } = await create({ items: [item({ for: { type: 'material', id: one } })] });
    const supplier = await enter((await editor.post(`/requests/${id}/send`)).body);
    await supplier.upload('/guest/request/1', { file: { name: 'FDS Huile N.pdf', bytes: pdfOf('FDS Huile N') } });
    expect((await editor.post(`/materials/${one}/merge`, { into: other })).status).toBe(200);
    expect((await editor.post(`/requests/${id}/items/1/accept`)).status).toBe(200);
    expect((await editor.get(`/materials/${other}/attachments`)).body).toMatchObject([
      { file_name: 'FDS Huile N.pdf' },
    ]);
  });

  test('a file that is filed by hand is accepted; twice the same is said', async () => {
    const { id } = await create({ items: [item()] });
    const supplier = await enter((await editor.post(`/requests/${id}/send`)).body);
    const file = { name: 'FDS bis.pdf', bytes: pdfOf('FDS bis') };
    await supplier.upload('/guest/request/1', { file: [file, file] });
    const waiting = (await editor.get('/intake?state=waiting')).body.filter(
      ({ file_name }: { file_name: string }) => file_name === 'FDS bis.pdf',
    );
    expect(waiting.map(({ source, duplicate_of }: Record<string, string>) => [source, duplicate_of === null])).toEqual([
      ['request', true],
      ['request', false],
    ]);
    const owner = { type: 'material', id: material.id };
    for (const one of waiting) await editor.post(`/intake/${one.id}/file`, { owner });
    expect((await editor.get(`/requests/${id}`)).body).toMatchObject({ state: 'done', items: [{ state: 'accepted' }] });
  });

  test('what came after somebody looked is decided of by nobody who has not seen it', async () => {
    const { id } = await create({ items: [item()] });
    const supplier = await enter((await editor.post(`/requests/${id}/send`)).body);
    const send = (name: string) => supplier.upload('/guest/request/1', { file: { name, bytes: pdfOf(name) } });
    await send('FDS vue.pdf');
    const seen: string[] = (await editor.get(`/requests/${id}`)).body.items[0].intake_ids;
    await send('FDS venue après.pdf');
    const at = `/requests/${id}/items/1`;
    for (const refused of [
      await editor.post(`${at}/accept`, { seen }),
      await editor.post(`${at}/refuse`, { seen, reason: 'Ce n’est pas la bonne fiche.' }),
    ]) {
      expect(refused.status).toBe(409);
      expect(refused.body.detail).toContain('Un autre fichier est arrivé');
    }
    const all = (await editor.get(`/requests/${id}`)).body.items[0].intake_ids;
    expect((await editor.post(`${at}/accept`, { seen: all })).body.state).toBe('done');
  });

  test('what comes at the very instant at which another is refused is not refused with it', async () => {
    const { id } = await create({ items: [item()] });
    const supplier = await enter((await editor.post(`/requests/${id}/send`)).body);
    const send = (name: string) => supplier.upload('/guest/request/1', { file: { name, bytes: pdfOf(name) } });
    await send('FDS mauvaise.pdf');
    const [seen] = (await editor.get(`/requests/${id}`)).body.items[0].intake_ids;
    const { intake } = app.deps;
    const { leave } = intake;
    intake.leave = async (...given) => {
      intake.leave = leave;
      const done = await leave(...given);
      expect((await send('FDS bonne.pdf')).status).toBe(201);
      return done;
    };
    const refused = await editor.post(`/requests/${id}/items/1/refuse`, { seen: [seen], reason: 'Pas la bonne.' });
    // What was read is refused; what came after is to be read.
    expect(refused.status).toBe(200);
    const [{ files }] = (await editor.get(`/requests/${id}`)).body.items;
    expect(files.map(({ state }: { state: string }) => state)).toEqual(['left', 'waiting']);
    expect((await editor.get(`/requests/${id}`)).body.items[0].state).toBe('received');
  });

  test('a file that is put aside is waited for again, and one that comes back is to be read', async () => {
    const { id } = await create({ items: [item()] });
    const supplier = await enter((await editor.post(`/requests/${id}/send`)).body);
    const state = async (): Promise<string> => (await editor.get(`/requests/${id}`)).body.items[0].state;
    await supplier.upload('/guest/request/1', { file: { name: 'FDS ter.pdf', bytes: pdfOf('FDS ter') } });
    const [file] = (await editor.get(`/requests/${id}`)).body.items[0].intake_ids;
    await editor.post(`/intake/${file}/leave`);
    expect(await state()).toBe('waiting');
    expect((await supplier.post('/guest/request/1', { absent: 'Ce document n’existe pas.' })).status).toBe(201);
    await editor.post(`/intake/${file}/return`);
    expect(await state()).toBe('received');
    expect((await editor.post(`/requests/${id}/items/1/accept`)).body.state).toBe('done');
  });

  test('the link of a request lasts as long as it is waited for, and whoever reminds takes it on', async () => {
    const gone = await app.as('editor');
    const { body: made } = await gone.post('/requests', asked({ due_on: daysAfter(TODAY, 120) }));
    const sent = (await gone.post(`/requests/${made.id}/send`)).body;
    const row = () =>
      app.database.db.selectFrom('guests').selectAll().where('request_id', '=', made.id).executeTakeFirstOrThrow();
    const first = (await row()).expires_at;
    const admin = await app.as('admin');
    const [{ id }] = (await admin.get('/users')).body.filter(({ email }: { email: string }) => email === gone.email);
    await admin.patch(`/users/${id}`, { active: false });
    expect((await app.anonymous.post('/guest/session', { token: sent.url.split('#')[1] })).status).toBe(401);
    app.wait(2 * 60_000);
    const told = (await editor.get(`/requests/${made.id}`)).body;
    expect(told).toMatchObject({ next_reminder: null, troubles: [expect.stringContaining('est fermé')] });
    expect((await editor.post(`/requests/${made.id}/remind`)).body.troubles).toEqual([]);
    expect((await app.anonymous.post('/guest/session', { token: sent.url.split('#')[1] })).status).toBe(200);
    expect((await row()).expires_at > first).toBe(true);
    app.wait(-2 * 60_000);
  });

  test.each([
    [{ supplier: '' }],
    [{ email: 'x' }],
    [{ due_on: daysAfter(TODAY, -1) }],
    [{ due_on: 'demain' }],
    [{ items: [] }],
    [{ items: [{ label: 'FDS', for: { type: 'material', id: 'absente' } }] }],
    [{ items: [{ label: '', for: { type: 'material', id: 'absente' } }] }],
  ])('%j is refused', async (values) => {
    expect((await editor.post('/requests', asked(values))).status).toBe(422);
  });

  test('fifty documents are asked for, and no more', async () => {
    const items = (count: number) => Array.from({ length: count }, () => item());
    expect((await editor.post('/requests', asked({ items: items(50) }))).status).toBe(201);
    expect((await editor.post('/requests', asked({ items: items(51) }))).status).toBe(422);
  });

  test('a supplier sends in one day all that is asked for, and some of it again', async () => {
    const { id } = await create({ items: Array.from({ length: 5 }, () => item()) });
    const supplier = await enter((await editor.post(`/requests/${id}/send`)).body);
    const refused: string[] = [];
    for (let turn = 0; turn < 16; turn += 1) {
      const file = { name: `pièce ${turn}.pdf`, bytes: pdfOf(`pièce ${turn} ${id}`) };
      const { body } = await supplier.upload(`/guest/request/${1 + (turn % 5)}`, { file });
      refused.push(...body.refused.map(({ why }: { why: string }) => why));
    }
    expect(refused).toEqual([expect.stringContaining('15 fichiers par jour')]);
  });

  test('a request is found by the name of its supplier, whatever its case and accents', async () => {
    const { id } = await create({ supplier: 'Été & Fils_100' });
    await create({ supplier: 'Fils de l’Hiver' });
    const found = async (search: string): Promise<string[]> =>
      (await editor.get(`/requests?page=1&size=10&search=${encodeURIComponent(search)}`)).body.map(
        (one: { id: string }) => one.id,
      );
    expect(await found('ete fils')).toEqual([id]);
    expect(await found('fils_')).toEqual([id]);
    expect(await found('personne')).toEqual([]);
  });

  test('what a supplier reads already is not changed under them; its day is', async () => {
    const draft = await create();
    expect((await editor.put(`/requests/${draft.id}`, { ...draft, supplier: 'Autre' })).body.supplier).toBe('Autre');
    await editor.post(`/requests/${draft.id}/send`);
    const { body: now } = await editor.get(`/requests/${draft.id}`);
    expect((await editor.put(`/requests/${draft.id}`, { ...now, supplier: 'Encore' })).status).toBe(409);
    const later = { ...now, due_on: daysAfter(TODAY, 40) };
    expect((await editor.put(`/requests/${draft.id}`, later)).body.due_on).toBe(daysAfter(TODAY, 40));
  });

  test('cancelled, its link opens no more', async () => {
    const { id } = await create();
    const sent = (await editor.post(`/requests/${id}/send`)).body;
    const supplier = await enter(sent);
    await editor.post(`/requests/${id}/cancel`);
    expect((await supplier.get('/guest/request')).status).toBe(401);
    expect((await app.anonymous.post('/guest/session', { token: sent.url.split('#')[1] })).status).toBe(401);
  });

  test('what is owed is a finding and a deadline of each product that uses the raw material, late once its day is over', async () => {
    const { body: product } = await editor.post('/products', { nom_commercial: 'Brume' });
    const at = `/products/${product.id}`;
    const { body: formula } = await editor.get(`${at}/formula`);
    const line = { id: 'l1', phase: null, material_id: material.id, substance_id: null, label: null, percent: 1 };
    const saved = await editor.put(`${at}/formula`, {
      mode: 'table',
      lines: [{ ...line }],
      revision: formula.revision,
    });
    expect([saved.status, saved.body.detail]).toEqual([200, undefined]);
    const { id } = await create({ supplier: 'Arômes & Cie', items: [item({ label: 'Certificat allergènes' })] });
    const codes = async (who = editor) =>
      (await who.get(`${at}/findings`)).body
        .filter(({ code, text }: { code: string; text: string }) => code === 'DEMANDE' && text.startsWith('Arômes'))
        .map(({ level, due_on, link }: Record<string, string>) => [level, due_on, link]);
    expect(await codes()).toEqual([]);
    await editor.post(`/requests/${id}/send`);
    const due = daysAfter(TODAY, 20);
    expect(await codes()).toEqual([['neutre', due, `/requests?id=${id}`]]);
    await app.deps.jobs.hurry('control.refresh', null);
    await app.deps.jobs.idle();
    const deadlines = (await editor.get(`/deadlines?kind=demande&product_id=${product.id}`)).body;
    expect(deadlines.map(({ link }: { link: string }) => link)).toContain(`/requests?id=${id}`);
    const isLate = async (days: number): Promise<[late: boolean, level: string]> => {
      app.wait(days * DAY);
      const who = await app.as('editor');
      const told: [boolean, string] = [(await who.get(`/requests/${id}`)).body.late, (await codes(who))[0][0]];
      app.wait(-days * DAY);
      return told;
    };
    expect(await isLate(20)).toEqual([false, 'neutre']);
    expect(await isLate(21)).toEqual([true, 'orange']);
    await editor.post(`/requests/${id}/cancel`);
    expect(await codes()).toEqual([]);
    expect((await editor.get(`/requests?product_id=${product.id}`)).body.length).toBeGreaterThan(0);
    expect((await editor.get('/requests?product_id=absent')).status).toBe(404);
  });

  test('reminders go three days before, one day after and a week later: none twice, by two instances or again', async () => {
    const { id } = await create({ supplier: 'Relances SA', email: 'relance@exemple.org' });
    await editor.post(`/requests/${id}/send`);
    await app.deps.jobs.idle();
    const went = (): number => smtp.received.filter(({ to }) => to === 'relance@exemple.org').length;
    expect(went()).toBe(1);
    const other = engine === 'postgres' ? await app.twin() : null;
    let passed = 0;
    for (const [days, count] of [
      [16, 1],
      [17, 2],
      [20, 2],
      [21, 3],
      [27, 3],
      [28, 4],
      [40, 4],
    ] as const) {
      app.wait((days - passed) * DAY);
      passed = days;
      await Promise.all([work(), other?.jobs.hurry('requests.remind', null)]);
      await other?.jobs.idle();
      await work();
      expect([days, went()]).toEqual([days, count]);
    }
    app.wait(-passed * DAY);
    expect((await editor.get(`/requests/${id}`)).body.reminded).toHaveLength(3);
  });

  test('an answer ends the reminders, and one by hand goes once a day', async () => {
    const { id } = await create({ email: 'main@exemple.org' });
    const sent = (await editor.post(`/requests/${id}/send`)).body;
    const again = await editor.post(`/requests/${id}/remind`);
    expect([again.status, again.body.url]).toEqual([200, sent.url]);
    expect((await editor.post(`/requests/${id}/remind`)).status).toBe(409);
    const supplier = await enter(sent);
    await supplier.post('/guest/request/2', { absent: 'Ce parfum n’a pas de certificat.' });
    expect((await editor.get(`/requests/${id}`)).body.next_reminder).toBeNull();
  });
});

test('without a mail server the words and the link are given to be copied', async () => {
  const app = await testApp({ config: { publicUrl: new URL('http://127.0.0.1') } });
  const editor = await app.as('editor');
  const { id: product } = (await editor.post('/products', { nom_commercial: 'Baume' })).body;
  const { id } = (
    await editor.post('/requests', {
      supplier: 'Verrerie',
      email: 'v@exemple.org',
      due_on: daysAfter(TODAY, 3),
      items: [{ label: 'Fiche technique du pot', for: { type: 'product', id: product } }],
    })
  ).body;
  const { body } = await editor.post(`/requests/${id}/send`);
  expect(body.mailed).toBe(false);
  expect(body.text).toContain(body.url);
  expect(body.text).not.toContain('{lien}');
  await app.close();
});

test.each([
  ['before its day', { reminded: [] }, '2026-06-27'],
  ['sent two days before its day', { sent_at: '2026-06-28T10:00:00.000Z', reminded: [] }, '2026-07-01'],
  ['sent after its day', { sent_at: '2026-07-05T10:00:00.000Z', reminded: [] }, '2026-07-08'],
  ['after the first', { reminded: ['2026-06-27'] }, '2026-07-01'],
  ['after the second', { reminded: ['2026-06-27', '2026-07-01'] }, '2026-07-08'],
  ['after the third', { reminded: ['2026-06-27', '2026-07-01', '2026-07-08'] }, null],
  ['once answered', { answered_at: '2026-06-20T10:00:00.000Z', reminded: [] }, null],
  ['not sent', { sent_at: null, reminded: [] }, null],
])('the next reminder %s', (_, values, day) => {
  expect(
    nextReminder({ due_on: '2026-06-30', sent_at: '2026-06-01T10:00:00.000Z', answered_at: null, ...values }),
  ).toBe(day);
});
