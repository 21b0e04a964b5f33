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
      ...(given ? ['--no-sandbox'] : chromium.args.filter((flag) => !flag.startsWith('--headless'))),
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--lang=fr-FR',
    ],
    headless: true,
  });
}
