import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as playwright } from 'playwright-core';

/** A real Chromium: the one `CHROMIUM_PATH` names, else the one npm brings. */
export async function launchBrowser(): Promise<Browser> {
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH: there is no ${given}`);
  return playwright.launch({
    executablePath: given ?? (await chromium.executablePath()),
    args: [
      // Root in a container has no sandbox to give; nothing but our own pages is opened.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--font-render-hinting=none',
      '--lang=fr-FR',
    ],
    headless: true,
  });
}
