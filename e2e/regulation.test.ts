/** The law: annexes brought in, a formula judged, a case confirmed, and what a new corpus changes. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lawFile, SMALL_LAW, smallLawFiles } from '../src/server/test/law.maker.ts';
import { type Api, apiAs } from './api.ts';
import { openPage, sharedBrowser, signIn } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

let server: RunningServer;
let browser: Browser;
let page: Page;
let api: Api;
let id = '';

const files = (all = smallLawFiles()) => all.map(({ name, bytes }) => ({ name, mimeType: 'text/csv', buffer: bytes }));
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const card = (name: string) => page.getByRole('article', { name });

beforeAll(async () => {
  server = await startServer();
  browser = await sharedBrowser();
  page = await openPage(browser, server, { viewport: { width: 1280, height: 900 } });
  await page.goto('/login');
  await signIn(page, server.admin);
  await page.waitForURL('**/dashboard');
  api = await apiAs(page, server);
  id = (await api<{ id: string }>('POST', '/products/', { nom_commercial: 'Lait du Large' })).id;
  await api('PUT', `/products/${id}/formula`, {
    lines: [
      { id: 'a', label: 'Phenoxyethanol', percent: 0.9 },
      { id: 'b', label: 'Sodium Benzoate', percent: 0.5 },
      { id: 'c', label: 'Formaldehyde', percent: 0.01 },
    ],
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test('a new installation says what to do; the annexes are brought in, looked at, and put in force', async () => {
  await page.goto(`/products/${id}/formula?onglet=reglementation`);
  await page.getByText(/il faut les annexes du règlement/).waitFor();
  await page.getByRole('link', { name: 'Réglementation' }).last().click();
  // An older export, whose limits stand under another header: a person says which column they are.
  const old = files().map((file) => ({
    ...file,
    buffer: Buffer.from(file.buffer.toString().replace('Maximum concentration in ready', 'Highest content in ready')),
  }));
  await page.locator('input[type=file]').first().setInputFiles(old);
  const dialog = page.getByRole('dialog', { name: 'Quelle colonne est laquelle' });
  await dialog.getByText('À indiquer', { exact: false }).first().waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Importer' }).isDisabled()).toBe(true);
  for (const field of await dialog.getByLabel('Highest content in ready', { exact: false }).all()) {
    await field.click();
    await page.getByRole('option', { name: 'Concentration maximale' }).click();
  }
  await dialog.getByRole('button', { name: 'Importer' }).click();
  await page.getByText('Annexe III', { exact: false }).first().waitFor();
  await button('Activer').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activer' }).click();
  await page.getByText('En vigueur', { exact: true }).waitFor();
});

test('a formula is judged line by line, a case is confirmed, a doubt is settled with a reason', async () => {
  await page.goto(`/products/${id}/formula?onglet=reglementation`);
  await card('Formaldehyde').getByText('Non conforme').waitFor();
  await card('Phenoxyethanol').getByText('Dans la limite').waitFor();
  await page.getByLabel('Rinçage').click();
  await page.getByRole('option', { name: 'Non rincé' }).click();
  await page.getByLabel('Zone').click();
  await page.getByRole('option', { name: 'Visage' }).click();
  await card('Sodium Benzoate')
    .getByRole('button', { name: /^\(c\) Leave-on products/ })
    .click();
  await card('Sodium Benzoate').getByText('Dans la limite').waitFor();
  await card('Phenoxyethanol').getByRole('button', { name: 'Annexe V, entrée 29' }).click();
  await page.getByRole('dialog').getByText('1.0%').waitFor();
  await page.getByRole('dialog').getByLabel('Avertissement en français').fill('Contient du phénoxyéthanol');
  await button('Enregistrer l’avertissement').click();
  await page.getByText('L’avertissement est enregistré.').waitFor();
  await button('Fermer').click();
  await card('Phenoxyethanol').getByText('Contient du phénoxyéthanol').waitFor();
  // The same verdicts stand beside the lines.
  await page.getByRole('tab', { name: 'Composition' }).click();
  await page.getByRole('gridcell', { name: /Formaldehyde.*non conforme/ }).waitFor();
});

test('an ingredient is checked without a product, and an entry is found as one types', async () => {
  await page.goto('/regulation');
  await page.getByRole('searchbox').fill('122-99-6');
  await page.getByText('1 entrée', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Vérifier un ingrédient' }).click();
  await page.getByLabel('Nom INCI').fill('Phenoxyethanol');
  await page.getByLabel('% dans le produit fini').fill('1,2');
  await button('Vérifier').click();
  await card('Phenoxyethanol').getByText('Non conforme').waitFor();
});

test('a stricter corpus says on the dashboard and product by product what it changes', async () => {
  const stricter = SMALL_LAW.V.map((row) => (row.ref === '29' ? { ...row, limit: '0.5%' } : row));
  const all = smallLawFiles().map((file) =>
    file.name.includes('-V.') ? { ...file, bytes: lawFile('V', stricter, '20/11/2026') } : file,
  );
  await page.goto('/regulation?onglet=corpus');
  await page.locator('input[type=file]').first().setInputFiles(files(all));
  await page.getByText(/1 entrée diffère/).waitFor();
  await button('Activer').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Activer' }).click();
  await page.getByText('En vigueur', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Ce qui change' }).click();
  const row = page.getByRole('row', { name: /Phenoxyethanol/ });
  await row.getByText('Non conforme').waitFor();
  await page.goto('/dashboard');
  await page.getByText(/change 1 verdict dans 1 produit/).waitFor();
  expect(await api('GET', `/products/${id}`)).toMatchObject({ status: 'DRAFT' });
});
