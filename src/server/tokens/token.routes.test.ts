import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, pathOf } from '#shared/contract/endpoint.ts';
import { isAllowed } from '#shared/contract/rights.ts';
import { scopesFor, TOKEN_SCOPES, type TokenScope } from '#shared/contract/scopes.ts';
import { type AccessToken, TOKEN_LIMITS } from '#shared/tokens/token.contract.ts';
import { declared } from '../test/declared.ts';
import { type Caller, ENGINES, PASSWORD, type TestApp, testApp } from '../test/test.app.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(ENGINES)('tokens of programs, on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ engine });
  });
  afterAll(() => app.close());

  const ask = async (person: Caller, body: object = {}) =>
    person.post('/tokens', { name: 'ERP', scopes: ['read'], ...body });
  const make = async (person: Caller, body: object = {}): Promise<AccessToken & { token: string }> => {
    const { status, body: made } = await ask(person, body);
    expect(status, JSON.stringify(made)).toBe(201);
    return made;
  };

  test('a secret is shown once, and kept nowhere; the list says the name, what it permits, until when, and when it last served', async () => {
    const editor = await app.as('editor');
    const made = await make(editor, { name: 'ERP de l’usine', scopes: ['write'] });
    expect(made.token).toMatch(/^dpl_[\w-]{43}$/);
    expect((await app.withToken(made.token).get('/products/')).status).toBe(200);
    const [listed] = (await editor.get('/tokens')).body;
    expect(listed).toEqual({
      id: made.id,
      name: 'ERP de l’usine',
      scopes: ['write'],
      created_at: made.created_at,
      expires_at: new Date(Date.parse(made.created_at) + TOKEN_LIMITS.days * DAY).toISOString(),
      last_used_at: expect.stringMatching(/T\d\d:00:00\.000Z$/),
    });
    const kept = await app.database.db.selectFrom('tokens').selectAll().where('id', '=', made.id).execute();
    expect(JSON.stringify(kept)).not.toContain(made.token.slice(4));
    const { body: lines } = await (await app.as('admin')).get('/audit?object_type=token');
    expect(lines[0]).toMatchObject({ action: 'token.create', object_label: 'ERP de l’usine', actor: editor.email });
    expect(JSON.stringify(lines)).not.toContain(made.token.slice(4));
  });

  test('revoked, it ends at once; nobody revokes somebody else’s, nor sees it', async () => {
    const [editor, other] = [await app.as('editor'), await app.as('admin')];
    const { id, token } = await make(editor);
    expect((await other.get('/tokens')).body).toEqual([]);
    expect((await other.delete(`/tokens/${id}`)).status).toBe(404);
    expect((await app.withToken(token).get('/products/')).status).toBe(200);
    expect((await editor.delete(`/tokens/${id}`)).status).toBe(204);
    const { status, headers } = await app.withToken(token).get('/products/');
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  test.each(['password', 'reset', 'closed'] as const)(
    'it ends with the password and with the account: %s',
    async (how) => {
      const [admin, editor] = [await app.as('admin'), await app.as('editor')];
      const { token } = await make(editor);
      const { id } = (await admin.get('/users')).body.find(({ email }: { email: string }) => email === editor.email);
      const next = 'un autre mot de passe sûr';
      const done = {
        password: () =>
          editor.patch('/auth/me/password', { current_password: PASSWORD, password: next, password_confirm: next }),
        reset: () => admin.post(`/users/${id}/password`),
        closed: () => admin.patch(`/users/${id}`, { active: false }),
      }[how];
      expect((await done()).status).toBe(200);
      expect((await app.withToken(token).get('/products/')).status).toBe(401);
      await admin.patch(`/users/${id}`, { active: true });
      expect((await app.withToken(token).get('/products/')).status).toBe(401);
    },
  );

  test('its person’s role is that of now: a demoted one writes no more', async () => {
    const [admin, editor] = [await app.as('admin'), await app.as('editor')];
    const { token } = await make(editor, { scopes: ['write'] });
    expect((await app.withToken(token).post('/products/', {})).status).toBe(201);
    const { id } = (await admin.get('/users')).body.find(({ email }: { email: string }) => email === editor.email);
    await admin.patch(`/users/${id}`, { role: 'viewer' });
    expect((await app.withToken(token).post('/products/', {})).status).toBe(403);
    expect((await app.withToken(token).get('/products/')).status).toBe(200);
  });

  test('a viewer makes a token that reads, and none that writes', async () => {
    const viewer = await app.as('viewer');
    for (const scopes of [['write'], ['intake'], ['read', 'write']])
      expect((await ask(viewer, { scopes })).status).toBe(403);
    await make(viewer, { scopes: ['read'] });
  });

  test.each<[body: object, status: number]>([
    [{ expires_in_days: 1 }, 201],
    [{ expires_in_days: TOKEN_LIMITS.daysMax }, 201],
    [{ expires_in_days: 0 }, 422],
    [{ expires_in_days: TOKEN_LIMITS.daysMax + 1 }, 422],
    [{ expires_in_days: 1.5 }, 422],
    [{ expires_in_days: '90' }, 422],
    [{ name: 'x'.repeat(TOKEN_LIMITS.name) }, 201],
    [{ name: 'x'.repeat(TOKEN_LIMITS.name + 1) }, 422],
    [{ name: '  ' }, 422],
    [{ scopes: [] }, 422],
    [{ scopes: ['admin'] }, 422],
    [{ scopes: 'read' }, 422],
    [{ scopes: ['read', 'read'] }, 201],
  ])('what is asked: %o answers %i', async (body, status) => {
    expect((await ask(await app.as('editor'), body)).status).toBe(status);
  });

  test('it lasts as long as was said, to the instant; then it is listed for a while, and no longer counts', async () => {
    const own = await testApp({ engine });
    const editor = await own.as('editor');
    const { body: made } = await editor.post('/tokens', { name: 'a', scopes: ['read'], expires_in_days: 1 });
    own.wait(DAY - 60_000);
    expect((await own.withToken(made.token).get('/products/')).status).toBe(200);
    own.wait(60_001);
    expect((await own.withToken(made.token).get('/products/')).status).toBe(401);
    await own.close();
  });

  test(`a person has ${TOKEN_LIMITS.each} of them, and not one more, even asked for at once`, async () => {
    const editor = await app.as('editor');
    const asked = await Promise.all(Array.from({ length: TOKEN_LIMITS.each + 2 }, () => ask(editor)));
    expect(asked.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(TOKEN_LIMITS.each);
    expect(asked.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(2);
    const [one] = (await editor.get('/tokens')).body;
    await editor.delete(`/tokens/${one.id}`);
    await make(editor);
  });

  test.each([
    ['dpl_', 401],
    [`dpl_${'A'.repeat(43)}`, 401],
    [`dpl_${'é'.repeat(10)}`, 401],
    [`dpl_${'x'.repeat(6_000)}`, 401],
  ])('a token that is none is refused: %#', async (token, status) => {
    expect((await app.withToken(token).get('/products/')).status).toBe(status);
  });
});

test(`a token makes ${TOKEN_LIMITS.perMinute} requests in a minute, and no more until the next`, async () => {
  const app = await testApp();
  // Begins with a minute: what is counted is the requests, not the clock.
  app.wait(60_000 - (Date.now() % 60_000) + 1);
  const editor = await app.as('editor');
  const { body: made } = await editor.post('/tokens', { name: 'a', scopes: ['read'] });
  const program = app.withToken(made.token);
  for (let at = 0; at < TOKEN_LIMITS.perMinute; at += 1) expect((await program.get('/tokens')).status).toBe(403);
  const { status, headers } = await program.get('/products/');
  expect(status).toBe(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  // The person is not held up by a program.
  expect((await editor.get('/products/')).status).toBe(200);
  app.wait(60_000);
  expect((await program.get('/products/')).status).toBe(200);
  await app.close();
});

/** What asks for a person, whatever the scope: each of these by name, beside what the right says. */
const NEVER = [
  // Cases of undesirable effects are read by people alone; a calendar is a person’s own.
  'GET /products/{id}/effects',
  'POST /products/{id}/effects',
  'POST /products/{id}/effects/statement',
  'GET /products/{id}/effects/{effectId}',
  'PUT /products/{id}/effects/{effectId}',
  'DELETE /products/{id}/effects/{effectId}',
  'GET /products/{id}/effects/{effectId}/revisions',
  'GET /auth/me/access',
  'POST /auth/me/otp',
  'POST /auth/me/otp/confirm',
  'POST /auth/me/otp/codes',
  'DELETE /auth/me/otp',
  'POST /auth/me/identity',
  'DELETE /auth/me/identity',
  'GET /auth/me/calendar',
  'POST /auth/me/calendar',
  'DELETE /auth/me/calendar',
  'GET /auth/me',
  'PATCH /auth/me',
  'GET /auth/sessions',
  'DELETE /auth/sessions',
  'PATCH /auth/me/password',
  'GET /users/names',
  'GET /tokens',
  'POST /tokens',
  'DELETE /tokens/{id}',
  'POST /products/{id}/assessment/sign',
  'POST /products/{id}/dossiers',
  'PATCH /generations/{id}/validate',
  'PATCH /generations/{id}/finalize',
  // Who reads from outside, what they signed, and what goes to a supplier.
  'POST /products/{id}/guests',
  'GET /products/{id}/guests',
  'POST /guests/{id}/revoke',
  'POST /guests/{id}/extend',
  'POST /guests/{id}/unlock',
  'POST /signatures/{id}/record',
  'POST /signatures/{id}/refuse',
  'GET /signatures/{id}/content',
  'POST /requests/{id}/send',
  'POST /requests/{id}/remind',
];

describe('each declaration, with a token of each scope', async () => {
  const declarations = (await declared()).filter(({ right }) => !['public', 'link'].includes(right));
  let app: TestApp;
  const programs = new Map<TokenScope, Caller>();
  beforeAll(async () => {
    app = await testApp();
    for (const scope of TOKEN_SCOPES) {
      const admin = await app.as('admin');
      const { body } = await admin.post('/tokens', { name: scope, scopes: [scope] });
      programs.set(scope, app.withToken(body.token));
    }
  });
  afterAll(() => app.close());

  const lets = (scope: TokenScope, one: Endpoint): boolean => {
    const name = `${one.method} ${one.path}`;
    if (one.right === 'admin' || one.right === 'metrics' || one.right === 'guest' || NEVER.includes(name)) return false;
    if (scope === 'intake') return name === 'POST /intake' || name === 'GET /intake';
    return one.method === 'GET' || scope === 'write' || one.token === 'read';
  };

  test.each(declarations.map((one) => [`${one.method} ${one.path}`, one] as const))('%s', async (_, one) => {
    for (const scope of TOKEN_SCOPES) {
      const params = Object.fromEntries([...one.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'absent']));
      const hasBody = one.method !== 'GET' && one.method !== 'DELETE';
      const { status } = await (programs.get(scope) as Caller).raw({
        method: one.method,
        url: pathOf(one, params),
        ...(hasBody ? { payload: {} } : {}),
      });
      expect(scopesFor(one).includes(scope), scope).toBe(lets(scope, one));
      if (lets(scope, one) && isAllowed(one.right, 'admin', true)) expect([401, 403], scope).not.toContain(status);
      // A guest's address takes a guest's session alone.
      else expect(status, scope).toBe(one.right === 'guest' ? 401 : 403);
    }
  });

  test('those that ask for a person are declared', () => {
    const names = declarations.map((one) => `${one.method} ${one.path}`);
    expect(NEVER.filter((name) => !names.includes(name))).toEqual([]);
    expect(
      declarations
        .filter(({ token }) => token === 'never')
        .map((one) => `${one.method} ${one.path}`)
        .sort(),
    ).toEqual(expect.arrayContaining([...NEVER].sort()));
  });
});
