/**
 * What a screen costs when it is opened for the first time: requests and bytes on the line until the app runs, largest
 * paint, first row; at full speed, then on slow 4G with a processor four times slower (DevTools' own figures).
 * Run after `npm start` has built the app: `node scripts/run.mjs bench/first-screen.ts`
 */
import { openBench } from './browser.ts';
import { claim, endOfBench } from './claim.ts';

/** Screens, and what tells that people see what they came for. */
const SCREENS = [
  { path: '/login', seen: 'button[type=submit]', limit: 2_500 },
  { path: '/dashboard', seen: 'h1', limit: 4_000 },
  { path: '/products', seen: '[role=row][data-id], article', limit: 4_000 },
  { path: '/templates', seen: 'article', limit: 4_000 },
  { path: '/dips', seen: '[role=row][data-id], article', limit: 4_000 },
] as const;
/** Bytes a second and milliseconds: « Slow 4G » of Chrome's DevTools. */
const SLOW = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

const bench = await openBench();
await bench.post('/demo', {});

for (const isSlow of [false, true]) {
  console.log(isSlow ? '\nSlow 4G, processor four times slower' : 'Full speed');
  for (const { path, seen, limit } of SCREENS)
    await bench.withPage({ isSlow, isStranger: path === '/login' }, async (page) => {
      const line = await page.context().newCDPSession(page);
      await line.send('Network.enable');
      if (isSlow) await line.send('Network.emulateNetworkConditions', SLOW);
      let [requests, bytes, done] = [0, 0, false];
      line.on('Network.requestWillBeSent', () => {
        if (!done) requests += 1;
      });
      line.on('Network.loadingFinished', ({ encodedDataLength }) => {
        if (!done) bytes += encodedDataLength;
      });
      // The page itself says when: to ask it again and again would slow it down.
      const { promise: saidRow, resolve } = Promise.withResolvers<number>();
      const { promise: saidRunning, resolve: isRunning } = Promise.withResolvers<number>();
      await page.exposeFunction('sawRow', resolve);
      await page.exposeFunction('sawRunning', isRunning);
      await page.addInitScript({
        content: `{
        const seen = new MutationObserver(() => {
          const found = document.querySelector(${JSON.stringify(seen)});
          if (!found) return;
          seen.disconnect();
          // What comes drawn is the app's from when React has taken it over.
          const look = () => {
            if (Object.keys(found).some((key) => key.startsWith('__reactProps'))) sawRunning(performance.now());
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(() => {
            sawRow(performance.now());
            look();
          });
        });
        seen.observe(document, { childList: true, subtree: true });
      }`,
      });
      await page.goto(path, { waitUntil: 'commit' });
      const row = await saidRow;
      const running = await saidRunning;
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
      const first = claim(`first row of ${path}`, row, 'ms', isSlow ? { atMost: limit } : {});
      console.log(
        `  ${path.padEnd(12)} ${String(requests).padStart(3)} requests ${(bytes / 1024).toFixed(0).padStart(5)} KiB   largest paint ${paint.toFixed(0).padStart(6)} ms   first row ${first}   app runs ${running.toFixed(0).padStart(6)} ms`,
      );
    });
}
await bench.close();
endOfBench();
