/**
 * What a key press costs with all the fields mounted, beside one plain `useState`, in the same browser.
 * Run: `node_modules/.bin/node bench/form.ts`. Limit: 8 ms of script for one key press.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';
import { launchBrowser } from '../e2e/browser.ts';
import { browserContracts } from '../scripts/browser.contracts.ts';
import { claim, endOfBench } from './claim.ts';

const LIMIT_MS = 8;
const TEXT = 'Maison Valorme, soins du visage et du corps, Angers. '.repeat(3);

const folder = mkdtempSync(join(tmpdir(), 'diplo-form-'));
const page = join(import.meta.dirname, 'form.html');
writeFileSync(page, '<!doctype html><div id="root"></div><script type="module" src="./form.page.tsx"></script>');
try {
  await build({
    root: import.meta.dirname,
    plugins: [react(), browserContracts()],
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: page }, chunkSizeWarningLimit: 5_000 },
  });
} finally {
  rmSync(page);
}
const server = await preview({ root: folder, logLevel: 'silent', build: { outDir: folder }, preview: { port: 0 } });
const browser = await launchBrowser();

/** Milliseconds of script for one key press, the average of a sentence typed three times. */
async function measure(hash: string, field: string): Promise<number> {
  const tab = await browser.newPage();
  await tab.goto(`${server.resolvedUrls?.local[0]}form.html${hash}`);
  const cdp = await tab.context().newCDPSession(tab);
  await cdp.send('Performance.enable');
  const script = async (): Promise<number> => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1_000;
  };
  await tab.locator(field).click();
  await tab.keyboard.type('avant la mesure');
  const before = await script();
  await tab.keyboard.type(TEXT);
  const after = await script();
  await tab.close();
  return (after - before) / TEXT.length;
}

const plain = await measure('#plain', '#field-nom_client');
console.log(`one plain useState          ${plain.toFixed(2)} ms a key press`);
for (const [what, field] of [
  ['the form, a short text', '#field-nom_client'],
  ['the form, a long text', '#field-ingredients'],
  ['the form, a required one', '#field-utilisation_normale'],
] as const) {
  const cost = await measure('', field);
  const said = claim(what, cost, 'ms a key press', { atMost: LIMIT_MS });
  console.log(`${what.padEnd(27)} ${said}, × ${(cost / plain).toFixed(1)} the plain one`);
}
await browser.close();
await server.close();
rmSync(folder, { recursive: true, force: true });
endOfBench();
