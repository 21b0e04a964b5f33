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

const keyOf = (use: 'start' | 'serve'): string => `hashtextextended('diplo ${use} ' || current_schema(), 0)`;

async function connect({ place, schema }: Database): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: place,
    ...(schema ? { options: `-c search_path=${schema}` } : {}),
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Starts come one after the other: two instances on an empty database would both create everything. */
export async function takeStartTurn(database: Database): Promise<Presence> {
  if (database.engine === 'sqlite') return NOBODY;
  const client = await connect(database);
  await client.query(`select pg_advisory_lock(${keyOf('start')})`);
  return { leave: () => client.end() };
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
