import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readZip } from '../src/server/documents/docx/zip.ts';
import { bytesOf, openPage, PATIENCE_MS, sharedBrowser, signIn } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

let server: RunningServer;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  server = await startServer();
  browser = await sharedBrowser();
  page = await openPage(browser, server, { viewport: { width: 1440, height: 900 } });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted|violat/i.test(message.text())) complaints.push(message.text());
  });
  await page.goto('/login');
  await signIn(page, server.admin);
  await page.waitForURL('**/dashboard');
  const token = await page.evaluate(() => localStorage.getItem('diplo_token'));
  for (const [index, nom_commercial] of ['Éclat', 'Ambre', 'Zeste', '=1+1'].entries())
    await fetch(`${server.url}/api/v1/products/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        nom_commercial,
        ph: 5.5 + index,
        nom_client: 'Valorme',
        ingredients: 'Aqua;\n"Parfum"',
        ...(nom_commercial === 'Zeste' ? { ref_formule: 'AMB-1' } : {}),
      }),
    });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const names = async () => page.locator('[data-field="nom_commercial"][role="gridcell"]').allInnerTexts();
const selectAll = async () => {
  // Its name turns to « Désélectionner » once it is checked.
  const all = page.getByRole('checkbox', { name: /sélectionner toutes les lignes/i });
  const isChecked = async (): Promise<boolean> => {
    if (await all.isChecked()) return true;
    await all.click();
    return false;
  };
  // Rows that are still coming have nothing to select.
  await expect.poll(isChecked, { timeout: PATIENCE_MS, interval: 1_000 }).toBe(true);
};

test('searching ignores case and accents, and looks into every field', async () => {
  await page.goto('/products');
  await page.getByText('1–4 sur 4').waitFor();
  await page.getByLabel('Rechercher un produit...').fill('ECLAT');
  await page.getByText('1–1 sur 1').waitFor();
  expect(await names()).toEqual(['Éclat']);
  await page.getByLabel('Rechercher un produit...').fill('rien de tel');
  await page.getByText(/Aucun produit ne correspond à/).waitFor();
  await page.getByLabel('Rechercher un produit...').fill('');
  await page.getByText('1–4 sur 4').waitFor();
});

test('sorting is French, filtering by status stays in the address', async () => {
  await page.getByRole('columnheader', { name: 'Nom commercial' }).click();
  await expect.poll(names).toEqual(['=1+1', 'Ambre', 'Éclat', 'Zeste']);
  await page.getByRole('button', { name: 'Validés' }).click();
  await page.waitForURL(/\/products\?.*status=VALIDATED/);
  await page.getByText('Aucun produit').first().waitFor();
  await page.getByRole('button', { name: 'Tous' }).click();
  await page.getByText('1–4 sur 4').waitFor();
});

test('a selection is exported with all its fields, for a spreadsheet that runs nothing', async () => {
  await selectAll();
  await page.getByText('4 produits sélectionnés').waitFor();
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exporter en CSV' }).click(),
  ]);
  const text = (await bytesOf(csv)).toString('utf8');
  expect(text.startsWith('\ufeffStatut;')).toBe(true);
  expect(text.split('\r\n')[0]?.split(';')).toHaveLength(74);
  expect(text).toContain("'=1+1");
  expect(text).toContain('"Aqua;\n""Parfum"""');
  expect(text).toContain(';5,5;');
  const [xlsx] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exporter en Excel' }).click(),
  ]);
  expect(readZip(await bytesOf(xlsx)).map((one) => one.name)).toContain('xl/workbook.xml');
});

test('a product is duplicated as a draft of its own', async () => {
  await page.getByRole('button', { name: 'Désélectionner' }).click();
  await page.getByRole('button', { name: 'Dupliquer Ambre' }).click();
  const question = page.getByRole('dialog', { name: /Dupliquer « Ambre »/ });
  await question.getByLabel('Nouvelle référence formule').fill('amb-1');
  await question.getByText('Cette référence est déjà celle de « Zeste ».').waitFor();
  await question.getByLabel('Nouvelle référence formule').fill('AMB-2');
  await question.getByRole('button', { name: 'Dupliquer' }).click();
  await page.waitForURL('**/edit');
  await expect.poll(() => page.locator('#field-nom_commercial').inputValue()).toBe('Ambre (copie)');
  expect(await page.locator('#field-ref_formule').inputValue()).toBe('AMB-2');
  await page.goto('/products');
  await page.getByText('1–5 sur 5').waitFor();
});

test('several products are deleted at once, after a question', async () => {
  await selectAll();
  await page.getByRole('region', { name: 'Sélection' }).getByRole('button', { name: 'Supprimer' }).click();
  await page
    .getByRole('dialog')
    .getByText(/supprimer 5 produits/)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  await page.getByText('Produits supprimés avec succès').waitFor();
  await page.getByText('Aucun produit pour l’instant').waitFor();
});

test('a menu is made, changed and removed', async () => {
  await page.goto('/menus');
  await page.getByText('Aucun menu trouvé. Créez votre premier menu').waitFor();
  await page.getByRole('button', { name: 'Nouveau Menu' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nouveau menu' });
  await dialog.getByRole('button', { name: 'Créer' }).click();
  await dialog.getByText('Le nom du menu est requis').waitFor();
  await dialog.getByText('Le nom de l’élément est requis').waitFor();
  await dialog.getByLabel('Nom du menu').fill('Carte des soins');
  await dialog.getByRole('group', { name: 'Élément 1' }).getByLabel('Nom').fill('Soin visage');
  await dialog.getByLabel('Prix').fill('12,50');
  await dialog.getByLabel('Catégorie').fill('Visage');
  await dialog.getByRole('button', { name: 'Créer' }).click();
  await page.getByRole('article', { name: 'Carte des soins' }).getByText('1 élément').waitFor();
  await page.getByRole('button', { name: 'Modifier Carte des soins' }).click();
  expect(await page.getByRole('dialog').getByLabel('Prix').inputValue()).toBe('12,5');
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click();
  await page.getByRole('button', { name: 'Supprimer Carte des soins' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  await page.getByText('Aucun menu trouvé. Créez votre premier menu').waitFor();
});

test('an administrator reads the journal, checks its chain, manages accounts', async () => {
  await page.goto('/logs');
  await page.getByRole('button', { name: 'Vérifier la chaîne' }).click();
  await page.getByLabel('Concerne').click();
  await page.getByRole('option', { name: 'Menus' }).click();
  await page.getByRole('gridcell', { name: /^Menu/ }).first().waitFor();
  await page
    .getByRole('gridcell', { name: /^Produit/ })
    .first()
    .waitFor({ state: 'detached' });
  expect(page.url()).toContain('object_type=menu');
  await page.getByText(/La chaîne du journal est intacte/).waitFor();
  await page.goto('/users');
  await page.getByRole('gridcell', { name: server.admin.email, exact: true }).waitFor();
  await page.goto('/automation?onglet=etat');
  await page.getByRole('region', { name: 'Corbeille' }).getByText('5 éléments').waitFor();
  await page.goto('/account');
  await page.getByText('Celle-ci').waitFor();
});

test('no page broke, and no policy was violated on the way', () => expect(complaints).toEqual([]));
