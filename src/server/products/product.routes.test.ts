import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIELDS } from '#shared/products/product.fields.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

/** What a validated product needs, and nothing more. */
const REQUIRED: Record<string, string> = Object.fromEntries(
  FIELDS.filter((field) => field.message).map((field) => [
    field.name,
    field.kind === 'date' ? '2026-03-15' : field.example,
  ]),
);
const messages = (body: { detail: { loc: string[]; msg: string }[] }): Record<string, string> =>
  Object.fromEntries(body.detail.map((fault) => [String(fault.loc.at(-1)), fault.msg]));

describe.each(ENGINES)('products on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    editor = await app.as('editor');
  });
  afterAll(() => app.close());
  const create = async (values: object = {}) => (await editor.post('/products/', values)).body;

  test('an empty draft is kept', async () => {
    const { status, body, headers } = await editor.post('/products/', {});
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'DRAFT',
      progression: 0,
      revision: 1,
      nom_client: null,
      created_by: editor.email,
    });
    expect(headers.etag).toBe('"1"');
    expect(Object.keys(body)).toHaveLength(FIELDS.length + 17);
  });

  test('what is read back is what was written, numbers as numbers', async () => {
    const { id } = await create({
      ph: '5,5',
      densite: 0.985,
      viscosite: '12 500',
      point_eclair: '-12,5',
      plomb: '<0,5',
      arsenic: '≤ 1',
      mercure: 'n.d.',
      e_coli: 'absence',
      dl50_orale: '> 2 000',
      germes_aerobies: '8',
      ingredients: ['Aqua', 'Glycerin'],
      nom_client: "O'Brien <b>& Cie</b> 🧴",
      date_mise_marche: '2026-03-15',
    });
    const { body } = await editor.get(`/products/${id}/`);
    expect(body).toMatchObject({
      ph: 5.5,
      densite: 0.985,
      viscosite: 12500,
      point_eclair: -12.5,
      plomb: '< 0.5',
      arsenic: '≤ 1',
      mercure: 'ND',
      e_coli: 'Absence',
      dl50_orale: '> 2000',
      germes_aerobies: 8,
      ingredients: 'Aqua\nGlycerin',
      nom_client: "O'Brien <b>& Cie</b> 🧴",
      date_mise_marche: '2026-03-15',
    });
  });

  test('a path answers alike with and without its last slash', async () => {
    for (const path of ['/products', '/products/']) {
      expect((await editor.post(path, {})).status).toBe(201);
      expect((await editor.get(path)).status).toBe(200);
    }
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['pH over 14', { ph: 15 }, /au plus égale à 14/],
    ['negative pH', { ph: '-1' }, /négative/],
    ['a word for a number', { ph: 'acide' }, /Nombre invalide/],
    ['two decimal signs', { viscosite: '1,234.5' }, /Nombre invalide/],
    ['an exponent', { viscosite: '1e3' }, /Nombre invalide/],
    ['infinity as text', { viscosite: '1e400' }, /Nombre invalide/],
    ['a number beyond sense', { viscosite: 1e300 }, /trop grand/],
    ['a frequency below one', { frequence_utilisation: 0.5 }, /au moins égale à 1/],
    ['a duration below one', { duree_utilisation: '0' }, /au moins égale à 1/],
    ['a negative limit', { plomb: '< -1' }, /négative/],
    ['a word for a result', { plomb: 'beaucoup' }, /Résultat invalide/],
    ['a day that does not exist', { date_mise_marche: '2026-02-30' }, /Date invalide/],
    ['a French day', { date_mise_marche: '15/03/2026' }, /Date invalide/],
    ['the year one', { date_validation: '0001-01-01' }, /Date invalide/],
    ['the year 9999', { date_validation: '9999-12-31' }, /Date invalide/],
    ['an object for a text', { nom_client: { $gt: '' } }, /texte est attendue/],
    ['a list of numbers', { ingredients: [1, 2] }, /texte est attendue/],
    ['a text without end', { nom_client: 'x'.repeat(501) }, /trop long/],
    ['a name nobody declared', { couleur: 'rouge' }, /Champ inconnu/],
    ['a status nobody declared', { status: 'PUBLISHED' }, /statut/],
  ])('bad input: %s', async (_, values, sentence) => {
    const { status, body } = await editor.post('/products/', values);
    expect(status).toBe(422);
    expect(body.detail).toHaveLength(1);
    expect(body.detail[0].loc).toEqual(['body', Object.keys(values)[0]]);
    expect(body.detail[0].msg).toMatch(sentence);
  });

  test('all faults come together, those of form and those of validation', async () => {
    const { status, body } = await editor.post('/products/', { status: 'VALIDATED', ph: 99, inconnu: 1, marque: 'V' });
    expect(status).toBe(422);
    const said = messages(body);
    expect(said).toMatchObject({
      nom_client: 'Le nom du client est requis',
      ingredients: 'La liste des ingrédients est requise',
      date_mise_marche: 'La date de mise sur le marché est requise',
      ph: expect.stringMatching(/14/),
      inconnu: 'Champ inconnu.',
    });
    expect(said).not.toHaveProperty('marque');
    expect(said).not.toHaveProperty('ref_produit');
  });

  test('a product with what is required is validated, and its refusal changes nothing', async () => {
    const { id } = await create({ nom_client: 'avant' });
    expect((await editor.put(`/products/${id}`, { status: 'VALIDATED', nom_client: 'après' })).status).toBe(422);
    expect((await editor.get(`/products/${id}`)).body).toMatchObject({
      status: 'DRAFT',
      nom_client: 'avant',
      revision: 1,
    });
    const { status, body } = await editor.put(`/products/${id}`, { ...REQUIRED, status: 'VALIDATED' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'VALIDATED', revision: 2 });
  });

  test('a formula file stands for the ingredients', async () => {
    const { ingredients: _, ...rest } = REQUIRED;
    const { id } = await create(rest);
    const validate = () => editor.put(`/products/${id}`, { ...rest, status: 'VALIDATED' });
    expect(messages((await validate()).body)).toEqual({ ingredients: 'La liste des ingrédients est requise' });
    const before = (await editor.get(`/products/${id}`)).body;
    const file = { name: 'formule.csv', bytes: Buffer.from('Aqua;100') };
    const { body: attached } = await editor.upload('/attachments/', {
      fields: { product_id: id, field_key: 'formula' },
      file,
    });
    const after = (await editor.get(`/products/${id}`)).body;
    expect(after).toMatchObject({ has_formula_attachment: true, revision: before.revision });
    expect(after.progression).toBeGreaterThan(before.progression);
    expect((await validate()).status).toBe(200);
    await editor.delete(`/attachments/${attached.id}`);
    expect((await editor.get(`/products/${id}`)).body).toMatchObject({ has_formula_attachment: false });
  });

  test('progression is the rounded share of the fields, whatever a client claims', async () => {
    const half = Object.fromEntries(
      FIELDS.slice(0, 13).map((field) => [field.name, field.kind === 'date' ? '2026-01-01' : field.example]),
    );
    const { progression } = await create({ ...half, progression: 100, id: 'mine', revision: 9, created_by: 'moi' });
    expect(progression).toBe(Math.round((100 * 13) / FIELDS.length));
    const all = Object.fromEntries(
      FIELDS.map((field) => [field.name, field.kind === 'date' ? '2026-01-01' : field.example]),
    );
    expect((await create(all)).progression).toBe(100);
  });

  test('a validated product that lacks something by now is taken back as it was read, and not validated by that', async () => {
    const { ingredients: _, ...rest } = REQUIRED;
    const { id } = await create(rest);
    const file = { name: 'formule.pdf', bytes: Buffer.from('%PDF-1.4 essai') };
    const { body: piece } = await editor.upload('/attachments', {
      fields: { product_id: id, field_key: 'formula' },
      file,
    });
    expect((await editor.put(`/products/${id}`, { ...rest, status: 'VALIDATED' })).status).toBe(200);
    await editor.delete(`/attachments/${piece.id}`);
    const { body: now } = await editor.get(`/products/${id}`);
    expect(now).toMatchObject({ status: 'VALIDATED', modified_since_validation: true });
    const again = await editor.put(`/products/${id}`, now);
    expect([again.status, again.body.status, again.body.modified_since_validation]).toEqual([200, 'VALIDATED', true]);
    expect((await editor.put(`/products/${id}`, { ...now, marque: 'Autre' })).status).toBe(422);
  });

  test('the progression of a cleaning product is the same share of all the fields', async () => {
    const { id, progression } = await create({ nom_client: 'a', marque: 'b', gamme: 'c', metaux_lourds: '1' });
    const kind = async (type_produit: string) => (await editor.put(`/products/${id}/type`, { type_produit })).body;
    expect(progression).toBe(Math.round((100 * 4) / FIELDS.length));
    expect((await kind('nettoyage')).progression).toBe(progression);
    expect((await editor.get('/products?type_produit=nettoyage')).body[0].progression).toBe(progression);
  });

  test('what the server computes cannot be written', async () => {
    const product = await create({ nom_client: 'x' });
    const { body } = await editor.put(`/products/${product.id}`, {
      ...product,
      id: 'autre',
      revision: 50,
      created_at: '1999-01-01',
      created_by: 'autre',
      has_formula_attachment: true,
    });
    expect(body).toMatchObject({
      id: product.id,
      revision: 2,
      created_at: product.created_at,
      created_by: editor.email,
      has_formula_attachment: false,
    });
  });

  test('PUT replaces: a field that is not sent is emptied', async () => {
    const { id } = await create({ nom_client: 'a', marque: 'b' });
    const { body } = await editor.put(`/products/${id}`, { marque: 'c' });
    expect(body).toMatchObject({ nom_client: null, marque: 'c' });
  });

  test('a stale save is refused, one without If-Match wins', async () => {
    const { id } = await create({ nom_client: 'a' });
    const put = (nom_client: string, headers: Record<string, string> = {}) =>
      editor.put(`/products/${id}`, { nom_client }, headers);
    expect((await put('b', { 'if-match': '"1"' })).status).toBe(200);
    const refused = await put('c', { 'if-match': '"1"' });
    expect(refused.status).toBe(412);
    expect(refused.body.detail).toMatch(/entre-temps/);
    expect((await put('d', { 'if-match': '"2"' })).status).toBe(200);
    expect((await put('e')).status).toBe(200);
    expect((await put('f', { 'if-match': '*' })).status).toBe(200);
  });

  test('a PUT without a body changes nothing, one without a status keeps it', async () => {
    const { id } = await create({ ...REQUIRED, status: 'VALIDATED' });
    expect((await editor.put(`/products/${id}`)).status).toBe(422);
    expect((await editor.put(`/products/${id}`, REQUIRED)).body).toMatchObject({ status: 'VALIDATED', revision: 2 });
  });

  test('saves, a formula and a removal at once lose nothing of each other', async () => {
    for (let turn = 0; turn < 8; turn += 1) {
      const { id } = await create({ nom_client: 'a' });
      const file = { name: 'f.csv', bytes: Buffer.from('x') };
      const [put, attach] = await Promise.all([
        editor.put(`/products/${id}`, { nom_client: 'b' }),
        editor.upload('/attachments/', { fields: { product_id: id, field_key: 'formula' }, file }),
      ]);
      expect([put.status, attach.status]).toEqual([200, 201]);
      expect((await editor.get(`/products/${id}`)).body).toMatchObject({
        nom_client: 'b',
        has_formula_attachment: true,
      });
      const [saved, removed] = await Promise.all([editor.put(`/products/${id}`, {}), editor.delete(`/products/${id}`)]);
      expect(removed.status).toBe(204);
      expect([200, 404]).toContain(saved.status);
      expect((await editor.get(`/products/${id}`)).status).toBe(404);
    }
  });

  test('characters that a database cannot hold break nothing, not even the journal', async () => {
    expect((await editor.get('/products/%00')).status).toBe(404);
    expect((await editor.get('/products/?search=%00')).status).toBe(200);
    const odd = await editor.post('/products/', { nom_commercial: 'a\u0000b\ud83d' });
    expect(odd.body.nom_commercial).toBe('ab\ufffd');
    expect((await app.anonymous.post('/auth/token', { username: '\ud83d', password: 'x\u0000' })).status).toBe(401);
    expect((await (await app.as('admin')).get('/audit/verify')).body.valid).toBe(true);
  });

  test('numbers and days are found as they are stored, too', async () => {
    await create({ viscosite: '12 587', date_validation: '2026-07-19', gamme: 'Recherche' });
    for (const words of ['12587', '12 587', '2026-07-19', '19/07/2026'])
      expect((await editor.get(`/products/?search=${encodeURIComponent(words)}`)).body).toHaveLength(1);
  });

  test('a very small limit is read again as it was written', async () => {
    const { id, plomb } = await create({ plomb: '< 0,0000001', ref_produit: 12345 });
    expect(plomb).toBe('< 0.0000001');
    expect((await editor.put(`/products/${id}`, { plomb })).body).toMatchObject({ plomb: '< 0.0000001' });
  });

  test('of two saves at once from the same revision one wins and the other is told', async () => {
    const { id } = await create();
    const both = await Promise.all(
      ['x', 'y'].map((nom_client) => editor.put(`/products/${id}`, { nom_client }, { 'if-match': '"1"' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  test('the history tells who changed what, from what to what', async () => {
    const { id } = await create({ nom_client: 'a', ph: 5 });
    await editor.put(`/products/${id}`, { nom_client: 'b', ph: 5 });
    const { body } = await editor.get(`/products/${id}/revisions`);
    expect(body).toHaveLength(2);
    expect(body[0]).toMatchObject({
      revision: 2,
      by: editor.email,
      changes: [{ field: 'nom_client', label: 'Nom du client', from: 'a', to: 'b' }],
    });
  });

  test('the same creation sent twice with one key makes one product', async () => {
    const headers = { 'idempotency-key': 'une-fois' };
    const [first, second] = [
      await editor.post('/products/', { gamme: 'k' }, headers),
      await editor.post('/products/', { gamme: 'k' }, headers),
    ];
    expect(second.body).toEqual(first.body);
    expect((await editor.post('/products/', { gamme: 'autre' }, headers)).status).toBe(422);
    expect(
      (await app.as('editor').then((other) => other.post('/products/', { gamme: 'k' }, headers))).body.id,
    ).not.toBe(first.body.id);
  });

  test('the list gives summaries, pages, sorts and searches without case or accents', async () => {
    const mark = `Zzé${engine}`;
    for (const [index, nom_commercial] of ['Éclat', 'eau', 'Zeste', 'Ambre'].entries())
      await create({
        nom_commercial,
        gamme: mark,
        observations_finales: index === 0 ? 'Cœur de VÉTIVER 100%_\\' : null,
      });
    const list = (query: string) => editor.get(`/products/?search=${encodeURIComponent(mark.toLowerCase())}&${query}`);
    const names = async (query: string) =>
      (await list(query)).body.map((one: { nom_commercial: string }) => one.nom_commercial);
    expect(await names('sort=nom_commercial')).toEqual(['Ambre', 'eau', 'Éclat', 'Zeste']);
    expect(await names('sort=-nom_commercial')).toEqual(['Zeste', 'Éclat', 'eau', 'Ambre']);
    const page = await list('sort=nom_commercial&page=2&size=3');
    expect(page.body).toHaveLength(1);
    expect(page.headers['x-total-count']).toBe('4');
    expect(Object.keys(page.body[0])).not.toContain('observations_finales');
    expect(Object.keys(page.body[0])).toContain('nom_produit');
    const search = async (words: string) =>
      (await editor.get(`/products/?search=${encodeURIComponent(words)}`)).body.length;
    expect(await search('coeur vetiver')).toBe(1);
    expect(await search('100%_\\')).toBe(1);
    expect(await search('100_%')).toBe(0);
    expect(await search("' OR 1=1--")).toBe(0);
  });

  test('a search asked again tells what changed meanwhile, in whichever instance', async () => {
    const twin = engine === 'postgres' ? (await app.twin()).products : app.deps.products;
    const by = { id: null, email: 'b@valorme.fr', ip: null };
    const found = async (): Promise<string[]> => {
      const { body } = await editor.get('/products/?search=jamaisvu&page=1&size=10&sort=nom_commercial');
      return body.map((one: { nom_commercial: string }) => one.nom_commercial);
    };
    expect(await found()).toEqual([]);
    const { id, ...values } = await twin.create({ nom_commercial: 'B', gamme: 'Jamaisvu' }, by);
    expect(await found()).toEqual(['B']);
    const { id: other } = await create({ nom_commercial: 'A', gamme: 'jamaisvu' });
    expect(await found()).toEqual(['A', 'B']);
    expect((await editor.put(`/products/${id}`, { ...values, nom_commercial: '0' })).status).toBe(200);
    expect(await found()).toEqual(['0', 'A']);
    await editor.delete(`/products/${other}`);
    expect(await found()).toEqual(['0']);
    const admin = await app.as('admin');
    expect((await admin.post(`/trash/${other}/restore`)).status).toBe(200);
    expect(await found()).toEqual(['0', 'A']);
    expect((await editor.put(`/products/${id}`, { ...values, gamme: 'autre' })).status).toBe(200);
    expect(await found()).toEqual(['A']);
  });

  test.each([
    'page=0',
    'page=x',
    'size=201',
    'size=0',
    'sort=password',
    'sort=data;drop',
    'page=1&page=2',
    `search=${'x'.repeat(201)}`,
  ])('a query that makes no sense is told (%s)', async (query) =>
    expect((await editor.get(`/products/?${query}`)).status).toBe(422),
  );

  test('a product put in the trash is gone for everybody, and an administrator brings it back', async () => {
    const { id } = await create({ nom_commercial: 'Perdu' });
    expect((await editor.delete(`/products/${id}`)).status).toBe(204);
    for (const path of [`/products/${id}`, `/products/${id}/revisions`, `/attachments/product/${id}`])
      expect((await editor.get(path)).status).toBe(404);
    expect((await editor.put(`/products/${id}`, {})).status).toBe(404);
    expect((await editor.delete(`/products/${id}`)).status).toBe(404);
    const admin = await app.as('admin');
    expect((await admin.get('/trash')).body).toContainEqual(
      expect.objectContaining({ id, type: 'product', label: 'Perdu' }),
    );
    expect((await admin.post(`/trash/${id}/restore`)).status).toBe(200);
    expect((await editor.get(`/products/${id}`)).body.nom_commercial).toBe('Perdu');
  });

  test.each<[string, string, string, number]>([
    ['JSON that is none', '{"a":', 'application/json', 400],
    ['a prototype', '{"__proto__":{"admin":true}}', 'application/json', 400],
    ['a constructor', '{"constructor":{"prototype":{"a":1}}}', 'application/json', 400],
    ['text', 'bonjour', 'text/plain', 415],
    ['a form', 'nom_client=x', 'application/x-www-form-urlencoded', 415],
    ['an odd type', '{}', 'application/json\tx', 415],
    ['XML', '<a/>', 'application/xml', 415],
    ['nested without end', `{"nom_client":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'application/json', 422],
    ['a list', '[]', 'application/json', 422],
    ['a null', 'null', 'application/json', 201],
  ])('a body that is %s never reaches the database unread', async (_, payload, type, expected) => {
    const { status } = await editor.raw({
      method: 'POST',
      url: '/api/v1/products/',
      payload,
      headers: { 'content-type': type },
    });
    expect(status).toBe(expected);
  });

  test('a body over five megabytes is refused', async () => {
    const payload = JSON.stringify({ ingredients: 'x'.repeat(6 * 1024 * 1024) });
    const { status } = await editor.raw({
      method: 'POST',
      url: '/api/v1/products/',
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(413);
  });
});
