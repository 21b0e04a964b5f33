import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docxOf, p } from '../src/server/test/docx.maker.ts';
import { NO_CONVERTER } from '../src/server/test/program.ts';
import { openPage, PATIENCE_MS, screensHere, sharedBrowser, signIn } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

/** The errors that the specification names, each provoked for real. */
let server: RunningServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  // A converter that is not there: validating fails as it does when it is down.
  server = await startServer(NO_CONVERTER);
  browser = await sharedBrowser();
  page = await openPage(browser, server);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const toast = (text: string | RegExp) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text }).first().waitFor();
const api = async <T = { id: string }>(method: string, path: string, body?: unknown): Promise<T> => {
  const token = await page.evaluate(() => localStorage.getItem('diplo_token'));
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  const form = body instanceof FormData ? body : null;
  if (!form && body !== undefined) headers['content-type'] = 'application/json';
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: form ?? JSON.stringify(body) }),
  });
  return (answer.status === 204 ? undefined : await answer.json()) as T;
};
const template = (name: string, text: string) => {
  const form = new FormData();
  form.append('name', name);
  form.append('file', new Blob([new Uint8Array(docxOf({ body: p(text) }))]), 'fiche.docx');
  return api('POST', '/templates', form);
};
const menu = (name: string) =>
  page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name, exact: true });
const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click();

test('signing in and signing up: what the server refuses is said', async () => {
  await page.goto('/login');
  await page.getByLabel('Adresse email').fill('personne@valorme.fr');
  await page.getByLabel('Mot de passe').fill('inconnu');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.getByText('Identifiants invalides').waitFor();
  await page.goto('/register');
  await page.getByRole('button', { name: "S'inscrire" }).click();
  const alert = page.getByRole('alert');
  await alert.getByText(/Le mot de passe doit contenir au moins 8 caractères/).waitFor();
  expect(((await alert.textContent()) ?? '').split('\n').length).toBeGreaterThan(1);
  await page.getByLabel('Adresse email').fill(server.admin.email);
  await page.getByLabel('Mot de passe', { exact: false }).first().fill('phrase de passe');
  await page.getByLabel('Confirmer le mot de passe').fill('phrase de passe');
  await page.getByRole('button', { name: "S'inscrire" }).click();
  await alert.getByText(/déjà/).waitFor();
  await page.goto('/login');
  await signIn(page, server.admin);
  await page.getByRole('heading', { level: 1, name: 'Tableau de bord' }).waitFor();
});

test('a server that takes its time is waited for, and says what is loading', async () => {
  await page.goto('/account');
  await page.getByRole('heading', { name: 'Sessions ouvertes' }).waitFor();
  await screensHere(page);
  server.pause();
  try {
    await menu('Tableau de bord').click();
    await page.getByText('Chargement du tableau de bord...').waitFor();
  } finally {
    server.resume();
  }
  await page.getByRole('link', { name: /Total Produits/ }).waitFor();
});

test('what somebody else removed meanwhile is told, and the list follows', async () => {
  const product = await api('POST', '/products/', { nom_commercial: 'Disparue' });
  const gone = await template('Disparu', '{{nom_client}}');
  const other = await template('Autre disparu', '{{nom_client}}');
  await page.goto('/products');
  await page.getByRole('button', { name: 'Supprimer Disparue' }).click();
  await api('DELETE', `/products/${product.id}`);
  await confirm('Supprimer');
  await toast(/Erreur lors de la suppression du produit/);
  await page.goto('/templates');
  await page.getByRole('button', { name: 'Supprimer Disparu', exact: true }).click();
  await api('DELETE', `/templates/${gone.id}`);
  await confirm('Supprimer');
  await toast('Erreur lors de la suppression');
  await page.goto('/templates');
  await page.getByRole('button', { name: 'Modifier Autre disparu' }).click();
  await api('DELETE', `/templates/${other.id}`);
  await page.getByRole('dialog').getByLabel('Nom').fill('Nouveau nom');
  await confirm('Enregistrer');
  await page.getByRole('dialog').getByText("Erreur lors de l'enregistrement").waitFor();
  expect(await page.getByRole('dialog').getByLabel('Nom').inputValue()).toBe('Nouveau nom');
});

test('the wizard: a template that is wrong, a file that is none, a converter that is down', async () => {
  await api('POST', '/products/', { nom_produit: 'Crème', nom_commercial: 'Éclat' });
  await template('Cassé', '{{#ingredients_lignes}}{{nom}}');
  const good = await template('Bon', '{{nom_client}}');
  const choose = async (name: RegExp) => {
    await page.goto('/generation');
    await page.getByRole('radio', { name }).click();
    await page.getByRole('button', { name: 'Suivant' }).click();
    await page.getByRole('combobox', { name: 'Produit' }).fill('crème');
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Suivant' }).click();
    await page.getByRole('button', { name: 'Générer', exact: true }).click();
  };
  await choose(/Cassé/);
  await toast('Erreur lors de la génération.');
  await page.getByText(/Corps du document, près de/).waitFor();
  await choose(/Bon/);
  await toast("Document généré : cliquez pour l'ouvrir.");
  const final = page.getByLabel('Document finalisé (.docx)');
  await final.setInputFiles({ name: 'final.docx', mimeType: '', buffer: Buffer.from('rien') });
  await page.getByRole('button', { name: 'Valider', exact: true }).click();
  await page.getByText('Le fichier doit être un document Word (.docx)').first().waitFor();
  expect(await page.getByRole('dialog').getByRole('button', { name: 'Valider' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Annuler' }).click();
  // Its PDF cannot be made: the Word document is kept, nothing is sealed.
  await final.setInputFiles({ name: 'final.docx', mimeType: '', buffer: docxOf({ body: p('Fini') }) });
  await page.getByRole('button', { name: 'Valider', exact: true }).click();
  await confirm('Valider quand même');
  await toast(/convertisseur PDF ne répond pas/);
  const history = page.getByRole('region', { name: 'Historique des générations' });
  await history.getByText('BROUILLON').first().waitFor();
  await history
    .getByRole('button', { name: /^Valider/ })
    .first()
    .click();
  await confirm('Valider quand même');
  await toast(/Erreur lors de la validation/);
  const [made] = await api<{ id: string }[]>('GET', '/generations/');
  await history
    .getByRole('button', { name: /Supprimer la génération/ })
    .first()
    .click();
  await api('DELETE', `/generations/${made?.id}`);
  await confirm('Supprimer');
  await toast(/Erreur suppression/);
  expect(good.id).toBeTruthy();
});

test('a right taken away in the middle of a form: the refusal is told, what was typed stays', async () => {
  const email = 'muette@valorme.fr';
  const body = { email, password: 'phrase de passe', password_confirm: 'phrase de passe', role: 'editor' };
  const { id } = await api('POST', '/auth/signup', body);
  const context = await browser.newContext({ baseURL: server.url, locale: 'fr-FR' });
  context.setDefaultTimeout(PATIENCE_MS);
  const other = await context.newPage();
  await other.goto('/new-dip');
  await other.getByLabel('Adresse email').fill(email);
  await other.getByLabel('Mot de passe').fill('phrase de passe');
  await other.getByRole('button', { name: 'Se connecter' }).click();
  await other.waitForURL('**/new-dip');
  await other.locator('#field-nom_commercial').fill('Saisie');
  await api('PATCH', `/users/${id}`, { role: 'viewer' });
  await other.getByRole('button', { name: 'Sauvegarder' }).click();
  await other.getByText('Vous n’avez pas les droits pour cette action.').waitFor();
  expect(await other.locator('#field-nom_commercial').inputValue()).toBe('Saisie');
  await context.close();
});

test('a link that has expired says so to whoever opens it', async () => {
  const context = await browser.newContext({ baseURL: server.url });
  const tab = await context.newPage();
  await tab.goto('/api/v1/generations/x/files/pdf?expires=1&by=x&signature=x');
  await tab.getByText('Ce lien a expiré.').waitFor();
  await tab.getByRole('link', { name: 'Voir tous les DIP' }).waitFor();
  await context.close();
});

test('without a server, every screen says what it could not load and how to try again', async () => {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /Total Produits/ }).waitFor();
  await screensHere(page);
  await server.stop();
  const screens: [link: string, words: string | RegExp][] = [
    ['Produits', 'Erreur lors du chargement des produits'],
    ['Templates', 'Les modèles n’ont pas pu être chargés.'],
    ['Génération', /Erreur de chargement des données|modèles n’ont pas pu/],
    ['Tous les DIP', 'Erreur de chargement des données'],
    ['Mon Drive', 'L’état du drive n’a pas pu être lu.'],
    ['Utilisateurs', /n.ont pas pu être/],
    ['Logs', /n.a pas pu être/],
  ];
  for (const [link, words] of screens) {
    await menu(link).click();
    await page.getByText(words).first().waitFor();
    await page.getByRole('button', { name: 'Réessayer' }).first().waitFor();
  }
  await page.keyboard.press('Control+k');
  await page.keyboard.type('menus');
  await page.getByRole('option', { name: 'Menus' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/menus');
  await page
    .getByRole('alert')
    .getByText(/Le serveur ne répond pas/)
    .waitFor();
});
