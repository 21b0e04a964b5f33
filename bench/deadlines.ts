/**
 * The calendar of 5,000 products with 50 deadlines each, eight clients at once: the page of Monday (late, and sixty days), one
 * further on, one kind, one product. The limit is 200 ms for 95 of 100 answers. On SQLite, then on PostgreSQL.
 * Run: `node scripts/run.mjs bench/deadlines.ts`
 */
import { sql } from 'kysely';
import { DEADLINE_KIND_NAMES } from '#shared/deadlines/deadline.kinds.ts';
import { dayOf, daysAfter } from '#shared/fields/date.ts';
import type { Database } from '../src/server/db/open.ts';
import { writeSetting } from '../src/server/db/settings.ts';
import { endOfBench } from './claim.ts';
import { onBothEngines } from './clients.ts';

const [PRODUCTS, EACH, SHARED] = [5_000, 50, 10];
const TODAY = dayOf(new Date());
let ids: string[] = [];

/** Forty of its own and ten that it shares with others, from half a year late to three years ahead. */
async function withDeadlines({ db }: Database): Promise<void> {
  ids = (await db.selectFrom('products').select('id').execute()).map(({ id }) => id);
  for (const [rank, product_id] of ids.entries()) {
    const rows = Array.from({ length: EACH }, (_, index) => {
      const about = index < SHARED ? `shared ${(rank * 7 + index * 131) % 5_000}` : `${product_id} ${index}`;
      const seed = index < SHARED ? (rank * 7 + index * 131) % 5_000 : rank * 31 + index * 97;
      return {
        key: `PIECE_PERIMEE:${about}`,
        kind: DEADLINE_KIND_NAMES[seed % DEADLINE_KIND_NAMES.length] ?? 'piece',
        due_on: daysAfter(TODAY, (seed % 1_280) - 180),
        title: `Certificat d’analyse ${about} : à renouveler`,
        link: '/evidence?onglet=pieces',
        grace: 0,
      };
    });
    const unique = [...new Map(rows.map((one) => [one.key, one])).values()];
    await db
      .insertInto('deadlines')
      .values(unique)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .insertInto('deadline_products')
      .values(unique.map(({ key }) => ({ product_id, key })))
      .execute();
  }
  for (const table of ['deadlines', 'deadline_products', 'products'])
    await sql`analyze ${sql.table(table)}`.execute(db);
  // The daily pass over all of them is measured by `bench/control.ts`.
  await writeSetting(db, 'control_day', TODAY);
}

const ahead = (days: number): string => daysAfter(TODAY, days);

await onBothEngines(
  PRODUCTS,
  async (measure) => {
    await measure('late, and sixty days', (n) => `?page=${1 + (n % 3)}&size=100&to=${ahead(60)}`);
    await measure('all of them, a page', (n) => `?page=${1 + (n % 20)}&size=100`);
    await measure(
      'one kind',
      (n) => `?page=1&size=100&to=${ahead(60)}&kind=${DEADLINE_KIND_NAMES[n % DEADLINE_KIND_NAMES.length]}`,
    );
    await measure('one product', (n) => `?product_id=${ids[n % ids.length]}`);
    await measure('a week', (n) => `?from=${ahead(n % 300)}&to=${ahead((n % 300) + 7)}&page=1&size=100`);
  },
  { base: '/deadlines', p95: 200, prepare: withDeadlines },
);
endOfBench();
