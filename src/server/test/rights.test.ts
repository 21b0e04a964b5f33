import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, pathOf } from '#shared/contract/endpoint.ts';
import { isAllowed, RIGHTS, ROLES, type Caller as Who } from '#shared/contract/rights.ts';
import { declared } from './declared.ts';
import { type Caller, type TestApp, testApp } from './test.app.ts';

const declarations = await declared();
const rows = declarations.map((one) => [`${one.method} ${one.path}`, one] as const);

let app: TestApp;
const callers = new Map<Who, Caller>();
beforeAll(async () => {
  app = await testApp({ config: { publicUrl: new URL('http://127.0.0.1') } });
  for (const role of ROLES) callers.set(role, await app.as(role));
  callers.set('nobody', app.anonymous);
  callers.set('guest', await guestOf(app));
});
afterAll(() => app.close());

/** Somebody outside, who opened the link of a product. */
async function guestOf({ as, anonymous, withToken }: TestApp): Promise<Caller> {
  const editor = await as('editor');
  const { id } = (await editor.post('/products', { nom_commercial: 'Crème' })).body;
  const asked = { name: 'Dr Marchand', email: 'h.marchand@exemple.org', may: ['comment', 'attach'], code: false };
  const { url } = (await editor.post(`/products/${id}/guests`, asked)).body;
  const [, token] = url.split('#');
  const { access_token: session } = (await anonymous.post('/guest/session', { token })).body;
  return withToken(session);
}

const request = async (who: Who, one: Endpoint) => {
  const params = Object.fromEntries([...one.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'absent']));
  const caller = callers.get(who);
  if (!caller) throw new Error(who);
  const hasBody = one.method !== 'GET' && one.method !== 'DELETE';
  return caller.raw({ method: one.method, url: pathOf(one, params), ...(hasBody ? { payload: {} } : {}) });
};

test('every declaration is mounted, once', () => {
  const mounted = app.declarations.map((one) => `${one.method} ${one.path}`).sort();
  expect(mounted).toEqual(rows.map(([name]) => name).sort());
  expect(new Set(mounted).size).toBe(mounted.length);
});

describe.each(rows)('%s', (_, one) => {
  const protectedByRole = !['public', 'link'].includes(one.right);

  test.runIf(protectedByRole)('lets in only who holds the right', async () => {
    for (const who of [...ROLES, 'nobody', 'guest'] as const) {
      const { status, headers } = await request(who, one);
      // What a link does not allow is refused behind the door: an adviser does not sign.
      if (isAllowed(one.right, who, true)) expect(who === 'guest' ? [401] : [401, 403], who).not.toContain(status);
      // A guest is nobody elsewhere, and nobody else is a guest.
      else expect(status, who).toBe(who === 'nobody' || who === 'guest' || one.right === 'guest' ? 401 : 403);
      if (status === 401) expect(headers['www-authenticate']).toBe('Bearer');
    }
  });

  test.runIf(protectedByRole && one.right !== 'menus')('refuses a token that is none of ours', async () => {
    for (const token of ['x', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.', `${callers.get('admin')?.token}x`]) {
      const params = Object.fromEntries([...one.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'absent']));
      const { status } = await app.anonymous.raw({
        method: one.method,
        url: pathOf(one, params),
        headers: { authorization: `Bearer ${token}` },
      });
      expect(status).toBe(401);
    }
  });

  test.runIf(one.right === 'link')('opens to nobody without its signature', async () => {
    for (const who of ['admin', 'nobody'] as const) expect([403, 422]).toContain((await request(who, one)).status);
  });

  test('never answers a fault of ours, nor a stack, to an id of any shape', async () => {
    if (!one.path.includes('{')) return;
    for (const id of ['0', '-1', '1e3', '..%2f..%2fx', '%00', 'é', 'x'.repeat(400), "' OR 1=1--"]) {
      const url = pathOf(one)
        .replace(/\/\//g, `/${encodeURIComponent(id)}/`)
        .replace(/\/$/, `/${encodeURIComponent(id)}`);
      const hasBody = one.method !== 'GET' && one.method !== 'DELETE';
      const { status, bytes } = await (callers.get('admin') as Caller).raw({
        method: one.method,
        url,
        ...(hasBody ? { payload: {} } : {}),
      });
      expect(status).toBeLessThan(500);
      expect(bytes.toString()).not.toMatch(/at \w+ \(|node_modules|select |SQLITE/);
    }
  });
});

test('a role demoted or a person disabled is refused at the next request', async () => {
  const admin = callers.get('admin') as Caller;
  const editor = await app.as('editor');
  const { body: users } = await admin.get('/users');
  const { id } = users.find((user: { email: string }) => user.email === editor.email);
  expect((await editor.post('/products/', {})).status).toBe(201);
  await admin.patch(`/users/${id}`, { role: 'viewer' });
  expect((await editor.post('/products/', {})).status).toBe(403);
  await admin.patch(`/users/${id}`, { active: false });
  expect((await editor.get('/products/')).status).toBe(401);
  const again = await app.anonymous.form('/auth/token', { username: editor.email, password: 'un mot de passe sûr' });
  expect(again.status).toBe(401);
  await admin.patch(`/users/${id}`, { active: true });
  expect((await editor.post('/auth/refresh', { refresh_token: editor.refreshToken })).status).toBe(401);
});

test('menus are for members alone when the setting says so', async () => {
  const closed = await testApp({ config: { menusAccess: 'members' } });
  expect((await closed.anonymous.get('/menus')).status).toBe(401);
  expect((await (await closed.as('viewer')).get('/menus')).status).toBe(200);
  await closed.close();
});

/** What is created with something that is shown once, and must not be kept beside a key. */
const SHOWN_ONCE = [
  'POST /tokens',
  'POST /auth/me/calendar',
  'POST /auth/me/otp',
  'POST /users',
  'POST /auth/signup',
  'POST /products/{id}/guests',
];
test('whatever is created once is created once for one Idempotency-Key, as docs/api.md says', async () => {
  const created = (await declared()).filter(
    ({ method, status, right }) => method === 'POST' && status === 201 && right !== 'guest',
  );
  const wrong = created.filter(
    ({ method, path, idempotent }) => Boolean(idempotent) === SHOWN_ONCE.includes(`${method} ${path}`),
  );
  expect(wrong.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test('the rights of the contract are those of the table', () => {
  expect(RIGHTS.write.callers).toEqual(['admin', 'editor']);
  expect(RIGHTS.admin.callers).toEqual(['admin']);
  expect(RIGHTS.member.callers).toEqual(['admin', 'editor', 'viewer']);
});
