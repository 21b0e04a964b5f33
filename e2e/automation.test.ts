import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deflate, readZip, writeZip } from '../src/server/documents/docx/zip.ts';
import { docxOf, p, row, table } from '../src/server/test/docx.maker.ts';
import { type Api, apiAs } from './api.ts';
import { faultsOf } from './axe.ts';
import { bytesOf, openPage, PATIENCE_MS, sharedBrowser, signIn } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';
import { SHEET } from './sheets.ts';

let server: RunningServer;
let browser: Browser;
let page: Page;
let api: Api;
const complaints: string[] = [];
const button = (name: string | RegExp) => page.getByRole('button', { name });

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
  api = await apiAs(page, server);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const products = () => api<{ id: string; nom_commercial: string; marque: string }[]>('GET', '/products');
const isDone = () => page.getByText('Fini', { exact: true }).waitFor({ timeout: PATIENCE_MS });

test('a firm’s sheet comes in: read, asked about, seen line by line, applied, and taken back', async () => {
  await page.goto('/automation');
  const bytes = Buffer.from(SHEET);
  await page
    .getByLabel('Choisir un classeur Excel ou un CSV de produits')
    .setInputFiles({ name: 'produits.csv', mimeType: 'text/csv', buffer: bytes });
  await page.waitForURL('**/automation/imports/*');
  await page.getByText(/Ligne 6\s: Un total\./).waitFor();
  // A number in its name is a condition: it is asked.
  await page.getByText(/6 colonnes importées sur 7\s; 1 demande votre réponse\./).waitFor();
  await page
    .getByText(/Il manque le jour/)
    .last()
    .waitFor();
  await page.getByRole('button', { name: 'À corriger (1)' }).click();
  await expect.poll(() => page.getByRole('table', { name: 'Lignes du fichier' }).getByRole('row').count()).toBe(2);
  await button('Importer 3 produits').click();
  await page.waitForURL('**/automation/batches/*');
  await isDone();
  await page.getByText('3 faits sur 3').waitFor();
  expect(await products()).toHaveLength(3);
  const [download] = await Promise.all([page.waitForEvent('download'), button('Compte rendu').click()]);
  expect(readZip(await bytesOf(download)).map(({ name }) => name)).toContain('xl/workbook.xml');

  const [one] = await products();
  await api('PUT', `/products/${one?.id}`, { ...one, status: 'DRAFT', notes_commentaires: 'Vu' });
  await button('Annuler ce travail').click();
  await button('Voir ce qui serait fait').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/2 produits reviendraient/).waitFor();
  await dialog.getByText(/Quelqu’un a travaillé sur ce produit depuis\s: il reste\./).waitFor();
  await button('Annuler pour 2 produits').click();
  // The one that is taken back says « Fini » too.
  await page.getByText('Ce travail en annule un autre.').waitFor();
  await isDone();
  expect((await products()).map(({ id }) => id)).toEqual([one?.id]);
});

test('one field of those that are selected, then their documents, and those to be made again', async () => {
  for (const name of ['Ambre', 'Zeste']) await api('POST', '/products', { nom_commercial: name, marque: 'Autre' });
  await page.goto('/products');
  const all = page.getByRole('checkbox', { name: /sélectionner toutes les lignes/i });
  await expect
    .poll(
      async () => {
        if (await all.isChecked()) return true;
        await all.click();
        return false;
      },
      { timeout: PATIENCE_MS, interval: 1_000 },
    )
    .toBe(true);
  await button('Modifier un champ').click();
  await page.getByRole('combobox', { name: 'Champ' }).fill('Marq');
  await page.getByRole('option', { name: 'Marque' }).click();
  await page.getByLabel('Valeur', { exact: true }).fill('Valorme');
  await button('Voir ce qui serait fait').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('2 produits changeraient.').waitFor();
  // The one of the sheet has it already.
  await dialog.getByText(/A déjà cette valeur\./).waitFor();
  await button('Modifier 2 produits').click();
  await page.waitForURL('**/automation/batches/*');
  await isDone();
  expect((await products()).map(({ marque }) => marque)).toEqual(['Valorme', 'Valorme', 'Valorme']);

  const [template] = await api<{ id: string }[]>('GET', '/templates?sort=name');
  const ids = (await products()).map(({ id }) => id);
  const demand = { kind: 'generate', products: ids, template_id: template?.id };
  const { plan } = await api<{ plan: string }>('POST', '/batches/plan', demand);
  const { id } = await api<{ id: string }>('POST', '/batches', { ...demand, plan });
  await page.goto(`/automation/batches/${id}`);
  await isDone();
  const [archive] = await Promise.all([page.waitForEvent('download'), button('Télécharger les documents').click()]);
  expect(readZip(await bytesOf(archive))).toHaveLength(3);

  await api('PUT', `/products/${ids[0]}`, { nom_commercial: 'Ambre neuf' });
  await expect
    .poll(async () => (await api<unknown[]>('GET', '/generations/stale')).length, { timeout: PATIENCE_MS })
    .toBe(1);
  await page.goto('/automation?onglet=a-refaire');
  await page.getByText('1 document à refaire').waitFor();
  await button('Refaire ce document').click();
  await page.waitForURL('**/automation/batches/*');
  await isDone();
});

test('an old dossier comes in: its values chosen beside its text, taken into its product, and the file kept with it', async () => {
  const product = await api<{ id: string }>('POST', '/products', {
    nom_commercial: 'Baume',
    ref_produit: 'B-77',
    marque: 'Ancienne',
  });
  const dossier = docxOf({
    body:
      p('Dossier du produit') +
      table(row('Référence produit', 'B-77'), row('Marque', 'Neuve'), row('pH', '5,5'), row('Viscosité', '12,500')) +
      p('Relu par le client.'),
  });
  await page.goto('/automation');
  await page.getByLabel('Choisir d’anciens dossiers, en Word ou en PDF').setInputFiles([
    { name: 'Baume 2019.docx', mimeType: '', buffer: dossier },
    { name: 'notes.pdf', mimeType: '', buffer: Buffer.from('bonjour') },
  ]);
  await page.waitForURL('**/automation/imports/*');
  await page.getByText(/Sa référence «\sB-77\s» est dans le document\./).waitFor({ timeout: PATIENCE_MS });
  // What is sure and replaces nothing is ticked; what replaces, or is in doubt, waits.
  expect(await page.getByLabel(/Reprendre «\spH\s»/).isChecked()).toBe(true);
  expect(await page.getByLabel(/Reprendre «\sMarque\s»/).isChecked()).toBe(false);
  expect(await page.getByLabel(/Reprendre «\sViscosité\s»/).isChecked()).toBe(false);
  await page.getByText(/Remplace\s: Ancienne/).waitFor();
  await page.getByRole('button', { name: /tableau 1, ligne 3/ }).click();
  await expect
    .poll(() =>
      page
        .getByRole('region', { name: /^Texte/ })
        .locator('mark')
        .textContent(),
    )
    .toBe('5,5');
  await page.getByLabel(/Reprendre «\sMarque\s»/).click();
  await button('2 passages non lus').click();
  // The first paragraph and the last: neither has a label.
  await page.getByText('Relu par le client.').first().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await button('Reprendre 2 valeurs').click();
  await page.getByText('2 valeurs reprises.').waitFor();
  await page.getByText(/Ce document a été repris, et joint à/).waitFor();
  expect(await api('GET', `/products/${product.id}`)).toMatchObject({ marque: 'Neuve', ph: 5.5, viscosite: null });
  expect(await api('GET', `/attachments/product/${product.id}`)).toMatchObject([{ field_key: 'ancien_dip' }]);
  await button(/notes\.pdf/).click();
  await page.getByText(/Ce fichier n’est ni un document Word/).waitFor();
});

test('files that came in are filed: where it is proposed, or where one says', async () => {
  const product = await api<{ id: string }>('POST', '/products', {
    nom_commercial: 'Sérum',
    ref_produit: 'S-31',
    marque: 'Valorme',
  });
  await page.goto('/automation?onglet=a-classer');
  const archive = writeZip([
    deflate('S-31/challenge test.txt', Buffer.from('Rapport. Date du rapport : 12/03/2024')),
    deflate('divers/lettre.txt', Buffer.from('Bonjour')),
    deflate('.DS_Store', Buffer.from('x')),
  ]);
  await page
    .getByLabel('Choisir des fichiers à classer')
    .setInputFiles([{ name: 'arrivage.zip', mimeType: 'application/zip', buffer: archive }]);
  await page.getByText(/2 fichiers sont à classer, dont 1 avec une place proposée\./).waitFor({ timeout: PATIENCE_MS });
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel(/Choisir «\schallenge test\.txt\s»/).click();
  await button('Classer 1 fichier où proposé').click();
  await page.getByText('1 fichier classé.').waitFor();
  await expect.poll(() => button('Classer…').count(), { timeout: PATIENCE_MS }).toBe(1);
  await button('Classer…').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Classer dans' }).fill('Sér');
  await page.getByRole('option', { name: /Sérum/ }).click();
  await dialog.getByRole('button', { name: 'Classer', exact: true }).click();
  await page.getByText('Rien à classer').waitFor();
  const pieces = await api<{ field_key: string; issued_on: string | null }[]>(
    'GET',
    `/attachments/product/${product.id}`,
  );
  expect(pieces.map(({ field_key, issued_on }) => [field_key, issued_on]).sort()).toEqual([
    ['challenge_test', '2024-03-12'],
    ['divers', null],
  ]);
});

test('the bell says what has ended, by keyboard alone; what was followed is read', async () => {
  const said = async (): Promise<number> => {
    const label = await page.getByRole('button', { name: /^Avis/ }).getAttribute('aria-label');
    return Number(/\d+/.exec(label ?? '')?.[0] ?? 0);
  };
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Avis\s: \d+ non lus/ }).waitFor();
  const before = await said();
  await page.getByRole('button', { name: /^Avis/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Avis' });
  await dialog
    .getByText(/^Travail fini, 3 faits sur 3\./)
    .first()
    .waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/automation/batches/*');
  await expect.poll(said, { timeout: PATIENCE_MS }).toBe(before - 1);
  await button(/^Avis/).click();
  await dialog.getByRole('button', { name: 'Tout marquer comme lu' }).click();
  await dialog.getByRole('button', { name: 'Tout marquer comme lu' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await expect.poll(said, { timeout: PATIENCE_MS }).toBe(0);
});

test('a token for a program is made, shown once, serves, and ends at once; a digest is asked for', async () => {
  await page.goto('/account');
  await button('Faire un jeton').click();
  await page.getByLabel('Nom', { exact: false }).last().fill('ERP de l’usine');
  await page.getByLabel('Lire et écrire').click();
  await button('Faire le jeton').click();
  const token = await page.getByLabel('Jeton', { exact: true }).inputValue();
  const ask = async (): Promise<number> =>
    (await fetch(`${server.url}/api/v1/products/`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await ask()).toBe(200);
  await button('C’est fait').click();
  await page.getByText(/Lire et écrire, jusqu’au .*, n’a jamais servi\./).waitFor();
  expect(await page.content()).not.toContain(token);
  await page.reload();
  await page.getByText(/Lire et écrire, jusqu’au .*, a servi le/).waitFor();
  await button('Révoquer le jeton ERP de l’usine').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Révoquer' }).click();
  await page.getByText(/Le jeton «\sERP de l’usine\s» ne sert plus à rien\./).waitFor();
  expect(await ask()).toBe(401);
  await page.getByText(/Les courriels ne sont pas réglés sur cette installation/).waitFor();
  await page.getByLabel('Chaque semaine').click();
  await page.getByText(/Vous recevrez un résumé chaque lundi à 7\sh\./).waitFor();
  await page.reload();
  await expect.poll(() => page.getByLabel('Chaque semaine').isChecked(), { timeout: PATIENCE_MS }).toBe(true);
});

test('a file that is none is told what to do, and a viewer is offered nothing that writes', async () => {
  await page.goto('/automation');
  const picker = page.getByLabel('Choisir un classeur Excel ou un CSV de produits');
  await picker.setInputFiles({ name: 'vieux.xls', mimeType: '', buffer: Buffer.from('d0cf11e0a1b11ae1', 'hex') });
  await page.getByText(/«\svieux\.xls\s» n’a pas pu être lu/).waitFor();
  await api('POST', '/auth/signup', {
    email: 'lecture@valorme.fr',
    password: 'un mot de passe sûr',
    password_confirm: 'un mot de passe sûr',
    role: 'viewer',
  });
  const reader = await openPage(browser, server);
  await reader.goto('/login');
  await signIn(reader, { email: 'lecture@valorme.fr', password: 'un mot de passe sûr' });
  await reader.waitForURL('**/dashboard');
  await reader.goto('/automation');
  await reader.getByRole('tab', { name: 'Travaux' }).waitFor();
  expect(await reader.getByRole('tab', { name: 'Importer' }).count()).toBe(0);
  await reader.context().close();
});

test('no page broke, and no policy was violated on the way', () => expect(complaints).toEqual([]));
