import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inflate, readZip } from '../documents/docx/zip.ts';
import { CLEANING_WORDS, COSMETIC_WORDS, lavenderLiquid } from '../test/cleaning.maker.ts';
import { textOfDocx } from '../test/docx.maker.ts';
import { askingOf } from '../test/faulty.product.ts';
import { converterOf, pdfOf } from '../test/pdf.maker.ts';
import { type Caller, type TestApp, testApp } from '../test/test.app.ts';

const shipped = (name: string): Buffer => readFileSync(new URL(`../../../assets/${name}.docx`, import.meta.url));

let app: TestApp;
let editor: Caller;
let id: string;
beforeAll(async () => {
  app = await testApp({ engine: 'sqlite', converter: converterOf(pdfOf('converted')) });
  await app.deps.jobs.start();
  editor = await app.as('editor');
  id = await lavenderLiquid(askingOf(editor), 'papiers');
});
afterAll(() => app.close());

/** The files of the archive of a product that is sealed now. */
async function archiveOf(productId: string): Promise<Map<string, Buffer>> {
  await editor.post(`/products/${productId}/dossiers`, {});
  await expect
    .poll(async () => {
      const { error } = (await editor.get(`/products/${productId}/dossiers/work`)).body;
      return error ?? (await editor.get(`/products/${productId}/dossiers`)).body.length;
    })
    .toBe(1);
  const [dossier] = (await editor.get(`/products/${productId}/dossiers`)).body;
  return new Map(
    readZip((await editor.get(`/dossiers/${dossier.id}/zip`)).bytes).map((entry) => [entry.name, inflate(entry)]),
  );
}
const wordsOf = async (bytes: Buffer): Promise<string> =>
  ((await app.deps.documents.words(async () => bytes)).text ?? '').replace(/\s+/g, ' ');

test('the dossier of a cleaning product says nothing of the law of cosmetics, and what its own law asks for', {
  tags: ['slow'],
}, async () => {
  const files = await archiveOf(id);
  expect([...files.keys()].filter((name) => name.startsWith('donnees/')).toSorted()).toEqual(
    [
      'donnees/clp.json',
      'donnees/clp.xlsx',
      'donnees/conformite.json',
      'donnees/etiquette-contenu.txt',
      'donnees/fiche-composants.json',
      'donnees/fiche-composants.xlsx',
      'donnees/formule.json',
      'donnees/formule.xlsx',
      'donnees/liste-en-ligne.txt',
      'donnees/nettoyage.json',
      'donnees/remarques.json',
    ].toSorted(),
  );
  const texts = [...files].filter(([name]) => /\.(?:txt|json)$/.test(name) || name === 'SHA256SUMS');
  const pdf = await wordsOf(files.get('dossier.pdf') ?? Buffer.alloc(0));
  for (const [name, text] of [
    ...texts.map(([file, bytes]) => [file, String(bytes)] as const),
    ['dossier.pdf', pdf] as const,
  ])
    expect(COSMETIC_WORDS.exec(text)?.[0] ?? null, name).toBeNull();
  expect(pdf).toContain('Dossier produit de nettoyage');
  expect(pdf).toMatch(/Eye Dam\. 1/);
  expect(String(files.get('donnees/etiquette-contenu.txt'))).toContain('agents de surface anioniques');
  expect(JSON.parse(String(files.get('donnees/clp.json')))).toMatchObject({
    conclusion: { pictogrammes: ['GHS05'], signal: 'Danger' },
    conclue: { par: 'Nadia Perrin' },
  });
  expect(JSON.parse(String(files.get('manifeste.json')))).toMatchObject({
    product: { type_produit: 'nettoyage' },
    corpus: null,
    signature: null,
  });
});

test('the dossier of a cosmetic has nothing of hazards, and its manifest is what it was', async () => {
  const { body } = await editor.post('/products/', { nom_commercial: 'Crème' });
  const files = await archiveOf(body.id);
  for (const [name, bytes] of files)
    if (/\.(?:txt|json)$/.test(name)) expect(CLEANING_WORDS.exec(String(bytes))?.[0] ?? null, name).toBeNull();
  expect(CLEANING_WORDS.exec(await wordsOf(files.get('dossier.pdf') ?? Buffer.alloc(0)))?.[0] ?? null).toBeNull();
  const { product } = JSON.parse(String(files.get('manifeste.json')));
  expect(product).not.toHaveProperty('type_produit');
});

test('« Dossier détergent » prints every part of it; another kind’s template is told of, not refused', async () => {
  const add = async (name: string, file: string) =>
    (await editor.upload('/templates', { fields: { name }, file: { name: `${file}.docx`, bytes: shipped(file) } })).body
      .id;
  const own = await add('Dossier détergent', 'modele-detergent');
  const other = await add('DIP complet', 'modele-dip');
  const made = await editor.post('/generations', { template_id: own, product_id: id });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect(made.body.warnings).toEqual([]);
  const text = textOfDocx((await editor.get(`/generations/${made.body.id}/docx`)).bytes).replace(/\s+/g, ' ');
  for (const said of [
    'Dossier produit de nettoyage',
    'agents de surface anioniques',
    '68891-38-3',
    'Eye Dam.',
    'H318',
    'N.14',
    'P305+P351+P338',
    '78 %',
  ])
    expect(text.includes(said), said).toBe(true);
  expect(COSMETIC_WORDS.exec(text)?.[0] ?? null).toBeNull();
  expect(made.body.file_name).toMatch(/^Dossier_/);
  const wrong = await editor.post('/generations', { template_id: other, product_id: id });
  expect(wrong.body.warnings[0]).toContain('est fait pour un cosmétique');
  const points = (await editor.get(`/templates/${own}/tags`)).body.points as { key: string; missing: unknown[] }[];
  expect(points.map(({ key }) => key)[0]).toBe('N1');
  expect(points.filter(({ missing }) => missing.length > 0)).toEqual([]);
});
