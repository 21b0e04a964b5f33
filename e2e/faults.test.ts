import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptHere, openPage, screensHere, sharedBrowser, signIn } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

let server: RunningServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await startServer();
  browser = await sharedBrowser();
  page = await openPage(browser, server);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

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
  await signIn(page, server.admin);
  await page.waitForURL('**/products');
  await page.getByText('Aucun produit pour l’instant').waitFor();
});

test('a session that ends in the middle of a form takes nothing that was typed', async () => {
  await page.goto('/new-dip');
  await name().fill('Saisie précieuse');
  await keptHere(page, 'Saisie précieuse');
  await page.evaluate(() => {
    localStorage.setItem('diplo_token', 'perdu');
    localStorage.setItem('diplo_refresh_token', 'perdu');
  });
  await save();
  await page.waitForURL('**/login');
  await page.getByText('Votre session a expiré. Merci de vous reconnecter.').waitFor();
  await signIn(page, server.admin);
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
  await page.getByText('Aucun document généré pour l’instant').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('diplo_token'))).not.toContain('eyJleHAiOjF9');
});

test('where the calendar cannot come a date is typed, checked, and kept', async () => {
  const other = await openPage(browser, server);
  await other.route(/DayPicker-[^/]*\.js$/, (route) => route.abort());
  await other.goto('/login');
  await signIn(other, server.admin);
  await other.waitForURL('**/dashboard');
  await other.goto('/new-dip');
  await other.locator('#field-nom_commercial').fill('Daté à la main');
  const date = other.getByRole('textbox', { name: /Date de mise sur le marché/ });
  await date.fill('31/02/2026');
  await other.getByRole('button', { name: 'Sauvegarder' }).click();
  await other.getByText('date', { exact: false }).and(other.locator('.Mui-error')).first().waitFor();
  expect(await date.inputValue()).toBe('31/02/2026');
  await date.fill('5/3/2026');
  await date.blur();
  expect(await date.inputValue()).toBe('05/03/2026');
  await other.getByRole('button', { name: 'Sauvegarder' }).click();
  await other.waitForURL('**/edit');
  const id = other.url().split('/').at(-2);
  expect(await (await calls(`/products/${id}`)).json()).toMatchObject({ date_mise_marche: '2026-03-05' });
  await other.context().close();
});

test('the rows of a list are read, and opened, before its grid has come', async () => {
  const other = await openPage(browser, server);
  let held: (() => void) | undefined;
  await other.route(/FullGrid-[^/]*\.js$/, async (route) => {
    await new Promise<void>((go) => {
      held = go;
    });
    await route.continue();
  });
  await other.goto('/login');
  await signIn(other, server.admin);
  await other.waitForURL('**/dashboard');
  await other.goto('/products');
  await other.getByRole('table').getByRole('link', { name: 'Daté à la main' }).waitFor();
  expect(await other.getByRole('grid').count()).toBe(0);
  held?.();
  await other.getByRole('grid').getByRole('link', { name: 'Daté à la main' }).click();
  await other.getByRole('heading', { name: 'Daté à la main' }).waitFor();
  await other.context().close();
});

test('two people on one product: their changes are brought together field by field', async () => {
  await page.goto('/products');
  await page.getByRole('button', { name: 'Modifier Saisie précieuse' }).click();
  await page.waitForURL('**/edit');
  const id = page.url().split('/').at(-2);
  const elsewhere = async (changes: Record<string, unknown>) => {
    const now = (await (await calls(`/products/${id}`)).json()) as Record<string, unknown>;
    const answer = await calls(`/products/${id}`, { method: 'PUT', body: JSON.stringify({ ...now, ...changes }) });
    expect(answer.status).toBe(200);
  };
  // Different fields: both are kept, nobody is asked.
  await name().fill('La mienne');
  await elsewhere({ gamme: 'La gamme de l’autre' });
  await save();
  await page.getByText('Le DIP a été sauvegardé avec succès').waitFor();
  expect(await page.locator('#field-gamme').inputValue()).toBe('La gamme de l’autre');
  expect(await (await calls(`/products/${id}`)).json()).toMatchObject({
    nom_commercial: 'La mienne',
    gamme: 'La gamme de l’autre',
    revision: 3,
  });
  // The same field: a choice, and going back to one's own work changes nothing.
  await name().fill('Mon autre nom');
  await page.locator('#field-marque').fill('Ma marque');
  await elsewhere({ nom_commercial: 'La sienne', marque: 'Sa marque' });
  await save();
  const dialog = page.getByRole('dialog', { name: 'Cette fiche a changé entre-temps' });
  await dialog.getByRole('button', { name: 'Revenir à ma saisie' }).click();
  expect(await name().inputValue()).toBe('Mon autre nom');
  await page.getByRole('button', { name: 'Choisir', exact: true }).click();
  await dialog
    .getByRole('group', { name: /Marque/ })
    .or(dialog.getByRole('radiogroup', { name: /Marque/ }))
    .first()
    .getByText('Prendre le sien')
    .click();
  await dialog.getByRole('button', { name: 'Enregistrer ces choix' }).click();
  await expect
    .poll(async () => (await calls(`/products/${id}`)).json())
    .toMatchObject({
      nom_commercial: 'Mon autre nom',
      marque: 'Sa marque',
      revision: 5,
    });
  await name().fill('La mienne');
  await save();
  await page.getByText('Le DIP a été sauvegardé avec succès').waitFor();
});

test('a draft saves itself when one goes to another step, what cannot be read apart', async () => {
  const id = page.url().split('/').at(-2);
  await page.locator('#field-format').fill('Tube 50 ml');
  await page.getByText('Modifications pas encore enregistrées.').waitFor();
  await page.getByRole('tab', { name: /Analyses Physico-chimiques/ }).click();
  await page.getByText(/Enregistré à \d\d:\d\d/).waitFor();
  expect(await (await calls(`/products/${id}`)).json()).toMatchObject({ format: 'Tube 50 ml', status: 'DRAFT' });
  await page.locator('#field-ph').fill('neutre');
  await page.locator('#field-densite').fill('0,98');
  await page.getByRole('tab', { name: /Informations produit/ }).click();
  await expect.poll(async () => (await calls(`/products/${id}`)).json()).toMatchObject({ densite: 0.98, ph: null });
  await page.getByRole('tab', { name: /Analyses Physico-chimiques/ }).click();
  expect(await page.locator('#field-ph').inputValue()).toBe('neutre');
});

test('files at a step: several at once, renamed, refused with a reason, tried again', async () => {
  const id = page.url().split('/').at(-2);
  await page
    .getByLabel('Joindre des fichiers')
    .last()
    .setInputFiles([
      { name: 'bulletin ph.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 bulletin') },
      { name: 'vide.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
    ]);
  await page.getByText('bulletin ph.pdf').waitFor();
  await page.getByText('Le fichier est vide.').waitFor();
  await page.getByRole('button', { name: 'Réessayer vide.txt' }).click();
  await page.getByText('Le fichier est vide.').waitFor();
  await page.getByRole('button', { name: 'Ne plus envoyer vide.txt' }).click();
  // It calls itself a PDF and is none: the reader says so, and nothing else happens.
  await page.getByRole('button', { name: 'Lire bulletin ph.pdf' }).click();
  await page.frameLocator('iframe').getByText('Ce fichier ne peut pas être lu ici.').waitFor();
  await page.getByRole('button', { name: 'Fermer', exact: true }).click();
  await page.getByRole('button', { name: 'Décrire bulletin ph.pdf' }).click();
  await page.getByLabel('Nom d’usage').fill('Bulletin d’analyse du pH');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await page.getByText('Bulletin d’analyse du pH').waitFor();
  expect(await (await calls(`/attachments/product/${id}`)).json()).toMatchObject([
    { field_key: 'physico_chimie', file_name: 'bulletin ph.pdf', alias: 'Bulletin d’analyse du pH' },
  ]);
  await page.locator('#field-ph').fill('5,5');
});

test('the list of files of a new draft, answered before its upload ended, does not hide the file', async () => {
  // The answer was made before the file was there, and arrives after.
  await page.route('**/attachments/product/**', async (route) => {
    const response = await route.fetch();
    await new Promise((later) => setTimeout(later, 1_500));
    await route.fulfill({ response });
  });
  await page.route('**/api/v1/attachments', async (route) => {
    await new Promise((later) => setTimeout(later, 700));
    await route.continue();
  });
  await page.goto('/new-dip');
  await name().fill('Lent');
  await page
    .getByLabel('Joindre des fichiers')
    .setInputFiles({ name: 'rapport.txt', mimeType: 'text/plain', buffer: Buffer.from('stable') });
  await page.waitForURL(/\/products\/.+\/edit/);
  await page.getByRole('button', { name: 'Décrire rapport.txt' }).waitFor();
  await page.unrouteAll();
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
  await page.getByText('Cette page n’existe pas').waitFor();
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
  // The sidebar is everybody's, as specified; behind it each screen says what may not be done.
  await page.getByRole('link', { name: 'Nouveau DIP' }).waitFor();
  for (const path of ['/generation', '/templates', '/dips', '/products']) {
    await page.goto(path);
    await page.getByText(/Votre rôle \(lecteur\) permet de consulter/).waitFor();
  }
  await page.getByRole('button', { name: 'Consulter La mienne' }).click();
  await page.waitForURL(/\/products\/[\w-]+$/);
  await page.getByRole('heading', { level: 1, name: 'La mienne' }).waitFor();
  await page.getByRole('link', { name: 'Retour' }).waitFor();
  expect(await page.getByRole('link', { name: 'Éditer' }).count()).toBe(0);
  await page.goto('/new-dip');
  await page.getByText(/Votre rôle \(lecteur\) permet de consulter les produits/).waitFor();
  expect(await page.getByRole('button', { name: 'Sauvegarder' }).count()).toBe(0);
  await page.goto('/drive');
  await page.getByText('Accès réservé aux administrateurs').waitFor();
});

test('a server that no longer answers loses nothing', async () => {
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await signIn(page, server.admin);
  await page.waitForURL('**/dashboard');
  await page.getByRole('link', { name: 'Nouveau DIP' }).click();
  await name().fill('Sans serveur');
  await screensHere(page);
  await server.stop();
  await save();
  await page.getByText(/Rien n’est perdu/).waitFor();
  expect(await name().inputValue()).toBe('Sans serveur');
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('button', { name: 'Quitter sans enregistrer' }).click();
  await page.getByText('Les modèles n’ont pas pu être chargés.').waitFor();
  await page.getByRole('button', { name: 'Réessayer' }).waitFor();
});
