import { existsSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import chromium from '@sparticuz/chromium';
import {
  type Browser,
  type BrowserContextOptions,
  type Download,
  type LaunchOptions,
  type Page,
  chromium as playwright,
} from 'playwright-core';
import { expect } from 'vitest';
import { wasmConverter } from '../src/server/documents/pdf/wasm.converter.ts';
import { gotenbergServer } from '../src/server/test/gotenberg.ts';
import { type RunningServer, SHARED_CONVERTER } from './server.ts';

/** A real Chromium of one's own. */
export const launchBrowser = async (more: string[] = []): Promise<Browser> => playwright.launch(await optionsOf(more));

/** That of this worker: it ends with its process. */
let shared: Promise<Browser> | undefined;

/** One Chromium for all the journeys of a worker: its contexts share nothing, and closing it closes them alone. */
export function sharedBrowser(): Promise<Browser> {
  // A page of a journey lives a few seconds: optimising its code takes a fifth of the processor.
  shared ??= launchBrowser(['--js-flags=--single-threaded --no-opt --no-maglev']).then((browser) =>
    Object.assign(browser, {
      close: async () => {
        await Promise.all(browser.contexts().map((context) => context.close()));
      },
    }),
  );
  return shared;
}

/** `globalSetup` of vitest: Chromium is unpacked before any worker asks for it, and there is one converter for all the journeys. */
export default async function setup(): Promise<() => Promise<void>> {
  await optionsOf([]);
  const converter = await gotenbergServer(wasmConverter());
  process.env[SHARED_CONVERTER] = converter.url;
  return () => converter.close();
}

/** The one that `CHROMIUM_PATH` names, else the one npm brings. */
async function optionsOf(more: string[]): Promise<LaunchOptions> {
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH: there is no ${given}`);
  return {
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
      ...more,
    ],
    headless: true,
  };
}

/** How long anything on a page may take (ms): long enough for a machine that does four other things. */
export const PATIENCE_MS = 45_000;

/** A page of a French browser on the server. */
export async function openPage(
  browser: Browser,
  server: RunningServer,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.url,
    locale: 'fr-FR',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context.newPage();
}

/** Fills the sign-in page, wherever the person is sent afterwards. */
export async function signIn(page: Page, { email, password }: RunningServer['admin']): Promise<void> {
  // The address changes before the screen does: until then the fields may be those of the sign-up page.
  await page.getByRole('button', { name: 'Se connecter' }).waitFor();
  await page.getByLabel('Adresse email').fill(email);
  await page.getByLabel('Mot de passe').fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

/** What a page gave to keep. */
export const bytesOf = async (download: Download): Promise<Buffer> => buffer(await download.createReadStream());

/** Once what was typed is kept on this computer. */
export const keptHere = (page: Page, text: string): Promise<void> =>
  expect
    .poll(() => page.evaluate((typed) => Object.values(localStorage).some((kept) => kept.includes(typed)), text), {
      timeout: PATIENCE_MS,
    })
    .toBe(true);

/** Once every screen and its parts have come, as they do by themselves behind the first one. */
export const screensHere = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('screens').length), { timeout: PATIENCE_MS })
    .not.toBe(0);
