import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf, daysAfter } from '#shared/fields/date.ts';
import { lineWith } from '#shared/formulas/formula.ts';
import { GUEST_LIMITS } from '#shared/guests/guest.contract.ts';
import { SECRETS } from '../test/guest.secrets.ts';
import { converterOf, pdfOf } from '../test/pdf.maker.ts';
import { type Answer, type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const TODAY = dayOf(new Date());
const DAY = 86_400_000;
const LONG = 'Au vu des informations de la partie A, le produit est jugé sûr, au sens de l’article 3 du règlement.';

describe.each(ENGINES)('guests, on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  let admin: Caller;
  beforeAll(async () => {
    app = await testApp({
      engine,
      converter: converterOf(pdfOf('essai')),
      config: { publicUrl: new URL('http://127.0.0.1'), uploadMaxMb: 30 },
    });
    await app.deps.jobs.start();
    [admin, editor] = [await app.as('admin'), await app.as('editor', 'secret-compte@exemple.fr')];
  });
  afterAll(() => app.close());

  const product = async (values: object = {}): Promise<string> =>
    `/products/${(await editor.post('/products', { nom_commercial: 'Crème Aube', ...values })).body.id}`;
  const asked = {
    name: 'Dr Hélène Marchand',
    email: 'h.marchand@exemple.org',
    may: ['comment', 'attach'],
    code: false,
  };
  const invite = async (at: string, values: object = {}): Promise<Answer['body']> => {
    const { status, body } = await editor.post(`${at}/guests`, { ...asked, ...values });
    expect([status, body.detail]).toEqual([201, undefined]);
    return body;
  };
  const tokenOf = ({ url }: { url: string }): string => url.split('#')[1] ?? '';
  const open = (token: string, code?: string): Promise<Answer> =>
    app.anonymous.post('/guest/session', { token, ...(code === undefined ? {} : { code }) });
  const enter = async (link: { url: string }): Promise<Caller> =>
    app.withToken((await open(tokenOf(link))).body.access_token);
  const linkOf = async (at: string, id: string): Promise<Answer['body']> =>
    (await editor.get(`${at}/guests`)).body.find((one: { id: string }) => one.id === id);
  const clean = (): Promise<unknown> => app.database.db.deleteFrom('attempts').execute();

  test('a link opens one product, says who invites and until when, and consumes nothing', async () => {
    const at = await product({ ph: '5,5', notes_commentaires: SECRETS.notes });
    const link = await invite(at);
    expect(link.url).toMatch(/^http:\/\/127\.0\.0\.1\/invite#[A-Za-z0-9_-]{43}$/);
    // Only its hash is kept, and it is said once.
    expect(JSON.stringify((await editor.get(`${at}/guests`)).body)).not.toContain(tokenOf(link));
    const rows = await app.database.db.selectFrom('guests').selectAll().where('id', '=', link.id).execute();
    expect(JSON.stringify(rows)).not.toContain(tokenOf(link));
    // Opened by a scanner, and again by a person: it still opens.
    await open(tokenOf(link));
    const guest = await enter(link);
    expect((await guest.get('/guest/session')).body).toMatchObject({
      kind: 'product',
      name: 'Dr Hélène Marchand',
      as: 'evaluateur',
      may: ['comment', 'attach'],
      expires_at: link.expires_at,
    });
    const { body, headers } = await guest.get('/guest/product');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(body.label).toBe('Crème Aube');
    const rowsOf = body.sections.flatMap(({ rows: all }: { rows: { key: string; value: string }[] }) => all);
    expect(rowsOf).toContainEqual({ key: 'ph', label: 'pH', value: '5,5' });
    expect(JSON.stringify(body)).not.toContain(SECRETS.notes);
    expect((await linkOf(at, link.id)).last_seen_at).not.toBeNull();
    // Each reading is a line of the journal, with who and by which link.
    const lines = (await admin.get('/audit?page=1&size=5')).body;
    expect(lines[0]).toMatchObject({
      action: 'guest.read',
      actor: `invité Dr Hélène Marchand <h.marchand@exemple.org>, lien ${link.number}`,
    });
    // What somebody types and the address of the link stand in no line.
    expect(JSON.stringify((await admin.get('/audit?page=1&size=200')).body)).not.toContain(tokenOf(link));
  });

  test.each([
    ['cut by a mail program', (token: string) => token.slice(0, 30), /coupé/],
    ['of nobody', () => 'A'.repeat(43), /plus, valable/],
    ['empty', () => '', /coupé/],
  ])('a link %s says what to do', async (_, change, says) => {
    await clean();
    const { status, body } = await open(change(tokenOf(await invite(await product()))));
    expect([status, body.detail]).toEqual([401, expect.stringMatching(says)]);
  });

  test('it ends at once: revoked, expired, its product in the trash, its inviter gone', async () => {
    await clean();
    const at = await product();
    const other = await app.as('editor');
    const ends: [string, (link: { id: string }) => Promise<unknown>, (() => Promise<unknown>)?][] = [
      ['revoked', (link) => editor.post(`/guests/${link.id}/revoke`)],
      ['in the trash', () => editor.delete(at), () => app.deps.trash.restore(at.split('/')[2] ?? '', ACTOR)],
      ['expired', async () => app.wait(15 * DAY), async () => app.wait(-15 * DAY)],
    ];
    for (const [what, end, again] of ends) {
      const link = await invite(at);
      const guest = await enter(link);
      expect((await guest.get('/guest/session')).status, what).toBe(200);
      await end(link);
      expect((await guest.get('/guest/session')).status, what).toBe(401);
      expect((await guest.get('/guest/product')).status, what).toBe(401);
      expect((await open(tokenOf(link))).status, what).toBe(401);
      await again?.();
    }
    const theirs = (await other.post(`${at}/guests`, asked)).body;
    const guest = await enter(theirs);
    const [{ id }] = (await admin.get('/users')).body.filter(({ email }: { email: string }) => email === other.email);
    await admin.patch(`/users/${id}`, { active: false });
    expect((await guest.get('/guest/product')).status).toBe(401);
    expect((await open(tokenOf(theirs))).status).toBe(401);
    // It is said so, and whoever extends it takes it on.
    expect((await linkOf(at, theirs.id)).state).toBe('closed');
    const taken = await editor.post(`/guests/${theirs.id}/extend`, { days: 20 });
    expect([taken.status, taken.body.state]).toEqual([200, 'live']);
    // One whose account stands stays its own.
    const own = await invite(at);
    await admin.post(`/guests/${own.id}/extend`, { days: 20 });
    const { created_by } = await app.database.db
      .selectFrom('guests')
      .select('created_by')
      .where('id', '=', own.id)
      .executeTakeFirstOrThrow();
    const { body: me } = await editor.get('/auth/me');
    expect(created_by).toBe(me.id);
    expect((await open(tokenOf(theirs))).status).toBe(200);
  });

  test('a session lasts thirty minutes, is renewed by use, and another is asked for by the link', async () => {
    await clean();
    const link = await invite(await product());
    const guest = await enter(link);
    app.wait(29 * 60_000);
    const { access_token } = (await guest.get('/guest/session')).body;
    app.wait(2 * 60_000);
    expect((await guest.get('/guest/session')).status).toBe(401);
    expect((await app.withToken(access_token).get('/guest/session')).status).toBe(200);
    app.wait(-31 * 60_000);
  });

  test('the code is read out where no mail goes: six digits, five tries, then an editor', async () => {
    await clean();
    const at = await product();
    const link = await invite(at, { code: true });
    expect((await open(tokenOf(link))).body).toEqual({
      step: 'code',
      by: 'person',
      access_token: null,
      token_type: 'bearer',
      expires_in: 0,
    });
    const { digits } = await linkOf(at, link.id);
    expect(digits).toMatch(/^\d{6}$/);
    // Asked for at once it is the one that was given; a minute later, it is another.
    await open(tokenOf(link));
    expect((await linkOf(at, link.id)).digits).toBe(digits);
    // Only who invited, and administrators, read it.
    const other = await app.as('editor');
    expect((await other.get(`${at}/guests`)).body[0].digits).toBeNull();
    expect((await open(tokenOf(link), '12345')).body.detail[0].msg).toContain('6 chiffres');
    const wrong = digits === '000000' ? '111111' : '000000';
    const first = await open(tokenOf(link), wrong);
    expect([first.status, first.body.detail[0].msg]).toEqual([422, expect.stringContaining('4 essais')]);
    // Typed as people read it out.
    const entered = await open(tokenOf(link), `${digits.slice(0, 3)} ${digits.slice(3)}`);
    expect(entered.body.step).toBe('open');
    // Once.
    expect((await open(tokenOf(link), digits)).status).toBe(422);
    // Another one, late.
    await open(tokenOf(link));
    const late = (await linkOf(at, link.id)).digits;
    app.wait(11 * 60_000);
    expect((await open(tokenOf(link), late)).body.detail[0].msg).toContain('plus valable');
    app.wait(-11 * 60_000);
    // Tries of all codes count together, and of several at once each.
    await open(tokenOf(link));
    const tries = await Promise.all(Array.from({ length: 7 }, () => open(tokenOf(link), wrong)));
    expect(tries.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(4);
    expect(tries.filter(({ status }) => status === 403).length).toBeGreaterThanOrEqual(3);
    const good = (await linkOf(at, link.id)).digits;
    expect(good).toBeNull();
    expect((await open(tokenOf(link))).status).toBe(403);
    expect((await linkOf(at, link.id)).state).toBe('locked');
    const told = (await admin.get('/audit?page=1&size=10')).body as { action: string }[];
    expect(told.filter(({ action }) => action === 'guest.lock').length).toBe(1);
    expect((await editor.post(`/guests/${link.id}/unlock`)).body.state).toBe('live');
    expect((await open(tokenOf(link))).body.step).toBe('code');
  });

  test('the code of one link is none of another', async () => {
    await clean();
    const at = await product();
    const [one, two] = [await invite(at, { code: true }), await invite(at, { code: true })];
    await open(tokenOf(one));
    await open(tokenOf(two));
    const { digits } = await linkOf(at, one.id);
    const own = (await linkOf(at, two.id)).digits;
    if (digits !== own) expect((await open(tokenOf(two), digits)).status).toBe(422);
  });

  test.each([
    [{ email: 'x' }, 422],
    [{ name: ' ' }, 422],
    [{ days: 0 }, 422],
    [{ days: GUEST_LIMITS.daysMax }, 201],
    [{ days: GUEST_LIMITS.daysMax + 1 }, 422],
    [{ may: ['sign'], code: false }, 422],
    [{ may: ['sign'], code: true, as: 'autre' }, 422],
    [{ may: ['sign'], code: true }, 201],
    [{ pieces: ['absente'] }, 422],
    [{ may: ['tout'] }, 422],
  ])('an invitation with %j answers %i', async (values, status) => {
    expect((await editor.post(`${await product()}/guests`, { ...asked, ...values })).status).toBe(status);
  });

  test('a piece of another product is not shown by asking for it; one that goes leaves its number to nobody', async () => {
    await clean();
    const [at, elsewhere] = [await product(), await product({ nom_commercial: SECRETS.other })];
    const attach = async (to: string, name: string) =>
      (
        await editor.upload('/attachments', {
          fields: { product_id: to.split('/')[2] ?? '', field_key: 'etiquette' },
          file: { name, bytes: pdfOf(name) },
        })
      ).body.id as string;
    const [a, b, foreign] = [await attach(at, 'a.pdf'), await attach(at, 'b.pdf'), await attach(elsewhere, 'c.pdf')];
    expect((await editor.post(`${at}/guests`, { ...asked, pieces: [a, foreign] })).status).toBe(422);
    const guest = await enter(await invite(at, { pieces: [a, b] }));
    expect(
      (await guest.get('/guest/product')).body.pieces.map(({ n, title }: { n: number; title: string }) => [n, title]),
    ).toEqual([
      [1, 'a.pdf'],
      [2, 'b.pdf'],
    ]);
    const piece = await guest.get('/guest/pieces/2');
    expect([piece.status, piece.headers['content-type'], piece.bytes.equals(pdfOf('b.pdf'))]).toEqual([
      200,
      'application/octet-stream',
      true,
    ]);
    for (const n of ['0', '3', foreign, b, '-1', '1e0', '01']) {
      const { status } = await guest.get(`/guest/pieces/${n}`);
      expect(status, n).toBe(n === '01' ? 200 : 404);
    }
    await editor.delete(`/attachments/${a}`);
    expect((await guest.get('/guest/pieces/1')).status).toBe(404);
    expect((await guest.get('/guest/pieces/2')).status).toBe(200);
  });

  test('an adviser reads no formula unless it is said; an assessor reads all that she judges', async () => {
    await clean();
    const at = await product({ ingredients: 'AQUA 90 %\nGLYCERIN 10 %' });
    const keysOf = async (values: object): Promise<string[]> =>
      (await (await enter(await invite(at, values))).get('/guest/product')).body.sections.map(
        ({ key }: { key: string }) => key,
      );
    const adviser = await keysOf({ as: 'autre' });
    expect(adviser).not.toContain('composition');
    expect(adviser).not.toContain('points');
    expect(
      JSON.stringify((await (await enter(await invite(at, { as: 'autre' }))).get('/guest/product')).body),
    ).not.toContain('GLYCERIN');
    expect(await keysOf({ as: 'autre', formula: true })).toContain('composition');
    const assessor = await keysOf({});
    for (const key of ['composition', 'verdicts', 'evaluation', 'points', 'remarques', 'effets'])
      expect(assessor, key).toContain(key);
  });

  test('of effects a guest reads what was stated, or what the register has: an empty one states nothing', async () => {
    await clean();
    const at = await product();
    const said = async (): Promise<string> => {
      const { sections } = (await (await enter(await invite(at, {}))).get('/guest/product')).body;
      return JSON.stringify(sections.find(({ key }: { key: string }) => key === 'effets'));
    };
    expect(await said()).toContain('Aucun relevé n’est arrêté.');
    await editor.post(`${at}/effects/statement`, { at: TODAY });
    expect(await said()).toContain('aucun effet indésirable rapporté');
  });

  test('the file of a formula is for who reads the formula; to prolong a link never shortens it', async () => {
    await clean();
    const at = await product();
    const fields = { product_id: at.split('/')[2] ?? '', field_key: 'formula' };
    const { id } = (await editor.upload('/attachments', { fields, file: { name: 'f.pdf', bytes: pdfOf('f') } })).body;
    expect((await editor.post(`${at}/guests`, { ...asked, as: 'autre', pieces: [id] })).status).toBe(422);
    expect((await editor.post(`${at}/guests`, { ...asked, as: 'autre', formula: true, pieces: [id] })).status).toBe(
      201,
    );
    // One that becomes the formula afterwards is none of an adviser's either.
    const { id: other } = (
      await editor.upload('/attachments', {
        fields: { ...fields, field_key: 'etiquette' },
        file: { name: 'g.pdf', bytes: pdfOf('g') },
      })
    ).body;
    const adviser = await enter(await invite(at, { as: 'autre', pieces: [other] }));
    expect((await adviser.get('/guest/pieces/1')).status).toBe(200);
    await editor.patch(`/attachments/${other}`, { kind: 'formule' });
    expect((await adviser.get('/guest/pieces/1')).status).toBe(404);
    const link = await invite(at, { days: 90, pieces: [id] });
    expect((await editor.post(`/guests/${link.id}/extend`, { days: 14 })).body.expires_at).toBe(link.expires_at);
    // One whose product is in the trash opens nothing, and may be ended for when it comes back.
    await editor.delete(at);
    expect((await editor.post(`/guests/${link.id}/extend`, { days: 14 })).status).toBe(404);
    expect((await editor.post(`/guests/${link.id}/revoke`)).body.state).toBe('revoked');
    expect((await admin.get('/guests')).status).toBe(200);
  });

  test('what the assessor says of the formula is not read by an adviser who is not sent it', async () => {
    const at = await product();
    const assessor = await enter(await invite(at));
    const adviser = await enter(await invite(at, { as: 'autre' }));
    const say = (key: string, body: string, kind = 'field') =>
      assessor.post('/guest/comments', { body, anchor: { kind, key } });
    expect((await say('ingredients', 'Le phénoxyéthanol dépasse.')).status).toBe(201);
    expect((await say('A8', 'Marge faible.', 'point')).status).toBe(201);
    const { body: general } = await assessor.post('/guest/comments', { body: 'La formule est à revoir.' });
    await editor.post(`${at}/comments`, { body: 'Corrigée.', parent_id: general.id, for_guests: true });
    await editor.post(`${at}/comments`, { body: 'Et le pH ?', anchor: { kind: 'field', key: 'ph' }, for_guests: true });
    const bodies = async (guest: Caller): Promise<string[]> =>
      (await guest.get('/guest/comments')).body.map(({ body }: { body: string }) => body);
    const { body: asked } = await editor.post(`${at}/comments`, { body: 'Un avis ?', for_guests: true });
    await assessor.post('/guest/comments', { body: 'La ligne 3 est trop haute.', parent_id: asked.id });
    expect(await bodies(adviser)).toEqual(['Et le pH ?', 'Un avis ?']);
    expect(await bodies(assessor)).toHaveLength(7);
    // Nor is a place of it taken, nor one that stays in the house.
    for (const anchor of [
      { kind: 'point', key: 'A8' },
      { kind: 'field', key: 'ingredients' },
      { kind: 'field', key: 'b1' },
      { kind: 'field', key: 'nom_client' },
    ])
      expect((await adviser.post('/guest/comments', { body: 'Un avis.', anchor })).status).toBe(422);
    expect((await say('nom_client', 'Pour qui ?')).status).toBe(422);
    // One’s own is read again.
    await adviser.post('/guest/comments', { body: 'Le pH me va.', anchor: { kind: 'field', key: 'ph' } });
    expect(await bodies(adviser)).toEqual(['Et le pH ?', 'Un avis ?', 'Le pH me va.']);
  });

  test('comments for guests go both ways, and no other is read', async () => {
    await clean();
    const at = await product();
    const { body: inner } = await editor.post(`${at}/comments`, { body: SECRETS.inner });
    const { body: shown } = await editor.post(`${at}/comments`, { body: 'Que pensez-vous du pH ?', for_guests: true });
    const guest = await enter(await invite(at));
    expect((await guest.get('/guest/comments')).body.map(({ body }: { body: string }) => body)).toEqual([shown.body]);
    const answer = await guest.post('/guest/comments', { body: 'Il convient.', parent_id: shown.id });
    expect(answer.body).toMatchObject({ by: 'Dr Hélène Marchand', by_guest: true, mine: true, for_guests: true });
    expect((await guest.post('/guest/comments', { body: 'Et ceci ?', parent_id: inner.id })).status).toBe(404);
    const all = (await editor.get(`${at}/comments`)).body;
    expect(all.map(({ by_guest }: { by_guest: boolean }) => by_guest)).toEqual([false, false, true]);
    // Of a link that may not.
    const silent = await enter(await invite(at, { may: [] }));
    expect((await silent.post('/guest/comments', { body: 'Oui.' })).status).toBe(403);
    expect((await editor.get('/notices')).body.map(({ kind }: { kind: string }) => kind)).toContain('guest.act');
  });

  test('a guest who does not read the formula is told none of it by what is said of its lines and of other pieces', async () => {
    await clean();
    const at = await product();
    const lines = [lineWith({ id: 'l', label: 'Secretum Molecula', percent: 100 })];
    expect((await editor.put(`${at}/formula`, { mode: 'table', lines })).status).toBe(200);
    const [owner_id] = at.split('/').slice(-1);
    const piece = async (name: string): Promise<string> =>
      (
        await editor.upload('/attachments', {
          fields: { product_id: owner_id as string, field_key: 'etiquette' },
          file: { name, bytes: pdfOf(name) },
        })
      ).body.id;
    const [sent, kept] = [await piece('envoyee.pdf'), await piece('gardee.pdf')];
    const say = (kind: string, key: string) =>
      editor.post(`${at}/comments`, { body: `De ${key}`, anchor: { kind, key }, for_guests: true });
    expect((await say('line', 'l')).status).toBe(201);
    await say('document', kept);
    await say('document', sent);
    await say('field', 'ph');
    const adviser = await enter(await invite(at, { as: 'autre', pieces: [sent] }));
    const read = (await adviser.get('/guest/comments')).body;
    expect(read.map(({ anchor }: { anchor: { label: string } }) => anchor.label)).toEqual(['envoyee.pdf', 'pH']);
    expect(JSON.stringify(read)).not.toContain('Secretum');
    for (const id of [sent, kept])
      expect(JSON.stringify(read.map((one: { anchor: object }) => one.anchor))).not.toContain(id);
    const guess = { body: 'Et ici ?', anchor: { kind: 'line', key: 'l' } };
    expect((await adviser.post('/guest/comments', guess)).status).toBe(422);
    const assessor = await enter(await invite(at));
    expect((await assessor.post('/guest/comments', guess)).body.anchor.label).toBe('Secretum Molecula');
  });

  test('files wait to be filed, ten a day, each refused with a sentence', async () => {
    await clean();
    const at = await product();
    const link = await invite(at);
    const guest = await enter(link);
    const file = (n: number) => ({ name: `partie-B-${n}.pdf`, bytes: pdfOf(`partie B ${n}`) });
    const sent = await guest.upload('/guest/files', {
      file: [
        file(1),
        { name: 'vide.pdf', bytes: Buffer.alloc(0) },
        { name: 'note.pdf', bytes: Buffer.from('MZ\x90\0programme') },
      ],
    });
    expect(sent.body).toMatchObject({
      received: ['partie-B-1.pdf'],
      refused: [
        { file_name: 'vide.pdf', why: 'Ce fichier est vide.' },
        { file_name: 'note.pdf', why: expect.stringContaining('programme') },
      ],
    });
    const [item] = (await editor.get('/intake?state=waiting')).body.filter(
      ({ file_name }: { file_name: string }) => file_name === 'partie-B-1.pdf',
    );
    expect(item).toMatchObject({ source: 'guest', owner: { type: 'product', id: at.split('/')[2] } });
    // Nothing of it is served to a guest, and nothing is of the file before an editor says so.
    expect((await guest.get('/guest/product')).body.pieces).toEqual([]);
    expect((await guest.get('/guest/product')).body.sent[0]).toMatchObject({ title: 'partie-B-1.pdf', state: 'Reçu' });
    expect(
      (await editor.post(`/intake/${item.id}/file`, { owner: { type: 'product', id: at.split('/')[2] } })).status,
    ).toBe(200);
    expect((await guest.get('/guest/product')).body.sent[0].state).toBe('Classé');
    const many = await guest.upload('/guest/files', { file: Array.from({ length: 10 }, (_, n) => file(n + 2)) });
    expect([many.body.received.length, many.body.refused.length]).toEqual([9, 1]);
    expect(many.body.refused[0].why).toContain('10 fichiers par jour');
    const silent = await enter(await invite(at, { may: ['comment'] }));
    expect((await silent.upload('/guest/files', { file: file(99) })).status).toBe(403);
  });

  test('a signature is bound to what was shown, waits, and is recorded by an editor on what it is about', async () => {
    await clean();
    const at = await product({ ingredients: 'AQUA' });
    const link = await invite(at, { may: ['sign'], code: true });
    await open(tokenOf(link));
    const { digits } = await linkOf(at, link.id);
    const guest = app.withToken((await open(tokenOf(link), digits)).body.access_token);
    const { stamp } = (await guest.get('/guest/product')).body;
    const words = { name: 'Hélène Marchand', qualification: 'Docteur en pharmacie', date: TODAY, statement: 'true' };
    const file = { name: 'signée.pdf', bytes: pdfOf('signée') };
    const sign = (fields: Record<string, string>) => guest.upload('/guest/sign', { fields, file });
    expect((await sign({ ...words, stamp: 'autre' })).status).toBe(409);
    // Without it, what this link read last.
    const { body: read } = await editor.get(at);
    await editor.put(at, { ...read, ph: '6' });
    expect((await sign(words)).status).toBe(409);
    const { body: before } = await editor.get(at);
    await editor.put(at, { ...before, ph: read.ph });
    expect((await sign({ ...words, stamp, date: daysAfter(TODAY, 1) })).status).toBe(422);
    expect((await sign({ ...words, stamp, statement: 'false' })).status).toBe(422);
    expect((await sign({ ...words, stamp })).status).toBe(201);
    const waiting = async () => (await linkOf(at, link.id)).signatures;
    const [{ id, state, changed }] = await waiting();
    expect([state, changed]).toEqual(['waiting', []]);
    // Her conclusion is nobody else's to write: without it nothing is recorded.
    const early = await editor.post(`/signatures/${id}/record`);
    expect([early.status, early.body.detail]).toEqual([409, expect.stringContaining('Rien n’est signé sans')]);
    const { body: assessment } = await editor.get(`${at}/assessment`);
    const own = { evaluateur_nom: 'Autre Personne', b1: LONG, b2: LONG, b3: LONG };
    const input = Object.fromEntries(
      Object.entries(assessment).filter(
        ([name]) => !['status', 'signature', 'changes', 'updated_at', 'updated_by', 'revision'].includes(name),
      ),
    );
    await editor.put(`${at}/assessment`, { ...input, ...own });
    expect((await editor.post(`/signatures/${id}/record`)).body.detail).toContain('accordez les deux');
    await editor.put(`${at}/assessment`, { ...input, ...own, evaluateur_nom: 'Hélène Marchand' });
    // A formula that moved since is not what she signed.
    const { body: now } = await editor.get(at);
    await editor.put(at, { ...now, ingredients: 'AQUA\nGLYCERIN' });
    const moved = await editor.post(`/signatures/${id}/record`);
    expect([moved.status, moved.body.detail]).toEqual([409, expect.stringContaining('Composition')]);
    const { body: then } = await editor.get(at);
    await editor.put(at, { ...then, ingredients: 'AQUA' });
    // Asked for by two at once, it is recorded once.
    const [recorded, other] = (
      await Promise.all([editor.post(`/signatures/${id}/record`), admin.post(`/signatures/${id}/record`)])
    ).toSorted((a, b) => a.status - b.status) as [Answer, Answer];
    expect(other.status).toBe(409);
    expect(
      (await admin.get('/audit?page=1&size=20')).body.filter(
        ({ action }: { action: string }) => action === 'assessment.sign',
      ),
    ).toHaveLength(1);
    expect([recorded.status, recorded.body.state]).toEqual([200, 'recorded']);
    expect((await editor.get(`${at}/assessment`)).body).toMatchObject({ status: 'signée', signed_on: TODAY });
    const { body: files } = await editor.get(`/attachments/product/${at.split('/')[2]}`);
    expect(
      files.map(({ file_name, field_key }: { file_name: string; field_key: string }) => [file_name, field_key]),
    ).toEqual([['signée.pdf', 'signature']]);
    expect((await editor.post(`/signatures/${id}/refuse`)).status).toBe(409);
    expect((await editor.get(`/signatures/${id}/content`)).bytes.equals(file.bytes)).toBe(true);
  });

  test.each([[false], [true]])(
    'a recording that was cut off is taken up or set aside, whatever became of the file since; signed by it: %s',
    async (isSigned) => {
      await clean();
      const at = await product({ ingredients: 'AQUA' });
      const link = await invite(at, { may: ['sign'], code: true });
      await open(tokenOf(link));
      const guest = app.withToken((await open(tokenOf(link), (await linkOf(at, link.id)).digits)).body.access_token);
      const { stamp } = (await guest.get('/guest/product')).body;
      const fields = { name: 'Hélène Marchand', qualification: 'Docteur', date: TODAY, statement: 'true', stamp };
      expect((await guest.upload('/guest/sign', { fields })).status).toBe(201);
      const words = { evaluateur_nom: 'Hélène Marchand', b1: LONG, b2: LONG, b3: LONG };
      await editor.put(`${at}/assessment`, { ...(await editor.get(`${at}/assessment`)).body, ...words });
      const [{ id }] = (await linkOf(at, link.id)).signatures;
      if (isSigned) await editor.post(`${at}/assessment/sign`, { signed_on: TODAY });
      // Killed before it was settled, some minutes ago.
      const settled_at = new Date(app.deps.clock().getTime() - 600_000).toISOString();
      await app.database.db
        .updateTable('guest_signatures')
        .set({ state: 'recording', settled_at, settled_by: 'x' })
        .where('id', '=', id)
        .execute();
      await editor.put(at, { ...(await editor.get(at)).body, ingredients: 'AQUA\nGLYCERIN' });
      const first = await editor.post(`/signatures/${id}/${isSigned ? 'refuse' : 'record'}`);
      expect(first.status).toBe(409);
      const then = await editor.post(`/signatures/${id}/${isSigned ? 'record' : 'refuse'}`);
      expect([then.status, then.body.state]).toEqual([200, isSigned ? 'recorded' : 'refused']);
    },
  );

  test('a product that becomes a cleaning product is read as one, and signed no more', async () => {
    await clean();
    const at = await product();
    const link = await invite(at, { may: ['sign', 'comment'], code: true });
    await open(tokenOf(link));
    const guest = app.withToken((await open(tokenOf(link), (await linkOf(at, link.id)).digits)).body.access_token);
    const { stamp } = (await guest.get('/guest/product')).body;
    await editor.put(`${at}/type`, { type_produit: 'nettoyage' });
    await editor.put(`${at}/detergent`, { usage: 'surfaces' });
    await editor.put(`${at}/conformity`, { pr_nom: 'Maison Valorme', population: 'adulte' });
    const { body } = await guest.get('/guest/product');
    const keys = body.sections.map(({ key }: { key: string }) => key);
    expect([body.kind, keys.includes('classification'), keys.includes('evaluation')]).toEqual([
      'nettoyage',
      true,
      false,
    ]);
    const said = (wanted: string) =>
      body.sections.find(({ key }: { key: string }) => key === wanted).rows.map(({ key }: { key: string }) => key);
    expect(said('nettoyage')).toContain('usage');
    // Of the facts those that a cleaning product has.
    expect(said('conformite')).toEqual(['pr_nom']);
    // What is read is commented where it stands.
    const remark = { body: 'Quel public ?', anchor: { kind: 'field', key: 'usage' } };
    expect((await guest.post('/guest/comments', remark)).body).toMatchObject({ anchor: { label: 'Usage du produit' } });
    const words = { name: 'H M', qualification: 'Docteur', date: TODAY, statement: 'true', stamp };
    expect((await guest.upload('/guest/sign', { fields: words })).status).toBe(409);
  });

  test('the same is taken away as PDF, workbook and archive, and says that it is not sealed', async () => {
    await clean();
    const at = await product({ ph: '5,5', nom_client: SECRETS.client });
    const guest = await enter(await invite(at));
    for (const [format, start] of [
      ['pdf', '%PDF'],
      ['xlsx', 'PK'],
      ['zip', 'PK'],
    ]) {
      const { status, bytes, headers } = await guest.get(`/guest/package?format=${format}`);
      expect([status, bytes.subarray(0, start?.length).toString()], format).toEqual([200, start]);
      expect(headers['content-disposition']).toContain('Document_de_travail');
    }
    expect((await guest.get('/guest/package?format=exe')).status).toBe(422);
  });

  test('links are counted: twenty that live of one product; one that ends makes room', async () => {
    await clean();
    const at = await product();
    const links = [];
    for (let turn = 0; turn < GUEST_LIMITS.each; turn += 1) links.push(await invite(at));
    expect((await editor.post(`${at}/guests`, asked)).status).toBe(409);
    await editor.post(`/guests/${links[0].id}/revoke`);
    expect((await editor.post(`${at}/guests`, asked)).status).toBe(201);
  });

  test('a name and an address are erased twelve months after the end, but from the journal', async () => {
    const at = await product();
    const link = await invite(at);
    await editor.post(`/guests/${link.id}/revoke`);
    app.wait(364 * DAY);
    await app.deps.jobs.hurry('guests.sweep', null);
    await app.deps.jobs.idle();
    const rows = () =>
      app.database.db.selectFrom('guests').select(['name', 'email']).where('id', '=', link.id).execute();
    expect((await rows())[0]?.name).not.toBe('');
    app.wait(3 * DAY);
    await app.deps.jobs.hurry('guests.sweep', null);
    await app.deps.jobs.idle();
    expect(await rows()).toEqual([{ name: '', email: '' }]);
    app.wait(-367 * DAY);
  });
});
const ACTOR = { id: null, email: null, ip: null };

test('no link is given without an address that is safe', async () => {
  for (const [publicUrl, status] of [
    [null, 409],
    [new URL('http://diplo.exemple.fr'), 409],
    [new URL('https://diplo.exemple.fr'), 201],
  ] as const) {
    const app = await testApp({ config: { publicUrl } });
    const editor = await app.as('editor');
    const host = { host: publicUrl?.host ?? 'localhost' };
    const { id } = (await editor.post('/products', {}, host)).body;
    const body = { name: 'Dr Marchand', email: 'h@exemple.org' };
    expect((await editor.post(`/products/${id}/guests`, body, host)).status, String(publicUrl)).toBe(status);
    await app.close();
  }
});

test('a link makes 120 requests in a minute, and waits', async () => {
  const app = await testApp({ config: { publicUrl: new URL('http://127.0.0.1') } });
  const editor = await app.as('editor');
  const { id } = (await editor.post('/products', {})).body;
  const { url } = (await editor.post(`/products/${id}/guests`, { name: 'Dr M', email: 'h@exemple.org', code: false }))
    .body;
  const session = (await app.anonymous.post('/guest/session', { token: url.split('#')[1] })).body.access_token;
  const guest = app.withToken(session);
  const statuses: number[] = [];
  for (let turn = 0; turn < GUEST_LIMITS.perMinute + 130; turn += 1)
    statuses.push((await guest.get('/guest/session')).status);
  // The opening is one of them.
  expect(statuses.slice(0, GUEST_LIMITS.perMinute - 1).every((status) => status === 200)).toBe(true);
  expect(statuses).toContain(429);
  await app.close();
});
