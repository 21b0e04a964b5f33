/**
 * How many times a second eight clients are answered, on 5,000 products with every field filled: a page of the list, a
 * search of common words asked again, one that nobody has asked since the last change, and one of those with a word of one or two
 * letters, of which there is no index. On SQLite, then on PostgreSQL. Run: `node scripts/run.mjs bench/search.ts`
 */
import { endOfBench } from './claim.ts';
import { onBothEngines } from './clients.ts';

const WORDS = ['verveine', 'aube', 'karite', 'argan', 'lavande', 'aqua', 'parfum', 'crème', 'tube', 'éclat'];
const PAGE = '/?page=1&size=10&sort=nom_commercial';
const word = (n: number): string => encodeURIComponent(WORDS[n % WORDS.length] ?? '');

await onBothEngines(5_000, async (measure) => {
  await measure('a page of the list', () => PAGE, { p95: 50 });
  await measure('a search of common words, again', (n) => `${PAGE}&search=${word(n)}`);
  await measure('a search never asked before', (n) => `${PAGE}&search=${word(n)}+${100 + (n % 897)}`, {
    perSecond: 400,
  });
  await measure('one with a short word', (n) => `${PAGE}&search=${word(n)}+${n % 97}`);
});
endOfBench();
