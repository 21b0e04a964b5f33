import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docxOf, p } from '../src/server/test/docx.maker.ts';
import { type FakeGoogle, fakeGoogle } from '../src/server/test/fake.google.ts';
import { type Api, apiAs } from './api.ts';
import { openPage, sharedBrowser, signIn } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

let google: FakeGoogle;
let server: RunningServer;
let browser: Browser;
let page: Page;
let api: Api;

beforeAll(async () => {
  google = await fakeGoogle();
  server = await startServer({ GOOGLE_API_URL: google.url });
  browser = await sharedBrowser();
  page = await openPage(browser, server);
  await page.goto('/drive');
  await signIn(page, server.admin);
  await page.waitForURL('**/drive');
  api = await apiAs(page, server);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await google?.close();
});

interface Made {
  id: string;
}
const chooseKey = (buffer: Buffer) =>
  page
    .getByLabel('Fichier JSON du compte de service')
    .setInputFiles({ name: 'cle.json', mimeType: 'application/json', buffer });
const folder = () => page.getByLabel('Identifiant ou adresse du dossier');

test('without Google, the page says so and how to connect it', async () => {
  await page.getByRole('heading', { level: 1, name: 'Mon Drive – drive intégré' }).waitFor();
  await page.getByText('Identifiants Google : ❌ Manquants').waitFor();
  await page.getByText('Dossier racine : Non défini').waitFor();
  await page.getByRole('heading', { name: 'Connecter Google Drive' }).waitFor();
  expect(await page.getByRole('button', { name: 'Sauvegarder' }).isDisabled()).toBe(true);
  expect(await page.getByRole('button', { name: 'Enregistrer' }).isDisabled()).toBe(true);
});

test('a file that is no key is refused where it was chosen', async () => {
  await chooseKey(Buffer.from('{}'));
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText("Erreur lors de l'upload").waitFor();
  await page.getByText(/client_email/).waitFor();
});

test('credentials, then a folder pasted as an address; what fails says what to do', async () => {
  await chooseKey(google.credentials);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('Credentials enregistrés').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Mon Drive – Google Drive' }).waitFor();
  await page.getByText('Identifiants Google : ✅ Présents').waitFor();
  await folder().fill(`https://drive.google.com/drive/folders/${google.readOnlyFolder}`);
  await page.getByRole('button', { name: 'Sauvegarder' }).click();
  await page.getByText('Folder ID enregistré').waitFor();
  await page
    .getByText(/Gestionnaire de contenu/)
    .first()
    .waitFor();
  await page.getByRole('img', { name: 'en échec' }).waitFor();
  await folder().fill(`https://drive.google.com/drive/u/0/folders/${google.folder}?usp=sharing`);
  await page.keyboard.press('Enter');
  await page.getByText(`Dossier racine : ${google.folder}`).waitFor();
  await page.getByText('Google Drive fonctionne').waitFor();
  expect(await page.getByRole('img', { name: 'réussi' }).count()).toBe(5);
});

test('a document waits while the drive is down, says so, and goes with "Relancer"', async () => {
  const form = new FormData();
  form.append('name', 'Fiche');
  form.append('file', new Blob([new Uint8Array(docxOf({ body: p('{{nom_client}}') }))]), 'fiche.docx');
  const template = await api<Made>('POST', '/templates', form);
  const product = await api<Made>('POST', '/products', { nom_client: 'Valorme', nom_produit: 'Crème' });
  google.fail({ at: 'folder', fault: '403 storageQuotaExceeded', times: 9 });
  await api('POST', '/generations', { template_id: template.id, product_id: product.id });
  await page.goto('/dips');
  const mark = page.getByRole('button', { name: /Relancer l’envoi vers le drive/ });
  await mark.hover();
  await page
    .getByRole('tooltip')
    .getByText(/Drive partagé/)
    .waitFor();
  await page.goto('/drive');
  await page.getByText(/un demande une action/i).waitFor();
  google.mend();
  await page.getByRole('button', { name: 'Relancer' }).click();
  await page.getByText('Un fichier est sur le drive.').waitFor();
  expect(google.files()).toHaveLength(1);
  await page.goto('/dips');
  await page.getByRole('gridcell', { name: 'Valorme' }).waitFor();
  expect(await mark.count()).toBe(0);
  const word = page.getByRole('link', { name: /Ouvrir le document Word/ });
  expect(await word.getAttribute('href')).toMatch(/^https:\/\/drive\.google\.com\/file/);
});

test('the page of automation names what failed, why, and tries again', async () => {
  google.fail({ at: 'folder', fault: '403 storageQuotaExceeded', times: 9 });
  const [template] = await api<Made[]>('GET', '/templates');
  const product = await api<Made>('POST', '/products', { nom_client: 'Aube', nom_produit: 'Lait' });
  const { id } = await api<Made>('POST', '/generations', { template_id: template?.id, product_id: product.id });
  await page.goto('/automation?onglet=etat');
  const card = page.getByRole('region', { name: 'Travaux de fond' });
  await card.getByText('1 demande une action').waitFor();
  await card.getByText(/Drive partagé.*1 essai manqué/).waitFor();
  google.mend();
  await card.getByRole('button', { name: /Relancer Envoi vers le drive/ }).click();
  await card.getByText('Rien en attente').waitFor();
  await expect.poll(() => api('GET', `/generations/${id}`)).toMatchObject({ drive_state: 'stored' });
});

test('everything again, then disconnected: the built-in drive serves', async () => {
  await page.goto('/drive');
  await page.getByRole('button', { name: 'Tout renvoyer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Tout renvoyer' }).click();
  await page.getByText('2 fichiers sont sur le drive.').waitFor();
  expect(google.files()).toHaveLength(2);
  await page.getByRole('button', { name: 'Déconnecter' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Déconnecter' }).click();
  await page.getByText('Identifiants Google : ❌ Manquants').waitFor();
  await page.goto('/dips');
  const word = page.getByRole('link', { name: /Ouvrir le document Word/ }).first();
  expect(await word.getAttribute('href')).toMatch(/^\/api\/v1\/generations/);
});
