/** Margins of safety: a study typed once, an exposure chosen, and a margin that is never rounded towards safety. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, apiAs } from './api.ts';
import { openPage, sharedBrowser, signIn } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

let server: RunningServer;
let browser: Browser;
let page: Page;
let api: Api;
let id = '';

beforeAll(async () => {
  server = await startServer();
  browser = await sharedBrowser();
  page = await openPage(browser, server, { viewport: { width: 1280, height: 900 } });
  await page.goto('/login');
  await signIn(page, server.admin);
  await page.waitForURL('**/dashboard');
  api = await apiAs(page, server);
  id = (await api<{ id: string }>('POST', '/products/', { nom_commercial: 'Lait du Large' })).id;
  const substance = await api<{ id: string }>('POST', '/substances', { inci: 'Phenoxyethanol' });
  await api('PUT', `/products/${id}/formula`, { lines: [{ id: 'a', substance_id: substance.id, percent: 1 }] });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test('a study typed once gives a margin in every product, with its source', async () => {
  await page.goto(`/products/${id}/exposure`);
  await page.getByText('À documenter : 1 substance').waitFor();
  await page.goto('/substances');
  await page.getByRole('button', { name: 'Phenoxyethanol', exact: true }).click();
  await page.getByLabel('Point de départ (mg/kg pc/j)').fill('357');
  await page.getByLabel('Source du point de départ').fill('SCCS/1575/16');
  await page.getByLabel('Voie (orale').fill('cutanée');
  await page.getByLabel('Absorption cutanée (%)').fill('80');
  await page.getByLabel('Source de l’absorption cutanée').fill('SCCS/1575/16');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await page.getByText('La substance est enregistrée.').waitFor();

  await page.goto(`/products/${id}/exposure`);
  await page.getByLabel('Catégorie du SCCS').click();
  await page.getByRole('option', { name: 'Crème pour le visage' }).click();
  await page.getByLabel('Facteur de rétention').fill('deux');
  await page.getByRole('button', { name: 'Enregistrer l’exposition' }).click();
  await page.getByText('Un nombre est attendu, par exemple 1,54.').waitFor();
  await page.getByLabel('Facteur de rétention').fill('1');
  await page.getByRole('button', { name: 'Enregistrer l’exposition' }).click();
  await page.getByText(/A = 24,14 mg/).waitFor();
  // A number of one’s own counts, and the source says so.
  await page.getByLabel('Quantité', { exact: false }).first().fill('3');
  await page.getByRole('button', { name: 'Enregistrer l’exposition' }).click();
  await page.getByText(/A = 50,00 mg.*tableaux 3A et 3B, sauf.*quantité par jour/).waitFor();
  await page.getByLabel('Quantité', { exact: false }).first().fill('');
  await page.getByRole('button', { name: 'Enregistrer l’exposition' }).click();
  await page.getByText(/A = 24,14 mg/).waitFor();
  const row = page.getByRole('row', { name: /Phenoxyethanol/ });
  // 24,14 × 1 % × 80 % is 0,19312, and 357 over it 1 848,6: printed up, and down.
  await row.getByText(/^0,194/).waitFor();
  await row.getByText(/^1840/).waitFor();
  await row.getByLabel('Remarque sur Phenoxyethanol').fill('Marge suffisante.');
  await page.keyboard.press('Tab');
  await expect
    .poll(
      async () => (await api<{ rows: { remark: string | null }[] }>('GET', `/products/${id}/margins`)).rows[0]?.remark,
    )
    .toBe('Marge suffisante.');
});

test('the numbers of the exposure go to the form where it is empty, and a supposition bears a name', async () => {
  await page.goto(`/products/${id}/exposure`);
  await page.getByText(/Les étapes 6 et 7 de la fiche peuvent reprendre/).waitFor();
  await page.getByRole('button', { name: 'Compléter la fiche' }).click();
  await page.getByRole('checkbox', { name: /Surface exposée.*565 cm²/ }).uncheck();
  await page.getByRole('button', { name: 'Compléter', exact: true }).click();
  await page.getByText('La fiche est complétée.').waitFor();
  const product = await api<Record<string, unknown>>('GET', `/products/${id}`);
  expect(product).toMatchObject({ surface_exposee: null, quantite_appliquee: 1.274, frequence_utilisation: 2.14 });

  const [substance] = await api<Record<string, unknown>[]>('GET', '/substances?search=phenoxyethanol');
  await api('PUT', `/substances/${substance?.id}`, { ...substance, dermal_absorption_percent: null });
  await page.reload();
  const card = page.getByRole('region', { name: 'Hypothèses' });
  await card.getByRole('button', { name: 'Accepter pour Phenoxyethanol' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accepter', exact: true }).click();
  await card.getByText(/Acceptée pour Phenoxyethanol par/).waitFor();
  await page
    .getByRole('row', { name: /Phenoxyethanol/ })
    .getByText(/hypothèse acceptée par/)
    .waitFor();
  await page.getByRole('button', { name: 'Voir le graphique' }).click();
  await page.getByRole('img', { name: /échelle logarithmique/ }).waitFor();
});

test('what is typed and not saved is there when one comes back, and not for who signs in after', async () => {
  const weight = page.getByLabel('Poids corporel (kg)');
  const other = (await api<{ id: string }>('POST', '/products/', { nom_commercial: 'Autre lait' })).id;
  await page.goto(`/products/${id}/exposure`);
  await weight.fill('55,5');
  await page.getByRole('tab', { name: 'Contrôle' }).click();
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await page.getByRole('tab', { name: 'Exposition' }).click();
  await expect.poll(() => weight.inputValue()).toBe('55,5');
  await page.reload();
  await expect.poll(() => weight.inputValue()).toBe('55,5');
  // It is of that product alone.
  await page.goto(`/products/${other}/exposure`);
  await expect.poll(() => weight.inputValue()).toBe('');
  await page.evaluate(() => sessionStorage.setItem('diplo_typist', 'somebody else'));
  await page.goto(`/products/${id}/exposure`);
  await expect.poll(() => weight.inputValue()).toBe('');
});

test('a click beside a form loses nothing, and Escape asks first', async () => {
  await page.goto('/requests');
  await page.getByRole('button', { name: 'Nouvelle demande' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Enregistrer le brouillon' }).click();
  // The first fault has the focus, wherever the button was.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid')), { timeout: 20_000 })
    .toBe('true');
  await dialog.getByLabel('Fournisseur').fill('Parfums du Sud');
  await page.mouse.click(5, 5);
  expect(await dialog.getByLabel('Fournisseur').inputValue()).toBe('Parfums du Sud');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Continuer la saisie' }).click();
  expect(await dialog.getByLabel('Fournisseur').inputValue()).toBe('Parfums du Sud');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Fermer sans enregistrer' }).click();
  await dialog.waitFor({ state: 'detached' });
});
