import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENGINES, PASSWORD, type TestApp, testApp } from '../test/test.app.ts';

const DAY = 86_400_000;
const account = (email: string, more: object = {}) => ({
  email,
  password: PASSWORD,
  password_confirm: PASSWORD,
  role: 'editor',
  ...more,
});

describe.each(ENGINES)('accounts on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ fullPasswordCost: true, engine });
  });
  afterAll(() => app.close());

  test('signing up, signing in, knowing who one is', async () => {
    const made = await app.anonymous.post('/auth/signup', account('Claire@Valorme.fr'));
    expect(made).toMatchObject({ status: 201, body: { email: 'claire@valorme.fr', role: 'editor' } });
    const signed = await app.anonymous.form('/auth/token', { username: 'CLAIRE@valorme.fr', password: PASSWORD });
    expect(signed).toMatchObject({ status: 200, body: { token_type: 'bearer', expires_in: 900 } });
    const me = await app.anonymous.get('/auth/me', { authorization: `Bearer ${signed.body.access_token}` });
    expect(me.body).toEqual({
      id: made.body.id,
      email: 'claire@valorme.fr',
      role: 'editor',
      name: null,
      digest: 'jamais',
      mail: false,
    });
    expect(me.headers['cache-control']).toBe('no-store');
  });

  test('every fault of a sign-up is told at once, by field', async () => {
    const { status, body } = await app.anonymous.post('/auth/signup', {
      email: 'claire',
      password: 'court',
      password_confirm: 'autre',
      role: 'viewer',
    });
    expect(status).toBe(422);
    const said = Object.fromEntries(
      body.detail.map((fault: { loc: string[]; msg: string }) => [fault.loc.at(-1), fault.msg]),
    );
    expect(said).toMatchObject({
      email: expect.stringMatching(/invalide/),
      password: 'Le mot de passe doit contenir au moins 8 caractères',
      password_confirm: 'Les mots de passe ne correspondent pas',
    });
  });

  test.each(['admin', 'Admin', ['admin'], 'ADMIN ', 1])(
    'nobody becomes administrator by signing up (%j)',
    async (role) => {
      const { status } = await app.anonymous.post('/auth/signup', account('roi@valorme.fr', { role, is_admin: true }));
      expect(status).toBe(422);
      expect(await app.deps.users.hasAdmin()).toBe(false);
    },
  );

  test('what else a sign-up sends is not heard; without a role one is an editor', async () => {
    const { role: _, ...rest } = account('simple@valorme.fr');
    const { body } = await app.anonymous.post('/auth/signup', { ...rest, id: 'x', is_admin: true, active: false });
    expect(body).toMatchObject({ role: 'editor' });
    expect(body.id).not.toBe('x');
  });

  test('an e-mail and a password are the same however their accents are written', async () => {
    const [apart, whole] = ['e\u0301te\u0301', '\u00e9t\u00e9'];
    const typed = account(`${apart}@valorme.fr`, {
      password: `${apart} de mots`,
      password_confirm: `${whole} de mots`,
    });
    expect((await app.anonymous.post('/auth/signup', typed)).status).toBe(201);
    for (const one of [apart, whole]) {
      const form = { username: `${one}@valorme.fr`, password: `${whole} de mots` };
      expect((await app.anonymous.form('/auth/token', form)).status).toBe(200);
    }
  });

  test('an e-mail that is taken, in any case, is a conflict', async () => {
    await app.anonymous.post('/auth/signup', account('deja@valorme.fr'));
    expect((await app.anonymous.post('/auth/signup', account('DEJA@valorme.fr'))).status).toBe(409);
  });

  test('a password of 64 characters with spaces and accents works to the letter', async () => {
    const password = `${'é '.repeat(31)}fin`;
    await app.anonymous.post('/auth/signup', account('long@valorme.fr', { password, password_confirm: password }));
    const sign = (word: string) => app.anonymous.form('/auth/token', { username: 'long@valorme.fr', password: word });
    expect((await sign(password)).status).toBe(200);
    expect((await sign(`${password} `)).status).toBe(401);
    expect((await sign(password.toUpperCase())).status).toBe(401);
  });

  test('a wrong password and an unknown e-mail are told alike, in about the same time', async () => {
    await app.anonymous.post('/auth/signup', account('temps@valorme.fr'));
    const timed = async (username: string) => {
      const from = performance.now();
      const { status, body } = await app.anonymous.raw({
        method: 'POST',
        url: '/api/v1/auth/token',
        payload: { username, password: 'faux mot de passe' },
        remoteAddress: `10.1.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
      });
      expect({ status, body }).toEqual({ status: 401, body: { detail: 'Identifiants invalides' } });
      return performance.now() - from;
    };
    const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
    const known: number[] = [];
    const unknown: number[] = [];
    for (let turn = 0; turn < 9; turn += 1) {
      known.push(await timed('temps@valorme.fr'));
      unknown.push(await timed(`inconnu${turn}@valorme.fr`));
    }
    const ratio = median(known) / median(unknown);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  test('the eleventh wrong try is told to wait; a stranger never locks the owner out', async () => {
    await app.anonymous.post('/auth/signup', account('cible@valorme.fr'));
    const from = (remoteAddress: string, password: string, headers: Record<string, string> = {}) =>
      app.anonymous.raw({
        method: 'POST',
        url: '/api/v1/auth/token/',
        payload: { username: 'Cible@valorme.fr', password },
        remoteAddress,
        headers,
      });
    for (let turn = 0; turn < 10; turn += 1) expect((await from('10.9.9.9', 'non')).status).toBe(401);
    const refused = await from('10.9.9.9', PASSWORD);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(600);
    expect((await from('10.9.9.9', PASSWORD, { 'x-forwarded-for': '10.0.0.1' })).status).toBe(429);
    expect((await from('10.2.2.2', PASSWORD)).status).toBe(200);
    app.wait(16 * 60_000);
    expect((await from('10.9.9.9', PASSWORD)).status).toBe(200);
  });

  test('a burst of wrong passwords sent at once is held back like a slow one', async () => {
    await app.anonymous.post('/auth/signup', account('rafale@valorme.fr'));
    const burst = await Promise.all(
      Array.from({ length: 30 }, () =>
        app.anonymous.raw({
          method: 'POST',
          url: '/api/v1/auth/token',
          payload: { username: 'rafale@valorme.fr', password: 'non' },
          remoteAddress: '10.5.5.5',
        }),
      ),
    );
    expect(burst.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(burst.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test('an address closed by a stranger stays open to who came through it before, and tells nothing of accounts', async () => {
    const other = await testApp({ engine });
    for (const name of ['venu', 'jamais']) await other.anonymous.post('/auth/signup', account(`${name}@valorme.fr`));
    const from = (username: string, password: string) =>
      other.anonymous.raw({
        method: 'POST',
        url: '/api/v1/auth/token',
        payload: { username, password },
        remoteAddress: '10.6.6.6',
      });
    expect((await from('venu@valorme.fr', PASSWORD)).status).toBe(200);
    for (let turn = 0; turn < 100; turn += 1) await other.deps.tries.count('login:10.6.6.6');
    // A right password of an account that never came from here, one of nobody, a wrong one of who did.
    for (const [email, password] of [
      ['jamais@valorme.fr', PASSWORD],
      ['personne@valorme.fr', PASSWORD],
      ['venu@valorme.fr', 'non'],
    ] as const)
      expect((await from(email, password)).status, email).toBe(429);
    expect((await from('venu@valorme.fr', PASSWORD)).status).toBe(200);
    await other.close();
  });

  test('two administrators who demote each other leave one', async () => {
    const other = await testApp({ engine });
    const [one, two] = [await other.as('admin', 'un@valorme.fr'), await other.as('admin', 'deux@valorme.fr')];
    const { body: users } = await one.get('/users');
    const idOf = (email: string) => users.find((user: { email: string }) => user.email === email).id;
    const both = await Promise.all([
      one.patch(`/users/${idOf(two.email)}`, { role: 'viewer' }),
      two.patch(`/users/${idOf(one.email)}`, { role: 'viewer' }),
    ]);
    expect(both.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    expect(await other.deps.users.hasAdmin()).toBe(true);
    await other.close();
  });

  test('tokens: refreshing keeps the session, several times over, until it is ended', async () => {
    const caller = await app.as('viewer');
    const refresh = () => app.anonymous.post('/auth/refresh', { refresh_token: caller.refreshToken });
    const answers = await Promise.all([refresh(), refresh(), refresh()]);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect((await app.anonymous.get('/auth/me', { authorization: `Bearer ${body.access_token}` })).status).toBe(200);
    }
    expect((await app.anonymous.post('/auth/logout', { refresh_token: caller.refreshToken })).status).toBe(204);
    expect((await caller.get('/auth/me')).status).toBe(401);
    expect((await refresh()).status).toBe(401);
    expect((await app.anonymous.post('/auth/logout', { refresh_token: 'inconnu' })).status).toBe(204);
  });

  test('an access token dies after fifteen minutes, an idle session after seven days', async () => {
    const caller = await app.as('viewer');
    app.wait(15 * 60_000 + 1_000);
    expect((await caller.get('/auth/me')).status).toBe(401);
    const renewed = await app.anonymous.post('/auth/refresh', { refresh_token: caller.refreshToken });
    expect(renewed.status).toBe(200);
    app.wait(7 * DAY + 1_000);
    expect((await app.anonymous.post('/auth/refresh', { refresh_token: caller.refreshToken })).status).toBe(401);
  });

  test('one kind of token is never taken for the other', async () => {
    const caller = await app.as('viewer');
    expect((await app.anonymous.get('/auth/me', { authorization: `Bearer ${caller.refreshToken}` })).status).toBe(401);
    expect((await app.anonymous.post('/auth/refresh', { refresh_token: caller.token })).status).toBe(401);
    expect((await app.anonymous.get(`/auth/me?access_token=${caller.token}`)).status).toBe(401);
  });

  test('a token of another installation is refused', async () => {
    const other = await testApp({ engine });
    const stranger = await other.as('admin');
    expect((await app.anonymous.get('/auth/me', { authorization: `Bearer ${stranger.token}` })).status).toBe(401);
    await other.close();
  });

  test('changing the password needs the current one and ends the other sessions', async () => {
    const here = await app.as('editor', 'change@valorme.fr');
    const { body: elsewhere } = await app.anonymous.form('/auth/token', { username: here.email, password: PASSWORD });
    const change = (current_password: string) =>
      here.patch('/auth/me/password', {
        current_password,
        password: 'tout à fait neuf',
        password_confirm: 'tout à fait neuf',
      });
    expect(await change('faux')).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'current_password'] }] },
    });
    expect((await change(PASSWORD)).status).toBe(200);
    expect((await here.get('/auth/me')).status).toBe(200);
    expect((await app.anonymous.get('/auth/me', { authorization: `Bearer ${elsewhere.access_token}` })).status).toBe(
      401,
    );
    expect((await app.anonymous.post('/auth/refresh', { refresh_token: elsewhere.refresh_token })).status).toBe(401);
  });

  test('a person sees the sessions open in their name, and ends the others', async () => {
    const here = await app.as('viewer');
    const { body: there } = await app.anonymous.form('/auth/token', { username: here.email, password: PASSWORD });
    const { body } = await here.get('/auth/sessions');
    expect(body).toHaveLength(2);
    expect(body.filter((one: { current: boolean }) => one.current)).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain('hash');
    expect((await here.delete('/auth/sessions')).status).toBe(204);
    expect((await here.get('/auth/sessions')).body).toHaveLength(1);
    expect((await app.anonymous.get('/auth/me', { authorization: `Bearer ${there.access_token}` })).status).toBe(401);
  });

  test('an administrator resets a password, and the last one cannot be demoted or disabled', async () => {
    const admin = await app.as('admin');
    const editor = await app.as('editor');
    const { body: users } = await admin.get('/users');
    const idOf = (email: string) => users.find((user: { email: string }) => user.email === email).id;
    const reset = await admin.post(`/users/${idOf(editor.email)}/password`);
    expect((await editor.get('/auth/me')).status).toBe(401);
    const signed = await app.anonymous.form('/auth/token', { username: editor.email, password: reset.body.password });
    expect(signed.status).toBe(200);
    for (const change of [{ role: 'editor' }, { active: false }])
      expect((await admin.patch(`/users/${idOf(admin.email)}`, change)).status).toBe(409);
    expect((await admin.patch(`/users/${idOf(editor.email)}`, { role: 'king' })).status).toBe(422);
  });

  test('sign-ups can be closed, or kept to some domains', async () => {
    const closed = await testApp({ engine, config: { signup: 'closed' } });
    expect((await closed.anonymous.post('/auth/signup', account('a@valorme.fr'))).status).toBe(403);
    await closed.close();
    const domains = await testApp({ engine, config: { signup: ['valorme.fr'] } });
    expect((await domains.anonymous.post('/auth/signup', account('a@ailleurs.fr'))).status).toBe(403);
    expect((await domains.anonymous.post('/auth/signup', account('a@valorme.fr'))).status).toBe(201);
    await domains.close();
  });

  test('no table and no line of the journal holds a password or a token', async () => {
    const caller = await app.as('editor');
    const rows = await Promise.all(
      (['users', 'sessions', 'audit', 'attempts', 'idempotency'] as const).map((name) =>
        app.database.db.selectFrom(name).selectAll().execute(),
      ),
    );
    const everything = JSON.stringify(rows);
    for (const secret of [PASSWORD, caller.token, caller.refreshToken]) expect(everything).not.toContain(secret);
  });
});
