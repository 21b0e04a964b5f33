/** Three browsers: an editor asks, the toxicologist outside reads, comments and signs, a supplier sends a sheet, and the dossier is sealed. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdfOf } from '../src/server/test/pdf.maker.ts';
import { apiAs } from './api.ts';
import { faultsOf } from './axe.ts';
import { openPage, sharedBrowser, signIn } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

const LONG =
  'Au vu des informations de la partie A, le produit est jugé sûr pour la santé humaine, au sens de l’article 3.';
let server: RunningServer;
let browser: Browser;
let editor: Page;
let guest: Page;
let supplier: Page;
let api: Awaited<ReturnType<typeof apiAs>>;
let id = '';
let material = '';
/** Everything that the guest's browser asked for: where the link may stand nowhere. */
const asked: string[] = [];

beforeAll(async () => {
  // The address that links are given with; the pages are opened on the port that the program has.
  server = await startServer({ PUBLIC_URL: 'http://localhost' });
  browser = await sharedBrowser();
  editor = await openPage(browser, server, { viewport: { width: 1440, height: 900 } });
  guest = await openPage(browser, server, { viewport: { width: 1024, height: 800 } });
  supplier = await openPage(browser, server, { viewport: { width: 390, height: 800 } });
  guest.on('request', (request) => asked.push(request.url(), request.headers().referer ?? ''));
  await editor.goto('/login');
  await signIn(editor, server.admin);
  await editor.waitForURL('**/dashboard');
  api = await apiAs(editor, server);
  material = (
    await api<{ id: string }>('POST', '/materials', { trade_name: 'Parfum Aube', supplier: 'Parfums du Sud' })
  ).id;
  id = (
    await api<{ id: string }>('POST', '/products', { nom_commercial: 'Crème du matin', ph: '5,5', ingredients: 'AQUA' })
  ).id;
  await api('POST', '/products', { nom_commercial: 'Produit secret' });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const fragmentOf = (url: string): string => url.split('#')[1] ?? '';
const exchange = (part = ''): string => `/products/${id}/exchange${part}`;
const dialog = (page: Page) => page.getByRole('dialog');

test('the editor writes a comment that guests read, and invites the assessor', async () => {
  await editor.goto(exchange());
  await editor.getByRole('textbox', { name: 'Commentaire' }).fill('Le pH vous convient-il ?');
  await editor.getByLabel('Les invités le lisent').check();
  await editor.getByRole('button', { name: 'Commenter' }).click();
  await editor.getByText('Lu par les invités').waitFor();
  await editor.goto(exchange('?onglet=invites'));
  await editor.getByRole('button', { name: 'Inviter quelqu’un' }).click();
  await dialog(editor).getByRole('textbox', { name: 'Nom', exact: true }).fill('Dr Hélène Marchand');
  await dialog(editor).getByLabel('Adresse email').fill('h.marchand@exemple');
  await dialog(editor).getByLabel('Signer la partie B').check();
  await dialog(editor).getByRole('button', { name: 'Faire le lien' }).click();
  // What is wrong is said by its field, and nothing typed is lost.
  await dialog(editor).getByText('Cette adresse email n’en est pas une.').waitFor();
  expect(await dialog(editor).getByRole('textbox', { name: 'Nom', exact: true }).inputValue()).toBe(
    'Dr Hélène Marchand',
  );
  await dialog(editor).getByLabel('Adresse email').fill('h.marchand@exemple.org');
  await dialog(editor).getByRole('button', { name: 'Faire le lien' }).click();
  const link = await dialog(editor).getByLabel('Adresse à donner').inputValue();
  expect(fragmentOf(link)).toHaveLength(43);
  await guest.goto(`/invite#${fragmentOf(link)}`);
  await dialog(editor).getByRole('button', { name: 'Fermer' }).click();
  // An administrator sees every link beside the accounts.
  await editor.goto('/users');
  await editor.getByText('1 lien d’invité valable').waitFor();
  await editor.getByRole('article', { name: 'Dr Hélène Marchand' }).waitFor();
  await editor.goto(exchange('?onglet=invites'));
});

test('the assessor opens it with a code that is read out, by keyboard alone; the link leaves the address at once', async () => {
  const open = guest.getByRole('button', { name: 'Ouvrir' });
  await open.waitFor();
  expect(await guest.evaluate(() => window.location.href)).toBe(`${server.url}/invite`);
  expect(await faultsOf(guest)).toEqual([]);
  await open.focus();
  await guest.keyboard.press('Enter');
  const code = guest.getByLabel('Code à six chiffres');
  await code.waitFor();
  await editor.getByText('Code à lire à Dr Hélène Marchand').waitFor({ timeout: 40_000 });
  const digits =
    (
      await editor
        .locator('strong')
        .filter({ hasText: /^\d{3}.\d{3}$/ })
        .textContent()
    )?.trim() ?? '';
  await code.fill(digits.startsWith('0') ? '111 111' : '000 000');
  await guest.keyboard.press('Enter');
  await guest.getByText('Ce code n’est pas le bon. Il reste 4 essais.').waitFor();
  await code.fill(digits);
  await guest.keyboard.press('Enter');
  await guest.getByRole('heading', { level: 1, name: 'Crème du matin' }).waitFor();
  expect(await faultsOf(guest)).toEqual([]);
});

test('she reads, answers, comments a line, and nothing of another product is there', async () => {
  await guest.getByText('Le pH vous convient-il ?').waitFor();
  expect(await guest.getByText('Produit secret').count()).toBe(0);
  await guest.getByRole('button', { name: 'Répondre' }).click();
  await guest.getByRole('textbox', { name: 'Réponse' }).fill('Oui, à 20 °C.');
  await guest
    .getByRole('textbox', { name: 'Réponse' })
    .locator('xpath=ancestor::form')
    .getByRole('button', { name: 'Répondre' })
    .click();
  await guest.getByText('Oui, à 20 °C.').waitFor();
  await guest.getByRole('button', { name: 'Commenter : pH' }).click();
  await guest.getByRole('textbox', { name: 'Commentaire : pH' }).fill('Donnez aussi la méthode.');
  await guest
    .getByRole('textbox', { name: 'Commentaire : pH' })
    .locator('xpath=ancestor::form')
    .getByRole('button', { name: 'Envoyer' })
    .click();
  await guest.getByText('Donnez aussi la méthode.').first().waitFor();
  await editor.goto(exchange());
  await editor.getByText('Donnez aussi la méthode.').waitFor();
});

test('she signs what was shown; an editor records it on her own words', async () => {
  await guest.getByRole('button', { name: 'Signer la partie B' }).click();
  await dialog(guest).getByLabel('Prénom et nom').fill('Hélène Marchand');
  await dialog(guest).getByLabel('Titre et diplôme').fill('Docteur en pharmacie');
  await dialog(guest).getByRole('button', { name: 'Envoyer la signature' }).click();
  await dialog(guest).getByText('Cochez la déclaration pour signer.').waitFor();
  await dialog(guest)
    .getByLabel('Choisir le document signé')
    .setInputFiles({
      name: 'partie-B-signée.pdf',
      mimeType: 'application/pdf',
      buffer: pdfOf('partie B'),
    });
  await dialog(guest).getByRole('checkbox').check();
  await dialog(guest).getByRole('button', { name: 'Envoyer la signature' }).click();
  await guest.getByText('Signature reçue', { exact: false }).first().waitFor();
  await editor.goto(exchange('?onglet=invites'));
  await editor.getByText('Signature reçue').waitFor();
  await editor.getByRole('button', { name: 'Enregistrer' }).click();
  await editor.getByText('Rien n’est signé sans', { exact: false }).first().waitFor();
  const now = await api<Record<string, unknown>>('GET', `/products/${id}/assessment`);
  const own = { evaluateur_nom: 'Hélène Marchand', b1: LONG, b2: LONG, b3: LONG };
  await api('PUT', `/products/${id}/assessment`, { ...now, ...own });
  await editor.reload();
  await editor.getByRole('button', { name: 'Enregistrer' }).click();
  await editor.getByText('Enregistrée par', { exact: false }).waitFor();
  expect((await api<{ status: string }>('GET', `/products/${id}/assessment`)).status).toBe('signée');
});

test('a supplier is asked on a telephone, says what does not exist, sends a sheet; the editor decides', async () => {
  await editor.goto('/requests');
  await editor.getByRole('button', { name: 'Nouvelle demande' }).first().click();
  await dialog(editor).getByLabel('Matière première, ou produit').fill('Parfum');
  await editor.getByRole('option', { name: 'Parfum Aube' }).click();
  await expect
    .poll(() => dialog(editor).getByRole('textbox', { name: 'Fournisseur', exact: true }).inputValue())
    .toBe('Parfums du Sud');
  await dialog(editor).getByLabel('Adresse email').fill('qualite@exemple.org');
  await dialog(editor).getByLabel('Liste de départ').click();
  await editor.getByRole('option', { name: 'Emballage' }).click();
  await dialog(editor).getByRole('button', { name: 'Retirer le document 4' }).click();
  await dialog(editor).getByRole('button', { name: 'Retirer le document 3' }).click();
  await dialog(editor).getByRole('button', { name: 'Enregistrer le brouillon' }).click();
  await editor.getByRole('button', { name: 'Envoyer', exact: true }).click();
  await dialog(editor).getByRole('button', { name: 'Envoyer' }).click();
  await dialog(editor).getByRole('textbox').first().waitFor();
  const letter = await dialog(editor).getByRole('textbox').first().inputValue();
  const link = /http\S+#\S+/.exec(letter)?.[0] ?? '';
  await dialog(editor).getByRole('button', { name: 'Fermer' }).click();
  await supplier.goto(`/invite#${fragmentOf(link)}`);
  await supplier.getByRole('button', { name: 'Ouvrir' }).click();
  await supplier.getByRole('heading', { name: 'Documents demandés à Parfums du Sud' }).waitFor();
  expect(await faultsOf(supplier)).toEqual([]);
  await supplier.getByRole('button', { name: 'Ce document n’existe pas…' }).last().click();
  await supplier.getByLabel('Pourquoi il n’existe pas').fill('Ce parfum ne touche aucun aliment.');
  await supplier.getByRole('button', { name: 'Envoyer cette réponse' }).click();
  await supplier.getByText('Dit inexistant').waitFor();
  await supplier
    .getByLabel('Envoyer : Fiche technique de l’emballage, avec ses matériaux')
    .setInputFiles({ name: 'fiche.pdf', mimeType: 'application/pdf', buffer: pdfOf('fiche') });
  await supplier.getByText('Reçu, merci', { exact: true }).waitFor();
  await editor.reload();
  await editor.getByText('2 à lire').waitFor();
  await editor.getByRole('button', { name: 'Voir les documents (2)' }).click();
  await editor.getByRole('button', { name: 'Accepter' }).first().click();
  await editor.getByText('Accepté', { exact: true }).first().waitFor();
  await editor.getByRole('button', { name: 'Accepter' }).click();
  await editor.getByText('Complète').waitFor();
  expect(await api<unknown[]>('GET', `/materials/${material}/attachments`)).toHaveLength(1);
  expect(await faultsOf(editor)).toEqual([]);
});

test('the dossier is sealed, with her signature and nothing that was said; a link that is revoked ends under her eyes', async () => {
  await api('POST', `/products/${id}/dossiers`);
  await expect
    .poll(async () => (await api<unknown[]>('GET', `/products/${id}/dossiers`)).length, { timeout: 60_000 })
    .toBe(1);
  await editor.goto(exchange('?onglet=invites'));
  await editor.getByRole('button', { name: 'Révoquer' }).click();
  await dialog(editor).getByRole('button', { name: 'Révoquer' }).click();
  await editor.getByText('Liens finis').waitFor();
  await guest.getByRole('button', { name: 'Relire le dossier' }).click();
  await guest.getByText('Votre session est terminée.', { exact: false }).first().waitFor();
  await guest.getByRole('button', { name: 'Ouvrir' }).click();
  await guest.getByText('Ce lien n’est pas, ou plus, valable.', { exact: false }).waitFor();
  // Its secret stood in no address that was asked for.
  for (const url of asked) expect(url).not.toMatch(/[A-Za-z0-9_-]{43}/);
});
