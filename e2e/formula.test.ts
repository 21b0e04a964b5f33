/** The formula: pasted, mended, ordered and copied without a mouse; step 2 follows; two people on one formula. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, apiAs } from './api.ts';
import { openPage, PATIENCE_MS, sharedBrowser, signIn } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

let server: RunningServer;
let browser: Browser;
let page: Page;
let api: Api;
let id = '';

interface Line {
  label: string | null;
  percent: number | null;
  qs: string;
  substance_id: string | null;
}
const formula = () =>
  api<{ lines: (Line & { id: string })[]; mode: string; total: number; revision: number }>(
    'GET',
    `/products/${id}/formula`,
  );
const cell = (row: number, name: RegExp): Locator => page.getByRole('row').nth(row).getByRole('gridcell', { name });
const button = (name: string): Locator => page.getByRole('button', { name, exact: true });

beforeAll(async () => {
  server = await startServer();
  browser = await sharedBrowser();
  page = await openPage(browser, server, { viewport: { width: 1440, height: 900 } });
  await page.goto('/login');
  await signIn(page, server.admin);
  await page.waitForURL('**/dashboard');
  api = await apiAs(page, server);
  id = (await api<{ id: string }>('POST', '/products/', { nom_commercial: 'Lait du Large' })).id;
  await api('POST', '/substances', { inci: 'Glycerin', cas: ['56-81-5'] });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test('by keyboard alone: a formula is pasted, two lines are mended, it is saved, its INCI list is copied', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/products/${id}/formula`);
  await button('Coller une formule').press('Enter');
  await page.getByLabel(/^Collez votre formule/).fill('Aqua\tq.s.p. 100\nGlycerin\t5\nXanthan Gum\t0,3\nCordialement,');
  // What was pasted is not lost by a key.
  await page.keyboard.press('Escape');
  await button('Continuer la saisie').press('Enter');
  await button('Lire').press('Enter');
  await page.getByText(/3 lignes comprises, 1 ligne non comprise/).waitFor();
  await page.getByText('« Cordialement, »').waitFor();
  await button('Prendre ces lignes').press('Enter');
  await cell(1, /Aqua/).waitFor();
  await expect.poll(async () => (await formula()).lines.length, { timeout: PATIENCE_MS }).toBe(3);
  expect((await formula()).lines[1]?.substance_id).not.toBeNull();

  // One tab stop: the arrows move, typing begins an edit, Enter keeps it.
  await cell(1, /^Ingrédient/).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('7,5');
  await page.keyboard.press('Enter');
  await cell(2, /^% .*7,50/).waitFor();
  await page.keyboard.type('deux');
  await page.keyboard.press('Enter');
  await page.getByText(/Un pourcentage est attendu/).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.type('0,4');
  await page.keyboard.press('Enter');
  // After the last line, another one is begun.
  await page.getByRole('combobox', { name: 'Ingrédient' }).fill('Tocopherol');
  await page.keyboard.press('Enter');
  await page.keyboard.type('0,1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await page.getByText('Enregistré', { exact: true }).waitFor({ timeout: PATIENCE_MS });
  expect((await formula()).lines.map(({ percent }) => percent)).toEqual([null, 7.5, 0.4, 0.1]);

  await page.keyboard.press('Alt+ArrowUp');
  await cell(3, /Tocopherol/).waitFor();
  await page.keyboard.press('Control+z');
  await cell(4, /Tocopherol/).waitFor();
  await page.getByRole('tab', { name: 'Liste INCI' }).press('Enter');
  await button('Copier la liste').press('Enter');
  await page.getByText('La liste INCI est copiée.').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe('Aqua, Glycerin, Xanthan Gum, Tocopherol');
  // Below 1 % the order is a person's.
  await button('Monter Tocopherol').press('Enter');
  await page.getByText('Aqua, Glycerin, Tocopherol, Xanthan Gum').waitFor();
  await page.getByLabel('Collez la liste imprimée').fill('Water, Glycerin, Tocopherol, Parfum');
  await page.getByText(/Manquent sur l’étiquette/).waitFor();
});

test('a name nobody knew becomes a substance of the firm with one click', async () => {
  await page.getByRole('tab', { name: 'Composition' }).click();
  await page.getByRole('button', { name: /^Créer 3 substances nouvelles/ }).click();
  await page.getByText('3 substances créées.').waitFor();
  await expect
    .poll(async () => (await formula()).lines.every(({ substance_id }) => substance_id !== null), {
      timeout: PATIENCE_MS,
    })
    .toBe(true);
  await page.goto('/substances');
  await page.getByText('Tocopherol').first().waitFor();
});

test('step 2 of the form shows that the table is the formula, and asks before it is left', async () => {
  await page.goto(`/products/${id}/edit`);
  await page.getByRole('tab', { name: /Formule/ }).click();
  await page.getByText('La formule est le tableau').waitFor();
  expect(
    await page
      .getByLabel(/ingrédients/i)
      .first()
      .isEditable(),
  ).toBe(false);
  await button('Liste saisie').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Quitter le tableau' }).click();
  await expect.poll(async () => (await formula()).mode, { timeout: PATIENCE_MS }).toBe('text');
  expect((await formula()).lines).toHaveLength(4);
});

test('two people on one formula: each line that one of them changed is kept; of the same one, somebody chooses', async () => {
  await page.goto(`/products/${id}/formula`);
  await cell(1, /^Ingrédient/).waitFor();
  const theirs = await formula();
  const other = theirs.lines.map((line, index) => (index === 1 ? { ...line, percent: 6 } : line));
  await api('PUT', `/products/${id}/formula`, { mode: 'table', lines: other });
  await cell(3, /^% /).click();
  await page.keyboard.type('0,9');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await formula()).lines.map(({ percent }) => percent), { timeout: PATIENCE_MS })
    .toEqual([null, 6, 0.9, 0.1]);
  await cell(2, /6,00/).waitFor();
  const again = (await formula()).lines.map((line, index) => (index === 2 ? { ...line, percent: 0.2 } : line));
  await api('PUT', `/products/${id}/formula`, { mode: 'table', lines: again });
  await cell(3, /^% /).click();
  await page.keyboard.type('0,8');
  await page.keyboard.press('Enter');
  await page.getByText('Quelqu’un a modifié les mêmes lignes que vous').waitFor({ timeout: PATIENCE_MS });
  expect((await formula()).lines[2]?.percent).toBe(0.2);
  await button('Garder la mienne').click();
  await expect.poll(async () => (await formula()).lines[2]?.percent, { timeout: PATIENCE_MS }).toBe(0.8);
});

test('no line is lost on the way out: one that is typed during a save, one that cannot be saved, one whose session ends', async () => {
  const percents = async () => (await formula()).lines.map(({ percent }) => percent);
  const typed = async (row: number, text: string): Promise<void> => {
    await cell(row, /^% /).click();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };
  const saves = `**/api/v1/products/${id}/formula`;
  let free = (): void => undefined;
  const held = new Promise<void>((done) => {
    free = done;
  });
  const isHeld = page.waitForRequest((request) => request.method() === 'PUT' && request.url().endsWith('/formula'));
  await page.route(saves, async (route) => {
    if (route.request().method() === 'PUT') await held;
    await route.continue();
  });
  await typed(2, '6,5');
  await isHeld;
  await typed(3, '0,7');
  await page.getByRole('tab', { name: 'Liste INCI' }).click();
  free();
  await page.getByRole('heading', { name: 'Ordre de la liste' }).waitFor({ timeout: PATIENCE_MS });
  expect(await percents()).toEqual([null, 6.5, 0.7, 0.1]);
  await page.unroute(saves);

  // Where nothing can be saved one is asked, and stays.
  await page.getByRole('tab', { name: 'Composition' }).click();
  await cell(2, /6,50/).waitFor();
  await page.route(saves, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
  await typed(2, '7');
  await page.getByRole('tab', { name: 'Liste INCI' }).click();
  await button('Rester').click();
  await cell(2, /7,00/).waitFor();
  // Signing out asks too; a session that ends does not, and what was typed is there again.
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await button('Rester').click();
  await page.evaluate(() => {
    for (const key of ['diplo_token', 'diplo_refresh_token']) localStorage.removeItem(key);
  });
  await page.unroute(saves);
  await button('Réessayer').click();
  await page.waitForURL('**/login');
  await signIn(page, server.admin);
  await cell(2, /7,00/).waitFor({ timeout: PATIENCE_MS });
  await expect.poll(percents, { timeout: PATIENCE_MS }).toEqual([null, 7, 0.7, 0.1]);
});

test('a server that is busy is asked again by itself', async () => {
  const saves = `**/api/v1/products/${id}/formula`;
  let refused = 0;
  await page.route(saves, (route) => {
    if (route.request().method() !== 'PUT' || refused > 0) return route.continue();
    refused += 1;
    return route.fulfill({ status: 503, json: { detail: 'La base de données est occupée.' } });
  });
  await cell(2, /^% /).click();
  await page.keyboard.type('7,5');
  await page.keyboard.press('Enter');
  await page.getByText('Pas enregistré').waitFor();
  await expect
    .poll(async () => (await formula()).lines.map(({ percent }) => percent), { timeout: PATIENCE_MS })
    .toEqual([null, 7.5, 0.7, 0.1]);
  await page.unroute(saves);
  // Elsewhere in the grid: a click on the cell at hand would edit it.
  await cell(1, /Aqua/).click();
});

test('what somebody took away stays away, though another changed it, where they keep their own', async () => {
  const theirs = await formula();
  const other = theirs.lines.map((line, index) => (index === 2 ? { ...line, percent: 0.25 } : line));
  await api('PUT', `/products/${id}/formula`, { mode: 'table', lines: other });
  await cell(3, /^% /).click();
  await page.keyboard.press('Control+Delete');
  await page.getByText('Quelqu’un a modifié les mêmes lignes que vous').waitFor({ timeout: PATIENCE_MS });
  await button('Garder la mienne').click();
  await expect
    .poll(async () => (await formula()).lines.map(({ percent }) => percent), { timeout: PATIENCE_MS })
    .toEqual([null, 7.5, 0.1]);
});

test('a raw material is made with a pasted certificate, and its perfume is named by its allergens', async () => {
  await page.goto('/materials');
  await button('Nouvelle matière première').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nom commercial').fill('Parfum Été');
  await dialog.getByRole('combobox', { name: 'Nature' }).click();
  await page.getByRole('option', { name: 'Parfum' }).click();
  await dialog.getByRole('button', { name: 'Coller un certificat' }).click();
  await dialog.getByLabel('Collez le tableau des allergènes').fill('Linalool\t1,5\nLimonene\t0,8');
  await dialog.getByRole('button', { name: 'Ajouter 2 allergènes' }).click();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await page.getByText('La matière première est enregistrée.').waitFor();
  const [material] = await api<{ id: string; allergens: unknown[] }[]>('GET', '/materials?search=Parfum');
  expect(material?.allergens).toHaveLength(2);
  const { lines } = await formula();
  const perfume = { id: 'p', material_id: material?.id, percent: 0.5 };
  await api('PUT', `/products/${id}/formula`, { mode: 'table', lines: [...lines, perfume] });
  await page.goto(`/products/${id}/formula?onglet=inci`);
  await page.getByText(/Parfum, .*Linalool, Limonene/).waitFor();
});

test('a sheet that is pasted at step 2 becomes a table, and nothing that it says beside a name is lost', async () => {
  await page.goto('/new-dip');
  await page.locator('#field-nom_commercial').fill('Crème collée');
  await page.getByRole('tab', { name: /^2\. / }).click();
  await page
    .locator('#field-ingredients')
    .fill(
      'INCI\tCAS\tFonction\tFournisseur\t%\nRosa Centifolia Flower Water\t90106-38-0\tSolvant\tMaison\t70\nHydroxyisohexyl 3-Cyclohexene Carboxaldehyde\t31906-04-4\tParfumant\tGrasse\t0,5\nCetearyl Alcohol (and) Cetearyl Glucoside\t\tÉmulsifiant\tSeppic\t4',
    );
  await page.getByText('On dirait un tableau de 4 lignes.').waitFor();
  await button('En faire un tableau').click();
  await page.getByText(/3 lignes comprises/).waitFor();
  await button('Prendre ces lignes').click();
  await page.getByRole('button', { name: 'Créer 2 substances nouvelles et 1 matière première nouvelle' }).waitFor();
  const made = page.url().split('/')[4] ?? '';
  const lines = () => api<{ lines: Record<string, unknown>[] }>('GET', `/products/${made}/formula`);
  // Kept beside the name before anybody makes a record of it.
  await expect
    .poll(async () => (await lines()).lines[1], { timeout: PATIENCE_MS })
    .toMatchObject({ cas: '31906-04-4', supplier: 'Grasse', function: 'Parfumant', substance_id: null });
  await page.getByRole('button', { name: /^Créer 2 substances/ }).click();
  await expect
    .poll(async () => (await lines()).lines.map(({ label, cas }) => [label, cas]), { timeout: PATIENCE_MS })
    .toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
  const [lyral] = await api<Record<string, unknown>[]>('GET', '/substances?search=31906-04-4');
  expect(lyral).toMatchObject({ cas: ['31906-04-4'], functions: ['Parfumant'] });
  const [mixture] = await api<{ components: { percent: number | null }[]; supplier: string }[]>(
    'GET',
    '/materials?search=Cetearyl',
  );
  expect(mixture?.supplier).toBe('Seppic');
  expect(mixture?.components.map(({ percent }) => percent)).toEqual([null, null]);
  await page.goto(`/products/${made}/formula?onglet=inci`);
  await page
    .getByText(/CETEARYL GLUCOSIDE|Cetearyl Glucoside/)
    .first()
    .waitFor();
});
