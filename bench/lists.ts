/**
 * The list of 100,000 products as it is used all day, eight clients at once: a filter, an order, a page, what Back asks
 * again, what is suggested. The limit is 100 ms for 95 of 100 answers. On SQLite, then on PostgreSQL.
 * Run: `node scripts/run.mjs bench/lists.ts`
 */
import { onBothEngines } from './clients.ts';

const page = (n: number): string => `/?page=${n}&size=10`;
const SORTS = ['nom_commercial', '-date_mise_marche', 'marque', '-progression', 'ref_formule'];

await onBothEngines(100_000, async (measure) => {
  await measure('the list', () => page(1));
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
  await measure('values suggested', (n) => `/values?field=marque&search=${n % 900}`);
});
process.exit(0);
