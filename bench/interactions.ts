/**
 * How long a hand waits on a processor four times slower (DevTools' own figure): from the key or the click to the next
 * paint, as the browser itself measures it (Event Timing, the longest of each interaction). Limit: 150 ms.
 * Run after `npm start` has built the app: `node scripts/run.mjs bench/interactions.ts`
 */
import type { Page } from 'playwright-core';
import { openBench } from './browser.ts';
import { claim, endOfBench } from './claim.ts';

const LIMIT_MS = 150;
const PRODUCTS = 60;
const TURNS = 5;

const bench = await openBench();
for (let n = 0; n < PRODUCTS; n += 1)
  await bench.post('/products/', { nom_commercial: `Crème ${n}`, marque: `Marque ${n % 7}`, gamme: 'Verveine' });

/** As long as a finger stays on a button (ms). */
const PRESS = { delay: 80 };

interface Work {
  what: string;
  path: string;
  /** What is there before the hand moves. */
  ready: string;
  hand: (page: Page) => Promise<void>;
}
const WORKS: Work[] = [
  {
    what: 'a letter in the search of a list',
    path: '/products',
    ready: '[role=row][data-id]',
    // Letters that leave all the rows, then few of them.
    hand: (page) => page.getByRole('searchbox').first().pressSequentially('ème 12', { delay: 400 }),
  },
  {
    what: 'the calendar of a date',
    path: '/new-dip',
    ready: '#field-nom_commercial',
    hand: (page) => page.getByRole('button', { name: /date/i }).first().click(PRESS),
  },
  {
    what: 'a day of the calendar',
    path: '/new-dip',
    ready: '#field-nom_commercial',
    hand: async (page) => {
      await page.getByRole('button', { name: /date/i }).first().click(PRESS);
      await page.waitForTimeout(1_500);
      await forget(page);
      await page.getByRole('gridcell', { name: '15' }).first().click(PRESS);
    },
  },
  {
    what: 'the first change of step',
    path: '/new-dip',
    ready: '#field-nom_commercial',
    hand: (page) => page.getByRole('tab').nth(1).click(PRESS),
  },
  {
    what: 'Suivant, where fields are wrong',
    path: '/new-dip',
    ready: '#field-nom_commercial',
    hand: (page) => page.getByRole('button', { name: 'Suivant' }).click(PRESS),
  },
  {
    what: 'a letter in the form',
    path: '/new-dip',
    ready: '#field-nom_commercial',
    hand: (page) => page.locator('#field-nom_commercial').pressSequentially('Crème', { delay: 400 }),
  },
  {
    what: 'the next page of a list',
    path: '/products',
    ready: '[role=row][data-id]',
    hand: (page) => page.getByRole('button', { name: /page suivante/i }).click(PRESS),
  },
];

const forget = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (globalThis as unknown as { waits: Map<number, number> }).waits = new Map();
  });

console.log(`On a processor four times slower, limit ${LIMIT_MS} ms, the median and the worst of ${TURNS} turns`);
for (const { what, path, ready, hand } of WORKS) {
  const worst: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1)
    await bench.withPage({ isSlow: true }, async (page) => {
      await page.addInitScript(() => {
        const seen = globalThis as unknown as { waits: Map<number, number> };
        seen.waits = new Map();
        new PerformanceObserver((list) => {
          for (const one of list.getEntries() as unknown as { duration: number; interactionId: number }[])
            if (one.interactionId)
              seen.waits.set(one.interactionId, Math.max(one.duration, seen.waits.get(one.interactionId) ?? 0));
        }).observe({ type: 'event', durationThreshold: 16, buffered: true } as never);
      });
      await page.goto(path);
      await page.locator(ready).first().waitFor({ timeout: 60_000 });
      // Everything that comes by itself has come.
      await page.waitForTimeout(6_000);
      await forget(page);
      await hand(page);
      await page.waitForTimeout(1_500);
      const waits = await page.evaluate(() => [
        ...(globalThis as unknown as { waits: Map<number, number> }).waits.values(),
      ]);
      worst.push(Math.max(0, ...waits));
    });
  worst.sort((a, b) => a - b);
  const median = claim(what, worst[Math.floor(TURNS / 2)] ?? 0, 'ms', { atMost: LIMIT_MS });
  console.log(`  ${what.padEnd(34)} ${median}   worst ${worst.at(-1)}`);
}
await bench.close();
endOfBench();
