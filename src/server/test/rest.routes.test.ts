import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIELDS } from '#shared/products/product.fields.ts';
import { type Caller, ENGINES, type TestApp, testApp } from './test.app.ts';

describe.each(ENGINES)('menus, dashboard, journal on %s', (engine) => {
  let app: TestApp;
  let admin: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    admin = await app.as('admin');
  });
  afterAll(() => app.close());

  test('menus live without an account: create, read, replace, items, remove', async () => {
    const { anonymous } = app;
    const made = await anonymous.post('/menus', {
      name: 'Carte',
      items: [
        { name: 'Soin', price: '12,50', category: 'Visage' },
        { name: 'Bain', price: 0, category: 'Corps', description: 'Doux' },
      ],
    });
    expect(made.status).toBe(201);
    expect(made.body.items).toMatchObject([
      { name: 'Soin', price: 12.5, description: null },
      { name: 'Bain', price: 0 },
    ]);
    const [kept] = made.body.items;
    const replaced = await anonymous.put(`/menus/${made.body.id}`, {
      name: 'Carte 2',
      items: [{ ...kept, price: 13 }],
    });
    expect(replaced.body).toMatchObject({ name: 'Carte 2', items: [{ id: kept.id, price: 13 }] });
    const added = await anonymous.post(`/menus/${made.body.id}/items`, { name: 'Thé', price: 3, category: 'Bar' });
    expect(added.status).toBe(201);
    expect(
      (await anonymous.put(`/menus/items/${added.body.id}`, { name: 'Thé vert', price: 123456.789, category: 'Bar' }))
        .body,
    ).toMatchObject({ name: 'Thé vert', price: 123456.789 });
    expect((await anonymous.get(`/menus/${made.body.id}`)).body.items[1].price).toBe(123456.789);
    expect((await anonymous.get(`/menus/${made.body.id}`)).body.items.map((one: { name: string }) => one.name)).toEqual(
      ['Soin', 'Thé vert'],
    );
    expect((await anonymous.delete(`/menus/items/${added.body.id}`)).status).toBe(204);
    expect((await anonymous.delete(`/menus/${made.body.id}`)).status).toBe(204);
    expect((await anonymous.get(`/menus/${made.body.id}`)).status).toBe(404);
    expect((await anonymous.get('/menus')).body).toEqual([]);
  });

  test('every fault of a menu is told, with its place', async () => {
    const { status, body } = await app.anonymous.post('/menus', {
      name: '',
      items: [
        { name: '', price: -1, category: '' },
        { name: 'a', price: 'cher', category: 'b' },
      ],
    });
    expect(status).toBe(422);
    expect(body.detail.map((fault: { loc: unknown[] }) => fault.loc.join('.'))).toEqual([
      'body.name',
      'body.items.0.name',
      'body.items.0.price',
      'body.items.0.category',
      'body.items.1.price',
    ]);
  });

  test('an item sent twice with one id is two items, and every list is paged', async () => {
    const { anonymous } = app;
    const item = { name: 'a', price: 1, category: 'c' };
    const { body: made } = await anonymous.post('/menus', { name: 'Deux fois', items: [item] });
    const [kept] = made.items;
    const twice = await anonymous.put(`/menus/${made.id}`, { name: 'Deux fois', items: [kept, kept] });
    expect(twice.status).toBe(200);
    expect(new Set(twice.body.items.map((one: { id: string }) => one.id)).size).toBe(2);
    await anonymous.post('/menus', { name: 'Autre' });
    const page = await anonymous.get('/menus?page=1&size=1');
    expect(page.body).toHaveLength(1);
    expect(page.headers['x-total-count']).toBe('2');
    for (const { id } of (await anonymous.get('/menus')).body) await anonymous.delete(`/menus/${id}`);
  });

  test('menus are searched by their name and items, and ordered by their name', async () => {
    const make = (name: string, item: string) =>
      app.anonymous.post('/menus', { name, items: [{ name: item, price: 1, category: 'Visage' }] });
    for (const [name, item] of [
      ['Étoile 10', 'Masque'],
      ['étoile 9', 'Crème de nuit'],
      ['Arbre', 'Gommage'],
    ] as const)
      await make(name, item);
    const names = async (query: string): Promise<string[]> => {
      const { body, headers } = await app.anonymous.get(`/menus?${query}`);
      expect(headers['x-total-count']).toBe(String(body.length));
      return body.map(({ name }: { name: string }) => name);
    };
    expect(await names('search=etoile&sort=name')).toEqual(['étoile 9', 'Étoile 10']);
    expect(await names('search=etoile&sort=-name')).toEqual(['Étoile 10', 'étoile 9']);
    expect(await names('search=CREME nuit')).toEqual(['étoile 9']);
    expect((await app.anonymous.get('/menus?sort=price')).status).toBe(422);
  });

  test('a list that is read whole is searched and ordered like the others', async () => {
    for (const email of ['zoe.martin@exemple.fr', 'adele.martin@exemple.fr']) await app.as('viewer', email);
    const emails = async (query: string) => {
      const { body, headers } = await admin.get(`/users?${query}`);
      return [body.map(({ email }: { email: string }) => email), headers['x-total-count']];
    };
    const [adele, zoe] = ['adele.martin@exemple.fr', 'zoe.martin@exemple.fr'];
    expect(await emails('search=MARTIN exemple&sort=email')).toEqual([[adele, zoe], '2']);
    expect(await emails('search=martin&sort=-email&page=1&size=1')).toEqual([[zoe], '2']);
    for (const sort of ['rien', 'constructor', 'password_hash'])
      expect((await admin.get(`/users?sort=${sort}`)).status).toBe(422);
    // What is not answered is not searched.
    expect(await emails('search=argon')).toEqual([[], '0']);
  });

  test.each([
    [
      'two values of one name',
      '/products?search=a&search=b',
      'Plusieurs valeurs sont données\u00a0: une seule est attendue.',
    ],
    ['a page below the first', '/products?page=0', 'Un nombre entier de 1 à 1\u202f000\u202f000 est attendu.'],
    ['a negative page', '/products?page=-1', 'Un nombre entier de 1 à 1\u202f000\u202f000 est attendu.'],
    ['a long search', `/products?search=${'a'.repeat(201)}`, '200 caractères au plus.'],
    [
      'an unknown state',
      '/products?status=X',
      'Valeurs attendues\u00a0: «\u00a0DRAFT\u00a0» ou «\u00a0VALIDATED\u00a0».',
    ],
    ['not true', '/products?modified=oui', 'Valeur attendue\u00a0: «\u00a0true\u00a0».'],
  ])('%s is refused in a sentence that says what to send', async (_, address, msg) => {
    const { status, body } = await admin.get(address);
    expect([status, body.detail[0].msg]).toEqual([422, msg]);
  });

  test('the dashboard counts what is there, and tells the ten newest events', async () => {
    const empty = (await admin.get('/dashboard/stats')).body;
    expect(empty).toMatchObject({ totalProducts: 0, totalDips: 0, averageCompletion: 0, pendingGenerations: 0 });
    for (let index = 0; index < 11; index += 1)
      await admin.post('/products/', { nom_client: `c${index}`, marque: 'm' });
    const { body: gone } = await admin.post('/products/', { nom_commercial: 'Secret' });
    await admin.delete(`/products/${gone.id}`);
    const { body } = await admin.get('/dashboard/stats');
    expect(body).toMatchObject({ totalProducts: 11, draftProducts: 11, validatedProducts: 0, averageCompletion: 3 });
    expect(body.recentActivity).toHaveLength(10);
    expect(body.history).toHaveLength(12);
    expect(body.priorities).toHaveLength(3);
    expect(body.priorities[0]).toMatchObject({ kind: 'formula', detail: 'La formule manque.' });
    expect(body.recentActivity[0]).toMatchObject({ title: 'Produit mis à la corbeille\u00a0: Secret', status: 'info' });
  });

  test('people are named to every member, and an event says what it is about and what has become of it', async () => {
    await admin.patch('/auth/me', { name: 'Claire Lenoir' });
    const reader = await app.as('viewer');
    expect((await reader.get('/users/names')).body).toContainEqual({ email: admin.email, name: 'Claire Lenoir' });
    const { body: product } = await admin.post('/products/', { nom_commercial: 'Eau de Lin' });
    const latest = async () => (await reader.get('/dashboard/stats')).body.recentActivity[0];
    expect(await latest()).toMatchObject({
      title: 'Produit créé\u00a0: Eau de Lin',
      by: admin.email,
      status: 'pending',
      object: { type: 'product', id: product.id },
    });
    // An afternoon on one product is one event.
    for (const gamme of ['Lin', 'Lin doux', 'Lin clair'])
      await admin.put(`/products/${product.id}`, { nom_commercial: 'Eau de Lin', gamme });
    const [{ title }, before] = (await reader.get('/dashboard/stats')).body.recentActivity;
    expect(title).toBe('Produit modifié (3 fois)\u00a0: Eau de Lin');
    expect(before).toMatchObject({ title: 'Produit créé\u00a0: Eau de Lin' });
    // What is done in its other rooms is told of it too.
    expect((await admin.post(`/products/${product.id}/lots`, { numero: 'L26-001' })).status).toBe(201);
    expect(await latest()).toMatchObject({
      title: 'Lot ajouté\u00a0: Eau de Lin, lot L26-001',
      status: 'pending',
      object: { type: 'product', id: product.id },
    });
    await admin.delete(`/products/${product.id}`);
    expect(await latest()).toMatchObject({ status: 'info', object: null });
  });

  test('the journal is searched without case or accents, as lists are', async () => {
    await admin.post('/products', { nom_commercial: 'Éclat d’Œillet 50 %' });
    await admin.post('/products', { nom_commercial: 'Éclat composé'.normalize('NFD') });
    for (const [search, found] of [
      ['Éclat', 2],
      ['eclat', 2],
      ['ÉCLAT compose', 1],
      ['oeillet', 1],
      ["d'Œillet", 1],
      ['50 %', 1],
      ['éclat_', 0],
    ] as const)
      expect((await admin.get(`/audit?search=${encodeURIComponent(search)}`)).body, search).toHaveLength(found);
    // And by the name of the person, as the screen shows it.
    const person = await app.as('editor');
    await person.patch('/auth/me', { name: 'Émilie Ditrice' });
    await person.post('/products', { nom_commercial: 'De sa main' });
    expect((await admin.get('/audit?search=emilie')).body[0]).toMatchObject({ object_label: 'De sa main' });
  });

  test('the journal is chained: a line changed outside the program is found, one changed inside is refused', async () => {
    await app.anonymous.form('/auth/token', { username: 'pirate\r\n2026 admin OK\u001b[2J', password: 'x' });
    const list = await admin.get('/audit?page=1&size=3');
    expect(list.headers['x-total-count']).toMatch(/^\d+$/);
    expect(list.body[0]).toMatchObject({
      action: 'auth.login_failed',
      action_label: 'Connexion refusée',
      ip: '127.0.0.1',
    });
    expect(list.body[0].actor).not.toMatch(/[\r\n\u001b]/);
    expect((await admin.get('/audit?search=refusee')).body[0].action).toBe('auth.login_failed');
    expect((await admin.get('/audit/verify')).body).toMatchObject({ valid: true, broken_at: null });
    const { db } = app.database;
    await expect(db.updateTable('audit').set({ actor: 'x' }).execute()).rejects.toThrow();
    await expect(db.deleteFrom('audit').execute()).rejects.toThrow();
    await db.schema.alterTable('audit').renameTo('audit_old').execute();
    await db.schema
      .createTable('audit')
      .as(db.selectFrom('audit_old' as 'audit').selectAll())
      .execute();
    await db.updateTable('audit').set({ actor: 'quelqu’un d’autre' }).where('seq', '=', 3).execute();
    expect((await admin.get('/audit/verify')).body).toMatchObject({ valid: false, broken_at: 3 });
  });

  test('a body that is not UTF-8 is refused; one that is not there is empty', async () => {
    const send = (payload: Buffer) =>
      admin.raw({
        method: 'POST',
        url: '/api/v1/products',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
        payload,
      });
    expect(await send(Buffer.from('{"nom_client":"\xff"}', 'latin1'))).toMatchObject({
      status: 400,
      body: { detail: 'Le JSON reçu n’est pas écrit en UTF-8.' },
    });
    expect((await send(Buffer.from(''))).status).toBe(201);
    const roles = (await admin.post('/users', { email: 'x@exemple.fr', role: 'q' })).body.detail[0].msg;
    expect(roles).toBe('Valeurs attendues\u00a0: «\u00a0admin\u00a0», «\u00a0editor\u00a0» ou «\u00a0viewer\u00a0».');
  });

  test('one address is one account, however its accents are written; what nobody sees is refused', async () => {
    const join = (email: string) =>
      app.anonymous.post('/auth/signup', { email, password: 'un mot de passe', password_confirm: 'un mot de passe' });
    expect((await join('h\u00e9@exemple.fr')).status).toBe(201);
    expect((await join('he\u0301@exemple.fr')).status).toBe(409);
    expect((await join('h\u200be@exemple.fr')).status).toBe(422);
  });

  test('a day in another form is told how a program writes it', async () => {
    const said = async (day: string) =>
      (await admin.post('/products', { date_mise_marche: day })).body.detail[0].msg as string;
    expect(await said('15/03/2026')).toContain('2026-03-15');
    expect(await said('2026-02-30')).toContain('ce jour n’existe pas');
    const lists = await admin.post('/products', { nom_client: ['a', 'b'] });
    expect(lists.body.detail[0].msg).toBe('Une valeur de texte est attendue.');
  });
});

describe('the service itself', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app.close());

  test('the journal keeps the lines about one kind of thing, and knows no other kind', async () => {
    const admin = await app.as('admin');
    await admin.post('/products', { nom_commercial: 'Journal' });
    const { body, headers } = await admin.get('/audit?object_type=product');
    expect(new Set(body.map((line: { object_type: string }) => line.object_type))).toEqual(new Set(['product']));
    expect(Number(headers['x-total-count'])).toBe(body.length);
    expect((await admin.get('/audit?object_type=autre')).status).toBe(422);
  });

  test('health says ok and the version, and nothing else', async () => {
    expect((await app.anonymous.get('/health')).body).toEqual({ status: 'ok', version: 'test' });
  });
  test('health says 503 when the database does not answer', async () => {
    const broken = await testApp();
    await broken.database.close();
    const { status, body } = await broken.anonymous.get('/health');
    expect({ status, body }).toEqual({ status: 503, body: { detail: 'La base de données ne répond pas.' } });
  });
  test('OpenAPI describes every endpoint with its right', async () => {
    const { body } = await app.anonymous.get('/openapi.json');
    const described = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(app.declarations.map((one) => `${one.method} /api/v1${one.path}`).sort());
    const update = body.paths['/api/v1/products/{id}'].put;
    const { properties } = update.requestBody.content['application/json'].schema;
    for (const field of FIELDS)
      expect(properties[field.name]).toMatchObject({
        title: expect.stringContaining(field.label),
        type: expect.anything(),
      });
    expect(properties.ph.type).toEqual(['number', 'string', 'null']);
    expect(update.security).toEqual([{ bearer: [] }]);
  });
  test('the documentation is a page that calls nobody', async () => {
    const page = await app.anonymous.raw({ method: 'GET', url: '/api/docs' });
    expect(page.status).toBe(200);
    expect(page.bytes.toString()).not.toMatch(/https?:\/\//);
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self';/);
    for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js'])
      expect((await app.anonymous.raw({ method: 'GET', url: `/api/docs/files/${file}` })).status).toBe(200);
    expect((await app.anonymous.raw({ method: 'GET', url: '/api/docs/files/package.json' })).status).toBe(404);
  });
  test('an unknown address, a wrong verb and another site are refused in French', async () => {
    expect((await app.anonymous.get('/rien')).body).toEqual({ detail: 'Adresse inconnue' });
    expect(
      (await app.anonymous.raw({ method: 'TRACE' as 'GET', url: '/api/v1/health' })).status,
    ).toBeGreaterThanOrEqual(400);
    expect((await app.anonymous.post('/health')).status).toBe(404);
    const { status } = await app.anonymous.form(
      '/auth/token',
      { username: 'a', password: 'b' },
      { 'sec-fetch-site': 'cross-site' },
    );
    expect(status).toBe(403);
  });
  test('every answer carries the headers that keep a browser safe, and none opens the API to other sites', async () => {
    const { headers } = await app.anonymous.get('/health', { origin: 'https://ailleurs.example' });
    expect(headers['content-security-policy']).toMatch(/script-src 'self';.*object-src 'none'.*frame-ancestors 'none'/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
  test('a fault of ours is told with a reference, never with its cause', async () => {
    const broken = await testApp();
    const editor = await broken.as('editor');
    await broken.database.db.schema.dropTable('products').execute();
    const { status, body } = await editor.get('/products/');
    expect(status).toBe(500);
    expect(body.detail).toMatch(/^Une erreur est survenue \(référence [0-9a-f]{8}\)\.$/);
    await broken.close();
  });
});
