/** The life of a product: its lots, a study, an effect, and the page one opens on Monday. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf, daysAfter, monthsAfter, printDay } from '#shared/fields/date.ts';
import { apiAs } from './api.ts';
import { openPage, sharedBrowser, signIn } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

const TODAY = dayOf(new Date());
let server: RunningServer;
let browser: Browser;
let page: Page;
let api: Awaited<ReturnType<typeof apiAs>>;
let id = '';

beforeAll(async () => {
  server = await startServer();
  browser = await sharedBrowser();
  page = await openPage(browser, server, { viewport: { width: 1440, height: 900 } });
  await page.goto('/login');
  await signIn(page, server.admin);
  await page.waitForURL('**/dashboard');
  api = await apiAs(page, server);
  id = (await api<{ id: string }>('POST', '/products', { nom_commercial: 'Crème du matin' })).id;
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const dialog = () => page.getByRole('dialog');
const typeDay = async (label: string, day: string): Promise<void> => {
  const group = dialog().getByRole('group', { name: label });
  await group.getByRole('spinbutton').first().click();
  await page.keyboard.type(printDay(day).replaceAll('/', ''));
};

test('a lot says how long the file is kept, and a stop makes that day firm; what cannot be is said by its field', async () => {
  await page.goto(`/products/${id}/follow-up`);
  await expect.poll(() => page.getByText('rien ne dit encore jusqu’à quand').count()).toBe(1);
  await page.getByRole('button', { name: 'Ajouter un lot' }).click();
  await dialog().getByLabel('Numéro de lot').fill('L26-118');
  await dialog().getByLabel('Quantité').fill('12 400');
  await typeDay('Fabriqué le', '2026-03-20');
  await typeDay('Première mise sur le marché', '2026-03-16');
  await dialog().getByRole('button', { name: 'Enregistrer' }).click();
  await expect
    .poll(() =>
      dialog()
        .getByText(/fabriqué le 20\/03\/2026/)
        .count(),
    )
    .toBe(1);
  await typeDay('Fabriqué le', '2026-03-02');
  await dialog().getByRole('button', { name: 'Enregistrer' }).click();
  await expect.poll(() => page.getByText('au moins jusqu’au 16/03/2036').count()).toBe(1);
  await page.getByRole('button', { name: 'Dire qu’aucun lot ne suivra' }).click();
  await typeDay('Aucun lot après le', '2026-06-30');
  await dialog().getByLabel('Motif').fill('Remplacée');
  await dialog().getByRole('button', { name: 'Enregistrer' }).click();
  await expect.poll(() => page.getByText('jusqu’au 16/03/2036 inclus').count()).toBe(1);
  // The conformity says the same, and does not ask it again.
  const conformity = await api<{ dernier_lot_numero: string }>('GET', `/products/${id}/conformity`);
  expect(conformity.dernier_lot_numero).toBe('L26-118');
});

test('a study begins from a proposal; a reading beyond its limits shows, and its chart beside the table', async () => {
  await page.goto(`/products/${id}/follow-up?onglet=etudes`);
  await page.getByRole('button', { name: 'Ajouter une étude' }).click();
  await dialog().getByRole('button', { name: 'Stabilité accélérée' }).click();
  await typeDay('Début', monthsAfter(TODAY, -2));
  await dialog().getByRole('button', { name: 'Ajouter un critère' }).click();
  await dialog().getByRole('textbox', { name: 'Critère' }).fill('pH');
  await dialog().getByLabel('Minimum').fill('5,5');
  await dialog().getByLabel('Maximum').fill('6');
  await dialog().getByRole('button', { name: 'Enregistrer' }).click();
  await expect.poll(() => page.getByText('en retard').count()).toBeGreaterThan(0);
  for (const [point, value] of [
    ['début', '5,5'],
    ['1 mois', '6,2'],
  ]) {
    await page.getByRole('button', { name: `Saisir la lecture : ${point}, 40 °C` }).click();
    await dialog()
      .getByLabel('pH')
      .fill(value ?? '');
    await dialog().getByRole('button', { name: 'Enregistrer' }).click();
    await expect.poll(() => dialog().count()).toBe(0);
  }
  await expect.poll(() => page.getByText(/^hors limites/).count()).toBe(1);
  expect(await page.getByText(/^dans les limites/).count()).toBe(1);
  await expect.poll(() => page.getByRole('img', { name: /^pH, point par point/ }).count()).toBe(1);
});

test('a serious effect counts its days, refuses an identity, and leads from the page of Monday to where it is done', async () => {
  await page.goto(`/products/${id}/follow-up?onglet=effets`);
  await page.getByRole('button', { name: 'Ajouter un cas' }).click();
  await typeDay('Su par la maison le', daysAfter(TODAY, -3));
  await dialog().getByLabel('Description').fill('Rappeler au 06 12 34 56 78');
  await dialog().getByLabel('Hospitalisation').click();
  await page.getByRole('option', { name: 'Oui' }).click();
  await dialog().getByRole('button', { name: 'Enregistrer' }).click();
  await expect
    .poll(() =>
      dialog()
        .getByText(/ne garde l’identité de personne/)
        .count(),
    )
    .toBe(1);
  await dialog().getByLabel('Description').fill('Rougeur du visage');
  await dialog().getByRole('button', { name: 'Enregistrer' }).click();
  const due = printDay(daysAfter(TODAY, 17));
  await expect.poll(() => page.getByText(`Grave, à transmettre au plus tard le ${due}`).count()).toBe(1);
  await expect
    .poll(async () => (await api<unknown[]>('GET', `/deadlines?product_id=${id}&kind=eig`)).length, { timeout: 20_000 })
    .toBe(1);
  await page.goto('/deadlines');
  const late = page.getByRole('region', { name: 'En retard' });
  await expect.poll(() => late.getByText(/lire le point/).count()).toBeGreaterThan(0);
  expect(await page.getByText('Rougeur du visage').count()).toBe(0);
  await page.getByRole('link', { name: /^Effet indésirable/ }).click();
  await page.waitForURL(`**/products/${id}/follow-up?onglet=effets`);
});

test('what is typed in a dialog is not lost unasked', async () => {
  await page.goto(`/products/${id}/follow-up`);
  await page.getByRole('button', { name: 'Modifier le lot L26-118' }).click();
  await dialog().getByLabel('Numéro de lot').fill('L26-119');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByText('Fermer sans enregistrer ?').count()).toBe(1);
  await page.getByRole('button', { name: 'Continuer la saisie' }).click();
  await expect.poll(() => page.getByText('Fermer sans enregistrer ?').count()).toBe(0);
  await dialog().getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect.poll(() => page.getByRole('rowheader', { name: 'L26-119' }).count()).toBe(1);
});
