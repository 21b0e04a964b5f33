import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../demo/story.ts';
import { pick, seeded } from '../test/fuzz.ts';
import { type Answer, ENGINES, PASSWORD, type TestApp, testApp } from '../test/test.app.ts';
import { createAuth } from './auth.service.ts';
import { stepOf } from './totp.ts';

const STEP = 30_000;
const QUARTER = 15 * 60_000;

describe('RFC 6238, appendix B (SHA-1): the last six of its eight digits', () => {
  const secret = Secret.fromLatin1('12345678901234567890').base32;
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %d seconds', (seconds, digits) => {
    const code = digits.slice(-6);
    const at = (moved: number): Date => new Date((seconds + moved) * 1000);
    const step = Math.floor(seconds / 30);
    expect(stepOf(secret, code, at(0))).toBe(step);
    // A telephone one step away is heard, one that is two away is not.
    expect(stepOf(secret, code, at(30))).toBe(step);
    expect(stepOf(secret, code, at(-30))).toBe(step);
    expect(stepOf(secret, code, at(60))).toBeNull();
    expect(stepOf(secret, code, at(-60))).toBeNull();
  });
});

test.each(ENGINES)('a backup brings factors and identities back, on %s', { tags: ['slow'] }, async (engine) => {
  const app = await testApp({ engine, from: join(import.meta.dirname, '../test/older/0032-sign-in') });
  const sign = (username: string) => app.anonymous.form('/auth/token', { username, password: DEMO_PASSWORD });
  expect((await sign('claire@demo.diplo')).body.code).toBe('otp_required');
  const { body } = await sign('admin@demo.diplo');
  const users = (await app.anonymous.get('/users', { authorization: `Bearer ${body.access_token}` })).body;
  expect(users).toContainEqual(expect.objectContaining({ email: 'claire@demo.diplo', otp: true }));
  expect(users).toContainEqual(expect.objectContaining({ identity: 'marc@valorme.fr', otp: false }));
  await app.close();
});

describe.each(ENGINES)('a second factor, on %s', (engine) => {
  let app: TestApp;
  /** As the application's clock says, which tests move. */
  let moved = 0;
  const wait = (ms: number): void => {
    moved += ms;
    app.wait(ms);
  };
  beforeAll(async () => {
    app = await testApp({ engine });
  });
  afterAll(() => app.close());

  const codeOf = (secret: string, steps = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + moved + steps * STEP });
  const password = (email: string): Promise<Answer> =>
    app.anonymous.form('/auth/token', { username: email, password: PASSWORD });
  const finish = (ticket: string, code: string): Promise<Answer> => app.anonymous.post('/auth/otp', { ticket, code });
  const ticketOf = async (email: string): Promise<string> => {
    const { status, body } = await password(email);
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 'otp_required', detail: expect.stringContaining('six chiffres') });
    return body.ticket;
  };
  /** Somebody who has one. */
  const withFactor = async (role: 'admin' | 'editor' = 'editor') => {
    const person = await app.as(role);
    const { body: begun } = await person.post('/auth/me/otp', { current_password: PASSWORD });
    const { status, body } = await person.post('/auth/me/otp/confirm', { code: codeOf(begun.secret) });
    expect(status).toBe(200);
    return { person, secret: begun.secret as string, codes: body.codes as string[] };
  };
  const actions = async (email: string): Promise<string[]> => {
    const admin = await app.as('admin');
    const { body } = await admin.get(`/audit?page=1&size=50&search=${encodeURIComponent(email)}`);
    return body.map(({ action }: { action: string }) => action);
  };
  const open = ({ body }: Answer): Promise<Answer> =>
    app.anonymous.get('/auth/me', { authorization: `Bearer ${body.access_token}` });

  test('whoever has none signs in as ever', async () => {
    const person = await app.as('editor');
    expect(Object.keys((await password(person.email)).body).sort()).toEqual([
      'access_token',
      'expires_in',
      'refresh_token',
      'token_type',
    ]);
    expect((await person.get('/auth/me/access')).body).toEqual({
      password: true,
      otp: null,
      otp_required: false,
      provider: null,
      identity: null,
      only_provider: false,
    });
  });

  test('set up by a first code, then asked for after the password, and told in the journal', async () => {
    const person = await app.as('editor');
    expect(await person.post('/auth/me/otp', { current_password: 'autre' })).toMatchObject({ status: 422 });
    const { body, status } = await person.post('/auth/me/otp', { current_password: PASSWORD });
    expect(status).toBe(201);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.uri).toContain(`otpauth://totp/Diplo:${encodeURIComponent(person.email)}?`);
    // Prepared, it asks for nothing yet.
    expect((await password(person.email)).status).toBe(200);
    expect(await person.post('/auth/me/otp/confirm', { code: '000000' })).toMatchObject({ status: 422 });
    const code = codeOf(body.secret);
    const confirmed = await person.post('/auth/me/otp/confirm', { code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(confirmed.body.codes).toHaveLength(10);
    expect(new Set(confirmed.body.codes).size).toBe(10);
    expect(confirmed.body.codes[0]).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    // What showed that the telephone has it opens nothing.
    expect((await finish(await ticketOf(person.email), code)).body.detail[0].msg).toContain('déjà servi');
    wait(STEP);
    const done = await finish(await ticketOf(person.email), ` ${codeOf(body.secret)} `);
    expect(done.status).toBe(200);
    expect((await open(done)).body.email).toBe(person.email);
    expect((await person.get('/auth/me/access')).body.otp).toMatchObject({ codes_left: 10 });
    expect(await actions(person.email)).toEqual(
      expect.arrayContaining(['auth.otp_begin', 'auth.otp_on', 'auth.otp_asked', 'auth.otp_failed', 'auth.login']),
    );
    // The secret is nowhere as it is.
    const rows = await app.database.db.selectFrom('second_factors').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(body.secret);
  });

  test('set up, it ends the sessions that the password alone opened; taken away, a ticket is worth nothing', async () => {
    const person = await app.as('editor');
    const { body } = await password(person.email);
    const other = await app.anonymous.post('/auth/refresh', { refresh_token: body.refresh_token });
    expect(other.status).toBe(200);
    const { secret } = (await person.post('/auth/me/otp', { current_password: PASSWORD })).body;
    await person.post('/auth/me/otp/confirm', { code: codeOf(secret) });
    expect((await person.get('/auth/me')).status).toBe(200);
    expect((await app.anonymous.post('/auth/refresh', { refresh_token: body.refresh_token })).status).toBe(401);
    const ticket = await ticketOf(person.email);
    const admin = await app.as('admin');
    await admin.delete(`/users/${(await person.get('/auth/me')).body.id}/otp`);
    wait(STEP);
    const gone = await finish(ticket, codeOf(secret));
    expect(gone.body.detail[0].msg).toContain('n’a plus de second facteur');
  });

  test('a secret that is scanned twice: only the last one shown is taken', async () => {
    const person = await app.as('editor');
    const first = (await person.post('/auth/me/otp', { current_password: PASSWORD })).body.secret;
    const second = (await person.post('/auth/me/otp', { current_password: PASSWORD })).body.secret;
    const refused = await person.post('/auth/me/otp/confirm', { code: codeOf(first) });
    expect(refused.body.detail[0].msg).toContain('dernière image');
    expect((await person.post('/auth/me/otp/confirm', { code: codeOf(second) })).status).toBe(200);
    expect(await person.post('/auth/me/otp', { current_password: PASSWORD })).toMatchObject({ status: 409 });
    expect(await person.post('/auth/me/otp/confirm', { code: codeOf(second) })).toMatchObject({ status: 409 });
  });

  test('of the step before and of the one after it is taken, of no other, and none goes back', async () => {
    const { person, secret } = await withFactor();
    wait(3 * STEP);
    for (const [steps, status] of [
      [-2, 422],
      [2, 422],
      [-1, 200],
      [-1, 422],
      [0, 200],
      [1, 200],
      [0, 422],
    ] as const)
      expect((await finish(await ticketOf(person.email), codeOf(secret, steps))).status, `${steps}`).toBe(status);
  });

  test('a code of another account, a ticket that is none, one that is over, a password changed meanwhile', async () => {
    const [one, other] = [await withFactor(), await withFactor()];
    wait(STEP);
    expect((await finish(await ticketOf(one.person.email), codeOf(other.secret))).status).toBe(422);
    expect((await finish(await ticketOf(one.person.email), other.codes[0] ?? '')).status).toBe(422);
    const late = await ticketOf(one.person.email);
    const stale = await ticketOf(other.person.email);
    for (const ticket of ['', 'abc', one.person.token ?? '', late.slice(0, -2)])
      expect([401, 422]).toContain((await finish(ticket, codeOf(one.secret))).status);
    // A ticket opens nothing by itself.
    expect((await app.anonymous.get('/auth/me', { authorization: `Bearer ${late}` })).status).toBe(401);
    await other.person.patch('/auth/me/password', {
      current_password: PASSWORD,
      password: 'un autre mot de passe sûr',
      password_confirm: 'un autre mot de passe sûr',
    });
    expect((await finish(stale, codeOf(other.secret))).status).toBe(401);
    wait(300_000);
    expect((await finish(late, codeOf(one.secret))).status).toBe(401);
  });

  test('a recovery code opens once, however it is typed, and says how many are left', async () => {
    const { person, codes } = await withFactor();
    const [first = '', second = ''] = codes;
    const used = await finish(await ticketOf(person.email), first.toLowerCase().replaceAll('-', ' '));
    expect(used.status).toBe(200);
    expect((await finish(await ticketOf(person.email), first)).status).toBe(422);
    expect((await person.get('/auth/me/access')).body.otp.codes_left).toBe(9);
    expect(await actions(person.email)).toContain('auth.otp_recovery');
    // New ones take the place of all.
    const proof = { current_password: PASSWORD, code: second };
    const renewed = await person.post('/auth/me/otp/codes', proof);
    // The one that proved it is told of too.
    expect((await actions(person.email)).filter((action) => action === 'auth.otp_recovery')).toHaveLength(2);
    expect(renewed.body.codes).toHaveLength(10);
    expect((await finish(await ticketOf(person.email), codes[2] ?? '')).status).toBe(422);
    expect((await finish(await ticketOf(person.email), renewed.body.codes[0])).status).toBe(200);
    expect(await actions(person.email)).toContain('auth.otp_codes');
  });

  test('five tries in fifteen minutes, wherever from; then the right one waits too', async () => {
    const { person, secret } = await withFactor();
    wait(STEP);
    const ticket = await ticketOf(person.email);
    for (let turn = 0; turn < 5; turn += 1) expect((await finish(ticket, '123456')).status).toBe(422);
    const closed = await finish(ticket, codeOf(secret));
    expect(closed.status).toBe(429);
    wait(QUARTER);
    expect((await finish(await ticketOf(person.email), codeOf(secret))).status).toBe(200);
  });

  test('many at once are as many tries, and one code opens one session', async () => {
    const { person, secret } = await withFactor();
    wait(STEP);
    const tickets = await Promise.all(Array.from({ length: 4 }, () => ticketOf(person.email)));
    const answers = await Promise.all(tickets.map((ticket) => finish(ticket, codeOf(secret))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    wait(QUARTER);
    const ticket = await ticketOf(person.email);
    const wrong = await Promise.all(Array.from({ length: 20 }, () => finish(ticket, '123456')));
    expect(wrong.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(5);
  });

  test.runIf(engine === 'sqlite')(
    'an attack on its door: 2,000 tries with the password, and none opens',
    { tags: ['slow'], timeout: 120_000 },
    async () => {
      const { person, secret, codes } = await withFactor();
      const other = await withFactor();
      const random = seeded(7);
      const one = <T>(from: readonly T[]): T => pick(random, from);
      const statuses = new Map<number, number>();
      for (let turn = 0; turn < 2_000; turn += 1) {
        // The door is shut for a quarter of an hour after five: each time it opens there are five more.
        if (turn % 5 === 0) wait(QUARTER);
        const ticket = await ticketOf(person.email);
        // Luck is not what is tried: the three codes of the moment are left out.
        const right = [-1, 0, 1].map((steps) => codeOf(secret, steps));
        const guess = `${Math.floor(random() * 1_000_000)}`.padStart(6, '0');
        const code = one([
          right.includes(guess) ? '' : guess,
          codeOf(secret, one([-9, -3, -2, 3, 9])),
          codeOf(other.secret),
          other.codes[0] ?? '',
          (codes[0] ?? '').slice(0, -1),
          `${right[1]}0`,
          '',
          '١٢٣٤٥٦',
          '0'.repeat(90),
        ]);
        const shown = one([
          ticket,
          ticket,
          ticket,
          other.person.token ?? '',
          `${ticket}x`,
          ticket.replace(/^[^.]+/, 'eyJhbGciOiJub25lIn0'),
        ]);
        const { status } = await finish(shown, code);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      expect([...statuses.keys()].sort()).toEqual([401, 422]);
    },
  );

  test.runIf(engine === 'postgres')('two instances take one code once', async () => {
    const { person, secret } = await withFactor();
    wait(STEP);
    const other = await app.twin();
    const origin = { ip: '127.0.0.1', userAgent: null };
    const code = codeOf(secret);
    const tickets = [await ticketOf(person.email), await ticketOf(person.email)];
    const done = await Promise.allSettled(
      [app.deps, other].map(({ auth }, at) => auth.finishByOtp({ ticket: tickets[at] ?? '', code }, origin)),
    );
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('it goes with the password and a code, and by an administrator, who is told of', async () => {
    const { person, secret } = await withFactor();
    const take = (body: object): Promise<Answer> =>
      person.raw({ method: 'DELETE', url: '/api/v1/auth/me/otp', payload: body });
    expect((await take({ current_password: PASSWORD })).body.detail[0]).toMatchObject({ loc: ['body', 'code'] });
    expect((await take({ current_password: 'autre', code: codeOf(secret) })).status).toBe(422);
    wait(STEP);
    expect((await take({ current_password: PASSWORD, code: codeOf(secret) })).status).toBe(204);
    expect((await password(person.email)).status).toBe(200);
    expect((await take({ current_password: PASSWORD })).status).toBe(409);
    expect(await actions(person.email)).toContain('auth.otp_off');

    const lost = await withFactor();
    const admin = await app.as('admin');
    const { body: users } = await admin.get('/users');
    const row = users.find(({ email }: { email: string }) => email === lost.person.email);
    expect(row).toMatchObject({ otp: true, has_password: true, identity: null });
    expect((await lost.person.delete(`/users/${row.id}/otp`)).status).toBe(403);
    expect((await admin.delete(`/users/${row.id}/otp`)).status).toBe(204);
    expect((await admin.delete(`/users/${row.id}/otp`)).status).toBe(409);
    // Whoever holds an administrator's session has not shown the password: not one's own that way.
    const chief = await withFactor('admin');
    const own = (await chief.person.get('/auth/me')).body.id;
    expect(await chief.person.delete(`/users/${own}/otp`)).toMatchObject({ status: 409 });
    expect(await chief.person.post(`/users/${own}/password`)).toMatchObject({ status: 409 });
    expect((await chief.person.patch(`/users/${own}`, { name: 'Cheffe' })).body).toMatchObject({ otp: true });
    expect((await password(lost.person.email)).status).toBe(200);
    expect(await actions(lost.person.email)).toContain('user.otp');
  });

  test('an administrator without one sets it up first, where the firm asks for it', async () => {
    const bare = await app.as('admin');
    expect(await bare.put('/auth/policy', { otp_for_admins: true })).toMatchObject({ status: 409 });
    const { person: chief } = await withFactor('admin');
    expect((await chief.put('/auth/policy', { otp_for_admins: true })).body).toEqual({ otp_for_admins: true });
    const editor = await app.as('editor');
    expect((await editor.get('/products')).status).toBe(200);
    expect(await bare.get('/products')).toMatchObject({ status: 403, body: { code: 'otp_setup_required' } });
    expect((await bare.get('/auth/me')).body.code).toBe('otp_setup_required');
    expect((await bare.get('/auth/me/access')).body).toMatchObject({ otp: null, otp_required: true });
    const { body } = await bare.post('/auth/me/otp', { current_password: PASSWORD });
    await bare.post('/auth/me/otp/confirm', { code: codeOf(body.secret) });
    expect((await bare.get('/products')).status).toBe(200);
    expect((await chief.put('/auth/policy', { otp_for_admins: false })).status).toBe(200);
    expect(await actions('Second facteur demandé')).toContain('auth.policy');
  });

  test('with another secret key the codes on paper still open, and it is said why the telephone does not', async () => {
    const { person, secret, codes } = await withFactor();
    wait(STEP);
    const config = { ...app.config, secretKey: Buffer.alloc(32, 7) };
    const auth = createAuth({ ...app.deps, config });
    const origin = { ip: '127.0.0.2', userAgent: null };
    const ticket = await auth
      .login({ username: person.email, password: PASSWORD }, origin)
      .catch(({ ticket }) => ticket);
    await expect(auth.finishByOtp({ ticket, code: codeOf(secret) }, origin)).rejects.toThrow(/clé secrète/);
    expect(await auth.finishByOtp({ ticket, code: codes[0] ?? '' }, origin)).toMatchObject({ token_type: 'bearer' });
  });

  test('anonymised, nothing of it is left', async () => {
    const { person } = await withFactor();
    const admin = await app.as('admin');
    const { body: me } = await person.get('/auth/me');
    await admin.patch(`/users/${me.id}`, { active: false });
    await admin.post(`/users/${me.id}/anonymise`);
    for (const table of ['second_factors', 'recovery_codes'] as const)
      expect(
        await app.database.db.selectFrom(table).select('person_id').where('person_id', '=', me.id).execute(),
      ).toEqual([]);
  });
});
