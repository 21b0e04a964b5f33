import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from './open.ts';

/**
 * Which programs use a database of PostgreSQL just now, told by locks of a session of their own: the server itself ends
 * a session whose program died. SQLite has one program, which the lock of the data folder makes sure of.
 */
export interface Presence {
  leave(): Promise<void>;
}

const NOBODY: Presence = { leave: async () => undefined };
const RETRY_MS = 5_000;
/** How PostgreSQL notices within a minute that a machine is gone, and frees what it held. */
const KEEPALIVE = ['-c tcp_keepalives_idle=30', '-c tcp_keepalives_interval=10', '-c tcp_keepalives_count=3'];
/** How long a start waits for another one (ms): a migration of a large database takes minutes. */
const TURN_MS = 10 * 60_000;

const keyOf = (use: 'start' | 'serve'): string => `hashtextextended('diplo ${use} ' || current_schema(), 0)`;

async function connect({ place, schema }: Database): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: place,
    options: [...KEEPALIVE, ...(schema ? [`-c search_path=${schema}`] : [])].join(' '),
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/**
 * Starts come one after the other: two instances on an empty database would both create everything.
 * @throws an Error in words when another one does not come to an end
 */
export async function takeStartTurn(database: Database): Promise<Presence> {
  if (database.engine === 'sqlite') return NOBODY;
  const client = await connect(database);
  const from = Date.now();
  for (;;) {
    const { rows } = await client.query(`select pg_try_advisory_lock(${keyOf('start')}) as mine`);
    if (rows[0]?.mine === true) return { leave: () => client.end() };
    if (Date.now() - from > TURN_MS) {
      await client.end();
      throw new Error(
        'Un autre Diplo démarre sur cette base depuis plus de dix minutes : arrêtez-le s’il est bloqué, puis recommencez.',
      );
    }
    await pause(200);
  }
}

/** Says that a server uses this database, as long as it lives. */
export async function announceServer(database: Database): Promise<Presence> {
  if (database.engine === 'sqlite') return NOBODY;
  let left = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  const announce = async (): Promise<void> => {
    client = await connect(database);
    client.once('end', () => {
      if (left) return;
      // PostgreSQL went away: said again once it is back.
      timer = setTimeout(again, RETRY_MS);
      timer.unref();
    });
    await client.query(`select pg_advisory_lock_shared(${keyOf('serve')})`);
  };
  const again = (): void => {
    announce().catch(() => {
      timer = setTimeout(again, RETRY_MS);
      timer.unref();
    });
  };
  await announce();
  return {
    async leave() {
      left = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}

/** True when a server uses this database now. */
export async function isServed(database: Database): Promise<boolean> {
  if (database.engine === 'sqlite') return false;
  const client = await connect(database);
  try {
    const { rows } = await client.query(`select pg_try_advisory_lock(${keyOf('serve')}) as free`);
    return rows[0]?.free !== true;
  } finally {
    await client.end();
  }
}
