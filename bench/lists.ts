/**
 * The list of 100,000 products as it is used all day, eight clients at once: a filter, an order, a page, what Back asks
 * again, what is suggested, those in whose file something was found, a search, the dashboard. The limit is 100 ms for 95 of 100 answers, 50 for the list; a
 * search that reads many texts takes longer. On SQLite, then on PostgreSQL.
 * Run: `node scripts/run.mjs bench/lists.ts`
 */
import { sql } from 'kysely';
import { dayOf } from '#shared/fields/date.ts';
import type { Database } from '../src/server/db/open.ts';
import { writeSetting } from '../src/server/db/settings.ts';
import { endOfBench } from './claim.ts';
import { onBothEngines } from './clients.ts';

const page = (n: number): string => `/products/?page=${n}&size=10`;
/** What the follower would have found: one product in ten has an expired piece, one in a thousand a forbidden substance. */
async function withFindings({ db, engine }: Database): Promise<void> {
  const share = engine === 'sqlite' ? sql`(abs(random()) % 1000) / 1000.0` : sql`random()`;
  const found = (code: string, level: string, part: number) =>
    sql`insert into findings (product_id, key, code, level, text, due_on)
      select id, ${code}, ${code}, ${level}, ${code}, null from products where ${share} < ${part}`.execute(db);
  await found('PIECE_PERIMEE', 'orange', 0.1);
  await found('INTERDIT', 'rouge', 0.001);
  await sql`update products set findings_orange = 1 where id in (select product_id from findings where level = 'orange')`.execute(
    db,
  );
  await sql`update products set findings_red = 1 where id in (select product_id from findings where level = 'rouge')`.execute(
    db,
  );
  // The daily pass over all of them is measured by `bench/control.ts`.
  await writeSetting(db, 'control_day', dayOf(new Date()));
}

const WORDS = ['verveine', 'aube', 'karite', 'argan', 'lavande'];
const SORTS = ['nom_commercial', '-date_mise_marche', 'marque', '-progression', 'ref_formule'];

await onBothEngines(
  100_000,
  async (measure) => {
    await measure('the list', () => page(1), { p95: 50 });
    await measure('an order', (n) => `${page(1)}&sort=${SORTS[n % SORTS.length]}`);
    await measure('a page far away, and back', (n) => `${page(1 + (n % 2) * 400)}&sort=nom_commercial`);
    await measure('a filter by brand', (n) => `${page(1)}&marque=${encodeURIComponent(`Marque ${n % 900}`)}`);
    await measure(
      'a filter by brand, in order',
      (n) => `${page(1)}&marque=${encodeURIComponent(`Marque ${n % 900}`)}&sort=nom_commercial`,
    );
    await measure('validated ones, in order', () => `${page(1)}&status=VALIDATED&sort=nom_commercial`);
    await measure('changed since, latest first', () => `${page(1)}&modified=true`);
    await measure('between two dates', () => `${page(1)}&marche_du=2026-01-01&marche_au=2026-12-31`);
    await measure('values suggested', (n) => `/products/values?field=marque&search=${n % 900}`);
    // One in seventy: SQLite looks at the others on its way through the order.
    await measure('a red finding', () => `${page(1)}&findings_red=true`);
    await measure('a code that one in ten has', () => `${page(1)}&finding=PIECE_PERIMEE`);
    await measure('a code that one in a thousand has', () => `${page(1)}&finding=INTERDIT`);
    const words = (n: number): string => encodeURIComponent(WORDS[n % WORDS.length] ?? '');
    await measure('a search never asked before', (n) => `${page(1)}&search=${words(n)}+${100 + (n % 9_900)}`, {
      perSecond: 100,
    });
    await measure('a search of a common word', (n) => `${page(1)}&search=${words(n)}`, { p95: 1_500 });
    await measure('a search of two letters', (n) => `${page(1)}&search=${'abcdefghij'[n % 10]}${'aeiou'[n % 5]}`, {
      p95: 20_000,
    });
    await measure('the dashboard', () => '/dashboard/stats', { perSecond: 100 });
    await measure('a code, in order', () => `${page(1)}&finding=PIECE_PERIMEE&sort=nom_commercial`);
  },
  { base: '', p95: 100, prepare: withFindings },
);
endOfBench();
