import type { Page } from 'playwright-core';
import type { RunningServer } from './server.ts';

export type Api = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** Asks the server as the person who is signed in on a page. */
export async function apiAs(page: Page, server: RunningServer): Promise<Api> {
  const token = (await page.evaluate(() => localStorage.getItem('diplo_token'))) ?? '';
  return async (method, path, body) => {
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await answer.json().catch(() => null)) as never;
  };
}
