import { existsSync } from 'node:fs';
import chromium from '@sparticuz/chromium';
import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from 'playwright-core';
import type { RunningServer } from './server.ts';

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

/** A page of a French browser on the server, that waits fifteen seconds for anything. */
export async function openPage(
  browser: Browser,
  server: RunningServer,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'fr-FR',
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  context.setDefaultTimeout(15_000);
  return context.newPage();
}

/** Fills the sign-in page, wherever the person is sent afterwards. */
export async function signIn(page: Page, { email, password }: RunningServer['admin']): Promise<void> {
  await page.getByLabel('Adresse email').fill(email);
  await page.getByLabel('Mot de passe').fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}
