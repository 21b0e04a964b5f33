/**
 * What a key press costs in a formula of 200 lines: moving, typing in a cell, keeping it. In the built app, in a browser.
 * Run: `npm start` once to build, then `node_modules/.bin/node bench/grid.ts`. Limit: 8 ms of script for one key press.
 */
import { apiAs } from '../e2e/api.ts';
import { launchBrowser, openPage, signIn } from '../e2e/browser.ts';
import { startServer } from '../e2e/server.ts';
import { claim, endOfBench } from './claim.ts';

const LIMIT_MS = 8;
const LINES = 200;

const server = await startServer();
const browser = await launchBrowser();
const page = await openPage(browser, server, { viewport: { width: 1440, height: 900 } });
await page.goto('/login');
await signIn(page, server.admin);
await page.waitForURL('**/dashboard');
const api = await apiAs(page, server);
const { id } = await api<{ id: string }>('POST', '/products/', { nom_commercial: 'Deux cents lignes' });
const lines = Array.from({ length: LINES }, (_, index) => ({
  id: String(index),
  label: `Extrait de plante ${index}`,
  phase: 'A',
  percent: 0.5,
}));
await api('PUT', `/products/${id}/formula`, { lines });
await page.goto(`/products/${id}/formula`);
await page.getByRole('row').nth(LINES).waitFor();

const cdp = await page.context().newCDPSession(page);
await cdp.send('Performance.enable');
const script = async (): Promise<number> => {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1_000;
};
async function measure(what: string, keys: readonly string[]): Promise<void> {
  const before = await script();
  for (const key of keys) await page.keyboard.press(key);
  const cost = ((await script()) - before) / keys.length;
  console.log(`${what.padEnd(32)} ${claim(what, cost, 'ms of script a key', { atMost: LIMIT_MS })}`);
}
const times = (count: number, ...keys: string[]): string[] => Array.from({ length: count }, () => keys).flat();

const cell = (column: number) => page.getByRole('row').nth(1).getByRole('gridcell').nth(column);
await cell(4).click();
await page.keyboard.press('ArrowDown');
await measure('arrows', times(40, 'ArrowDown', 'ArrowRight', 'ArrowLeft'));
await cell(4).click();
await page.keyboard.press('Enter');
await measure('letters in a note', times(10, ...'certifie bio'.split('')));
await page.keyboard.press('Escape');
await cell(2).click();
await measure('an amount, typed and kept', times(40, '0', ',', '5', '1', 'Enter'));
await page.keyboard.press('Escape');
await measure('Alt+arrow', times(20, 'Alt+ArrowDown'));
await browser.close();
await server.close();
endOfBench();
