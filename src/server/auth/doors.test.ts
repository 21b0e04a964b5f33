import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressKey } from '../caller.ts';
import { type Caller, ENGINES, PASSWORD, type TestApp, testApp } from '../test/test.app.ts';

const account = (email: string, password = PASSWORD) => ({ email, password, password_confirm: password });
const EXPOSED = { host: '0.0.0.0' };

describe.each(ENGINES)('the doors, on %s', (engine) => {
  let app: TestApp;
  let admin: Caller;
  beforeAll(async () => {
    app = await testApp({ engine, config: EXPOSED });
    admin = await app.as('admin', 'directrice@valorme.fr');
  });
  afterAll(() => app.close());

  const login = (username: string, password: string, remoteAddress = '10.1.1.1') =>
    app.anonymous.raw({ method: 'POST', url: '/api/v1/auth/token', payload: { username, password }, remoteAddress });
  const signed = async (email: string, password: string): Promise<Record<string, string>> => {
    const { body } = await login(email, password);
    return { authorization: `Bearer ${body.access_token}` };
  };

  test('an account of an allowed domain waits until an administrator accepts it', async () => {
    const closed = await testApp({ engine, config: { signup: ['valorme.fr'] } });
    const root = await closed.as('admin');
    const made = await closed.anonymous.post('/auth/signup', account('nouvelle@valorme.fr'));
    expect(made).toMatchObject({ status: 201, body: { email: 'nouvelle@valorme.fr', pending: true } });
    const enter = () => closed.anonymous.form('/auth/token', { username: 'nouvelle@valorme.fr', password: PASSWORD });
    expect(await enter()).toMatchObject({ status: 403, body: { code: 'account_pending' } });
    const wrong = await closed.anonymous.form('/auth/token', { username: 'nouvelle@valorme.fr', password: 'autre' });
    expect(wrong.status).toBe(401);
    const waiting = (await root.get('/users')).body.find((user: { pending: boolean }) => user.pending);
    expect(waiting).toMatchObject({ email: 'nouvelle@valorme.fr', active: false, pending: true });
    const accepted = await root.patch(`/users/${waiting.id}`, { active: true });
    expect(accepted.body).toMatchObject({ active: true, pending: false });
    expect((await enter()).status).toBe(200);
    const told = (await root.get('/audit')).body.map((line: { object_label: string }) => line.object_label);
    expect(told).toContain('nouvelle@valorme.fr\u00a0: compte «\u00a0en attente\u00a0» devenu «\u00a0actif\u00a0»');
    await closed.close();
  });

  test('one invites a person; the password given is changed before anything else', async () => {
    const made = await admin.post('/users', { email: 'Invitee@Valorme.fr', role: 'editor', name: 'Jeanne Morel' });
    expect(made).toMatchObject({
      status: 201,
      body: { email: 'invitee@valorme.fr', role: 'editor', name: 'Jeanne Morel', active: true, pending: false },
    });
    expect(await admin.post('/users', { email: 'invitee@valorme.fr', role: 'viewer' })).toMatchObject({ status: 409 });
    const headers = await signed('invitee@valorme.fr', made.body.password);
    for (const path of ['/products', '/auth/me', '/menus', '/dashboard/stats'])
      expect(await app.anonymous.get(path, headers)).toMatchObject({
        status: 403,
        body: { code: 'password_change_required' },
      });
    const change = (password: string) =>
      app.anonymous.patch(
        '/auth/me/password',
        { current_password: made.body.password, password, password_confirm: password },
        headers,
      );
    expect((await change(made.body.password)).status).toBe(422);
    expect((await change('motdepasse')).status).toBe(422);
    expect((await change('une phrase bien à elle')).status).toBe(200);
    expect(await app.anonymous.get('/auth/me', headers)).toMatchObject({
      status: 200,
      body: { name: 'Jeanne Morel' },
    });
    const renamed = await app.anonymous.patch('/auth/me', { name: '  ' }, headers);
    expect(renamed.body).toMatchObject({ email: 'invitee@valorme.fr', name: null });
  });

  test('a password that an administrator resets is temporary too', async () => {
    const editor = await app.as('editor');
    const { id } = (await admin.get('/users')).body.find((user: { email: string }) => user.email === editor.email);
    const { body } = await admin.post(`/users/${id}/password`);
    const headers = await signed(editor.email, body.password);
    expect((await app.anonymous.get('/products', headers)).body.code).toBe('password_change_required');
  });

  test.each(['12345678', 'motdepasse', 'MotDePasse', 'azertyuiop', 'lui-meme@valorme.fr', 'Lui-Meme@Valorme.fr'])(
    'once the server is exposed, %j is refused as a password, with a sentence',
    async (password) => {
      const { status, body } = await app.anonymous.post('/auth/signup', account('lui-meme@valorme.fr', password));
      expect(status).toBe(422);
      expect(body.detail).toEqual([expect.objectContaining({ loc: ['body', 'password'] })]);
      expect(body.detail[0].msg).toMatch(/choisissez-en un autre/);
    },
  );
  test('at home the rule of eight characters alone holds, and the screen can warn', async () => {
    const home = await testApp({ engine });
    expect((await home.anonymous.post('/auth/signup', account('chez@moi.fr', 'motdepasse'))).status).toBe(201);
    const check = (password: string, at = home) => at.anonymous.post('/auth/password/check', { password });
    expect((await check('motdepasse')).body).toEqual({ warning: expect.stringMatching(/courants/), refused: false });
    expect((await check('une phrase bien à elle')).body).toEqual({ warning: null, refused: false });
    expect((await check('motdepasse', app)).body.refused).toBe(true);
    await home.close();
  });

  test('sign-ups of an hour from one address: thirty once exposed, three hundred at home', async () => {
    const home = await testApp({ engine });
    await home.deps.users.create({
      ...account('deja@valorme.fr'),
      role: 'viewer',
      by: { id: null, email: null, ip: null },
    });
    const sign = (at: TestApp, remoteAddress: string) =>
      at.anonymous.raw({
        method: 'POST',
        url: '/api/v1/auth/signup',
        payload: account('deja@valorme.fr'),
        remoteAddress,
      });
    for (let turn = 0; turn < 30; turn += 1) expect((await sign(app, '10.7.7.7')).status).not.toBe(429);
    expect((await sign(app, '10.7.7.7')).status).toBe(429);
    expect((await sign(app, '10.7.7.8')).status).not.toBe(429);
    // The hashes take time: the tries themselves are what is counted.
    for (let turn = 0; turn < 298; turn += 1)
      await home.deps.tries.countWithin('signup:10.7.7.7', { count: 300, windowMs: 3_600_000 });
    expect((await sign(home, '10.7.7.7')).status).not.toBe(429);
    expect((await sign(home, '10.7.7.7')).status).not.toBe(429);
    expect((await sign(home, '10.7.7.7')).status).toBe(429);
    await home.close();
  });

  test('right passwords are no tries: eleven at once all enter', async () => {
    await app.as('viewer', 'presse@valorme.fr');
    const all = await Promise.all(Array.from({ length: 11 }, () => login('presse@valorme.fr', PASSWORD, '10.3.3.3')));
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 11 }, () => 200));
  });

  test('one password tried on many accounts meets a limit of its address, and delays nobody else', async () => {
    await app.as('viewer', 'honnete@valorme.fr');
    for (let turn = 0; turn < 99; turn += 1) await app.deps.tries.count(`login:${addressKey('10.4.4.4')}`);
    const spray = (turn: number) => login(`compte${turn}@valorme.fr`, 'Printemps2026', '10.4.4.4');
    expect((await spray(0)).status).toBe(401);
    const refused = await spray(1);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(600);
    expect((await login('honnete@valorme.fr', PASSWORD, '10.4.4.5')).status).toBe(200);
  });

  test('two hundred at once from one address: the honest one from another is served first', async () => {
    await app.as('viewer', 'presque@valorme.fr');
    const served: string[] = [];
    const flood = Array.from({ length: 200 }, (_, turn) =>
      login(`inconnu${turn}@valorme.fr`, 'non', '10.5.5.5').then(({ status }) => served.push(String(status))),
    );
    const { status } = await login('presque@valorme.fr', PASSWORD, '10.6.6.6');
    // Three at a time from one address, thirty in line: those are what may be served before.
    const before = served.filter((one) => one === '401').length;
    expect(status).toBe(200);
    expect(before).toBeLessThan(15);
    await Promise.all(flood);
    expect(served.filter((one) => one === '429').length).toBeGreaterThan(150);
  });

  test('the clock put back by weeks locks nobody out', async () => {
    await app.as('viewer', 'horloge@valorme.fr');
    const month = 30 * 86_400_000;
    app.wait(month);
    for (let turn = 0; turn < 10; turn += 1) await login('horloge@valorme.fr', 'non', '10.8.8.8');
    expect((await login('horloge@valorme.fr', PASSWORD, '10.8.8.8')).status).toBe(429);
    app.wait(-month);
    expect((await login('horloge@valorme.fr', PASSWORD, '10.8.8.8')).status).toBe(200);
  });

  test('the journal says what changed in an account, who was refused what, and what was exported', async () => {
    const viewer = await app.as('viewer', 'curieuse@valorme.fr');
    const { id } = (await admin.get('/users')).body.find((user: { email: string }) => user.email === viewer.email);
    for (let turn = 0; turn < 3; turn += 1) expect((await viewer.get('/audit')).status).toBe(403);
    await viewer.post('/audit/exports', { list: 'products', format: 'csv', count: 12 });
    await admin.patch(`/users/${id}`, { role: 'editor' });
    // The menu leads everybody to the drive: that is no attempt.
    expect((await viewer.get('/drive/')).status).toBe(403);
    const lines: { action: string; object_label: string; actor: string }[] = (await admin.get('/audit')).body;
    expect(lines).toContainEqual(
      expect.objectContaining({
        action: 'user.update',
        object_label: 'curieuse@valorme.fr\u00a0: rôle «\u00a0Lecteur\u00a0» devenu «\u00a0Éditeur\u00a0»',
      }),
    );
    const refused = lines.filter(({ action, actor }) => action === 'access.refused' && actor === viewer.email);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.object_label).toContain('GET /audit');
    expect(lines).toContainEqual(expect.objectContaining({ action: 'export.list', object_label: '12 produits, csv' }));
  });
});

test.each([
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['203.0.113.8:50001', '203.0.113.8'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['unix:', 'unknown'],
])('%s is one of %s', (ip, key) => expect(addressKey(ip)).toBe(key));
