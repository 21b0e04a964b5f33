import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readText } from '#shared/imports/document.values.ts';
import { type FieldName, getField } from '#shared/products/product.fields.ts';
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
  const [year, month, day] = String(date_mise_marche).split('-');
  const same = `${day}/${month}/${year}`;
  for (const langue of ['fr', 'en']) {
    const tests = [`> 01/01/2000`, `= ${same}`, `≥ ${same}`, `≤ ${same}`, '≠ 01/01/2000'];
    const body = tests.map((one, at) => `{{#date_mise_marche ${one}}}oui${at}{{/date_mise_marche}}`).join(' ');
    expect(await filled(`${body} {{#date_mise_marche ≠ ${same}}}non{{/date_mise_marche}}`, langue)).toContain(
      'oui0 oui1 oui2 oui3 oui4',
    );
    expect(await filled(`{{#date_mise_marche ≠ ${same}}}non{{/date_mise_marche}}`, langue)).not.toContain('non');
  }
});

test('a label of no field is a fault, and a language of none is refused', async () => {
  const file = { name: 'essai.docx', bytes: docxOf({ body: p('{{libelle : phh}}') }) };
  const { id } = (await editor.upload('/templates/', { fields: { name: 'Faute' }, file })).body;
  const found = (await editor.post(`/templates/${id}/validate`)).body;
  expect(JSON.stringify(found)).toContain('libelle:ph');
  expect((await editor.upload('/templates/', { fields: { name: 'Faute', langue: 'de' }, file })).status).toBe(422);
  expect((await editor.post('/templates/', { name: 'Sans fichier', langue: 'en' })).body.langue).toBe('en');
});

test('what a history and a margin say is in English too, and before it is sealed one is told that France asks for French', async () => {
  const made = (await editor.post('/products/', { nom_commercial: 'Cream', ph: '5,5' })).body;
  await editor.put(`/products/${made.id}`, { ...made, ph: '6', status: 'VALIDATED' });
  const file = {
    name: 'v.docx',
    bytes: docxOf({ body: p('{{#versions}}[{{date}} {{motif}}]{{/versions}} {{statut}}') }),
  };
  const template = (await editor.upload('/templates/', { fields: { name: 'V', langue: 'en' }, file })).body;
  const { body } = await editor.form('/generations/', { template_id: template.id, product_id: made.id });
  expect(body.warnings).toEqual([expect.stringContaining('article 11, paragraphe 4')]);
  const text = textOfDocx((await editor.get(`/generations/${body.id}/docx`)).bytes);
  expect(text).toMatch(/\[\d+ \w+ \d{4} Created\]/);
  expect(text).not.toMatch(/Statut|Création|Brouillon/);
  const bytes = (await editor.get(`/generations/${body.id}/docx`)).bytes;
  const found = (await editor.upload(`/generations/${body.id}/inspect`, { file: { name: 'v.docx', bytes } })).body;
  expect(JSON.stringify(found)).toContain('"language"');
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

test('an old file in English is read back: its days and results, and nothing where it says that there is nothing', () => {
  const read = (name: FieldName, text: string) => readText(getField(name), text)?.value ?? null;
  expect(read('date_validation', '5 March 2026')).toBe('2026-03-05');
  expect(read('ph', '5.5')).toBe(5.5);
  expect(read('e_coli', 'Absent')).toBe('Absence');
  expect(read('viscosite', '10 to 20')).toBe('10 à 20');
  for (const name of ['marque', 'ph', 'precautions_emploi'] as const) expect(read(name, 'Not provided')).toBeNull();
});
