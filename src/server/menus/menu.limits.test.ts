import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MENU_ITEMS_MAX, MENUS_AND_ITEMS_MAX } from '#shared/menus/menu.contract.ts';
import { ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const item = (name: string) => ({ name, price: 1, category: 'c' });
const items = (count: number) => Array.from({ length: count }, (_, index) => item(`n${index}`));

describe.each(ENGINES)('menus, which strangers may write, have an end, on %s', (engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ engine });
  });
  afterAll(() => app.close());

  test('five hundred items a menu, in one go or one by one', async () => {
    expect((await app.anonymous.post('/menus', { name: 'trop', items: items(MENU_ITEMS_MAX + 1) })).status).toBe(422);
    const { body } = await app.anonymous.post('/menus', { name: 'plein', items: items(MENU_ITEMS_MAX) });
    expect(body.items).toHaveLength(MENU_ITEMS_MAX);
    const more = await app.anonymous.post(`/menus/${body.id}/items`, item('un de plus'));
    expect(more).toMatchObject({ status: 409, body: { detail: expect.stringContaining('500') } });
  });

  test('two thousand letters a text', async () => {
    const long = { ...item('n'), description: 'x'.repeat(2_001) };
    expect((await app.anonymous.post('/menus', { name: 'long', items: [long] })).status).toBe(422);
  });

  test('strangers fill half of the places, and leave the others to members', async () => {
    for (;;) {
      const { status, body } = await app.anonymous.post('/menus', { name: 'encore', items: items(MENU_ITEMS_MAX) });
      if (status === 201) continue;
      expect(status).toBe(409);
      expect(body.detail).toContain('connecté');
      break;
    }
    const { body } = await app.anonymous.get('/menus');
    const total = body.length + body.reduce((sum: number, menu: { items: unknown[] }) => sum + menu.items.length, 0);
    expect(total).toBeLessThanOrEqual(MENUS_AND_ITEMS_MAX / 2);
  });

  test('twenty thousand in all; the list of them is complete, in order, paged or not', async () => {
    const admin = await app.as('admin');
    for (;;) {
      const { status, body } = await admin.post('/menus', { name: 'encore', items: items(MENU_ITEMS_MAX) });
      if (status === 201) continue;
      expect(status).toBe(409);
      expect(body.detail).toMatch(/trop de menus/);
      break;
    }
    const { body, headers } = await app.anonymous.get('/menus');
    const total = body.length + body.reduce((sum: number, menu: { items: unknown[] }) => sum + menu.items.length, 0);
    expect(total).toBeLessThanOrEqual(MENUS_AND_ITEMS_MAX);
    expect(total).toBeGreaterThan(MENUS_AND_ITEMS_MAX - MENU_ITEMS_MAX - 2);
    expect(headers['x-total-count']).toBe(String(body.length));
    const dates = body.map((menu: { updated_at: string }) => menu.updated_at);
    expect(dates).toEqual([...dates].sort().reverse());
    const page = await app.anonymous.get('/menus?page=2&size=3');
    expect(page.body.map((menu: { id: string }) => menu.id)).toEqual(
      body.slice(3, 6).map((menu: { id: string }) => menu.id),
    );
  });

  test('three hundred changes an hour once exposed', async () => {
    const exposed = await testApp({ engine, config: { host: '0.0.0.0' } });
    const change = () => exposed.anonymous.delete('/menus/absent');
    for (let turn = 0; turn < 299; turn += 1)
      await exposed.deps.tries.countWithin('menus:127.0.0.1', { count: 300, windowMs: 3_600_000 });
    expect((await change()).status).toBe(404);
    expect((await change()).status).toBe(429);
    await exposed.close();
  });

  test('six hundred changes an hour at home from an address without signing in; members are not counted', async () => {
    const from = (remoteAddress: string) =>
      app.anonymous.raw({ method: 'DELETE', url: '/api/v1/menus/absent', remoteAddress });
    for (let turn = 0; turn < 599; turn += 1)
      await app.deps.tries.countWithin('menus:10.9.9.9', { count: 600, windowMs: 3_600_000 });
    expect((await from('10.9.9.9')).status).toBe(404);
    expect((await from('10.9.9.9')).status).toBe(429);
    expect((await from('10.9.9.8')).status).toBe(404);
    const editor = await app.as('editor');
    const mine = await editor.raw({ method: 'DELETE', url: '/api/v1/menus/absent', remoteAddress: '10.9.9.9' });
    expect(mine.status).toBe(404);
  });

  test.each([
    [{ name: 'x', items: { length: { toString: 1 } } }],
    [{ name: { length: { valueOf: 1 } } }],
    [{ name: 'x', items: [{ name: { length: {} }, price: { length: { toString: 1 } }, category: 'c' }] }],
  ])('what only looks like a list or a text is a fault of the sender: %j', async (body) => {
    const { status } = await app.anonymous.post('/menus', body);
    expect(status).toBe(422);
  });

  test('an array five thousand deep with an Idempotency-Key is refused, not stumbled over', async () => {
    const editor = await app.as('editor');
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
    const { status } = await editor.raw({
      method: 'POST',
      url: '/api/v1/generations',
      headers: { 'idempotency-key': 'profond', 'content-type': 'application/json' },
      payload: `{"template_id":${deep},"product_id":"x"}`,
    });
    expect(status).toBe(422);
  });

  test('all of them are searched, one search after the other, and no more wait than there is room for', async () => {
    const { body: known } = await app.anonymous.get('/menus?search=encore&sort=name&page=1&size=1');
    expect(known[0].name).toBe('encore');
    expect((await app.anonymous.get('/menus?search=N499 encore')).body.length).toBeGreaterThan(10);
    expect((await app.anonymous.get('/menus?search=absent')).body).toEqual([]);
    const many = await Promise.all(Array.from({ length: 30 }, () => app.anonymous.get('/menus?search=absent')));
    const statuses = many.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(15);
  });
});
