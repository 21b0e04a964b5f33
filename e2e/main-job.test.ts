import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIELDS, STEP_LIST } from '#shared/products/product.fields.ts';
import { openDocx, readXml } from '../src/server/documents/docx/docx.ts';
import { textOfPdf } from '../src/server/documents/pdf/page.image.ts';
import { docxOf, p } from '../src/server/test/docx.maker.ts';
import { bytesOf, PATIENCE_MS, sharedBrowser, signIn } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

let server: RunningServer;
let browser: Browser;
let context: BrowserContext;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  // As it comes: its own LibreOffice.
  server = await startServer({ PDF_URL: '' });
  browser = await sharedBrowser();
  context = await browser.newContext({
    baseURL: server.url,
    locale: 'fr-FR',
    timezoneId: 'Pacific/Auckland',
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted|violat/i.test(message.text())) complaints.push(message.text());
  });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const toast = (text: string) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text }).first().waitFor();
const step = (title: string) => page.getByRole('tab', { name: new RegExp(title) });
const example = (name: string): string => FIELDS.find((field) => field.name === name)?.example ?? '';
const save = () => page.getByRole('button', { name: 'Sauvegarder' }).click();

test('signing up, then signing in', async () => {
  await page.goto('/');
  await page.waitForURL('**/login');
  await page.getByRole('link', { name: /S'inscrire/ }).click();
  await page.getByRole('heading', { name: 'Inscription' }).waitFor();
  await page.getByLabel('Adresse email').fill('claire@valorme.fr');
  await page.getByLabel('Mot de passe', { exact: false }).first().fill('court');
  await page.getByLabel('Confirmer le mot de passe').fill('autre');
  await page.getByRole('button', { name: "S'inscrire" }).click();
  await page.getByText('Les mots de passe ne correspondent pas').first().waitFor();
  await page.getByLabel('Mot de passe', { exact: false }).first().fill('phrase de passe');
  await page.getByLabel('Confirmer le mot de passe').fill('phrase de passe');
  await page.getByRole('button', { name: "S'inscrire" }).click();
  await page.waitForURL('**/login');
  await signIn(page, { email: 'claire@valorme.fr', password: 'faux' });
  await page.getByText('Identifiants invalides').waitFor();
  await page.getByLabel('Mot de passe').fill('phrase de passe');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByText('Bonjour claire@valorme.fr').waitFor();
});

test('a first draft: saved, kept through a reload, never made twice', async () => {
  await page.getByRole('link', { name: 'Nouveau DIP' }).click();
  await page.getByText('Progression : 0%').waitFor();
  await page.getByRole('button', { name: 'Suivant' }).click();
  await page.getByText('Le nom du client est requis').waitFor();
  for (const field of FIELDS.filter((one) => one.step === 0 && one.kind !== 'date'))
    await page.locator(`#field-${field.name}`).fill(field.example);
  await page.getByRole('group', { name: /Date de mise sur le marché/ }).click();
  await page.keyboard.type('15032026');
  await save();
  await toast('Le DIP a été sauvegardé avec succès');
  await page.waitForURL('**/edit');
  await page.keyboard.press('Control+s');
  await toast('Le DIP a été sauvegardé avec succès');
  await page.reload();
  expect(await page.locator('#field-nom_commercial').inputValue()).toBe(example('nom_commercial'));
  // Whatever the browser's clock, the day is the day.
  await page
    .getByText('15/03/2026')
    .or(page.locator('input[value="15/03/2026"]'))
    .first()
    .waitFor({ state: 'attached' });
  await page.goto('/products');
  await page.getByText('1–1 sur 1').waitFor();
  await page.getByRole('gridcell', { name: example('nom_client'), exact: true }).click();
  await page.waitForURL('**/edit');
});

test('the eleven steps: decimal comma, laboratory results, units, states', async () => {
  await step('Analyses Physico-chimiques').click();
  await page.locator('#field-ph').fill('15');
  await page.getByText('La valeur doit être au plus égale à 14.').waitFor();
  await page.locator('#field-ph').fill('5,5');
  await page.locator('#field-ph').press('ArrowUp');
  expect(await page.locator('#field-ph').inputValue()).toBe('5,6');
  await page.locator('#field-ph').press('ArrowDown');
  await page.locator('#field-viscosite').fill('12500');
  await page.locator('#field-viscosite').blur();
  expect((await page.locator('#field-viscosite').inputValue()).replace(/\s/g, ' ')).toBe('12 500');
  await step('Analyses Microbiologiques').click();
  await page.locator('#field-germes_aerobies').fill('< 10');
  await page.locator('#field-e_coli').fill('Absence');
  for (const [index, { title, fields }] of STEP_LIST.entries()) {
    if (index === 0) continue;
    await step(title).click();
    await page.getByRole('heading', { name: title }).waitFor();
    for (const field of fields) {
      if (field.kind === 'date') continue;
      const input = page.locator(`#field-${field.name}`);
      if ((await input.inputValue()) === '') await input.fill(field.example);
    }
  }
  await page.getByText('Progression : 99%').waitFor();
  await page.getByRole('tab', { name: /1\. Informations produit, étape complète/ }).waitFor();
});

test('leaving with unsaved work is asked about; the draft is then validated', async () => {
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('dialog', { name: /Quitter sans enregistrer/ }).waitFor();
  await page.getByRole('button', { name: 'Rester' }).click();
  await step('Divers').click();
  await page.getByRole('button', { name: 'Terminer' }).click();
  await toast('Le DIP a été créé avec succès');
  await page.getByRole('tab', { name: /1\. Informations/, selected: true }).waitFor();
});

test('the formula as a file, at the second step', async () => {
  await step('Formule quali-quantitative').click();
  await page.getByRole('button', { name: 'Fichier joint' }).click();
  // What becomes of the typed list is said first.
  await page
    .getByRole('dialog')
    .getByText(/quittera la fiche/)
    .waitFor();
  await page.getByRole('button', { name: 'Passer au fichier joint' }).click();
  await page.getByLabel('Joindre le fichier de la formule').setInputFiles({
    name: 'Formule CV-2026-014.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Aqua;100'),
  });
  await page.getByText('Formule CV-2026-014.csv').waitFor();
  await page.getByRole('button', { name: 'Liste saisie' }).click();
  expect(await page.locator('#field-ingredients').inputValue()).toBe(example('ingredients'));
  await page.getByText(/La formule est la liste saisie/).waitFor();
});

test('a template of one’s own: refused when it is no Word document, told where it is wrong, kept', async () => {
  await page.getByRole('link', { name: 'Templates' }).click();
  await page.getByRole('article', { name: 'DIP complet' }).waitFor();
  await page.getByRole('button', { name: 'Nouveau Template' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nom').fill('Fiche maison');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await dialog.getByText('Veuillez sélectionner un fichier .docx').waitFor();
  const choose = (buffer: Buffer) =>
    dialog.getByLabel('Fichier Word du modèle').setInputFiles({ name: 'fiche.docx', mimeType: '', buffer });
  await choose(Buffer.from('pas du Word'));
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await dialog.getByText('Le fichier doit être un document Word (.docx)').waitFor();
  await choose(docxOf({ body: p('{{nom_commercial}} : pH {{ph}} et {{nom_comercial}}') }));
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText(/vouliez-vous dire {{nom_commercial}}/).waitFor();
  await page.getByRole('button', { name: 'J’ai compris' }).click();
  await page.getByRole('article', { name: 'Fiche maison' }).waitFor();
});

test('the document: generated, downloaded, finalised, sealed with its PDF', async () => {
  await page.getByRole('link', { name: 'Génération' }).click();
  await page.getByRole('radio', { name: /DIP complet/ }).click();
  await page.getByRole('button', { name: 'Suivant' }).click();
  await page.getByRole('combobox', { name: 'Produit' }).fill(example('nom_produit'));
  await page.getByRole('option').first().click();
  await page.getByText('Statut: Validé').waitFor();
  await page.getByRole('button', { name: 'Suivant' }).click();
  await page.getByRole('button', { name: 'Générer', exact: true }).click();
  await toast("Document généré : cliquez pour l'ouvrir.");
  const [docx] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Télécharger le Word' }).click(),
  ]);
  const bytes = await bytesOf(docx);
  const text = openDocx(bytes)
    .textParts.map(({ entry }) => readXml(entry))
    .join();
  for (const word of [example('nom_commercial'), '5,5', '15/03/2026', '&lt; 10', 'Formule CV-2026-014.csv'])
    expect(text).toContain(word);
  expect(text).not.toContain('{{');

  await page
    .getByLabel('Document finalisé (.docx)')
    .setInputFiles({ name: 'DIP final.docx', mimeType: '', buffer: bytes });
  await page.getByRole('button', { name: 'Valider', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Sceller ce document ?' });
  await question.getByText(example('nom_produit')).waitFor();
  await question.getByText('Ce fichier est le brouillon généré, octet pour octet').waitFor();
  await question.getByRole('button', { name: 'Valider quand même' }).click();
  await page.getByText('Document finalisé et produit validé.').waitFor({ timeout: 100_000 });
  await page.getByText('Document scellé').waitFor();
  const href = await page.getByRole('link', { name: 'Ouvrir le PDF' }).getAttribute('href');
  const answer = await context.request.get(href ?? '');
  expect(answer.headers()['content-type']).toBe('application/pdf');
  const pdf = (await textOfPdf(await answer.body())).join('\n');
  for (const word of [example('nom_commercial'), 'Sommaire', example('valide_par'), 'Formule CV-2026-014.csv'])
    expect(pdf).toContain(word);
});

test('the document stands in the history and in the whole list', async () => {
  const history = page.getByRole('region', { name: 'Historique des générations' });
  await history.getByText('VALIDÉ').waitFor();
  await page.getByRole('link', { name: 'Voir tous les DIP' }).click();
  await page.waitForURL('**/dips');
  await page.getByText('1–1 sur 1').waitFor();
  await page.getByRole('gridcell', { name: example('nom_client'), exact: true }).waitFor();
});

test('signing out leaves nothing behind', async () => {
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await page.waitForURL('**/login');
  // The address changes before the screen does, and the screen ends the session: what is not saved is asked about before either.
  const tokens = () =>
    page.evaluate(() => [localStorage.getItem('diplo_token'), localStorage.getItem('diplo_refresh_token')]);
  await expect.poll(tokens).toEqual([null, null]);
  await page.goto('/products');
  await page.waitForURL('**/login');
});

test('no page broke, and no policy was violated on the way', () => expect(complaints).toEqual([]));
