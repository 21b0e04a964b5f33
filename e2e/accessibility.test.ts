import AxeBuilder from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

let server: RunningServer;
let browser: Browser;
let product = '';
let dip = '';
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
  const headers = { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' };
  const templates = await fetch(`${server.url}/api/v1/templates`, { headers });
  const [template] = (await templates.json()) as { id: string }[];
  const generated = await fetch(`${server.url}/api/v1/generations/`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ template_id: template?.id, product_id: product }),
  });
  dip = ((await generated.json()) as { id: string }).id;
  // Its PDF is made before it is looked at.
  await fetch(`${server.url}/api/v1/generations/${dip}/preview`, { headers });
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
  '/dips/{dip}',
  '/drive',
  '/menus',
  '/users',
  '/logs',
  '/automation',
  '/account',
];

/** What axe finds serious or critical, in words. */
async function faultsOf(page: Page, path: string): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  // The structure that pdf.js reads in a file names its links, which are not drawn (docs/accessibilite.md).
  if (path.startsWith('/dips/')) axe.exclude(['iframe', '.structTree']);
  const { violations } = await axe.analyze();
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
      await page.goto(path.replace('{id}', product).replace('{dip}', dip));
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForTimeout(600);
      expect(await faultsOf(page, path)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.waitForTimeout(200);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      await context.close();
    },
  );
});
