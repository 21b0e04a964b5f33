/** What a page brings with it comes with the app, not after it: the files of its screen, what it asks, the sign-in form. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADDRESSES } from './addresses.ts';
import { apiAs } from './api.ts';
import { openPage, PATIENCE_MS, sharedBrowser, signIn } from './browser.ts';
import { type RunningServer, startServer } from './server.ts';

let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  server = await startServer();
  browser = await sharedBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const named = async (path: string): Promise<string[]> => {
  const html = await (await fetch(server.url + path)).text();
  return Array.from(html.matchAll(/<link rel="modulepreload"[^>]* href="([^"]+)">/g), ([, href = '']) => href);
};

test.each(ADDRESSES.map(({ path }) => [path, path === '/login'] as const))(
  '%s names its own files, which are there',
  async (path, isInTheApp) => {
    const files = await named(path.replace(/:\w+/g, 'b7c1'));
    // The door is in the app itself.
    const app = await named('/login');
    const own = files.filter((file) => !app.includes(file));
    if (isInTheApp) expect(own).toEqual([]);
    else expect(own.length).toBeGreaterThan(0);
    for (const file of files) expect((await fetch(server.url + file, { method: 'HEAD' })).status, file).toBe(200);
  },
);

test('an address that leads nowhere is a page too, and the list of files is nobody’s', async () => {
  for (const method of ['GET', 'HEAD']) expect((await fetch(`${server.url}/nulle-part`, { method })).status).toBe(200);
  expect((await fetch(server.url, { method: 'HEAD' })).status).toBe(200);
  for (const copy of ['', '.br', '.gz'])
    expect((await fetch(`${server.url}/screens.json${copy}`)).status, copy).toBe(404);
});

test('a page comes compressed, and once', async () => {
  const first = await fetch(`${server.url}/products`);
  expect(first.headers.get('content-encoding')).toMatch(/br|gzip/);
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  expect((await fetch(`${server.url}/products`, { headers })).status).toBe(304);
  expect((await fetch(`${server.url}/dips`, { headers })).status).toBe(200);
});

/** Holds the app back on its way to a page, until it is let come. */
async function holdApp(page: Page): Promise<() => void> {
  const { promise: told, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/react-*.js', async (route) => {
    await told;
    await route.continue();
  });
  return resolve;
}

const faultsOf = (page: Page): string[] => {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  return faults;
};

test('one signs in before the app is there: what was typed is kept, and sent when it comes', async () => {
  const page = await openPage(browser, server);
  const faults = faultsOf(page);
  const letAppCome = await holdApp(page);
  await page.goto('/', { waitUntil: 'commit' });
  await signIn(page, server.admin);
  expect(page.url(), 'nothing of it is in the address').toBe(`${server.url}/login`);
  letAppCome();
  await page.waitForURL('**/dashboard');
  // The form was sent once: signed out, one is asked again.
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await page.getByRole('button', { name: 'Se connecter' }).waitFor();
  expect(await page.getByLabel('Adresse email').inputValue()).toBe('');
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(faults, 'the app takes over what was drawn as it is').toEqual([]);
  await page.context().close();
});

test('what another page has to say on the way to the sign-in page is still there when it is loaded again', async () => {
  const page = await openPage(browser, server);
  await page.goto('/login');
  await page.evaluate(() => history.replaceState({ usr: { message: 'Votre session a expiré.' }, key: 'a' }, ''));
  const faults = faultsOf(page);
  await page.reload();
  await page.getByText('Votre session a expiré.').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('an app that does not come is told, and what was typed is still there', async () => {
  const page = await openPage(browser, server);
  await page.route('**/assets/react-*.js', (route) => route.abort());
  await page.goto('/login');
  await page.getByRole('alert').getByText('Rechargez la page.').waitFor();
  await page.getByLabel('Adresse email').fill('jeanne@valorme.fr');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  expect(page.url()).toBe(`${server.url}/login`);
  expect(await page.getByLabel('Adresse email').inputValue()).toBe('jeanne@valorme.fr');
  await page.context().close();
});

test('what was told to somebody is not shown to whoever signs in next', async () => {
  const page = await openPage(browser, server);
  await page.goto('/login');
  await signIn(page, server.admin);
  await page.waitForURL('**/dashboard');
  const api = await apiAs(page, server);
  await api('POST', '/products', { nom_client: 'Valorme', nom_produit: 'Baume' });
  await page.goto('/products');
  await page.getByRole('button', { name: 'Supprimer' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  const told = page.getByText('Produit supprimé avec succès');
  await told.waitFor();
  // Pointed at, it stays.
  await told.hover();
  await page.getByRole('button', { name: 'Déconnexion' }).press('Enter');
  await page.waitForURL('**/login');
  await signIn(page, server.admin);
  await page.getByRole('heading', { level: 1, name: 'Tableau de bord' }).waitFor();
  expect(await told.count()).toBe(0);
  await page.context().close();
});

test.each([
  ['/dashboard', '/dashboard/stats'],
  ['/products?status=DRAFT&page=2&late=true', '/products'],
  ['/products/:product', '/products/:product'],
  ['/products/:product/edit', '/products/:product'],
  ['/dips', '/generations'],
  ['/dossiers', '/dossiers'],
  ['/substances?page=2', '/substances'],
  ['/materials', '/materials'],
  ['/logs?object_type=product', '/audit'],
  ['/users', '/users'],
  ['/templates', '/templates'],
])('%s asks for what it shows once, before the app is there', async (path, question) => {
  const page = await openPage(browser, server);
  await page.goto('/login');
  await signIn(page, server.admin);
  await page.waitForURL('**/dashboard');
  const api = await apiAs(page, server);
  const { id } = await api<{ id: string }>('POST', '/products', { nom_client: 'Valorme', nom_produit: 'Crème' });
  // What the dashboard still asks is not counted.
  await page.goto('about:blank');
  const letAppCome = await holdApp(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/api/v1')) asked.push(pathname.replace('/api/v1', ''));
  });
  const wanted = ['/auth/me', question.replace(':product', id)];
  await page.goto(path.replace(':product', id), { waitUntil: 'commit' });
  await expect.poll(() => [...asked].sort(), { timeout: PATIENCE_MS }).toEqual([...wanted].sort());
  letAppCome();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  for (const one of wanted)
    expect(
      asked.filter((path) => path === one),
      one,
    ).toEqual([one]);
  await page.context().close();
});
