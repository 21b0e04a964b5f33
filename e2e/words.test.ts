import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIELDS, type ProductField, STEP_LIST } from '#shared/products/product.fields.ts';
import { docxOf, p } from '../src/server/test/docx.maker.ts';
import { openPage, sharedBrowser, signIn } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

/** Every text, column, button and size that the specification names, screen by screen. */
let server: RunningServer;
let browser: Browser;
let page: Page;
let product = '';

beforeAll(async () => {
  server = await startServer();
  browser = await sharedBrowser();
  page = await openPage(browser, server, { viewport: { width: 1900, height: 1000 } });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const sees = async (...texts: (string | RegExp)[]) => {
  for (const text of texts) await page.getByText(text).first().waitFor();
};
const columns = async (names: string[]) => {
  await page.getByRole('columnheader', { name: names[0] ?? '', exact: true }).waitFor();
  const found = await page.getByRole('columnheader').allTextContents();
  expect(found.map((name) => name.trim()).filter(Boolean)).toEqual(names);
};
const api = async (method: string, path: string, body?: unknown) => {
  const token = await page.evaluate(() => localStorage.getItem('diplo_token'));
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  });
  return (await answer.json()) as { id: string };
};

test('sign-up and sign-in', async () => {
  await page.goto('/register');
  await page.getByRole('heading', { name: 'Inscription' }).waitFor();
  await sees('Confirmer le mot de passe', 'Éditeur');
  await page.getByLabel('Rôle').click();
  expect(await page.getByRole('option').allTextContents()).toEqual(['Éditeur', 'Lecteur']);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Déjà un compte ? Se connecter' }).click();
  await page.waitForURL('**/login');
  await page.getByLabel('Adresse email').waitFor();
  await page.getByRole('link', { name: "Pas encore de compte ? S'inscrire" }).waitFor();
  await sees(/dossiers d['’]information produit/i);
  await signIn(page, server.admin);
  await page.waitForURL('**/dashboard');
  // The keys of local storage are the product's own.
  const keys = await page.evaluate(() => Object.keys(localStorage));
  expect(keys).toEqual(expect.arrayContaining(['diplo_token', 'diplo_refresh_token']));
});

test('the sidebar: its entries, its width', async () => {
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  for (const name of [
    'Tableau de bord',
    'Produits',
    'Nouveau DIP',
    'Templates',
    'Génération',
    'Tous les DIP',
    'Automatisation',
    'Logs',
    'Mon Drive',
  ])
    await menu.getByRole('link', { name, exact: true }).waitFor();
  await menu.getByRole('button', { name: 'Déconnexion' }).waitFor();
  expect(await menu.evaluate((element) => element.parentElement?.getBoundingClientRect().width)).toBe(240);
});

test('the dashboard, empty', async () => {
  await sees(
    `Bonjour ${server.admin.email}`,
    'Total Produits',
    'Produits brouillon',
    'Produits validés',
    'Total des DIP',
    'DIP en attente',
    'DIP complétés',
    'Modèles',
    'Générations en attente',
    'Complétude moyenne',
    'Historique des DIP générés',
    'Actions prioritaires',
    'Activité récente',
  );
});

test('the form: eleven steps, their fields, its buttons', async () => {
  await page.goto('/products/new');
  await page.getByRole('heading', { level: 1, name: 'Nouveau DIP' }).waitFor();
  await sees('Progression : 0%');
  await page.getByLabel('Fil d’Ariane').getByRole('link', { name: 'Produits' }).waitFor();
  expect(await page.getByRole('tab').count()).toBe(11);
  expect(await page.getByRole('button', { name: 'Retour' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Sauvegarder' }).waitFor();
  for (const [index, { title, fields }] of STEP_LIST.entries()) {
    await page.getByRole('tab', { name: new RegExp(`^${index + 1}\\. ${title}, étape non commencée`) }).click();
    for (const { name, rows, kind, unit } of fields as readonly ProductField[]) {
      if (kind === 'date') continue;
      const input = page.locator(`#field-${name}`);
      await input.waitFor();
      if (kind === 'longtext') expect(Number(await input.getAttribute('rows'))).toBe(rows ?? 4);
      // A number field would turn 5,5 into 55.
      else expect(await input.getAttribute('type')).toBe('text');
      if (unit) expect(await input.locator('xpath=..').textContent()).toContain(unit);
    }
  }
  await page.getByRole('button', { name: 'Terminer' }).waitFor();
  expect(FIELDS).toHaveLength(70);
});

test.each([
  ['nom_client', 'Le nom du client est requis'],
  ['marque', 'La marque est requise'],
  ['gamme', 'La gamme est requise'],
  ['nom_produit', 'Le nom du produit est requis'],
  ['format', 'Le format est requis'],
  ['version', 'La version est requise'],
  ['fournisseur', 'Le fournisseur est requis'],
  ['nom_commercial', 'Le nom commercial est requis'],
  ['ref_formule', 'La référence formule est requise'],
  ['resp_mise_marche', 'Le responsable de la mise sur le marché est requis'],
  ['faconnerie', 'Le façonnier est requis'],
])('%s is required: %s', async (name, message) => {
  if (!page.url().endsWith('/new-dip')) {
    await page.goto('/new-dip');
    await page.getByRole('button', { name: 'Suivant' }).click();
  }
  await page.getByText(message, { exact: true }).waitFor();
  expect(await page.locator(`#field-${name}`).getAttribute('aria-invalid')).toBe('true');
});

test('ingredients are required at their step, ten rows; a reference of the product is not', async () => {
  expect(await page.locator('#field-ref_produit').getAttribute('aria-invalid')).toBe('false');
  await page.getByRole('tab', { name: /Formule quali-quantitative/ }).click();
  await page.getByRole('button', { name: 'Suivant' }).click();
  await sees('La liste des ingrédients est requise');
  expect(await page.locator('#field-ingredients').getAttribute('rows')).toBe('10');
});

test('the product list: columns, height, page sizes, deletion', async () => {
  const form = new FormData();
  form.append('name', 'Fiche');
  form.append('file', new Blob([new Uint8Array(docxOf({ body: p('{{nom_client}}') }))]), 'fiche.docx');
  const template = await api('POST', '/templates/', form);
  product = (
    await api('POST', '/products/', { nom_commercial: 'Éclat', fournisseur: 'Ingrédia', nom_produit: 'Crème' })
  ).id;
  await api('POST', '/generations/', { template_id: template.id, product_id: product });
  await page.goto('/products');
  await page.getByRole('searchbox', { name: 'Rechercher un produit...' }).waitFor();
  await page.getByRole('searchbox', { name: 'Filtre rapide' }).waitFor();
  await columns([
    'Client',
    'Marque',
    'Gamme',
    'Nom commercial',
    'Fournisseur',
    'Référence formule',
    'Référence produit',
    'Date mise en marché',
    'Progression',
    'Responsable mise en marché',
    'Points',
    'Remarques',
    'Actions',
  ]);
  expect(await page.locator('.MuiDataGrid-root').evaluate((grid) => grid.parentElement?.clientHeight)).toBeGreaterThan(
    590,
  );
  await page.getByRole('combobox', { name: /Lignes par page/ }).click();
  expect(await page.getByRole('option').allTextContents()).toEqual(['10', '25', '50']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Supprimer Éclat' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirmer la suppression' });
  await dialog
    .getByText('Êtes-vous sûr de vouloir supprimer le produit "Éclat" ? Cette action est irréversible.')
    .waitFor();
  await dialog.getByRole('button', { name: 'Supprimer' }).waitFor();
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await page.getByRole('link', { name: 'Nouveau Produit' }).click();
  await page.waitForURL('**/new-dip');
});

test('the detail of a product', async () => {
  await page.goto(`/products/${product}`);
  await page.getByRole('heading', { level: 1, name: 'Éclat' }).waitFor();
  await sees('Fournisseur : Ingrédia');
  await page.getByRole('link', { name: 'Retour' }).waitFor();
  await page.getByRole('link', { name: 'Éditer' }).click();
  await page.waitForURL(`**/products/${product}/edit`);
});

test('the wizard and its history', async () => {
  await page.goto('/generation');
  await page.getByRole('heading', { level: 1, name: 'Génération de document DIP' }).waitFor();
  await sees('Modèle', 'Produit', 'Génération');
  expect(await page.getByRole('button', { name: 'Précédent' }).isDisabled()).toBe(true);
  await page.getByRole('searchbox', { name: 'Rechercher un modèle' }).fill('FICHE');
  await page.getByRole('radio', { name: /Fiche/ }).click();
  await sees('v1');
  await page.getByRole('button', { name: 'Suivant' }).click();
  await page.getByRole('combobox', { name: 'Produit' }).fill('Crème');
  await page.getByRole('option', { name: /Crème/ }).click();
  await sees('Statut: Brouillon');
  await page.getByRole('button', { name: 'Suivant' }).click();
  await page.getByRole('button', { name: 'Générer', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Suivant' }).count()).toBe(0);
  await page.getByRole('heading', { name: 'Historique des générations' }).waitFor();
  await columns(['Date', 'Client', 'Marque', 'Produit', 'Modèle', 'Statut', 'Actions']);
  await sees('BROUILLON');
  await page.getByRole('link', { name: 'Voir tous les DIP' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tous les DIP générés' }).waitFor();
  await columns(['Date', 'Client', 'Marque', 'Produit', 'Modèle', 'Statut', 'Actions']);
});

test('templates: the card, the dialog, the deletion', async () => {
  await page.goto('/templates');
  await sees('Version: 1', /Dernière mise à jour:/);
  await page.getByRole('button', { name: 'Nouveau Template' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nouveau template' });
  for (const label of ['Nom', 'Version', 'Description']) await dialog.getByLabel(label).first().waitFor();
  await dialog.getByRole('button', { name: 'Importer un fichier' }).waitFor();
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await page.getByRole('button', { name: 'Modifier Fiche' }).click();
  await page.getByRole('dialog', { name: 'Modifier le template' }).getByRole('button', { name: 'Annuler' }).click();
  await page.getByRole('button', { name: 'Vérifier les balises de Fiche' }).click();
  await sees('Toutes les balises de ce modèle sont connues et bien placées.');
  await page.getByRole('button', { name: 'Fermer' }).click();
  await page.getByRole('button', { name: 'Supprimer Fiche' }).click();
  await sees('Confirmer la suppression de ce template ?');
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click();
});

describe('menus', () => {
  test('are open to whoever is not signed in, and make and count their items', async () => {
    const context = await browser.newContext({ baseURL: server.url, locale: 'fr-FR' });
    const other = await context.newPage();
    await other.goto('/menus');
    await other.getByRole('heading', { level: 1, name: 'Gestion des Menus' }).waitFor();
    await other.getByText('Aucun menu trouvé. Créez votre premier menu !').waitFor();
    await other.getByRole('button', { name: 'Nouveau Menu' }).first().click();
    const dialog = other.getByRole('dialog', { name: 'Nouveau menu' });
    await dialog.getByLabel('Nom du menu').fill('Soins');
    for (const label of ['Nom', 'Prix', 'Catégorie', 'Description']) await dialog.getByLabel(label).first().waitFor();
    expect(await dialog.getByLabel('Prix').first().inputValue()).toBe('0');
    await dialog.getByRole('button', { name: 'Ajouter un élément' }).click();
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await context.close();
  });
});

test('an address that is protected leads to the sign-in page, and / too', async () => {
  const context = await browser.newContext({ baseURL: server.url });
  const other = await context.newPage();
  for (const path of [
    '/',
    '/dashboard',
    '/products',
    '/products/new',
    '/new-dip',
    '/templates',
    '/generation',
    '/dips',
    '/drive',
  ]) {
    await other.goto(path);
    await other.waitForURL('**/login');
  }
  await context.close();
});

test('before signing in, less than 250 kB of script travel', async () => {
  const context = await browser.newContext({ baseURL: server.url });
  const other = await context.newPage();
  await other.goto('/login');
  await other.getByRole('button', { name: 'Se connecter' }).waitFor();
  await other.waitForLoadState('networkidle');
  // Bodies as they travel, compressed.
  const bytes = await other.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\.m?js(\?|$)/.test(name))
      .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(250_000);
  console.log(`script before signing in: ${Math.round(bytes / 1000)} kB`);
  await context.close();
});
