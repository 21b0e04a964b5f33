import type { Page } from 'playwright-core';
import { launchBrowser } from '../e2e/browser.ts';
import { startServer } from '../e2e/server.ts';

/** DevTools' own figure for a slow processor: so many times slower than this one. */
const SLOWER = 4;

/** The built app, its administrator signed in, and pages of a browser of their own each, seen for the first time. */
export async function openBench() {
  const server = await startServer();
  const browser = await launchBrowser();
  const signed = await fetch(`${server.url}/api/v1/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ username: server.admin.email, password: server.admin.password }),
  });
  const tokens = (await signed.json()) as Record<'access_token' | 'refresh_token', string>;
  return {
    /** Something is made before it is looked at. */
    async post(path: string, body: object): Promise<void> {
      await fetch(`${server.url}/api/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    },
    /** Works with a page, and closes its browser. */
    async withPage<T>(
      { isSlow, isStranger = false }: { isSlow: boolean; isStranger?: boolean },
      work: (page: Page) => Promise<T>,
    ): Promise<T> {
      const context = await browser.newContext({
        baseURL: server.url,
        locale: 'fr-FR',
        viewport: { width: 1440, height: 900 },
      });
      const page = await context.newPage();
      if (!isStranger)
        await page.addInitScript(({ access_token, refresh_token }) => {
          localStorage.setItem('diplo_token', access_token);
          localStorage.setItem('diplo_refresh_token', refresh_token);
        }, tokens);
      if (isSlow) {
        const line = await context.newCDPSession(page);
        await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      }
      try {
        return await work(page);
      } finally {
        await context.close();
      }
    },
    async close(): Promise<void> {
      await browser.close();
      await server.close();
    },
  };
}
