import { expect, test } from 'vitest';
import { API_PREFIX, pathOf } from '#shared/contract/endpoint.ts';
import { dayOf } from '#shared/fields/date.ts';
import { GUEST_LIMITS } from '#shared/guests/guest.contract.ts';
import { declared } from '../test/declared.ts';
import { SECRETS } from '../test/guest.secrets.ts';
import { type Answer, testApp } from '../test/test.app.ts';

const TODAY = dayOf(new Date());

test('5,000 calls at the door of a guest read nothing of another product, of an account or of the journal', {
  tags: ['slow'],
  timeout: 240_000,
}, async () => {
  const app = await testApp({ config: { publicUrl: new URL('http://127.0.0.1') } });
  const editor = await app.as('editor', `${SECRETS.account}@exemple.fr`);
  const make = async (nom_commercial: string): Promise<string> =>
    (
      await editor.post('/products', {
        nom_commercial,
        nom_client: SECRETS.client,
        notes_commentaires: SECRETS.notes,
      })
    ).body.id;
  const [own, other] = [await make('Crème Aube'), await make(SECRETS.other)];
  for (const id of [own, other]) {
    await editor.post(`/products/${id}/comments`, { body: SECRETS.inner });
    await editor.post(`/products/${id}/comments`, { body: 'Pour vous.', for_guests: id === own });
    await editor.post(`/products/${id}/effects`, { recu_le: TODAY, source: 'vente', description: SECRETS.case });
  }
  await editor.post(`/products/${other}/lots`, { numero: `${SECRETS.other}-L` });
  const body = { name: 'Dr Marchand', email: 'h@exemple.org', may: ['comment', 'attach'], code: false };
  const { url } = (await editor.post(`/products/${own}/guests`, body)).body;
  const token = url.split('#')[1];
  const session = (await app.anonymous.post('/guest/session', { token })).body.access_token;
  const guest = app.withToken(session);
  const foreign: string[] = [own, other];
  for (const table of ['products', 'attachments', 'follow_records', 'users', 'guests', 'comments', 'audit'] as const)
    for (const row of await app.database.db
      .selectFrom(table as 'products')
      .selectAll()
      .execute())
      foreign.push(
        String((row as unknown as Record<string, unknown>).id ?? (row as unknown as Record<string, unknown>).seq),
      );
  const marks = Object.values(SECRETS);
  let calls = 0;
  const look = ({ status, bytes }: Answer, what: string, isOwn: boolean): void => {
    calls += 1;
    expect(status, what).toBeLessThan(500);
    if (!isOwn) expect([401, 404, 422, 429], what).toContain(status);
    const text = bytes.toString();
    for (const mark of marks) expect(text.includes(mark), `${what} says ${mark}`).toBe(false);
  };
  const all = (await declared()).filter(({ right }) => !['public', 'link', 'menus', 'metrics'].includes(right));
  const bodies: object[] = [{}, { product_id: other, id: other }, { owner: { type: 'product', id: other } }];
  // Every declaration, with every id of ours in each of its places.
  while (calls < 5_000)
    for (const [index, one] of all.entries()) {
      if (calls >= 5_000) break;
      const isGuest = one.right === 'guest';
      const id = foreign[(calls + index) % foreign.length] ?? '';
      const params = Object.fromEntries([...one.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, id]));
      const query = calls % 3 === 0 ? `?product_id=${other}&id=${other}` : '';
      const hasBody = one.method !== 'GET' && one.method !== 'DELETE';
      // 120 a minute are let through: then a minute passes.
      if (isGuest && calls % 100 === 0) app.wait(61_000);
      look(
        await guest.raw({
          method: one.method,
          url: `${pathOf(one, params)}${query}`,
          ...(hasBody ? { payload: bodies[calls % bodies.length] } : {}),
        }),
        `${one.method} ${one.path} ${id}`,
        isGuest,
      );
    }
  // A token of a member, or a broken one, opens nothing of a guest's.
  for (const bearer of [editor.token, `${session}x`, session.slice(0, -2), 'x'])
    for (const one of all.filter(({ right }) => right === 'guest'))
      expect(
        (
          await app.anonymous.raw({
            method: one.method,
            url: `${API_PREFIX}${one.path.replace('{n}', '1')}`,
            headers: { authorization: `Bearer ${bearer}` },
          })
        ).status,
      ).toBe(401);
  // Wrong addresses: twenty, then a pause.
  const statuses: number[] = [];
  for (let turn = 0; turn < 25; turn += 1)
    statuses.push(
      (await app.anonymous.post('/guest/session', { token: Buffer.alloc(32, turn).toString('base64url') })).status,
    );
  expect(statuses.slice(0, GUEST_LIMITS.wrong).every((status) => status === 401)).toBe(true);
  expect(statuses.slice(GUEST_LIMITS.wrong)).toEqual(Array.from({ length: 5 }, () => 429));
  await app.close();
});
