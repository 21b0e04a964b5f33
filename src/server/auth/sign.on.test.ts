import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { SignInRefusal } from '#shared/auth/sign.in.words.ts';
import { ensureAdmin } from '../system/first-start.service.ts';
import { pick, seeded } from '../test/fuzz.ts';
import { CLIENT, type Lies, type Said, startProvider, type TestProvider } from '../test/oidc.maker.ts';
import { type Answer, type Caller, ENGINES, PASSWORD, type TestApp, testApp } from '../test/test.app.ts';
import { createAuth } from './auth.service.ts';

const BASE = '/api/v1/auth/oidc';

/** What a browser does: it keeps the cookie, and goes where it is sent. */
function createBrowser(app: TestApp) {
  let cookie: string | null = null;
  const go = async (url: string): Promise<Answer> => {
    const answer = await app.anonymous.raw({ method: 'GET', url, headers: cookie === null ? {} : { cookie } });
    keep(answer);
    return answer;
  };
  const keep = ({ headers }: Answer): void => {
    const set = String(headers['set-cookie'] ?? '');
    const value = /^diplo_sign_in=([^;]*)/.exec(set)?.[1];
    if (value === undefined) return;
    expect(set).toMatch(/Path=\/api\/v1\/auth;.*HttpOnly; .*SameSite=Lax/);
    cookie = value === '' ? null : `diplo_sign_in=${value}`;
  };
  return {
    go,
    keep,
    get cookie() {
      return cookie;
    },
    set cookie(value) {
      cookie = value;
    },
    /** Comes back from the provider. @returns where it is sent then */
    async back(query: Record<string, string>): Promise<string> {
      const { status, headers } = await go(`${BASE}/callback?${new URLSearchParams(query)}`);
      expect(status).toBe(303);
      return String(headers.location);
    },
    start: async (): Promise<string> => String((await go(`${BASE}/start`)).headers.location),
    async exchange(page: string): Promise<Answer> {
      const code = /^\/login#code=(.+)$/.exec(page)?.[1] ?? page;
      const headers = cookie === null ? {} : { cookie };
      const answer = await app.anonymous.raw({ method: 'POST', url: `${BASE}/exchange`, payload: { code }, headers });
      keep(answer);
      return answer;
    },
  };
}

describe.each(ENGINES)('signing in by the provider of the firm, on %s', (engine) => {
  let app: TestApp;
  let provider: TestProvider;
  let admin: Caller;
  let serial = 0;
  beforeAll(async () => {
    provider = await startProvider();
    app = await testApp({ engine, config: settings(provider) });
    admin = await app.as('admin');
  });
  afterAll(async () => {
    await app.close();
    await provider.close();
  });
  afterEach(() => {
    provider.state.mood = 'fine';
  });

  const somebody = (more: object = {}): Said => {
    serial += 1;
    return { sub: `s-${serial}`, email: `s${serial}@valorme.fr`, email_verified: true, ...more };
  };
  /** Goes there, says who one is, comes back. @returns the page */
  const comeBack = async (said: Said, lies: Lies = {}, browser = createBrowser(app)): Promise<string> =>
    browser.back(provider.agree(await browser.start(), said, lies));
  const refusal = (reason: SignInRefusal): string => `/login#refus=${reason}`;
  const accountOf = async (email: string) =>
    (await admin.get('/users')).body.find((one: { email: string }) => one.email === email);
  const accept = async (email: string): Promise<void> => {
    expect((await admin.patch(`/users/${(await accountOf(email)).id}`, { active: true })).status).toBe(200);
  };
  const signIn = async (said: Said): Promise<Answer> => {
    const browser = createBrowser(app);
    return browser.exchange(await comeBack(said, {}, browser));
  };
  /** An account with a password, linked. */
  const linked = async (role: 'editor' | 'viewer' | 'admin' = 'editor', said = somebody()) => {
    const person = await app.as(role);
    expect(await link(person, said)).toBe('/account#relie');
    return { person, said };
  };
  const link = async (person: Caller, said: Said, browser = createBrowser(app)): Promise<string> => {
    const answer = await person.post('/auth/me/identity', { current_password: PASSWORD });
    expect(answer.status).toBe(200);
    browser.keep(answer);
    return browser.back(provider.agree(answer.body.url, said));
  };
  const journal = async (search: string) =>
    (await admin.get(`/audit?page=1&size=50&search=${encodeURIComponent(search)}`)).body as { action: string }[];

  test('it asks for a code with PKCE, a state and a nonce, each of one use', async () => {
    const [one, other] = [new URL(await createBrowser(app).start()), new URL(await createBrowser(app).start())];
    expect(one.origin).toBe(provider.issuer);
    const { code_challenge, state, nonce, ...asked } = Object.fromEntries(one.searchParams);
    expect(asked).toEqual({
      client_id: CLIENT.id,
      response_type: 'code',
      redirect_uri: `http://127.0.0.1${BASE}/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const [name, value] of Object.entries({ code_challenge, state, nonce })) {
      expect(value?.length).toBeGreaterThan(30);
      expect(other.searchParams.get(name)).not.toBe(value);
    }
  });

  test('somebody new waits as a reader until an administrator accepts, then signs in', async () => {
    const said = somebody({ name: 'Zoé Martin' });
    expect(await comeBack(said)).toBe(refusal('waiting'));
    const waiting = await accountOf(said.email ?? '');
    expect(waiting).toMatchObject({
      role: 'viewer',
      pending: true,
      active: false,
      name: 'Zoé Martin',
      has_password: false,
      identity: said.email,
    });
    expect(await comeBack(said)).toBe(refusal('waiting'));
    await accept(said.email ?? '');
    const { status, body } = await signIn(said);
    expect(status).toBe(200);
    const me = await app.anonymous.get('/auth/me', { authorization: `Bearer ${body.access_token}` });
    expect(me.body).toMatchObject({ email: said.email, role: 'viewer' });
    const lines = await journal(said.email ?? '');
    expect(lines.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['auth.signup', 'auth.oidc_refused', 'user.update', 'auth.login']),
    );
    // No password opens it, and none is taken for one.
    for (const password of ['', ' ', PASSWORD])
      expect([401, 422]).toContain(
        (await app.anonymous.form('/auth/token', { username: said.email ?? '', password })).status,
      );
  });

  test('an e-mail links nothing, whoever has it here: the answer does not tell whether there is an account', async () => {
    const chief = await app.as('admin');
    const answers = [
      await comeBack(somebody({ email: chief.email })),
      await comeBack(somebody({ email: chief.email.toUpperCase() })),
      await comeBack(somebody()),
    ];
    expect(new Set(answers)).toEqual(new Set([refusal('waiting')]));
    expect((await accountOf(chief.email)).identity).toBeNull();
  });

  test('an address that nobody has checked, an administrator’s above all, makes no account; nor does none', async () => {
    const chief = await app.as('admin');
    for (const [said, reason] of [
      [somebody({ email: chief.email, email_verified: false }), 'unverified'],
      [somebody({ email_verified: 'false' }), 'unverified'],
      [somebody({ email: undefined }), 'no_email'],
      [somebody({ email: 'pas une adresse' }), 'no_email'],
    ] as const)
      expect(await comeBack(said)).toBe(refusal(reason));
    // Who is linked is known by the subject: no address is needed.
    const { said } = await linked();
    expect((await signIn({ sub: said.sub })).status).toBe(200);
  });

  test.each<[string, Lies, SignInRefusal]>([
    ['another issuer', { iss: 'https://ailleurs.example' }, 'unproven'],
    ['another audience', { aud: 'un autre client' }, 'unproven'],
    ['another nonce', { nonce: 'celui d’un autre' }, 'unproven'],
    ['another key', { forged: true }, 'unproven'],
    ['no signature', { unsigned: true }, 'unproven'],
    ['a clock an hour behind', { ahead: -3_600 }, 'clock'],
    ['a clock an hour ahead', { ahead: 3_600 }, 'clock'],
  ])('a token of %s proves nothing', async (_, lies, reason) => {
    const { said } = await linked();
    expect(await comeBack(said, lies)).toBe(refusal(reason));
  });

  test.each([-120, 120])('a clock %d seconds off is no fault of the person', async (ahead) => {
    const { said } = await linked();
    expect(await comeBack(said, { ahead })).toMatch(/^\/login#code=/);
  });

  test('a callback without its cookie, with another state, of an older start, after ten minutes', async () => {
    const { said } = await linked();
    const browser = createBrowser(app);
    const first = provider.agree(await browser.start(), said);
    expect(await createBrowser(app).back(first)).toBe(refusal('begun_elsewhere'));
    const stolen = createBrowser(app);
    stolen.cookie = 'diplo_sign_in=v1.aaaa.bbbb.cccc';
    expect(await stolen.back(first)).toBe(refusal('begun_elsewhere'));
    // Another tab began since.
    const second = provider.agree(await browser.start(), said);
    expect(await browser.back(first)).toBe(refusal('unproven'));
    // What came back once has forgotten where it was.
    expect(await browser.back(second)).toBe(refusal('begun_elsewhere'));
    const third = provider.agree(await browser.start(), said);
    expect(await browser.back({ ...third, state: 'un autre' })).toBe(refusal('unproven'));
    const late = provider.agree(await browser.start(), said);
    app.wait(601_000);
    expect(await browser.back(late)).toBe(refusal('begun_elsewhere'));
  });

  test('a code replayed, one of nobody, a refusal, and whatever else follows the question mark', async () => {
    const { said } = await linked();
    const browser = createBrowser(app);
    const back = provider.agree(await browser.start(), said);
    const { cookie } = browser;
    expect(await browser.back(back)).toMatch(/^\/login#code=/);
    browser.cookie = cookie;
    expect(await browser.back(back)).toBe(refusal('unproven'));
    for (const [query, reason] of [
      [{ code: 'inventé' }, 'unproven'],
      [{ error: 'access_denied' }, 'refused'],
      [{ error: 'temporarily_unavailable' }, 'unreachable'],
      [{ error: '<script>', error_description: '\u0000' }, 'refused'],
      [{}, 'unproven'],
    ] as const) {
      const fresh = createBrowser(app);
      const { state } = provider.agree(await fresh.start(), said);
      expect(await fresh.back({ ...query, state }), JSON.stringify(query)).toBe(refusal(reason));
    }
    const twice = createBrowser(app);
    const { code, state } = provider.agree(await twice.start(), said);
    const answer = await twice.go(`${BASE}/callback?code=${code}&code=${code}&state=${state}`);
    expect(answer.headers.location).toBe(refusal('unproven'));
  });

  test('what the page is handed serves once, within a minute, in the browser that began', async () => {
    const { said } = await linked();
    const browser = createBrowser(app);
    const page = await comeBack(said, {}, browser);
    expect((await createBrowser(app).exchange(page)).status).toBe(401);
    const { cookie } = browser;
    expect((await browser.exchange(page)).status).toBe(200);
    browser.cookie = cookie;
    expect((await browser.exchange(page)).status).toBe(401);
    const late = await comeBack(said, {}, browser);
    app.wait(61_000);
    expect((await browser.exchange(late)).status).toBe(401);
    expect((await browser.exchange('x'.repeat(300))).status).toBe(422);
  });

  test('a provider that is down, slow, says HTML or too much: the page says so, and the password still opens', {
    tags: ['slow'],
    timeout: 30_000,
  }, async () => {
    const { person, said } = await linked();
    for (const mood of ['html', 'error', 'long'] as const) {
      const browser = createBrowser(app);
      const back = provider.agree(await browser.start(), said);
      provider.state.mood = mood;
      expect(await browser.back(back), mood).toBe(refusal('unreachable'));
      provider.state.mood = 'fine';
    }
    // Nothing of it is known yet by a server that has just begun.
    const fresh = await testApp({ engine, config: settings(provider) });
    const browser = createBrowser(fresh);
    for (const mood of ['html', 'error', 'long', 'slow'] as const) {
      provider.state.mood = mood;
      expect(await browser.start(), mood).toBe(refusal('unreachable'));
    }
    expect((await app.anonymous.form('/auth/token', { username: person.email, password: PASSWORD })).status).toBe(200);
    provider.state.mood = 'fine';
    // What failed is asked again.
    expect(await browser.start()).toContain(provider.issuer);
    await fresh.close();
  });

  test('an address that only userinfo says is unchecked makes no account; a client that is told in a header is told so', async () => {
    provider.state.inToken = true;
    expect(await comeBack(somebody({ email_verified: false }))).toBe(refusal('unverified'));
    provider.state.inToken = false;
    const basic = await startProvider({ authentication: 'client_secret_basic' });
    const other = await testApp({ engine, config: settings(basic) });
    const browser = createBrowser(other);
    expect(await browser.back(basic.agree(await browser.start(), somebody()))).toBe(refusal('waiting'));
    await other.close();
    await basic.close();
  });

  test('which fault of the provider it was is told to who looks after the server, and nothing of what it answered', async () => {
    const told: unknown[] = [];
    const { said } = await linked();
    const watched = createAuth({ ...app.deps, config: app.config, onProviderFault: (one) => told.push(one) });
    const way = await watched.signOn?.start();
    const back = provider.agree(way?.location ?? '', said, { forged: true });
    await watched.signOn?.end(back, way?.cookie?.value ?? null, { ip: '127.0.0.9', userAgent: null });
    expect(told).toEqual([expect.objectContaining({ reason: 'unproven', code: expect.stringMatching(/^OAUTH_/) })]);
    expect(JSON.stringify(told)).not.toContain(back.code);
  });

  test('the state page says how people sign in, and that the provider is down', async () => {
    const look = async () =>
      (await admin.get('/health/parts')).body.find(({ key }: { key: string }) => key === 'sign_in');
    expect(await look()).toMatchObject({
      ok: true,
      said: expect.stringMatching(/^\d+.comptes ouverts, \d+ avec un second facteur, \d+ par Valorme ID\.$/),
    });
    provider.state.mood = 'error';
    app.wait(61_000);
    expect(await look()).toMatchObject({ ok: false, said: expect.stringContaining('Valorme ID ne répond pas') });
  });

  test('an account is linked by its password; an identity is one account’s, an account has one identity', async () => {
    const { person, said } = await linked();
    expect((await person.get('/auth/me/access')).body).toMatchObject({
      provider: 'Valorme ID',
      identity: { label: said.email },
    });
    expect(await person.post('/auth/me/identity', { current_password: PASSWORD })).toMatchObject({ status: 409 });
    const other = await app.as('editor');
    expect(await other.post('/auth/me/identity', { current_password: 'autre' })).toMatchObject({ status: 422 });
    expect(await link(other, said)).toBe('/account#refus=taken');
    // Two tabs, two identities: the first one stays.
    const [one, two] = [createBrowser(app), createBrowser(app)];
    const begun = await Promise.all(
      [one, two].map(async (browser) => {
        const answer = await other.post('/auth/me/identity', { current_password: PASSWORD });
        browser.keep(answer);
        return provider.agree(answer.body.url, somebody());
      }),
    );
    expect(await one.back(begun[0] ?? {})).toBe('/account#relie');
    expect(await two.back(begun[1] ?? {})).toBe('/account#refus=already');
    // Signed out meanwhile, nothing is linked.
    const gone = await app.as('editor');
    const answer = await gone.post('/auth/me/identity', { current_password: PASSWORD });
    const browser = createBrowser(app);
    browser.keep(answer);
    await gone.post('/auth/logout', { refresh_token: gone.refreshToken });
    expect(await browser.back(provider.agree(answer.body.url, somebody()))).toBe('/account#refus=begun_elsewhere');
    const actions = (await journal(person.email)).map(({ action }) => action);
    expect(actions).toContain('auth.link');
  });

  test('it is taken apart with the password, unless it is the only way in', async () => {
    const { person, said } = await linked();
    const opened = await signIn(said);
    const take = (who: Caller): Promise<Answer> =>
      who.raw({ method: 'DELETE', url: '/api/v1/auth/me/identity', payload: { current_password: PASSWORD } });
    expect((await take(person)).status).toBe(204);
    expect((await take(person)).status).toBe(404);
    // What it opened ends with it.
    const refreshed = await app.anonymous.post('/auth/refresh', { refresh_token: opened.body.refresh_token });
    expect(refreshed.status).toBe(401);
    expect(await comeBack(said)).toBe(refusal('waiting'));
    expect((await journal(person.email)).map(({ action }) => action)).toContain('auth.unlink');
    const fresh = somebody();
    await comeBack(fresh);
    await accept(fresh.email ?? '');
    const { body } = await signIn(fresh);
    const only = await app.anonymous.raw({
      method: 'DELETE',
      url: '/api/v1/auth/me/identity',
      payload: { current_password: PASSWORD },
      headers: { authorization: `Bearer ${body.access_token}` },
    });
    expect(only).toMatchObject({ status: 409 });
  });

  test('groups give a role at each sign-in, living sessions follow; none is an administrator’s, none takes it', async () => {
    const { person, said } = await linked('viewer');
    const role = async (): Promise<string> => (await person.get('/auth/me')).body.role;
    await signIn({ ...said, groups: ['autre', 'dip-edition'] });
    expect(await role()).toBe('editor');
    // None of the map: nothing changes.
    await signIn({ ...said, groups: ['autre'] });
    await signIn(said);
    expect(await role()).toBe('editor');
    await signIn({ ...said, groups: 'dip-lecture' });
    expect(await role()).toBe('viewer');
    expect((await person.post('/products', {})).status).toBe(403);
    for (const groups of [['admin'], ['dip-edition=admin'], { admin: true }, [['dip-edition']], [null, 5]])
      await signIn({ ...said, groups });
    expect(await role()).toBe('viewer');
    const chief = await linked('admin');
    await signIn({ ...chief.said, groups: ['dip-lecture'] });
    expect((await chief.person.get('/auth/me')).body.role).toBe('admin');
    expect(JSON.stringify(await journal(person.email))).toContain('Valorme ID');
  });

  test('a session by the provider ends after a day; a closed account opens nothing', async () => {
    const { person, said } = await linked();
    const { body } = await signIn(said);
    const id = (await accountOf(person.email)).id;
    app.wait(23 * 3_600_000);
    expect((await app.anonymous.post('/auth/refresh', { refresh_token: body.refresh_token })).status).toBe(200);
    app.wait(2 * 3_600_000);
    expect((await app.anonymous.post('/auth/refresh', { refresh_token: body.refresh_token })).status).toBe(401);
    admin = await app.as('admin');
    const browser = createBrowser(app);
    const page = await comeBack(said, {}, browser);
    await admin.patch(`/users/${id}`, { active: false });
    expect((await browser.exchange(page)).status).toBe(401);
    expect(await comeBack(said)).toBe(refusal('closed'));
  });

  test('no second factor is asked after it, and the firm asks administrators for none', async () => {
    const { person, said } = await linked('admin');
    await app.database.db.insertInto('settings').values({ name: 'otp_for_admins', value: '1' }).execute();
    expect((await person.get('/auth/me')).status).toBe(403);
    const { body } = await signIn(said);
    const me = await app.anonymous.get('/auth/me', { authorization: `Bearer ${body.access_token}` });
    expect(me.body.role).toBe('admin');
    await app.database.db.deleteFrom('settings').where('name', '=', 'otp_for_admins').execute();
  });

  test('anonymised, nobody signs in by it any more', async () => {
    const { person, said } = await linked();
    const { id } = await accountOf(person.email);
    await admin.patch(`/users/${id}`, { active: false });
    await admin.post(`/users/${id}/anonymise`);
    expect(await comeBack(said)).toBe(refusal('waiting'));
    expect(await comeBack(said)).toBe(refusal('waiting'));
  });

  test('with OIDC_ONLY a password is an administrator’s alone, and nobody signs up', async () => {
    const only = await testApp({ engine, config: { ...settings(provider), oidcOnly: true } });
    const chief = await only.as('admin');
    expect(chief.token).toBeTruthy();
    // Not linked yet: the password links, and opens nothing else.
    const person = await only.as('editor');
    for (const path of ['/auth/me', '/products', '/auth/sessions'])
      expect(await person.get(path), path).toMatchObject({ status: 403, body: { code: 'link_required' } });
    expect((await person.patch('/auth/me/password', {})).body.code).toBe('link_required');
    expect((await person.get('/auth/me/access')).body).toMatchObject({ identity: null, only_provider: true });
    const begun = await person.post('/auth/me/identity', { current_password: PASSWORD });
    const browser = createBrowser(only);
    browser.keep(begun);
    const said = somebody();
    const signed = await browser.exchange(await browser.back(provider.agree(begun.body.url, said)));
    const me = await only.anonymous.get('/auth/me', { authorization: `Bearer ${signed.body.access_token}` });
    expect(me.body.email).toBe(person.email);
    // Neither does a password that was given to be changed stand in the way of who does not use it.
    await only.database.db
      .updateTable('users')
      .set({ must_change_password: 1 })
      .where('email', '=', person.email)
      .execute();
    expect(
      (await only.anonymous.get('/products', { authorization: `Bearer ${signed.body.access_token}` })).status,
    ).toBe(200);
    const unlink = {
      method: 'DELETE',
      url: '/api/v1/auth/me/identity',
      payload: { current_password: PASSWORD },
    } as const;
    const headers = { authorization: `Bearer ${signed.body.access_token}` };
    expect((await only.anonymous.raw({ ...unlink, headers })).status).toBe(409);
    const refused = await only.anonymous.form('/auth/token', { username: person.email, password: PASSWORD });
    expect(refused).toMatchObject({ status: 403, body: { detail: expect.stringContaining('Valorme ID') } });
    const wrong = await only.anonymous.form('/auth/token', { username: person.email, password: 'autre chose' });
    expect(wrong.status).toBe(401);
    const signup = await only.anonymous.post('/auth/signup', {
      email: 'zoe@valorme.fr',
      password: PASSWORD,
      password_confirm: PASSWORD,
    });
    expect(signup.status).toBe(403);
    // The day the provider is down somebody must be able to come in: without such an administrator it does not start.
    const settled = { adminEmail: 'a@valorme.fr', adminPassword: null, oidcOnly: true };
    expect(await ensureAdmin(only.deps, settled)).toBeNull();
    await only.database.db.updateTable('users').set({ password_hash: '' }).where('role', '=', 'admin').execute();
    await expect(ensureAdmin(only.deps, settled)).rejects.toThrow(/OIDC_ONLY demande un administrateur/);
    await only.close();
  });

  test.runIf(engine === 'sqlite')(
    'an attack on the provider’s door: 2,000 tries, nobody’s account, no role that was not mapped',
    { tags: ['slow'], timeout: 120_000 },
    async () => {
      const victim = await linked('admin');
      const before = (await admin.get('/users')).body;
      const emails = before.map(({ email }: { email: string }) => email);
      const random = seeded(7);
      const one = <T>(from: readonly T[]): T => pick(random, from);
      const pages = new Map<string, number>();
      for (let turn = 0; turn < 2_000; turn += 1) {
        // Each from an address of its own: limits would end it too soon.
        const remoteAddress = `10.${turn >> 8}.${turn & 255}.1`;
        const send = (options: object): Promise<Answer> => app.anonymous.raw({ remoteAddress, ...options } as never);
        const started = await send({ method: 'GET', url: `${BASE}/start` });
        const own = /diplo_sign_in=([^;]*)/.exec(String(started.headers['set-cookie']))?.[1] ?? '';
        const lies = one<Lies>([
          { iss: 'https://x.example' },
          { aud: 'x' },
          { nonce: 'x' },
          { forged: true },
          { unsigned: true },
          {},
        ]);
        const said = {
          sub: one([`a-${turn}`, 'admin', '', emails[0], 's-1 ']),
          email: one([one<string>(emails), victim.person.email, `a${turn}@valorme.fr`, '"; drop', 'x'.repeat(300)]),
          email_verified: one([true, false, 'true', undefined, 1]) as boolean,
          groups: one([['admin'], ['dip-edition'], 'admin', { admin: 1 }, null]),
        };
        const back = provider.agree(String(started.headers.location), said, lies);
        const query = one<Record<string, string>>([
          back,
          back,
          back,
          { ...back, state: 'x' },
          { ...back, iss: 'https://x.example' },
          { state: back.state, error: 'x' },
        ]);
        const cookie = `diplo_sign_in=${one([own, own, own, `${own}x`, '', own.slice(0, -4)])}`;
        const answer = await send({
          method: 'GET',
          url: `${BASE}/callback?${new URLSearchParams(query)}`,
          headers: { cookie },
        });
        const page = String(answer.headers.location);
        pages.set(page, (pages.get(page) ?? 0) + 1);
        expect(answer.status).toBe(303);
      }
      // Nothing but a refusal, and none that depends on whether there is such an account.
      expect([...pages.keys()].every((page) => page.startsWith('/login#refus='))).toBe(true);
      expect(pages.size).toBeGreaterThan(3);
      const after = (await admin.get('/users')).body as {
        email: string;
        role: string;
        pending: boolean;
        active: boolean;
      }[];
      for (const { email, active, role } of after) {
        const same = before.find((one: { email: string }) => one.email === email);
        if (same) expect({ email, active, role }).toEqual({ email, active: same.active, role: same.role });
        else expect(active === false && ['viewer', 'editor'].includes(role), email).toBe(true);
      }
    },
  );
});

const settings = (provider: TestProvider) => ({
  publicUrl: new URL('http://127.0.0.1'),
  oidcIssuer: new URL(provider.issuer),
  oidcClientId: CLIENT.id,
  oidcClientSecret: CLIENT.secret,
  oidcLabel: 'Valorme ID',
  oidcRoleClaim: 'groups',
  oidcRoles: new Map([
    ['dip-edition', 'editor'],
    ['dip-lecture', 'viewer'],
  ] as const),
});
