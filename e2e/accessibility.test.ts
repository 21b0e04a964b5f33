import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

let server: RunningServer;
let browser: Browser;
let product = '';
let tokens: { access_token: string; refresh_token: string };

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
  const body = new URLSearchParams({ username: server.admin.email, password: server.admin.password });
  tokens = (await (await fetch(`${server.url}/api/v1/auth/token`, { method: 'POST', body })).json()) as typeof tokens;
  const made = await fetch(`${server.url}/api/v1/products/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ nom_commercial: 'Crème', nom_client: 'Valorme', ph: 5.5 }),
  });
  product = ((await made.json()) as { id: string }).id;
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const OPEN = ['/login', '/register'];
const SCREENS = [
  '/dashboard',
  '/products',
  '/products/{id}',
  '/products/{id}/edit',
  '/new-dip',
  '/templates',
  '/generation',
  '/dips',
  '/drive',
  '/menus',
  '/users',
  '/logs',
  '/automation',
  '/account',
];

/** What axe finds serious or critical, in words. */
async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
}

describe.each(['light', 'dark'] as const)('in the %s scheme', (colorScheme) => {
  test.each([...OPEN, ...SCREENS])(
    '%s has no serious fault of accessibility, and does not overflow a telephone',
    async (path) => {
      const context = await browser.newContext({
        baseURL: server.url,
        colorScheme,
        locale: 'fr-FR',
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      if (!OPEN.includes(path))
        await page.addInitScript(({ access_token, refresh_token }) => {
          localStorage.setItem('diplo_token', access_token);
          localStorage.setItem('diplo_refresh_token', refresh_token);
        }, tokens);
      await page.goto(path.replace('{id}', product));
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForTimeout(600);
      expect(await faultsOf(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.waitForTimeout(200);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      await context.close();
    },
  );
});
