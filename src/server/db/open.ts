import { existsSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  Kysely,
  PostgresAdapter,
  type RawBuilder,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  sql,
  type Transaction,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import Cursor from 'pg-cursor';
import { fold } from '#shared/contract/list.ts';
import { CommitUnanswered, DatabaseGone, databaseFault } from './faults.ts';
import { outsideOfMoments } from './moment.ts';
import { AHEAD, PostgresConnection, STATEMENTS_MAX } from './postgres.connection.ts';
import { MomentDialect } from './postgres.together.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
/** A database or a transaction on it: what a store is given. */
export type Executor = Kysely<Tables> | Transaction<Tables>;

export const isPostgres = (db: Executor): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

export interface Database {
  db: Db;
  engine: 'sqlite' | 'postgres';
  /** The schema of PostgreSQL the tables are in, when it is not the usual one. */
  schema?: string;
  /** Where the database is: a path, or the address of PostgreSQL. Another thread opens it again with it. */
  place: string;
  /** False when the file that was opened is no longer the one that is there. SQLite only. */
  isInPlace: () => boolean;
  close: () => Promise<void>;
}

/** Below this version the write-ahead log can be corrupted by its reset (sqlite.org/wal.html#walresetbug). */
const SQLITE_MIN = [3, 51, 3];
/** How long SQLite itself waits for another program's lock (ms): the event loop waits with it. */
const SQLITE_BUSY_MS = 20;

/** What changes the tables that statements were prepared for. */
const CHANGES_TABLES = /^\s{0,20}(?:create|alter|drop|reindex|vacuum|attach|detach|pragma)\b/i;

/** Prepares each statement once: planning it takes longer than most of them run. */
function preparedOnce(raw: Sqlite.Database): SqliteDatabase {
  const kept = new LRUCache<string, Sqlite.Statement>({ max: STATEMENTS_MAX });
  const prepare = (text: string): Sqlite.Statement => {
    if (CHANGES_TABLES.test(text)) {
      kept.clear();
      return raw.prepare(text);
    }
    const known = kept.get(text);
    // One whose rows are still being read is not begun again.
    if (known && !known.busy) return known;
    const statement = raw.prepare(text);
    kept.set(text, statement);
    return statement;
  };
  return { prepare: prepare as SqliteDatabase['prepare'], close: () => raw.close() };
}

/** Transactions as we want them of SQLite. */
class WriterFirstDriver extends SqliteDriver {
  readonly #raw: Sqlite.Database;
  constructor(raw: Sqlite.Database) {
    super({ database: preparedOnce(raw) });
    this.#raw = raw;
  }
  /** Takes the lock of writers when it begins: what it has read is still true when it writes. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
  /** SQLite has taken it back by itself when the disk is full: the fault to tell is that one. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#raw.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** Tables are made and changed in a transaction too: a migration that is stopped leaves nothing half done. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class WriterFirstDialect extends SqliteDialect {
  readonly #raw: Sqlite.Database;
  constructor(raw: Sqlite.Database) {
    super({ database: raw });
    this.#raw = raw;
  }
  override createAdapter(): DialectAdapter {
    return new TransactionalAdapter();
  }
  override createDriver(): Driver {
    return new WriterFirstDriver(this.#raw);
  }
}

/** `readonly`: beside the server that uses it, for a copy or a check; what it reads is as of one moment. */
export function openSqlite(path: string, { readonly = false } = {}): Database {
  const raw = new Sqlite(path, { readonly });
  raw.pragma(`busy_timeout = ${SQLITE_BUSY_MS}`);
  raw.function('fold', { deterministic: true }, (text) => fold(String(text)));
  // An acknowledged save survives a kill and a power cut: WAL with FULL syncs every commit.
  if (!readonly) raw.pragma('journal_mode = WAL');
  raw.pragma('synchronous = FULL');
  raw.pragma('foreign_keys = ON');
  const version = String(raw.prepare('select sqlite_version() as v').pluck().get());
  if (isBefore(version.split('.').map(Number), SQLITE_MIN))
    throw new Error(`SQLite ${version} est trop ancien : ${SQLITE_MIN.join('.')} au moins.`);
  const { ino } = statSync(path);
  const dialect = readonly ? new SqliteDialect({ database: raw }) : new WriterFirstDialect(raw);
  const db = new Kysely<Tables>({ dialect });
  places.set(db, { path, isThere: () => existsSync(path) && statSync(path).ino === ino });
  return {
    db,
    engine: 'sqlite',
    place: path,
    isInPlace: () => isInPlace(db),
    close: async () => {
      for (const letGo of beside.get(db) ?? []) await letGo();
      await db.destroy();
    },
  };
}

/** What others have opened of a database beside it, and let go of before it is closed: the last one to close tidies up. */
const beside = new WeakMap<Db, (() => Promise<unknown>)[]>();
export const beforeClosing = (db: Db, letGo: () => Promise<unknown>): void =>
  void beside.set(db, [...(beside.get(db) ?? []), letGo]);

/** Whether the file that was opened is still the one that is there: what is written to another one is lost. */
const places = new WeakMap<Db, { path: string; isThere: () => boolean }>();
export const isInPlace = (db: Db): boolean => places.get(db)?.isThere() ?? true;

/** The file of a database of SQLite, which another thread opens again; `null` on PostgreSQL. */
export const fileOf = (db: Db): string | null => places.get(db)?.path ?? null;

/** How long to wait for PostgreSQL before saying that it does not answer (ms). */
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * No request waits longer than these for PostgreSQL (ms). The last one ends the session of an instance that froze in
 * the middle of a transaction, and frees what it had locked.
 */
const LIMITS = {
  lock_timeout: 8_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 10_000,
};
/**
 * Requests are short and many: processes that share one query, and its compilation, take longer to begin than the query
 * takes, and the processor from the others (45 of 75 ms of a count of 200,000 rows).
 */
const SETTINGS = 'set max_parallel_workers_per_gather = 0; set jit = off';
/** Databases in which two transactions may run at once. SQLite has one writer by nature. */
const severalWriters = new WeakSet<Db>();

/**
 * `schema` keeps several databases apart on one server; `public` unless said otherwise. `patient` is for what may take
 * minutes: migrations, backups.
 */
export function openPostgres(url: string, schema?: string, { patient = false } = {}): Database {
  // Counts come as bigint, which pg gives as text.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    onConnect: async (client) => {
      await client.query(SETTINGS);
    },
    ...(patient ? {} : { Client: PostgresConnection }),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(patient ? {} : LIMITS),
    ...(schema ? { options: `-c search_path=${schema}` } : {}),
  });
  // Without a listener a connection that drops, idle or at work, would end the process: its query fails all the same.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({ dialect: new MomentDialect({ pool, cursor: Cursor }) });
  severalWriters.add(db);
  return {
    db,
    engine: 'postgres',
    place: url,
    ...(schema ? { schema } : {}),
    isInPlace: () => true,
    close: () => db.destroy(),
  };
}

/** Does what may take longer than any request may, as an index on a large table does. */
export async function patiently<T>(database: Database, work: (patient: Database) => Promise<T>): Promise<T> {
  if (database.engine === 'sqlite') return work(database);
  const patient = openPostgres(database.place, database.schema, { patient: true });
  try {
    return await work(patient);
  } finally {
    await patient.close();
  }
}

function isBefore(version: number[], floor: number[]): boolean {
  for (const [index, part] of floor.entries()) {
    const found = version[index] ?? 0;
    if (found !== part) return found < part;
  }
  return false;
}

/** How long a transaction is tried while another program holds the database (ms). */
const PATIENCE_MS = 5_000;
/** How often two transactions that stand in each other's way are tried again. */
const COLLISIONS_MAX = 5;
/** Since when (ms) the database of SQLite is held by another program: who comes later does not wait all over again. */
const heldSince = new WeakMap<Db, number>();

/**
 * Runs `work` in one transaction: all of it is kept, or none.
 * @param rows what `work` reads in order to write it: `product …`, `users`. Transactions that name the same one come one
 * after the other, so that what one has read is still true when it writes; others run at once, and so do those that only
 * share it. On SQLite all of them come one after the other by nature.
 * @throws CommitUnanswered when all of it was sent to PostgreSQL and the connection dropped: it may be kept
 */
export async function inTransaction<T>(
  db: Db,
  work: (trx: Transaction<Tables>) => Promise<T>,
  ...rows: readonly Lock[]
): Promise<T> {
  if (!isInPlace(db)) throw new DatabaseGone();
  for (let turn = 1; ; turn += 1) {
    let isUnanswered = false;
    try {
      const told: (() => void)[] = [];
      const done = await outsideOfMoments(() =>
        db.transaction().execute(async (trx) => {
          uponCommit.set(trx, told);
          await lock(trx, ...rows);
          const result = await work(trx);
          isUnanswered = true;
          return result;
        }),
      );
      isUnanswered = false;
      heldSince.delete(db);
      for (const one of told) one();
      return done;
    } catch (error) {
      if (isUnanswered && severalWriters.has(db) && !isAnswer(error))
        throw new CommitUnanswered('commit', { cause: error });
      const fault = databaseFault(error);
      if (fault === 'collision' && turn < COLLISIONS_MAX) continue;
      if (fault !== 'held' || severalWriters.has(db)) throw error;
      // The lock is asked for first: nothing of `work` has been done.
      const since = heldSince.get(db) ?? Date.now();
      heldSince.set(db, since);
      if (Date.now() - since > PATIENCE_MS) {
        // The next one has a fresh look, and no more.
        if (Date.now() - since > 2 * PATIENCE_MS) heldSince.delete(db);
        throw error;
      }
      await pause(50);
    }
  }
}

/** Whether PostgreSQL has answered that it keeps nothing; a session that it ends is none. */
const isAnswer = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC';

/** What waits for transactions under way to be kept. */
const uponCommit = new WeakMap<Executor, (() => void)[]>();

/** Runs `then` once what the transaction wrote is there for everybody; at once outside of one, never when it is not kept. */
export function onCommit(executor: Executor, then: () => void): void {
  const told = uponCommit.get(executor);
  if (told) told.push(then);
  else then();
}

/** A name that one transaction holds, or that several share: who must find it as it was, and does not change it. */
export type Lock = string | { shared: string };

/**
 * Waits until no other transaction holds these names, and holds them until this one ends. PostgreSQL only. They are taken
 * in the same order by everybody: two transactions never wait for each other.
 */
export async function lock(trx: Executor, ...names: readonly Lock[]): Promise<void> {
  if (names.length > 0 && isPostgres(trx)) await locking(names).execute(trx);
}

/** The same, for who reads next in the same transaction: what is read is as of when the name is held. */
export async function lockAhead(trx: Executor, ...names: readonly Lock[]): Promise<void> {
  if (isPostgres(trx)) await sql`${locking(names)} ${sql.raw(AHEAD)}`.execute(trx);
}

/** What PostgreSQL knows a name by. */
const keyOf = (name: RawBuilder<unknown>): RawBuilder<unknown> => sql`hashtextextended(${name}, 0)`;

/** Holds a name until the transaction ends if no other one holds it, and says whether it does; waits for nobody. PostgreSQL only. */
export const tryLock = (name: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`pg_try_advisory_xact_lock(${keyOf(name)})`;

const nameOf = (one: Lock): string => (typeof one === 'string' ? one : one.shared);

function locking(names: readonly Lock[]) {
  const sorted = names.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const taken = sorted.map((one) => sql`(${nameOf(one)}::text, ${typeof one === 'string'}::boolean)`);
  const key = keyOf(sql.ref('name'));
  return sql`select case when own then pg_advisory_xact_lock(${key}) else pg_advisory_xact_lock_shared(${key}) end from (values ${sql.join(taken)}) as taken (name, own)`;
}

/** The schema of PostgreSQL that the tables are in; `undefined` on SQLite, which has none. */
export async function schemaOf({ db, engine, schema }: Database): Promise<string | undefined> {
  if (engine === 'sqlite' || schema) return schema;
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return rows[0]?.name;
}

/** What a database says that does not let us in, and what is to be done. postgresql.org/docs/current/errcodes-appendix.html */
const REFUSALS: readonly [RegExp, string][] = [
  [/^28/, 'PostgreSQL refuse le compte ou le mot de passe de DATABASE_URL'],
  [/^3D000$/, 'La base que nomme DATABASE_URL n’existe pas : faites-la (« createdb -E UTF8 nom »)'],
  [/^42501$/, 'Le compte de DATABASE_URL n’a pas les droits qu’il faut dans cette base : faites-l’en propriétaire'],
  [
    /^SQLITE_(?:CORRUPT|NOTADB)/,
    'La base de données est abîmée : mettez tout le dossier DATA_DIR de côté, puis restaurez une sauvegarde dans un dossier vide (« npm run restore -- dossier »)',
  ],
];
/** Others hold no text in French. `SQL_ASCII` keeps bytes as they come. */
const ENCODINGS = ['UTF8', 'SQL_ASCII'];

/** @throws an Error that says where to look, when the database does not answer, refuses, or cannot hold what is written */
export async function reach({ db, engine }: Pick<Database, 'db' | 'engine'>): Promise<void> {
  try {
    // The first page of a file of SQLite is read too.
    if (engine === 'sqlite') await sql`select count(*) from sqlite_master`.execute(db);
    else {
      const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(db);
      const [{ server_encoding: encoding } = { server_encoding: '' }] = rows;
      if (!ENCODINGS.includes(encoding))
        throw new Error(
          `La base que nomme DATABASE_URL est en ${encoding}, et ne prendrait pas tous les textes : faites-en une en UTF-8 (« createdb -E UTF8 -T template0 nom »).`,
        );
    }
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    const refused = REFUSALS.find(([is]) => is.test(code));
    if (refused) throw new Error(`${refused[1]} (${code}).`, { cause });
    if (cause instanceof Error && /does not support SSL/.test(cause.message))
      throw new Error('PostgreSQL n’offre pas de connexion chiffrée : retirez sslmode de DATABASE_URL, ou réglez-la.', {
        cause,
      });
    if (databaseFault(cause) !== 'down') throw cause;
    const why = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
    throw new Error(
      `La base de données ne répond pas${why} : vérifiez son adresse, DATABASE_URL, et que PostgreSQL est démarré.`,
      { cause },
    );
  }
}

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
