/**
 * What a screen costs when it is opened for the first time: requests and bytes on the line until the app runs, largest
 * paint, first row; at full speed, then on slow 4G with a processor four times slower (DevTools' own figures). The median
 * of five openings, for the line and the machine are never twice the same.
 * Run after `npm start` has built the app: `node scripts/run.mjs bench/first-screen.ts`
 */
import { openBench } from './browser.ts';
import { claim, endOfBench } from './claim.ts';

const ROW = '[role=row][data-id], article';
/** Every kind of list, and what tells that people see what they came for. */
const SCREENS = [
  { path: '/login', seen: 'button[type=submit]', limit: 2_500 },
  { path: '/dashboard', seen: 'h1', limit: 3_500 },
  ...['/products', '/templates', '/dips', '/substances', '/materials', '/users', '/logs'].map((path) => ({
    path,
    seen: ROW,
    limit: 3_500,
  })),
];
const TURNS = 5;
/** Bytes a second and milliseconds: « Slow 4G » of Chrome's DevTools. */
const SLOW = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

interface Opening {
  requests: number;
  bytes: number;
  paint: number;
  row: number;
  running: number;
}

const bench = await openBench();
await bench.post('/demo', {});

/** Opens a screen for the first time. @returns milliseconds since its address was asked for */
function open({ path, seen, isSlow }: { path: string; seen: string; isSlow: boolean }): Promise<Opening> {
  return bench.withPage({ isSlow, isStranger: path === '/login' }, async (page) => {
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
    return { requests, bytes, paint, row, running };
  });
}

for (const isSlow of [false, true]) {
  console.log(isSlow ? '\nSlow 4G, processor four times slower' : 'Full speed');
  for (const { path, seen, limit } of SCREENS) {
    const openings: Opening[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) openings.push(await open({ path, seen, isSlow }));
    const median = (of: keyof Opening): number =>
      openings.map((one) => one[of]).sort((a, b) => a - b)[Math.floor(TURNS / 2)] ?? 0;
    const first = claim(`first row of ${path}`, median('row'), 'ms', isSlow ? { atMost: limit } : {});
    console.log(
      `  ${path.padEnd(12)} ${String(median('requests')).padStart(3)} requests ${(median('bytes') / 1024).toFixed(0).padStart(5)} KiB   largest paint ${median('paint').toFixed(0).padStart(6)} ms   first row ${first}   app runs ${median('running').toFixed(0).padStart(6)} ms`,
    );
  }
}
await bench.close();
endOfBench();
