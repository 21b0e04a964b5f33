import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, SqliteDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
/** A database or a transaction on it: what a store is given. */
export type Executor = Kysely<Tables> | Transaction<Tables>;

export interface Database {
  db: Db;
  engine: 'sqlite' | 'postgres';
  /** The schema of PostgreSQL the tables are in, when it is not the usual one. */
  schema?: string;
  /** A copy of the whole database as one file, taken while it is in use. SQLite only. */
  backup?: (path: string) => Promise<void>;
  close: () => Promise<void>;
}

/** Below this version the write-ahead log can be corrupted by its reset (sqlite.org/wal.html#walresetbug). */
const SQLITE_MIN = [3, 51, 3];

export function openSqlite(path: string): Database {
  const raw = new Sqlite(path);
  // An acknowledged save survives a kill and a power cut: WAL with FULL syncs every commit.
  raw.pragma('journal_mode = WAL');
  raw.pragma('synchronous = FULL');
  raw.pragma('foreign_keys = ON');
  raw.pragma('busy_timeout = 5000');
  const version = String(raw.prepare('select sqlite_version() as v').pluck().get());
  if (isBefore(version.split('.').map(Number), SQLITE_MIN))
    throw new Error(`SQLite ${version} est trop ancien : ${SQLITE_MIN.join('.')} au moins.`);
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: raw }) });
  return {
    db,
    engine: 'sqlite',
    backup: async (to) => {
      await raw.backup(to);
    },
    close: () => db.destroy(),
  };
}

/** How long to wait for PostgreSQL before saying that it does not answer (ms). */
const CONNECT_TIMEOUT_MS = 5_000;
/** Databases in which two transactions may run at once. SQLite has one writer by nature. */
const severalWriters = new WeakSet<Db>();
/** Any number, the same in every instance. */
const WRITER_LOCK = 7_412_026;

/** `schema` keeps several databases apart on one server; `public` unless said otherwise. */
export function openPostgres(url: string, schema?: string): Database {
  // Counts come as bigint, which pg gives as text.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(schema ? { options: `-c search_path=${schema}` } : {}),
  });
  // Without a listener a connection that drops, idle or at work, would end the process: its query fails all the same.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  severalWriters.add(db);
  return { db, engine: 'postgres', ...(schema ? { schema } : {}), close: () => db.destroy() };
}

function isBefore(version: number[], floor: number[]): boolean {
  for (const [index, part] of floor.entries()) {
    const found = version[index] ?? 0;
    if (found !== part) return found < part;
  }
  return false;
}

/**
 * Runs `work` in one transaction: all of it is kept, or none. Transactions that write come one after the other on
 * PostgreSQL too: what one has read is still true when it writes, and the journal's chain has one order.
 */
export const inTransaction = <T>(db: Db, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    if (severalWriters.has(db)) await sql`select pg_advisory_xact_lock(${WRITER_LOCK})`.execute(trx);
    return work(trx);
  });

/** True when the database answers. */
export async function isAlive(db: Db): Promise<boolean> {
  try {
    const late = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error('late')), CONNECT_TIMEOUT_MS).unref(),
    );
    await Promise.race([sql`select 1`.execute(db), late]);
    return true;
  } catch {
    return false;
  }
}

/** True when an insert was refused because the same key is there already, on either engine. */
export function isDuplicate(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return error.code === '23505' || (typeof error.code === 'string' && error.code.startsWith('SQLITE_CONSTRAINT'));
}
