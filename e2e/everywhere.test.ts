import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONVERT_DEADLINE_MS } from '../src/server/documents/pdf/converter.ts';
import { openPage, sharedBrowser, signIn } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

let server: RunningServer;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  server = await startServer();
  browser = await sharedBrowser();
  page = await openPage(browser, server);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted|violat/i.test(message.text())) complaints.push(message.text());
  });
  await page.goto('/login');
  await signIn(page, server.admin);
  await page.waitForURL('**/dashboard');
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const palette = () => page.getByRole('combobox', { name: 'Aller à, ou chercher' });
const toast = (text: string | RegExp) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text }).first();

test('an empty installation offers an example, and loads it', async () => {
  await page.getByRole('heading', { name: 'Par où commencer ?' }).waitFor();
  await page.getByRole('button', { name: 'Charger l’exemple' }).click();
  await page.getByText('L’exemple est chargé : ses produits').waitFor({ timeout: 90_000 });
  await page
    .getByRole('link', { name: /Total Produits/ })
    .getByText('7')
    .waitFor();
  await page
    .getByRole('region', { name: 'Actions prioritaires' })
    .getByRole('link', { name: /Finaliser : Douceur/ })
    .waitFor();
});

test('Ctrl+K leads to a page, to a product, to a document', async () => {
  await page.keyboard.press('Control+k');
  await palette().fill('introuvable');
  await page.getByText('Rien ne correspond à « introuvable »').waitFor();
  await palette().fill('journal');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/logs');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await palette().fill('creme eclat');
  await page.getByRole('option', { name: /Crème Éclat d’Aube/ }).waitFor();
  await page.getByRole('option', { name: /Crème Éclat d’Aube/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Crème Éclat d’Aube' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await palette().waitFor({ state: 'detached' });
});

test('what is typed right after Ctrl+K is for the palette that is on its way, and not for the field one is in', async () => {
  const fresh = await page.context().newPage();
  const { promise: letGo, resolve: go } = Promise.withResolvers<void>();
  await fresh.route('**/CommandPalette-*.js', async (route) => {
    await letGo;
    await route.continue();
  });
  await fresh.goto('/new-dip');
  const field = fresh.locator('#field-nom_client');
  await field.fill('Valorme');
  await fresh.keyboard.press('Control+k');
  await fresh.keyboard.type('journalx');
  await fresh.keyboard.press('Backspace');
  go();
  const box = fresh.getByRole('combobox', { name: 'Aller à, ou chercher' });
  await box.waitFor();
  await fresh.keyboard.type(' ');
  await expect.poll(() => box.inputValue()).toBe('journal ');
  await fresh.getByRole('option', { name: /Journal/ }).waitFor();
  expect(await field.inputValue()).toBe('Valorme');
  await fresh.close();
});

test('? lists the keys, but not while typing', async () => {
  await page.goto('/products');
  await page.getByRole('searchbox', { name: 'Rechercher un produit...' }).pressSequentially('a?');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Raccourcis clavier' }).waitFor();
  await page.keyboard.press('Escape');
});

test('both search boxes of the product list narrow it together, and how a person likes it is remembered', async () => {
  await page.goto('/products');
  await page.getByText('1–7 sur 7').waitFor();
  await page.getByRole('searchbox', { name: 'Rechercher un produit...' }).fill('valorme');
  await page.getByText('1–3 sur 3').waitFor();
  await page.getByRole('searchbox', { name: 'Filtre rapide' }).fill('TILLEUL');
  await page.getByText('1–1 sur 1').waitFor();
  await page.getByRole('button', { name: 'Densité des lignes' }).click();
  await page.getByRole('menuitem', { name: 'Compacte' }).click();
  await page.getByRole('button', { name: 'Choisir les colonnes' }).click();
  await page.getByRole('checkbox', { name: 'Gamme' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Gamme' }).waitFor({ state: 'detached' });
  await page.getByRole('columnheader', { name: 'Client' }).click();
  await page.reload();
  // What was looked for is in the address: it is still there.
  await page.getByText('1–1 sur 1').waitFor();
  expect(await page.getByRole('searchbox', { name: 'Filtre rapide' }).inputValue()).toBe('TILLEUL');
  await page.goto('/products');
  await page.getByText('1–7 sur 7').waitFor();
  expect(await page.getByRole('columnheader', { name: 'Gamme' }).count()).toBe(0);
  await page.locator('.MuiDataGrid-root--densityCompact').waitFor();
  expect(await page.getByRole('columnheader', { name: 'Client' }).getAttribute('aria-sort')).toBe('ascending');
});

test('what an administrator removes comes back with one click', async () => {
  await page.getByRole('button', { name: 'Supprimer Net & Pin' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  await toast('Produit supprimé avec succès').getByRole('button', { name: 'Annuler' }).click();
  await page.getByText('« Net & Pin » est de retour.').waitFor();
  await page.getByText('1–7 sur 7').waitFor();
});

test('a document is read without leaving: the sealed one, and the draft as its PDF', async () => {
  await page.goto('/dips');
  for (const row of [0, 1]) {
    await page
      .getByRole('link', { name: /^Voir le document/ })
      .nth(row)
      .click();
    const reader = page.frameLocator('iframe');
    await reader.locator('#place', { hasText: /^Page 1 sur \d+$/ }).waitFor({ timeout: CONVERT_DEADLINE_MS });
    await reader
      .getByText(/Dossier d’information/)
      // The structure of the page says it too, unseen.
      .filter({ visible: true })
      .first()
      .waitFor();
    await reader.getByRole('button', { name: 'Page suivante' }).click();
    await reader.locator('#place', { hasText: /^Page 2 sur \d+$/ }).waitFor();
    // Its words are found without their accents; its outline leads to a place.
    await reader.getByRole('searchbox').fill('evaluation de la securite');
    await reader.locator('#found', { hasText: /^1 sur \d+$/ }).waitFor();
    await reader.getByRole('searchbox').press('Enter');
    await reader.locator('#found', { hasText: /^2 sur \d+$/ }).waitFor();
    await reader.getByRole('button', { name: 'Sommaire' }).click();
    await reader.getByRole('button', { name: 'Pièces citées' }).click();
    await reader.locator('#place', { hasText: /^Page (?:[5-9]|1\d) sur \d+$/ }).waitFor();
    // The frame reaches neither the session nor the storage of the app.
    const frame = page.frames().at(-1);
    expect(await frame?.evaluate(() => window.origin)).toBe('null');
    // The file is read on a thread of its own, that may call nothing either.
    const [thread] = page.workers();
    expect(thread?.url()).toMatch(/^blob:null/);
    const called = (url: string) => fetch(url, { mode: 'no-cors' }).then(() => 'answered', String);
    expect(await thread?.evaluate(called, `${server.url}/api/v1/health`)).toMatch(/TypeError: Failed to fetch/);
    await page.getByRole('link', { name: 'Tous les DIP' }).last().click();
    await page.waitForURL('**/dips');
  }
});

test('the example goes away and leaves the rest alone', async () => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Retirer l’exemple' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retirer l’exemple' }).click();
  await page.getByRole('heading', { name: 'Par où commencer ?' }).waitFor();
  await page
    .getByRole('link', { name: /Modèles/ })
    // Those that come with Diplo.
    .getByText('4')
    .waitFor();
});

test('no page broke, and no policy was violated on the way', () => expect(complaints).toEqual([]));
