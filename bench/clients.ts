/** The program itself on SQLite, then on PostgreSQL, with many products, and clients that ask it as fast as they can. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { Job } from '#shared/jobs/job.contract.ts';
import { migrate } from '../src/server/db/migrate.ts';
import { type Database, openPostgres, openSqlite } from '../src/server/db/open.ts';
import { alignCatalogue } from '../src/server/products/product.catalogue.service.ts';
import startPostgres from '../src/server/test/postgres.setup.ts';
import { startProgram } from '../src/server/test/program.ts';
import { claim } from './claim.ts';
import { fill } from './product.rows.ts';

const ENGINES = (['sqlite', 'postgres'] as const).filter((one) => (process.env.ENGINE ?? one) === one);
const CLIENTS = 8;
const SECONDS = 4;
const PASSWORD = 'un mot de passe';

/**
 * Asks for an address below `base` again and again; the `n`th call adds `queryOf(n)`.
 * @param limits milliseconds of 95 of 100 answers, unless the place says so of all of them; answers a second
 * @returns answers a second
 */
type Measure = (
  what: string,
  queryOf: (n: number) => string,
  limits?: { p95?: number; perSecond?: number },
) => Promise<number>;

/** Keeps its connections, as a browser does. */
const agent = new Agent({ keepAlive: true });

/**
 * Asks below `base` and reads the JSON of the answer. By `node:http`: on two cores whoever asks takes its processor from what is
 * measured, and `fetch` takes three times as much. @throws when it is refused
 */
export function sender(base: string, headers: Record<string, string>) {
  return (method: string, path: string, body?: unknown): Promise<unknown> =>
    new Promise((done, failed) => {
      const sent = body === undefined ? null : JSON.stringify(body);
      const asked = request(
        `${base}${path}`,
        {
          agent,
          method,
          headers: {
            ...headers,
            ...(sent === null ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
          },
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () => {
            const text = Buffer.concat(parts).toString();
            if ((answer.statusCode ?? 500) >= 300)
              return failed(new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 500)}`));
            try {
              done(text === '' ? null : JSON.parse(text));
            } catch (error) {
              failed(error);
            }
          });
          answer.on('error', failed);
        },
      );
      asked.on('error', failed);
      asked.end(sent);
    });
}

interface Place {
  /** Below `/api/v1`. */
  base?: string;
  /** What there is besides the products. */
  prepare?: (database: Database, dataDir: string) => Promise<void>;
  /** What 95 of 100 answers take at most (ms), whatever is asked. */
  p95?: number;
  /** On this engine alone. */
  only?: Database['engine'];
  /** Begins while the first start is still at work; `untilIdle` of the program waits for its end. */
  atOnce?: boolean;
}

interface Program {
  engine: Database['engine'];
  url: string;
  headers: Record<string, string>;
  /** Until what a first start does by itself (shipped templates drawn, the control's first pass) is done. */
  untilIdle: () => Promise<void>;
  /** Its database, beside it. */
  open: () => Database;
  /** The PostgreSQL of the run, whose databases are all its own. */
  postgres: string;
}

async function untilIdle(api: string, headers: Record<string, string>): Promise<void> {
  for (let idle = 0, turns = 0; idle < 4; turns += 1) {
    if (turns > 1_200) throw new Error('the first start is still at work after ten minutes');
    const jobs = (await (await fetch(`${api}/jobs`, { headers })).json()) as Job[];
    const now = new Date().toISOString();
    const busy = jobs.some(
      ({ state, ready, next_at }) => state === 'running' || (state === 'waiting' && ready && next_at <= now),
    );
    idle = busy ? 0 : idle + 1;
    await setTimeout(500);
  }
}

/** @param count of products. `ENGINE=postgres`: on that one alone. */
export async function onBothEngines(
  count: number,
  work: (measure: Measure, program: Program) => Promise<void>,
  { base = '/products', prepare, p95: limit, atOnce = false, only }: Place = {},
): Promise<void> {
  let address = '';
  const stop = await startPostgres({
    provide: (name: string, value: string) => {
      if (name === 'postgresUrl') address = value;
    },
  } as never);
  for (const engine of only ? [only] : ENGINES) {
    const folder = mkdtempSync(join(tmpdir(), 'diplo-search-'));
    const open = (): Database =>
      engine === 'sqlite' ? openSqlite(join(folder, 'diplo.sqlite')) : openPostgres(address);
    const database = open();
    await migrate(database);
    await alignCatalogue(database);
    await fill(database, 0, count);
    await prepare?.(database, folder);
    await database.close();
    const environment: Record<string, string> = engine === 'sqlite' ? {} : { DATABASE_URL: address };
    const { child, url } = await startProgram(folder, {
      ...environment,
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'silent',
    });
    const signed = await fetch(`${url}/api/v1/auth/token`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'admin@diplo.local', password: PASSWORD }),
    });
    const { access_token } = (await signed.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${access_token}` };
    const program = {
      engine,
      open,
      url,
      headers,
      postgres: address,
      untilIdle: () => untilIdle(`${url}/api/v1`, headers),
    };
    if (!atOnce) await program.untilIdle();
    let turn = 0;
    await work(async (what, queryOf, { p95: own = limit, perSecond } = {}) => {
      const end = performance.now() + SECONDS * 1_000;
      const times: number[] = [];
      const client = async (): Promise<void> => {
        while (performance.now() < end) {
          turn += 1;
          const start = performance.now();
          const answer = await fetch(`${url}/api/v1${base}${queryOf(turn)}`, { headers });
          await answer.arrayBuffer();
          if (answer.status !== 200) throw new Error(String(answer.status));
          times.push(performance.now() - start);
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
      times.sort((a, b) => a - b);
      const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
      const named = `${engine} ${what}`;
      const rate = claim(
        named,
        times.length / SECONDS,
        'a second',
        perSecond === undefined ? {} : { atLeast: perSecond },
      );
      const slowest = claim(named, p95, 'ms', own === undefined ? {} : { atMost: own });
      console.log(`${engine.padEnd(9)} ${what.padEnd(34)} ${rate.padStart(14)}, p95 ${slowest}`);
      return times.length / SECONDS;
    }, program);
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
  await stop?.();
}
