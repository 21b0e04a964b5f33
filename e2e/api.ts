import type { Page } from 'playwright-core';
import type { RunningServer } from './server.ts';

/** Answers the body, `null` where there is none; throws what the server refused, with its words. */
export type Api = <T>(method: string, path: string, body?: unknown) => Promise<T>;

/** Asks the server as the person who is signed in on a page; `body` is a form with files, or anything that is JSON. */
export async function apiAs(page: Page, server: RunningServer): Promise<Api> {
  const token = (await page.evaluate(() => localStorage.getItem('diplo_token'))) ?? '';
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(isForm ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? null : JSON.parse(text)) as never;
  };
}
