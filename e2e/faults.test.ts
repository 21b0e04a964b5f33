import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

let server: RunningServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'fr-FR',
    viewport: { width: 1280, height: 900 },
  });
  context.setDefaultTimeout(15_000);
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const signIn = async (): Promise<void> => {
  await page.getByLabel('Adresse email').fill(server.admin.email);
  await page.getByLabel('Mot de passe').fill(server.admin.password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
};
const name = () => page.locator('#field-nom_commercial');
const save = () => page.getByRole('button', { name: 'Sauvegarder' }).click();
const calls = async (path: string, init: RequestInit = {}) => {
  const token = await page.evaluate(() => localStorage.getItem('diplo_token'));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return fetch(`${server.url}/api/v1${path}`, { headers, ...init });
};

test('a page asked for before signing in is where one arrives after', async () => {
  await page.goto('/products');
  await page.waitForURL('**/login');
  await signIn();
  await page.waitForURL('**/products');
  await page.getByText("Aucun produit pour l'instant").waitFor();
});

test('a session that ends in the middle of a form takes nothing that was typed', async () => {
  await page.goto('/new-dip');
  await name().fill('Saisie précieuse');
  await page.waitForTimeout(1_300);
  await page.evaluate(() => {
    localStorage.setItem('diplo_token', 'perdu');
    localStorage.setItem('diplo_refresh_token', 'perdu');
  });
  await save();
  await page.waitForURL('**/login');
  await page.getByText('Votre session a expiré. Merci de vous reconnecter.').waitFor();
  await signIn();
  await page.waitForURL('**/new-dip');
  await page.getByRole('button', { name: 'Restaurer' }).click();
  expect(await name().inputValue()).toBe('Saisie précieuse');
  await save();
  await page.waitForURL('**/edit');
  await page.reload();
  expect(await name().inputValue()).toBe('Saisie précieuse');
  expect(await page.getByRole('button', { name: 'Restaurer' }).count()).toBe(0);
});

test('an expired access token is renewed without a word', async () => {
  await page.evaluate(() => localStorage.setItem('diplo_token', 'eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjF9.x'));
  await page.goto('/dips');
  await page.getByText("Aucun document généré pour l'instant").waitFor();
  expect(await page.evaluate(() => localStorage.getItem('diplo_token'))).not.toContain('eyJleHAiOjF9');
});

test('a product saved elsewhere meanwhile is not overwritten without a choice', async () => {
  await page.goto('/products');
  await page.getByRole('gridcell', { name: 'Saisie précieuse', exact: true }).click();
  await page.waitForURL('**/edit');
  await name().fill('La mienne');
  const id = page.url().split('/').at(-2);
  expect(
    (await calls(`/products/${id}`, { method: 'PUT', body: JSON.stringify({ nom_commercial: 'La sienne' }) })).status,
  ).toBe(200);
  await save();
  await page.getByRole('dialog', { name: 'Cette fiche a changé entre-temps' }).waitFor();
  await page.getByRole('button', { name: 'Revenir à ma saisie' }).click();
  expect(await name().inputValue()).toBe('La mienne');
  await save();
  await page.getByRole('button', { name: 'Enregistrer la mienne' }).click();
  await page.getByText('Le DIP a été sauvegardé avec succès').waitFor();
  expect(await (await calls(`/products/${id}`)).json()).toMatchObject({ nom_commercial: 'La mienne', revision: 3 });
});

test('what the server finds wrong stands at its field, wherever one is', async () => {
  await page.getByRole('tab', { name: /Analyses Physico-chimiques/ }).click();
  await page.locator('#field-ph').fill('acide');
  await page.getByRole('tab', { name: /Divers/ }).click();
  await save();
  await page.getByText('Merci de corriger les champs en erreur.').waitFor();
  await page.getByRole('heading', { name: /Analyses Physico-chimiques/ }).waitFor();
  await page.getByText('Un champ est à corriger').waitFor();
  expect(await page.locator('#field-ph').inputValue()).toBe('acide');
  await page.locator('#field-ph').fill('5,5');
});

test('a product that is gone, and an address that leads nowhere, say so', async () => {
  await page.goto('/products/absent');
  await page.getByText('Aucun produit trouvé').waitFor();
  await page.goto('/products/absent/edit');
  await page.getByText('Produit introuvable').waitFor();
  await page.goto('/nulle-part');
  await page.getByText("Cette page n'existe pas").waitFor();
});

test('a reader is offered nothing that would be refused', async () => {
  const email = 'lecteur@valorme.fr';
  const body = JSON.stringify({
    email,
    password: 'phrase de passe',
    password_confirm: 'phrase de passe',
    role: 'viewer',
  });
  await fetch(`${server.url}/api/v1/auth/signup`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await page.getByLabel('Adresse email').fill(email);
  await page.getByLabel('Mot de passe').fill('phrase de passe');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.waitForURL('**/dashboard');
  expect(await page.getByRole('link', { name: 'Nouveau DIP' }).count()).toBe(0);
  await page.goto('/products');
  await page.getByRole('gridcell', { name: 'La mienne', exact: true }).click();
  await page.getByText('Vous consultez cette fiche en lecture seule').waitFor();
  expect(await page.getByRole('button', { name: 'Sauvegarder' }).count()).toBe(0);
  await page.goto('/drive');
  await page.getByText('Accès réservé aux administrateurs').waitFor();
});

test('a server that no longer answers loses nothing', async () => {
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await signIn();
  await page.waitForURL('**/dashboard');
  await page.getByRole('link', { name: 'Nouveau DIP' }).click();
  await name().fill('Sans serveur');
  await server.stop();
  await save();
  await page.getByText(/Rien n’est perdu/).waitFor();
  expect(await name().inputValue()).toBe('Sans serveur');
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('button', { name: 'Quitter sans enregistrer' }).click();
  await page.getByText("Les modèles n'ont pas pu être chargés.").waitFor();
  await page.getByRole('button', { name: 'Réessayer' }).waitFor();
});
