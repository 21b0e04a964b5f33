import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStorage } from '../place.ts';
import { type Caller, ENGINES, multipart, type TestApp, testApp } from '../test/test.app.ts';

describe.each(ENGINES)('attachments on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  let product: string;
  beforeAll(async () => {
    app = await testApp({ engine, config: { uploadMaxMb: 1 } });
    editor = await app.as('editor');
    product = (await editor.post('/products/', {})).body.id;
  });
  afterAll(() => app.close());
  const attach = (file: { name: string; bytes: Buffer; type?: string }, fields: Record<string, string> = {}) =>
    editor.upload('/attachments/', { fields: { product_id: product, field_key: 'pieces_jointes', ...fields }, file });

  test('a file is kept with its hash and given back byte for byte, always as a download', async () => {
    const bytes = Buffer.from('<script>alert(1)</script>');
    const { status, body } = await attach({ name: 'page.html', bytes, type: 'text/html' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      product_id: product,
      file_name: 'page.html',
      mime_type: 'text/html',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      alias: null,
    });
    const content = await editor.get(`/attachments/${body.id}/content`);
    expect(content.bytes.equals(bytes)).toBe(true);
    expect(content.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="page.html"; filename*=UTF-8''page.html`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect((await editor.get(`/attachments/product/${product}`)).body).toContainEqual(body);
  });

  test('one key is one request: another file, name or product under it is refused, the same answers the first', async () => {
    const send = (name: string, text: string, owner = product) => {
      const { body, contentType } = multipart(
        { product_id: owner, field_key: 'pieces_jointes' },
        { name, bytes: Buffer.from(text) },
      );
      return editor.raw({
        method: 'POST',
        url: '/api/v1/attachments/',
        headers: { 'content-type': contentType, 'idempotency-key': `piece-${engine}` },
        payload: body,
      });
    };
    const first = await send('a.txt', 'un');
    expect(first.status).toBe(201);
    expect((await send('a.txt', 'un')).body).toEqual(first.body);
    const other = (await editor.post('/products/', {})).body.id;
    for (const again of [await send('a.txt', 'deux'), await send('b.txt', 'un'), await send('a.txt', 'un', other)])
      expect(again).toMatchObject({ status: 422, body: { detail: [{ loc: ['header', 'Idempotency-Key'] }] } });
  });

  test('a file asked for compressed comes as it is, at its true length', async () => {
    const bytes = Buffer.from('a'.repeat(100_000));
    const { body } = await attach({ name: 'a.txt', bytes });
    const { headers, bytes: got } = await editor.get(`/attachments/${body.id}/content`, {
      'accept-encoding': 'gzip, br',
    });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers['content-length']).toBe('100000');
    expect(got.equals(bytes)).toBe(true);
  });

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\x\\rapport.pdf', 'rapport.pdf'],
    ['a\u202egnp.exe', 'agnp.exe'],
    ['e\u0301te\u0301.pdf', 'été.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(251)}.pdf`],
    ['x'.repeat(300), 'x'.repeat(255)],
    ['..', 'fichier'],
    ['Rapport « final » n°2 (v1).pdf', 'Rapport « final » n°2 (v1).pdf'],
  ])('a name is text, never a path: %s', async (name, kept) => {
    const { body } = await attach({ name, bytes: Buffer.from('x') });
    expect(body.file_name).toBe(kept);
    const { headers, status } = await editor.get(`/attachments/${body.id}/content`);
    expect(status).toBe(200);
    expect(String(headers['content-disposition'])).not.toMatch(/[\r\n]/);
  });

  test.each<[string, () => Promise<{ status: number; body: { detail: unknown } }>, number]>([
    ['an empty file', () => attach({ name: 'vide.txt', bytes: Buffer.alloc(0) }), 422],
    ['no file', () => editor.upload('/attachments/', { fields: { product_id: product, field_key: 'formula' } }), 422],
    ['no product', () => attach({ name: 'a', bytes: Buffer.from('x') }, { product_id: '' }), 422],
    ['an unknown product', () => attach({ name: 'a', bytes: Buffer.from('x') }, { product_id: 'absent' }), 404],
    ['a key that is none', () => attach({ name: 'a', bytes: Buffer.from('x') }, { field_key: '../x' }), 422],
    ['a byte too many', () => attach({ name: 'a', bytes: Buffer.alloc(1024 * 1024 + 1) }), 413],
    ['JSON', () => editor.post('/attachments/', { product_id: product, field_key: 'formula' }), 415],
  ])('bad input: %s', async (_, send, expected) => {
    const { status, body } = await send();
    expect(status).toBe(expected);
    expect(body.detail).toBeTruthy();
  });

  test('a cut multipart body is a fault of the sender', async () => {
    const { body, contentType } = multipart(
      { product_id: product, field_key: 'x' },
      { name: 'a', bytes: Buffer.from('abc') },
    );
    const { status } = await editor.raw({
      method: 'POST',
      url: '/api/v1/attachments/',
      headers: { 'content-type': contentType },
      payload: body.subarray(0, body.length - 20),
    });
    expect(status).toBe(400);
  });

  test('an alias is given and taken back; a removed file is gone', async () => {
    const { body } = await attach({ name: 'a.txt', bytes: Buffer.from('x') });
    expect((await editor.patch(`/attachments/${body.id}`, { alias: ' Rapport ' })).body.alias).toBe('Rapport');
    expect((await editor.patch(`/attachments/${body.id}`, { alias: '' })).body.alias).toBeNull();
    expect((await editor.patch(`/attachments/${body.id}`, { file_name: 'x' })).status).toBe(422);
    expect((await editor.delete(`/attachments/${body.id}`)).status).toBe(204);
    expect((await editor.get(`/attachments/${body.id}/content`)).status).toBe(404);
    expect((await editor.delete(`/attachments/${body.id}`)).status).toBe(404);
  });

  test('a removed piece may still be read, and comes back where it stood', async () => {
    const own = (await editor.post('/products/', { nom_commercial: 'Retirée' })).body.id;
    const { body } = await attach({ name: 'v1.txt', bytes: Buffer.from('v1') }, { product_id: own });
    const removed = async () => (await editor.get(`/attachments/product/${own}/removed`)).body;
    expect(await removed()).toEqual([]);
    expect((await editor.get(`/attachments/${body.id}/removed`)).status).toBe(404);
    expect((await editor.post(`/attachments/${body.id}/restore`)).status).toBe(409);
    await editor.delete(`/attachments/${body.id}`);
    expect(await removed()).toMatchObject([{ id: body.id, file_name: 'v1.txt', removed_by: editor.email }]);
    expect((await editor.get(`/attachments/${body.id}/removed`)).bytes.toString()).toBe('v1');
    expect((await editor.post(`/attachments/${body.id}/restore`)).body.id).toBe(body.id);
    expect(await removed()).toEqual([]);
    expect((await editor.get(`/attachments/${body.id}/content`)).bytes.toString()).toBe('v1');
    // Only an administrator erases one, and only once it is taken away.
    expect((await editor.delete(`/attachments/${body.id}/removed`)).status).toBe(403);
    const admin = await app.as('admin');
    expect((await admin.delete(`/attachments/${body.id}/removed`)).status).toBe(409);
    await editor.delete(`/attachments/${body.id}`);
    expect((await admin.delete(`/attachments/${body.id}/removed`)).status).toBe(204);
    expect([await removed(), (await editor.post(`/attachments/${body.id}/restore`)).status]).toEqual([[], 404]);
    await editor.delete(`/products/${own}`);
    expect((await editor.get(`/attachments/product/${own}/removed`)).status).toBe(404);
    expect((await editor.get('/attachments/nulle-part/removed')).status).toBe(404);
  });

  test('the files of a product in the trash are not given to anybody', async () => {
    const other = (await editor.post('/products/', {})).body.id;
    const { body } = await attach({ name: 'a', bytes: Buffer.from('x') }, { product_id: other });
    await editor.delete(`/products/${other}`);
    expect((await editor.get(`/attachments/${body.id}/content`)).status).toBe(404);
    expect((await attach({ name: 'a', bytes: Buffer.from('x') }, { product_id: other })).status).toBe(404);
  });

  test('a removed file is swept only when nobody owns it and it is old', async () => {
    const { body } = await attach({ name: 'a', bytes: Buffer.from('orphan') });
    const count = async (): Promise<number> =>
      (await app.database.db.selectFrom('files').select('id').execute()).length;
    const stray = await app.deps.files.save(Buffer.from('never recorded'));
    const before = await count();
    await app.deps.files.sweep();
    expect(await count()).toBe(before);
    const storage = await openStorage(app.place);
    await storage.read(stray.id);
    app.wait(2 * 3_600_000);
    await app.deps.files.sweep();
    expect((await Array.fromAsync(storage.list())).map(({ id }) => id)).not.toContain(stray.id);
    expect(await storage.bringBack(stray.id)).toBe(true);
    expect((await (await app.as('viewer')).get(`/attachments/${body.id}/content`)).status).toBe(200);
  });
});
