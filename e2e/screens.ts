/** `npm run screens`: pictures of every screen with the example, wide, narrow and on a telephone, in docs/images/ecrans. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ADDRESSES } from './addresses.ts';
import { launchBrowser } from './browser.ts';
import { startServer } from './server.ts';
import { importSheet, SHEET } from './sheets.ts';

const FOLDER = join(import.meta.dirname, '../docs/images/ecrans');
/** Each width once, and both themes. */
const LOOKS = [
  { width: 1440, colorScheme: 'light' },
  { width: 1024, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
] as const;
const FRENCH = { light: 'clair', dark: 'sombre' };
const ONLY = process.argv.slice(2);

mkdirSync(FOLDER, { recursive: true });
const server = await startServer();
const browser = await launchBrowser();
const signed = await fetch(`${server.url}/api/v1/auth/token`, {
  method: 'POST',
  body: new URLSearchParams({ username: server.admin.email, password: server.admin.password }),
});
const tokens = (await signed.json()) as { access_token: string; refresh_token: string };
const api = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as T;
};
await api('POST', '/demo', {});
await api('POST', '/menus', {
  name: 'Soins du visage',
  items: [
    { name: 'Soin éclat', price: 65, category: 'Visage', description: 'Une heure' },
    { name: 'Gommage', price: 38.5, category: 'Visage', description: null },
  ],
});
const products = await api<{ id: string; nom_commercial: string | null; progression: number }[]>('GET', '/products/');
const [sealed] = await api<{ id: string }[]>('GET', '/generations/');
const templates = await api<{ id: string }[]>('GET', '/templates/');
const draft = products.find(({ progression }) => progression > 20 && progression < 90) ?? products[0];
const complete = products.find(({ progression }) => progression === 100) ?? products[0];

const sheet = await importSheet(server.url, tokens.access_token, SHEET);

/** The one that an address shows: whole where it is read, half typed where it is edited. */
const idFor = (path: string): string => {
  if (path.startsWith('/automation/imports')) return sheet.import;
  if (path.startsWith('/automation/batches')) return sheet.batch;
  return (
    (path.startsWith('/dips')
      ? sealed
      : path.startsWith('/templates')
        ? templates[0]
        : path.endsWith('/edit')
          ? draft
          : complete
    )?.id ?? ''
  );
};

for (const { width, colorScheme } of LOOKS) {
  const context = await browser.newContext({
    baseURL: server.url,
    colorScheme,
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width, height: width < 600 ? 844 : 900 },
    reducedMotion: 'reduce',
  });
  for (const { name, path, stranger } of ADDRESSES) {
    if (ONLY.length > 0 && !ONLY.includes(name)) continue;
    const page = await context.newPage();
    await page.addInitScript(
      ([access, refresh]) => {
        localStorage.setItem('diplo_token', access ?? '');
        localStorage.setItem('diplo_refresh_token', refresh ?? '');
      },
      stranger ? [] : [tokens.access_token, tokens.refresh_token],
    );
    await page.goto(path.replace(':id', idFor(path)));
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    if (name === 'dip') await page.frameLocator('iframe').locator('#place', { hasText: 'Page 1' }).waitFor();
    // Whatever turns has stopped; what says how far it is stays.
    await page.locator('[role=progressbar]:not([aria-valuenow])').first().waitFor({ state: 'detached' });
    await page.waitForTimeout(name === 'dip' || name === 'tableau-de-bord' ? 1_500 : 700);
    await page.screenshot({
      path: join(FOLDER, `${name}-${width}-${FRENCH[colorScheme]}.jpg`),
      type: 'jpeg',
      quality: 62,
    });
    await page.close();
  }
  await context.close();
}
await browser.close();
await server.close();
