/**
 * What a screen costs when it is opened for the first time: requests, bytes on the line, largest paint, first row; at full
 * speed, then on slow 4G with a processor four times slower (DevTools' own figures).
 * Run after `npm start` has built the app: `node scripts/run.mjs bench/first-screen.ts`
 */
import { launchBrowser } from '../e2e/browser.ts';
import { startServer } from '../e2e/server.ts';

/** Screens, and what tells that people see what they came for. */
const SCREENS = [
  { path: '/login', seen: 'button[type=submit]', limit: 2_500 },
  { path: '/dashboard', seen: 'h1', limit: 5_000 },
  { path: '/products', seen: '[role=row][data-id], article', limit: 5_000 },
  { path: '/templates', seen: 'article', limit: 5_000 },
  { path: '/dips', seen: '[role=row][data-id], article', limit: 5_000 },
] as const;
/** Bytes a second and milliseconds: « Slow 4G » of Chrome's DevTools. */
const SLOW = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const PROCESSOR = 4;

const server = await startServer();
const browser = await launchBrowser();
const signed = await fetch(`${server.url}/api/v1/auth/token`, {
  method: 'POST',
  body: new URLSearchParams({ username: server.admin.email, password: server.admin.password }),
});
const { access_token, refresh_token } = (await signed.json()) as Record<'access_token' | 'refresh_token', string>;
await fetch(`${server.url}/api/v1/demo`, {
  method: 'POST',
  headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
  body: '{}',
});

for (const isSlow of [false, true]) {
  console.log(isSlow ? '\nSlow 4G, processor four times slower' : 'Full speed');
  for (const { path, seen, limit } of SCREENS) {
    const context = await browser.newContext({
      baseURL: server.url,
      locale: 'fr-FR',
      viewport: { width: 1440, height: 900 },
    });
    const page = await context.newPage();
    if (path !== '/login')
      await page.addInitScript(
        ([access, refresh]) => {
          localStorage.setItem('diplo_token', access ?? '');
          localStorage.setItem('diplo_refresh_token', refresh ?? '');
        },
        [access_token, refresh_token],
      );
    const line = await context.newCDPSession(page);
    await line.send('Network.enable');
    if (isSlow) {
      await line.send('Network.emulateNetworkConditions', SLOW);
      await line.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR });
    }
    let [requests, bytes, done] = [0, 0, false];
    line.on('Network.requestWillBeSent', () => {
      if (!done) requests += 1;
    });
    line.on('Network.loadingFinished', ({ encodedDataLength }) => {
      if (!done) bytes += encodedDataLength;
    });
    // The page itself says when: to ask it again and again would slow it down.
    const { promise: saidRow, resolve } = Promise.withResolvers<number>();
    await page.exposeFunction('sawRow', resolve);
    await page.addInitScript({
      content: `{
        const seen = new MutationObserver(() => {
          if (!document.querySelector(${JSON.stringify(seen)})) return;
          seen.disconnect();
          requestAnimationFrame(() => sawRow(performance.now()));
        });
        seen.observe(document, { childList: true, subtree: true });
      }`,
    });
    await page.goto(path, { waitUntil: 'commit' });
    const row = await saidRow;
    done = true;
    const paint = await page.evaluate(
      () =>
        new Promise<number>((found) => {
          new PerformanceObserver((list) => found(list.getEntries().at(-1)?.startTime ?? 0)).observe({
            type: 'largest-contentful-paint',
            buffered: true,
          } as never);
        }),
    );
    console.log(
      `  ${path.padEnd(12)} ${String(requests).padStart(3)} requests ${(bytes / 1024).toFixed(0).padStart(5)} KiB   largest paint ${paint.toFixed(0).padStart(6)} ms   first row ${row.toFixed(0).padStart(6)} ms${isSlow ? ` (limit ${limit})` : ''}`,
    );
    await context.close();
  }
}
await browser.close();
await server.close();
process.exit(0);
