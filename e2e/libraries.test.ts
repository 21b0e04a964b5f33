/** The libraries of the firm: a file brought in after it was looked at, duplicates made one, documents with their dates. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, apiAs } from './api.ts';
import { openPage, sharedBrowser, signIn } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

let server: RunningServer;
let browser: Browser;
let page: Page;
let api: Api;

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

beforeAll(async () => {
  server = await startServer();
  browser = await sharedBrowser();
  page = await openPage(browser, server, { viewport: { width: 1280, height: 900 } });
  await page.goto('/login');
  await signIn(page, server.admin);
  await page.waitForURL('**/dashboard');
  api = await apiAs(page, server);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test('a file is looked at line by line, mended, and brought in whole; another column is chosen by hand', async () => {
  await page.goto('/substances');
  await button('Importer').click();
  const chooser = page.locator('input[type=file]');
  await chooser.setInputFiles(file('wrong.csv', 'INCI;CAS\nAqua;7732-18-5\nFaux;56-81-4\n'));
  await page.getByText(/tout est importé, ou rien/).waitFor();
  expect(await button('Importer 1 fiche').isDisabled()).toBe(true);
  await button('Choisir un autre fichier').click();
  await chooser.setInputFiles(file('right.csv', 'Ma colonne;CAS\nAqua;7732-18-5\nGlycerin;56-81-5\n'));
  await page.getByText(/2 à corriger/).waitFor();
  await page.getByLabel('Ma colonne').click();
  await page.getByRole('option', { name: 'Nom INCI' }).click();
  await button('Importer 2 fiches').click();
  await page.getByText(/2 fiches créées/).waitFor();
  await button('Glycerin').waitFor();
  expect(await api('GET', '/substances')).toMatchObject([{ inci: 'Aqua' }, { inci: 'Glycerin', cas: ['56-81-5'] }]);
});

test('Enter on a row opens its sheet, and saves nothing', async () => {
  await page.goto('/substances');
  await page.getByRole('gridcell', { name: /^Glycerin/ }).waitFor();
  const [known] = await api<{ revision: number }[]>('GET', '/substances?search=glycerin');
  await page.getByRole('gridcell', { name: /^56-81-5/ }).click({ position: { x: 2, y: 2 }, trial: true });
  await page.getByRole('gridcell', { name: /^56-81-5/ }).focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Nom INCI').waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  const [after] = await api<{ revision: number }[]>('GET', '/substances?search=glycerin');
  expect(after?.revision).toBe(known?.revision);
});

test('duplicates are made one without rewriting a formula, and apart again', async () => {
  await api('POST', '/substances', { inci: 'Glycérol', cas: ['56-81-5'] });
  await page.goto('/substances');
  await button('Doublons').click();
  await page.getByRole('radio', { name: /^Glycerin/ }).check();
  await button('Garder celle-ci et fusionner').click();
  await page.getByText('« Glycérol » est « Glycerin »').waitFor();
  await button('Annuler la fusion de Glycérol').click();
  await page.getByText('La fusion est annulée.').waitFor();
  await page.getByRole('radio', { name: /^Glycérol/ }).waitFor();
  await button('Fermer').click();
});

test('two people change one substance: other fields come together, the same one is asked about; nothing is closed unasked', async () => {
  const { id, ...made } = await api<{ id: string; inci: string }>('POST', '/substances', {
    inci: 'Panthenol',
  });
  const theirs = (values: object) => api('PUT', `/substances/${id}`, { ...made, ...values });
  const opened = async (): Promise<void> => {
    await page.goto(`/substances?fiche=${id}`);
    await page.getByRole('dialog').waitFor();
  };
  const now = () => api<{ cas: string[]; functions: string[]; note: string }>('GET', `/substances/${id}`);

  await opened();
  await page.getByRole('textbox', { name: 'Fonctions' }).fill('humectant');
  await theirs({ cas: ['81-13-0'] });
  await button('Enregistrer').click();
  await page.getByText('La substance est enregistrée.').waitFor();
  expect(await now()).toMatchObject({ cas: ['81-13-0'], functions: ['humectant'] });

  await opened();
  await page.getByRole('textbox', { name: 'Fonctions' }).fill('hydratant');
  await theirs({ cas: ['81-13-0'], functions: ['filmogène'], note: 'Vu' });
  await button('Enregistrer').click();
  await page.getByText(/a enregistré cette fiche entre-temps \(Fonctions\)/).waitFor();
  expect(await now()).toMatchObject({ functions: ['filmogène'] });
  await button('Enregistrer ma saisie').click();
  await page.getByText('La substance est enregistrée.').waitFor();
  expect(await now()).toMatchObject({ cas: ['81-13-0'], functions: ['hydratant'], note: 'Vu' });

  await opened();
  await page.getByRole('textbox', { name: 'Note' }).fill('À revoir');
  await button('Annuler').click();
  await button('Continuer la saisie').click();
  expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('À revoir');
  // A link leads away: the same question.
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/products"]')?.click());
  await button('Continuer la saisie').click();
  expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('À revoir');
  await page.keyboard.press('Escape');
  await button('Fermer sans enregistrer').click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await now()).toMatchObject({ note: 'Vu' });
});

test('a supplier’s document has a kind, a date and an expiry', async () => {
  await api('POST', '/materials', { trade_name: 'Parfum Aube', kind: 'parfum' });
  await page.goto('/materials');
  await button('Parfum Aube').click();
  await page.locator('input[type=file]').setInputFiles(file('ifra.csv', 'certificat'));
  // The first says what the raw material is.
  await page.getByRole('combobox', { name: 'Nature' }).nth(1).click();
  await page.getByRole('option', { name: 'IFRA' }).click();
  await page.getByRole('group', { name: 'Expire le' }).getByRole('spinbutton').first().click();
  await page.keyboard.type('15012020');
  await button('Enregistrer').first().click();
  await page.getByText(/IFRA, expiré depuis le 15\/01\/2020/).waitFor();
});

test('what only a person knows of the list is asked, kept with the name, and may be taken back', async () => {
  const [aqua, glycerin] = await api<{ id: string }[]>('GET', '/substances');
  const material = await api<{ id: string }>('POST', '/materials', {
    trade_name: 'Base',
    components: [
      { substance_id: aqua?.id, percent: 99, role: 'ingrédient' },
      { substance_id: glycerin?.id, percent: 1, role: 'impureté' },
    ],
  });
  const { id } = await api<{ id: string }>('POST', '/products/', { nom_commercial: 'Lait' });
  await api('PUT', `/products/${id}/formula`, { lines: [{ id: 'a', material_id: material.id, percent: 100 }] });
  await page.goto(`/products/${id}/formula?onglet=inci`);
  const list = page.getByRole('region', { name: 'Texte de la liste' });
  await list.getByText('Aqua, Glycerin').waitFor();
  await button('La laisser hors de la liste : Glycerin').click();
  await list.getByText('Aqua', { exact: true }).waitFor();
  await page.getByText(/laissé hors de la liste. Confirmé/).waitFor();
  await button('Retirer').click();
  await list.getByText('Aqua, Glycerin').waitFor();
});
