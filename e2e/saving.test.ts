import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIELDS } from '#shared/products/product.fields.ts';
import { type Api, apiAs } from './api.ts';
import { keptHere, openPage, sharedBrowser, signIn } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

/** Nothing typed is lost, nothing is made twice, whatever becomes of the answer. */
let server: RunningServer;
let browser: Browser;
let page: Page;
let api: Api;

beforeAll(async () => {
  server = await startServer();
  browser = await sharedBrowser();
  page = await openPage(browser, server);
  await page.goto('/new-dip');
  await signIn(page, server.admin);
  await page.waitForURL('**/new-dip');
  api = await apiAs(page, server);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const field = (name: string) => page.locator(`#field-${name}`);
const save = () => page.getByRole('button', { name: 'Sauvegarder' }).click();
const isProducts = (url: URL): boolean => /\/api\/v1\/products\/?$/.test(url.pathname);
const idInAddress = (): string => page.url().split('/').at(-2) ?? '';

test('an answer that is lost, then more typing: one product, with all of it', async () => {
  await field('nom_commercial').fill('Perdue en route');
  await page.route(
    (url) => isProducts(url),
    async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      // The server does it; its answer never comes.
      await route.fetch();
      await route.abort('connectionreset');
    },
  );
  await save();
  await page
    .getByText(/Rien n’est perdu/)
    .first()
    .waitFor();
  await page.unroute((url) => isProducts(url));
  await page.unrouteAll();
  await field('gamme').fill('Tapée après');
  await save();
  await page.waitForURL('**/edit');
  await expect
    .poll(() => api('GET', `/products/${idInAddress()}`))
    .toMatchObject({ nom_commercial: 'Perdue en route', gamme: 'Tapée après' });
  expect(await api('GET', '/products/')).toHaveLength(1);
});

test('a copy that clashes with what was typed since is asked about, field by field', async () => {
  await page.goto('/new-dip');
  await field('nom_commercial').fill('Nom gardé');
  await field('gamme').fill('Gamme gardée');
  await keptHere(page, 'Gamme gardée');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto('/new-dip');
  await field('nom_commercial').fill('Nom tapé');
  await page.getByRole('button', { name: 'Restaurer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deux saisies à réunir' });
  await dialog.getByText('Nom tapé').waitFor();
  await dialog.getByText('Garder la fiche').click();
  await dialog.getByRole('button', { name: 'Appliquer ces choix' }).click();
  expect(await field('nom_commercial').inputValue()).toBe('Nom tapé');
  expect(await field('gamme').inputValue()).toBe('Gamme gardée');
});

test('an answer to a later save that is lost is no conflict with oneself', async () => {
  await save();
  await page.waitForURL('**/edit');
  await field('marque').fill('Première');
  await page.route(
    (url) => url.pathname.endsWith(idInAddress()),
    async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      await route.fetch();
      await route.abort('connectionreset');
    },
  );
  await save();
  await page
    .getByText(/Rien n’est perdu/)
    .first()
    .waitFor();
  await page.unrouteAll();
  await field('marque').fill('');
  await save();
  await page.getByText('Le DIP a été sauvegardé avec succès !').first().waitFor();
  expect(await api('GET', `/products/${idInAddress()}`)).toMatchObject({ marque: null, nom_commercial: 'Nom tapé' });
});

test('what is typed while the first save is on its way stays, and is saved next', async () => {
  await page.goto('/new-dip');
  await field('nom_commercial').fill('Rapide');
  const { promise: typed, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(
    (url) => isProducts(url),
    async (route) => {
      await typed;
      await route.continue();
    },
  );
  await page.keyboard.press('Control+s');
  await field('marque').pressSequentially('Pendant ce temps');
  goOn();
  await page.waitForURL('**/edit');
  await page.unrouteAll();
  expect(await field('marque').inputValue()).toBe('Pendant ce temps');
  await page.getByRole('tab', { name: /Divers/ }).click();
  await expect.poll(() => api('GET', `/products/${idInAddress()}`)).toMatchObject({ marque: 'Pendant ce temps' });
});

test('a product that somebody validates meanwhile is not put back to draft without being asked', async () => {
  await page.getByRole('tab', { name: /Informations/ }).click();
  const id = idInAddress();
  await field('version').fill('9');
  const whole = Object.fromEntries(FIELDS.map(({ name, example }) => [name, example]));
  const validated = await api<{ status: string }>('PUT', `/products/${id}`, {
    ...whole,
    version: '1',
    status: 'VALIDATED',
  });
  expect(validated.status).toBe('VALIDATED');
  await page.getByRole('tab', { name: /Divers/ }).click();
  await page.getByText(/a validé ce produit entre-temps|a modifié/).waitFor();
  expect(await api('GET', `/products/${id}`)).toMatchObject({ status: 'VALIDATED', version: '1' });
  await page.getByRole('button', { name: 'Choisir', exact: true }).click();
  await page
    .getByText(/le remet en brouillon/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Revenir à ma saisie' }).click();
  await page.getByRole('tab', { name: /Informations/ }).click();
  expect(await field('version').inputValue()).toBe('9');
});

test('typed without a pause until the session ends: all of it is offered back', async () => {
  await page.goto('/new-dip');
  await field('nom_commercial').pressSequentially('Sans jamais respirer', { delay: 60 });
  await page.evaluate(() => {
    localStorage.setItem('diplo_token', 'perdu');
    localStorage.setItem('diplo_refresh_token', 'perdu');
  });
  await field('gamme').fill('à l’instant');
  await page.keyboard.press('Control+s');
  await page.waitForURL('**/login');
  await signIn(page, server.admin);
  await page.waitForURL('**/new-dip');
  // Typing on before having chosen takes nothing away from what is kept.
  await field('marque').fill('Entre-temps');
  await keptHere(page, 'Entre-temps');
  await page.getByRole('button', { name: 'Restaurer' }).click();
  expect(await field('nom_commercial').inputValue()).toBe('Sans jamais respirer');
  expect(await field('gamme').inputValue()).toBe('à l’instant');
  expect(await field('marque').inputValue()).toBe('Entre-temps');
});

test('signing out asks about what is not saved, as every way out does', async () => {
  await page.goto('/new-dip');
  await field('nom_produit').fill('Pas enregistré');
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await page.getByRole('button', { name: 'Rester' }).click();
  expect(await field('nom_produit').inputValue()).toBe('Pas enregistré');
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await page.getByRole('button', { name: 'Quitter sans enregistrer' }).click();
  await page.waitForURL('**/login');
  // Coming back to that place in the history ends no other session.
  await signIn(page, server.admin);
  await page.waitForURL('**/dashboard');
  await page.goBack();
  await page.goto('/dashboard');
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(page.url()).toContain('/dashboard');
});

test('signing out leaves no copy of what was typed', async () => {
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('diplo_draft')).length);
  await page.goto('/new-dip');
  await field('gamme').fill('À personne d’autre');
  await expect.poll(kept, { timeout: 10_000 }).toBe(1);
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await page.getByRole('button', { name: 'Quitter sans enregistrer' }).click();
  await page.waitForURL('**/login');
  expect(await kept()).toBe(0);
});
