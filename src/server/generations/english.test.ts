import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docxOf, p, textOfDocx } from '../test/docx.maker.ts';
import { type Caller, type TestApp, testApp } from '../test/test.app.ts';

const ASSETS = join(import.meta.dirname, '../../../assets');
let app: TestApp;
let editor: Caller;
let product: string;
beforeAll(async () => {
  app = await testApp();
  editor = await app.as('editor');
  await app.deps.demo.load({ id: null, email: null, ip: null });
  const rows = (await editor.get('/products/?page=1&size=50')).body as { id: string; progression: number }[];
  product = rows.toSorted((a, b) => b.progression - a.progression)[0]?.id ?? '';
});
afterAll(() => app.close());

const filled = async (body: string, langue: string | undefined, bytes?: Buffer): Promise<string> => {
  const file = { name: 'essai.docx', bytes: bytes ?? docxOf({ body: p(body) }) };
  const fields = { name: `Essai ${langue}`, ...(langue ? { langue } : {}) };
  const template = (await editor.upload('/templates/', { fields, file })).body;
  expect(template.langue).toBe(langue ?? 'fr');
  const { body: made, status } = await editor.form('/generations/', { template_id: template.id, product_id: product });
  expect(status).toBe(201);
  return textOfDocx((await editor.get(`/generations/${made.id}/docx`)).bytes).replace(/[\u00a0\u202f]/g, ' ');
};

test('labels, dates and figures are in the language of the template, French unless it is said', async () => {
  const tags =
    '{{libelle : ph}} {{ph | décimales : 2}} | {{libellé: rincage}} {{rincage}} | {{date_mise_marche | format : j MMMM aaaa}}';
  const { date_mise_marche, ph } = (await editor.get(`/products/${product}`)).body;
  const inWords = (locale: string): string =>
    new Date(`${date_mise_marche}T12:00:00Z`).toLocaleDateString(locale, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    });
  const figure = Number(ph).toFixed(2);
  const french = await filled(tags, undefined);
  expect(french).toContain(`pH ${figure.replace('.', ',')} | Rinçage`);
  expect(french).toContain(inWords('fr-FR'));
  const english = await filled(tags, 'en');
  expect(english).toContain(
    `pH ${figure} | Rinse-off or leave-on ${/Non rincé/.test(french) ? 'Leave-on' : 'Rinse-off'}`,
  );
  expect(english).toContain(inWords('en-GB'));
  // A date reads as one in either, in comparisons too.
  for (const langue of ['fr', 'en'])
    expect(await filled('{{#date_mise_marche > 01/01/2000}}après{{/date_mise_marche}}', langue)).toContain('après');
});

test('a label of no field is a fault, and a language of none is refused', async () => {
  const file = { name: 'essai.docx', bytes: docxOf({ body: p('{{libelle : phh}}') }) };
  const { id } = (await editor.upload('/templates/', { fields: { name: 'Faute' }, file })).body;
  const found = (await editor.post(`/templates/${id}/validate`)).body;
  expect(JSON.stringify(found)).toContain('libelle:ph');
  expect((await editor.upload('/templates/', { fields: { name: 'Faute', langue: 'de' }, file })).status).toBe(422);
  expect((await editor.post('/templates/', { name: 'Sans fichier', langue: 'en' })).body.langue).toBe('en');
});

test('the file in English says nothing of its own in French, and is the French one line by line', async () => {
  const read = (name: string): Buffer => readFileSync(join(ASSETS, name));
  const english = await filled('', 'en', read('modele-dip-en.docx'));
  const french = await filled('', 'fr', read('modele-dip.docx'));
  expect(english.split('\n').length).toBe(french.split('\n').length);
  expect(english).toContain('Cosmetic product safety report — Part A');
  expect(english).toContain('asks for this file in French (Article 11(4))');
  // What is not a value typed by a person differs, but for what reads the same in both.
  const typed =
    JSON.stringify((await editor.get(`/products/${product}`)).body) +
    JSON.stringify((await editor.get(`/products/${product}/control`)).body);
  const same = english
    .split('\n')
    .filter((line, at) => line === french.split('\n')[at] && /[éèêàçùœ«»]|\b(?:le|la|les|du|des|est)\b/.test(line))
    .filter((line) => !typed.replace(/[\u00a0\u202f]/g, ' ').includes(line.trim().slice(0, 40)));
  expect(same.filter((line) => line.trim() !== '')).toEqual([]);
});

test('the language changes with a word, and the picture of the template is drawn again', async () => {
  const file = { name: 'essai.docx', bytes: docxOf({ body: p('{{libelle : ph}}') }) };
  const { id } = (await editor.upload('/templates/', { fields: { name: 'Change' }, file })).body;
  await app.database.db.updateTable('templates').set({ thumbnail_refused: 1 }).where('id', '=', id).execute();
  expect((await editor.put(`/templates/${id}`, { langue: 'en' })).body).toMatchObject({
    langue: 'en',
    thumbnail_refused: false,
  });
  const copy = (await editor.post(`/templates/${id}/duplicate`, { name: 'Copie' })).body;
  expect(copy.langue).toBe('en');
});
