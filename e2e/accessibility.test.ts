import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PART_PATHS } from '#shared/contract/product.parts.ts';
import { ADDRESSES, SAME_SCREEN } from './addresses.ts';
import { faultsOf } from './axe.ts';
import { sharedBrowser } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';
import { importSheet, SHEET } from './sheets.ts';

let server: RunningServer;
let browser: Browser;
let product = '';
let dip = '';
let template = '';
let sheet: { import: string; batch: string };
let tokens: { access_token: string; refresh_token: string };

beforeAll(async () => {
  server = await startServer();
  browser = await sharedBrowser();
  const body = new URLSearchParams({ username: server.admin.email, password: server.admin.password });
  tokens = (await (await fetch(`${server.url}/api/v1/auth/token`, { method: 'POST', body })).json()) as typeof tokens;
  const made = await fetch(`${server.url}/api/v1/products/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ nom_commercial: 'Crème', nom_client: 'Valorme', ph: 5.5 }),
  });
  product = ((await made.json()) as { id: string }).id;
  const headers = { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' };
  // What its file gains once it is sold.
  const life = {
    lots: { numero: 'L1', premiere_mise: '2026-01-05', quantite: 10 },
    studies: {
      type: 'cycles',
      debut: '2026-01-05',
      conditions: ['A'],
      points: [7, 14].map((valeur) => ({ valeur, unite: 'jours' })),
      criteres: [{ nom: 'pH', min: 5, max: 6 }],
      lectures: [7, 14].map((point) => ({ condition: 'A', point, le: '2026-02-01', valeurs: { pH: '7' } })),
    },
    effects: { recu_le: '2026-01-05', source: 'vente', gravite: { hospitalisation: true } },
  };
  for (const [room, one] of Object.entries(life))
    await fetch(`${server.url}/api/v1/products/${product}/${room}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(one),
    });
  const templates = await fetch(`${server.url}/api/v1/templates`, { headers });
  template = ((await templates.json()) as { id: string }[])[0]?.id ?? '';
  const generated = await fetch(`${server.url}/api/v1/generations/`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ template_id: template, product_id: product }),
  });
  dip = ((await generated.json()) as { id: string }).id;
  sheet = await importSheet(server.url, tokens.access_token, SHEET);
  // Its PDF is made before it is looked at.
  await fetch(`${server.url}/api/v1/generations/${dip}/preview`, { headers });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test('every address of the app is looked at and pictured, or shows what another one does', () => {
  const pathsIn = (file: string): string[] =>
    Array.from(
      readFileSync(join(import.meta.dirname, '../src/web', file), 'utf8').matchAll(/path: '([^']+)'/g),
      (found) => found[1] ?? '',
    );
  const declared = [...pathsIn('routes.tsx'), ...pathsIn('product.tabs.ts').map((path) => `/products/:id/${path}`)];
  expect(declared.sort()).toEqual([...ADDRESSES.map(({ path }) => path), ...SAME_SCREEN].sort());
  // Where findings, points and pieces lead is a tab.
  for (const part of Object.values(PART_PATHS)) expect(declared).toContain(`/products/:id${part.replace(/\?.*/, '')}`);
});

/** Nothing is on its way any more: no skeleton, no spinner, fonts there, drawn. */
async function settled(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        () => document.querySelectorAll('.MuiSkeleton-root, .MuiCircularProgress-root, [aria-busy="true"]').length,
      ),
    )
    .toBe(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
}

/** Opens an address as a link of the app does, the first one as the browser does: loading all of it anew takes longer than looking. */
async function open(page: Page, path: string): Promise<void> {
  // The tabs of a product have one heading.
  if (page.url() === 'about:blank' || path.startsWith(`/products/${product}/`)) await page.goto(path);
  else {
    // What is there goes first: the heading to wait for is the next one's.
    await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-before', ''));
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
  }
  await page.locator('h1:not([data-before])').first().waitFor();
}

/** What an address shows. */
function idOf(path: string): string {
  if (path.startsWith('/automation/imports')) return sheet.import;
  if (path.startsWith('/automation/batches')) return sheet.batch;
  return path.startsWith('/dips') ? dip : path.startsWith('/templates') ? template : product;
}

let signedIn: Page;
let stranger: Page;
beforeAll(async () => {
  const pageOf = async (): Promise<Page> =>
    (await browser.newContext({ baseURL: server.url, locale: 'fr-FR', reducedMotion: 'reduce' })).newPage();
  [signedIn, stranger] = [await pageOf(), await pageOf()];
  await signedIn.addInitScript(({ access_token, refresh_token }) => {
    localStorage.setItem('diplo_token', access_token);
    localStorage.setItem('diplo_refresh_token', refresh_token);
  }, tokens);
});

test.each(ADDRESSES.map((one) => [one.path, one] as const))(
  '%s has no serious fault of accessibility, in the light and in the dark, and does not overflow a telephone',
  async (path, one) => {
    const page = one.stranger ? stranger : signedIn;
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 720 });
    await open(page, path.replace(':id', idOf(path)));
    await settled(page);
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await faultsOf(page)).toEqual([]);
    // The screen follows the computer's scheme as it changes: only the colours are others.
    await page.emulateMedia({ colorScheme: 'dark' });
    await settled(page);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(background);
    expect(await faultsOf(page, ['color-contrast'])).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await settled(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  },
);
