/** A cleaning product has its own law: chosen first, changed on purpose, and no word of the other on any of its screens. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLEANING_WORDS, COSMETIC_WORDS, lavenderLiquid } from '../src/server/test/cleaning.maker.ts';
import { type Api, apiAs } from './api.ts';
import { keptHere, openPage, sharedBrowser, signIn } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

let server: RunningServer;
let browser: Browser;
let page: Page;
let api: Api;
let id = '';

beforeAll(async () => {
  server = await startServer();
  browser = await sharedBrowser();
  page = await openPage(browser, server, { viewport: { width: 1440, height: 900 } });
  await page.goto('/login');
  await signIn(page, server.admin);
  await page.waitForURL('**/dashboard');
  api = await apiAs(page, server);
  id = await lavenderLiquid(
    {
      json: api,
      upload: (path, fields, { name, bytes }) => {
        const form = new FormData();
        for (const [key, value] of Object.entries(fields)) form.set(key, value);
        form.append('file', new Blob([new Uint8Array(bytes)]), name);
        return api('POST', path, form);
      },
    },
    'essai',
  );
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const PARTS = [
  '',
  '/formula',
  '/formula?onglet=history',
  '/evidence',
  '/evidence?onglet=allegations',
  '/evidence?onglet=pieces',
  '/control',
  '/history',
  '/exchange',
];
/** What a screen says, its menu aside. */
const saidOn = async (path: string): Promise<string> => {
  await page.goto(path);
  const main = page.getByRole('main');
  await main.getByRole('heading').first().waitFor();
  // Everything that loads has loaded.
  await expect.poll(() => main.getByRole('status').filter({ hasText: '…' }).count()).toBe(0);
  await page.waitForLoadState('networkidle');
  return ((await main.textContent()) ?? '').replace(/\s+/g, ' ');
};

test('no screen of a cleaning product says a word of the law of cosmetics', async () => {
  for (const part of [...PARTS, '/classification', '/evidence?onglet=nettoyage']) {
    const said = await saidOn(`/products/${id}${part}`);
    expect(COSMETIC_WORDS.exec(said)?.[0] ?? null, part).toBeNull();
    expect(said, part).not.toMatch(/Exposition ?$|Évaluation ?$/);
  }
  await page.goto(`/products/${id}/edit`);
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    const said = (await page.getByRole('main').textContent()) ?? '';
    expect(COSMETIC_WORDS.exec(said)?.[0] ?? null, (await tab.textContent()) ?? '').toBeNull();
  }
});

test('no screen of a cosmetic says a word of hazards', async () => {
  const cream = await api<{ id: string }>('POST', '/products/', { nom_commercial: 'Crème' });
  for (const part of [...PARTS, '/exposure', '/assessment', '/evidence?onglet=etiquette']) {
    const said = await saidOn(`/products/${cream.id}${part}`);
    expect(CLEANING_WORDS.exec(said)?.[0] ?? null, part).toBeNull();
  }
  // The tab of the other kind leads home.
  await page.goto(`/products/${cream.id}/classification`);
  await page.waitForURL(new RegExp(`/products/${cream.id}$`));
});

test('a new form asks the kind first; the product keeps what it was said to be', async () => {
  await page.goto('/new-dip');
  await page.getByRole('button', { name: 'Produit de nettoyage' }).click();
  await page.getByRole('textbox', { name: 'Nom commercial' }).fill('Dégraissant cuisine');
  // Left before it was saved, it comes back as what it was.
  await keptHere(page, 'Dégraissant cuisine');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto('/new-dip');
  await page.getByRole('button', { name: 'Restaurer' }).click();
  expect(await page.getByRole('button', { name: 'Produit de nettoyage' }).getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('button', { name: 'Sauvegarder' }).click();
  await page.waitForURL('**/edit');
  await page.getByRole('tab', { name: /Analyses Microbiologiques/ }).click();
  await page.getByRole('button', { name: 'Sans objet pour un produit de nettoyage' }).click();
  await page.locator('#field-germes_aerobies').fill('12');
  await page.getByRole('button', { name: 'Sauvegarder' }).click();
  const [, made = ''] = /products\/([^/]+)\/edit/.exec(page.url()) ?? [];
  await expect
    .poll(async () => (await api<{ germes_aerobies: number }>('GET', `/products/${made}`)).germes_aerobies, {
      timeout: 20_000,
    })
    .toBe(12);
  expect(await api('GET', `/products/${made}`)).toMatchObject({ type_produit: 'nettoyage', control_total: 16 });
});

test('it is turned after a question, and a form left open meanwhile loses nothing', async () => {
  const { id: cream } = await api<{ id: string }>('POST', '/products/', { nom_commercial: 'Baume' });
  const other = await openPage(browser, server, { viewport: { width: 1024, height: 800 } });
  await other.goto('/login');
  await signIn(other, server.admin);
  await other.waitForURL('**/dashboard');
  await other.goto(`/products/${cream}/edit`);
  await other.locator('#field-marque').waitFor();
  await page.goto(`/products/${cream}`);
  await page.getByRole('button', { name: 'Produit cosmétique' }).click();
  const asked = page.getByRole('dialog', { name: /Faire de « Baume » un produit de nettoyage/ });
  await asked.getByText('rien n’est effacé').waitFor();
  await asked.getByRole('button', { name: 'Changer la nature' }).click();
  await page.getByRole('tab', { name: 'Classification' }).waitFor();
  expect(await page.getByRole('tab', { name: 'Exposition' }).count()).toBe(0);
  await other.locator('#field-marque').fill('Valorme');
  await other.getByRole('button', { name: 'Sauvegarder' }).click();
  await expect
    .poll(async () => (await api<{ marque: string }>('GET', `/products/${cream}`)).marque, { timeout: 20_000 })
    .toBe('Valorme');
  expect(await api('GET', `/products/${cream}`)).toMatchObject({ type_produit: 'nettoyage' });
  await other.context().close();
});

test('names that say so are proposed above the list, and a person says of each what it is', async () => {
  await api('POST', '/products/', { nom_commercial: 'Nettoyant vitres' });
  await api('POST', '/products/', { nom_commercial: 'Savon vaisselle et mains' });
  await page.goto('/products');
  await page.getByText('Les noms de 2 produits font penser à des produits de nettoyage').waitFor();
  await page.getByRole('link', { name: 'Dire leur nature' }).click();
  await page.getByRole('button', { name: 'Nettoyant vitres : produit de nettoyage' }).click();
  await page.getByRole('button', { name: 'Savon vaisselle et mains : cosmétique' }).click();
  await page.getByText('La nature de chaque produit est dite').waitFor();
  await page.goto('/products');
  await page.getByRole('button', { name: 'Filtres' }).click();
  await page.getByLabel('Nature').click();
  await page.getByRole('option', { name: 'Produit de nettoyage' }).click();
  await page.getByRole('button', { name: 'Fermer' }).click();
  await page.getByRole('row', { name: /Nettoyant vitres/ }).waitFor();
  expect(await page.getByRole('row', { name: /Savon vaisselle/ }).count()).toBe(0);
  await page.getByRole('row', { name: /Lessive Lavande.*16\s*\/\s*16/ }).waitFor();
});

test('the contents are copied once a person has read them, on this composition', async () => {
  await page.goto(`/products/${id}/classification`);
  const contents = page.getByRole('region', { name: 'Contenu de l’étiquette' });
  await contents.getByText('agents de surface anioniques').first().waitFor();
  expect(await contents.getByRole('button', { name: 'Copier le texte' }).isDisabled()).toBe(false);
  const formula = await api<{ lines: { percent: number }[] }>('GET', `/products/${id}/formula`);
  const [first, second] = formula.lines;
  await api('PUT', `/products/${id}/formula`, {
    ...formula,
    lines: [
      { ...first, percent: 87 },
      { ...second, percent: 13 },
    ],
  });
  await page.reload();
  await contents.getByText('Relu sur une autre composition').waitFor();
  expect(await contents.getByRole('button', { name: 'Copier le texte' }).isDisabled()).toBe(true);
  const conclusion = page.getByRole('region', { name: 'Classification conclue' });
  await conclusion.getByText('conclue sur une autre composition').waitFor();
  await conclusion.getByLabel('Conclue par').fill('Claire Aubry');
  await conclusion.getByRole('button', { name: 'Enregistrer la classification' }).click();
  await expect.poll(() => conclusion.getByText('conclue sur une autre composition').count()).toBe(0);
});

test('hazards of a substance are found by typing, and nothing that was typed is lost by saving', async () => {
  const inci = `Essai ${crypto.randomUUID().slice(0, 8)}`;
  const { id: made } = await api<{ id: string }>('POST', '/substances', { inci });
  const kept = () => api<{ clp: unknown[]; lcs: unknown[] }>('GET', `/substances/${made}`);
  await page.goto(`/substances?search=${encodeURIComponent(inci)}`);
  await page.getByText(inci).first().click();
  const dialog = page.getByRole('dialog');
  const classes = dialog.getByLabel('Classes de danger (CLP)');
  await classes.fill('skin irrit');
  await page.getByRole('option', { name: 'Skin Irrit. 2', exact: true }).waitFor();
  await classes.press('Enter');
  await dialog.getByRole('button', { name: 'Skin Irrit. 2' }).waitFor();
  // What is no class stays, is told, and keeps the dialog from saving.
  await classes.fill('rien de tel');
  await classes.press('Enter');
  await dialog.getByLabel('Limites de concentration spécifiques').fill('Eye Dam. 1 = 10');
  await dialog.getByText('« rien de tel » n’est pas compris.', { exact: false }).waitFor();
  expect(await dialog.getByRole('button', { name: 'Enregistrer' }).isDisabled()).toBe(true);
  await classes.fill('');
  await dialog.getByLabel('Limites de concentration spécifiques').press('Tab');
  await dialog.getByLabel('Source de la classification').fill('Fiche de données de sécurité');
  // A limit that was typed is taken without Enter.
  await dialog.getByLabel('Limites de concentration spécifiques').fill('Skin Corr. 1A = 5');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await kept()).toMatchObject({
    clp: [{ classe: 'Skin Irrit.', categorie: '2' }],
    lcs: [
      { classe: 'Eye Dam.', categorie: '1', min: 10 },
      { classe: 'Skin Corr.', categorie: '1A', min: 5 },
    ],
  });
  await page.goto(`/products/${id}/classification`);
  const p = page.getByLabel('Mentions P de l’étiquette');
  await p.fill('P280');
  const add = page.getByRole('combobox', { name: 'Ajouter une classe' });
  await add.fill('eye irrit');
  await page.getByRole('option', { name: /^Eye Irrit\. 2/ }).waitFor();
  await add.press('Enter');
  await page.getByRole('button', { name: 'Enregistrer la classification' }).click();
  await page.getByText('La classification est enregistrée.').waitFor();
  const record = await api<{ p_mentions: string[]; clp_conclusion: { classe: string }[] }>(
    'GET',
    `/products/${id}/detergent`,
  );
  expect(record.p_mentions).toContain('P280');
  expect(record.clp_conclusion.map(({ classe }) => classe)).toContain('Eye Irrit.');
});
