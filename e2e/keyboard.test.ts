import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIELDS } from '#shared/products/product.fields.ts';
import { CONVERT_DEADLINE_MS } from '../src/server/documents/pdf/converter.ts';
import { bytesOf, openPage, sharedBrowser } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

/** The main job from beginning to end, the mouse unplugged. */
let server: RunningServer;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  server = await startServer();
  browser = await sharedBrowser();
  page = await openPage(browser, server, { acceptDownloads: true });
  // Listening from the start: a chooser that opens before the browser is told to hand it over goes unseen.
  page.on('filechooser', () => undefined);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement || element.contains(document.activeElement));

/** Tab, as often as it takes; a place the keyboard cannot reach fails. */
async function tabTo(target: Locator, most = 90): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < most; presses += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${target}`);
}
const field = (name: string) => page.locator(`#field-${name}`);
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('signing in', async () => {
  await page.goto('/login');
  await tabTo(page.getByLabel('Adresse email'));
  await page.keyboard.type(server.admin.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(server.admin.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Tableau de bord' }).waitFor();
});

test('the first Tab of a page passes the menu', async () => {
  await page.goto('/products');
  await page.locator('nav a[aria-current]').waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Aller au contenu');
});

test('a product, its eleven steps, saved and validated', async () => {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('nouveau dip');
  await page.getByRole('option', { name: /Nouveau DIP/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/new-dip');
  for (const { name, kind, example } of FIELDS.filter(({ step }) => step === 0) as {
    name: string;
    kind?: string;
    example: string;
  }[]) {
    if (kind === 'date') {
      await tabTo(page.getByRole('spinbutton', { name: 'Jour' }).first());
      await page.keyboard.type('15032026');
      continue;
    }
    await tabTo(field(name));
    await page.keyboard.type(example);
  }
  await page.keyboard.press('Control+s');
  await page.waitForURL('**/edit');
  await page.keyboard.press('Alt+ArrowRight');
  await tabTo(field('ingredients'));
  await page.keyboard.type('Aqua\nGlycerin');
  for (let step = 2; step <= 5; step += 1) await page.keyboard.press('Alt+ArrowRight');
  await page.getByRole('heading', { name: /Utilisation normale/ }).waitFor();
  for (const name of ['utilisation_normale', 'instructions_utilisation']) {
    await tabTo(field(name));
    await page.keyboard.type('Matin et soir, sur peau propre.');
  }
  for (let step = 6; step <= 10; step += 1) await page.keyboard.press('Alt+ArrowRight');
  await page.getByRole('heading', { name: /Divers/ }).waitFor();
  await tabTo(button('Terminer'));
  await page.keyboard.press('Enter');
  // Eight steps are empty: said first.
  await tabTo(button('Valider quand même'));
  await page.keyboard.press('Enter');
  await page.getByText('Le DIP a été créé avec succès !').waitFor();
  // The focus goes to the step that is shown, not to nowhere.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2');
});

test('the document: generated, downloaded, its final version sealed', async () => {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('génération');
  await page.getByRole('option', { name: /Génération/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/generation');
  await tabTo(page.getByRole('radio', { name: /DIP complet/ }));
  await page.keyboard.press('Space');
  await tabTo(button('Suivant'));
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('combobox', { name: 'Produit' }));
  await page.keyboard.type('crème');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(button('Suivant'));
  await page.keyboard.press('Enter');
  await tabTo(button('Générer'));
  await page.keyboard.press('Enter');
  const download = page.getByRole('link', { name: 'Télécharger le Word' });
  await tabTo(download);
  const [docx] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  await tabTo(button('Choisir le .docx finalisé'));
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
  await chooser.setFiles({ name: 'final.docx', mimeType: '', buffer: await bytesOf(docx) });
  // The shipped template asks for what only an expert writes: it is said before anything is sealed.
  await tabTo(button('Valider'));
  await page.keyboard.press('Enter');
  await page.getByText(/passages? (est|sont) encore/).waitFor();
  await tabTo(button('Valider quand même'));
  await page.keyboard.press('Enter');
  await page.getByText('Document scellé').waitFor({ timeout: 100_000 });
});

test('the sealed document is found in the list, opened and read', async () => {
  await page.goto('/dips');
  await page.getByText('1–1 sur 1').waitFor();
  await tabTo(page.getByRole('grid'));
  const view = page.getByRole('link', { name: /Voir le document/ });
  for (let presses = 0; presses < 40 && !(await hasFocus(view)); presses += 1)
    await page.keyboard.press(presses === 0 ? 'ArrowDown' : 'ArrowRight');
  if (!(await hasFocus(view))) await tabTo(view);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/dips\/.+/);
  await page.frameLocator('iframe').locator('#place', { hasText: 'Page 1' }).waitFor({ timeout: CONVERT_DEADLINE_MS });
});
