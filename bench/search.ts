/**
 * How many times a second eight clients are answered, on 4,000 products with every field filled: a page of the list, a
 * search of common words asked again, and one that nobody has asked since the last change. On SQLite, then on
 * PostgreSQL. Run: `node scripts/run.mjs bench/search.ts`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { migrate } from '../src/server/db/migrate.ts';
import { openPostgres, openSqlite } from '../src/server/db/open.ts';
import startPostgres from '../src/server/test/postgres.setup.ts';
import { startProgram } from '../src/server/test/program.ts';
import { fill } from './product.rows.ts';

const COUNT = 4_000;
const CLIENTS = 8;
const SECONDS = 4;
const PASSWORD = 'un mot de passe';
const WORDS = ['verveine', 'aube', 'karite', 'argan', 'lavande', 'aqua', 'parfum', 'crème', 'tube', 'éclat'];

let address = '';
const stop = await startPostgres({
  provide: (name: string, value: string) => {
    if (name === 'postgresUrl') address = value;
  },
} as never);

for (const engine of ['sqlite', 'postgres'] as const) {
  const folder = mkdtempSync(join(tmpdir(), 'diplo-search-'));
  const database = engine === 'sqlite' ? openSqlite(join(folder, 'diplo.sqlite')) : openPostgres(address);
  await migrate(database);
  await fill(database, 0, COUNT);
  await database.close();
  const environment: Record<string, string> = engine === 'sqlite' ? {} : { DATABASE_URL: address };
  const { child, url } = await startProgram(folder, { ...environment, ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'silent' });
  const signed = await fetch(`${url}/api/v1/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'admin@diplo.local', password: PASSWORD }),
  });
  const { access_token } = (await signed.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  let turn = 0;
  const measure = async (what: string, queryOf: (turn: number) => string): Promise<void> => {
    const end = performance.now() + SECONDS * 1_000;
    let done = 0;
    const client = async (): Promise<void> => {
      while (performance.now() < end) {
        turn += 1;
        const answer = await fetch(`${url}/api/v1/products/?page=1&size=10&sort=nom_commercial&${queryOf(turn)}`, {
          headers,
        });
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(String(answer.status));
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    console.log(`${engine.padEnd(9)} ${what.padEnd(34)} ${Math.round(done / SECONDS)} a second`);
  };
  await measure('a page of the list', () => '');
  await measure(
    'a search of common words, again',
    (n) => `search=${encodeURIComponent(WORDS[n % WORDS.length] ?? '')}`,
  );
  await measure(
    'a search never asked before',
    (n) => `search=${encodeURIComponent(WORDS[n % WORDS.length] ?? '')}+${n % 997}`,
  );
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
await stop?.();
process.exit(0);
