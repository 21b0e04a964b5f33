import { afterAll, beforeAll, expect, test } from 'vitest';
import { notePdf } from '../documents/dossier/note.pdf.ts';
import { hostilePdfs, pngOf } from '../test/hostile.pieces.ts';
import { type Caller, type TestApp, testApp } from '../test/test.app.ts';

let app: TestApp;
let editor: Caller;
let id: string;
beforeAll(async () => {
  app = await testApp();
  editor = await app.as('editor');
  id = (await editor.post('/products/', { nom_commercial: 'Crème', precautions_emploi: 'Usage externe.' })).body.id;
  const now = (await editor.get(`/products/${id}/conformity`)).body;
  const facts = { rinse: 'non_rince', fonction: 'Hydrater', contenu_nominal: '50 ml', pr_nom: 'Valorme' };
  await editor.put(`/products/${id}/conformity`, { ...now, ...facts, durabilite: 'PAO', durabilite_valeur: '12 mois' });
  await editor.put(`/products/${id}/formula`, {
    mode: 'table',
    lines: [
      { id: '1', label: 'Aqua', qs: '100' },
      { id: '2', label: 'Glycerin', percent: 5 },
    ],
  });
});
afterAll(() => app.close());
const attach = async (name: string, bytes: Buffer): Promise<string> =>
  (
    await editor.upload('/attachments', {
      fields: { product_id: id, field_key: 'etiquette' },
      file: { name, bytes },
    })
  ).body.id;
const checked = async (file: string) => editor.get(`/products/${id}/label/check/${file}`);

test('the text for the printer comes from the facts, each with where it is from', async () => {
  const { status, body } = await (await app.as('viewer')).get(`/products/${id}/label`);
  expect(status).toBe(200);
  const of = (key: string) => body.parts.find((one: { key: string }) => one.key === key);
  expect(of('ingredients')).toMatchObject({
    text: expect.stringMatching(/^Ingrédients.*Aqua, Glycerin/),
    article: '19 §1 g)',
  });
  expect(of('durability').text).toContain('12\u00a0M');
  expect(of('origin').text).toBeNull();
  expect(body.cpnp[0]).toEqual(['Nom du produit', 'Crème']);
  expect(body.remarks).toEqual([]);
});

test('a name that no glossary holds is told of where the text is copied', async () => {
  const { id: other } = (await editor.post('/products', { nom_commercial: 'Baume' })).body;
  await editor.put(`/products/${other}/formula`, { lines: [{ id: '1', label: 'Glycérine végétale', qs: '100' }] });
  const { remarks } = (await editor.get(`/products/${other}/label`)).body;
  expect(remarks).toEqual([expect.stringContaining('Glycérine végétale')]);
});

test('an artwork is read and compared; one of pictures, a broken one, a long one are for a person’s eye', {
  tags: ['slow'],
}, async () => {
  const right = await attach(
    'maquette.pdf',
    await notePdf('Crème', ['Hydrater. Usage externe. 50 ml', 'Valorme', 'Ingrédients : Aqua, Limonene']),
  );
  const { body } = await checked(right);
  expect(body).toMatchObject({
    unreadable: null,
    ingredients: { missing: ['Glycerin'], extra: ['Limonene'], moved: [] },
  });
  const hostile = hostilePdfs();
  for (const [name, bytes] of [
    ['image.png', pngOf({ width: 4, height: 4 }, Buffer.alloc(0))],
    ['mille pages.pdf', hostile['fifteen hundred pages']],
    ['abîmé.pdf', hostile['nothing after its first line']],
    ['déplié.pdf', hostile['objects that unfold to 400 MB']],
    ['mot de passe.pdf', hostile['a password']],
  ] as const) {
    const answer = await checked(await attach(name, Buffer.from(bytes ?? '')));
    expect(answer.status, name).toBe(200);
    expect(answer.body.unreadable, name).toMatch(/œil|maquette seule|joignez/);
  }
});

test('a file of another product is none', async () => {
  const other = (await editor.post('/products/', {})).body.id;
  const file = await attach('a.pdf', Buffer.from('x'));
  expect((await editor.get(`/products/${other}/label/check/${file}`)).status).toBe(404);
  expect((await checked('absent')).status).toBe(404);
});
