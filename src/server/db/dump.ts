import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Kysely } from 'kysely';
import { columnsOfTable, columnsOfTables, withSortColumns } from './columns.ts';
import { appliedMigrations, migrate } from './migrate.ts';
import type { Database } from './open.ts';

type Row = Record<string, unknown>;
type AnyDb = Kysely<Record<string, Row>>;

/** What a dump holds: the state of the schema, and how many rows each table has. */
export interface DumpInfo {
  migrations: string[];
  tables: Record<string, number>;
}

const ROWS_AT_ONCE = 200;
/** Columns of its own search index: what it makes of them, it makes again. */
const OWN_COLUMNS: ReadonlySet<string> = new Set(['search_key']);
const withoutOwn = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !OWN_COLUMNS.has(column)));

/** Our tables that are there, whatever version of the schema: a dump is also taken before a migration. */
export const tablesOf = async (database: Database): Promise<string[]> =>
  (await columnsOfTables(database)).map(({ name }) => name).sort();

/**
 * Writes every row of every table as it is at one moment, one JSON object a line, one file a table: the same for both
 * engines, and readable without Diplo. Others go on working meanwhile.
 */
export async function dumpDatabase(database: Database, folder: string): Promise<DumpInfo> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await tablesOf(database);
  const migrations = await appliedMigrations(database);
  const tables = await ofOneMoment(database).execute((trx) => dumpTables(trx, names, folder));
  return { migrations, tables };
}

/** A transaction that reads all of one moment, and by cursors: nothing is sent ahead in it (`postgres.connection.ts`). */
function ofOneMoment({ db, engine }: Database) {
  const transaction = (db as unknown as AnyDb).transaction();
  return engine === 'postgres' ? transaction.setIsolationLevel('repeatable read') : transaction;
}

/** @returns how many rows each has */
async function dumpTables(trx: AnyDb, names: readonly string[], folder: string): Promise<Record<string, number>> {
  const tables: Record<string, number> = {};
  for (const name of names) {
    let count = 0;
    async function* lines(): AsyncGenerator<string> {
      for await (const row of trx.selectFrom(name).selectAll().stream(ROWS_AT_ONCE)) {
        count += 1;
        yield `${lineOf(row)}\n`;
      }
    }
    await pipeline(Readable.from(lines()), createWriteStream(join(folder, `${name}.jsonl`), { mode: 0o600 }));
    tables[name] = count;
  }
  return tables;
}

/** One row, one line: the separators of JavaScript, which JSON lets through, would be taken for an end of line by many. */
const lineOf = (row: Row): string =>
  JSON.stringify(withoutOwn(row)).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/** The rows of a dumped table, one after the other. */
export async function* dumpedRows(folder: string, table: string): AsyncGenerator<Row> {
  // A line ends with \n and nothing else: a product's text may hold any other separator.
  let rest = '';
  for await (const chunk of createReadStream(join(folder, `${table}.jsonl`), 'utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as Row;
  }
  if (rest !== '') yield JSON.parse(rest) as Row;
}

/** Reads a dump as a restore would. @throws an Error in words when a table is not whole */
export async function checkDump(folder: string, { tables }: DumpInfo): Promise<void> {
  for (const [table, expected] of Object.entries(tables)) {
    let count = 0;
    for await (const _ of dumpedRows(folder, table)) count += 1;
    if (count !== expected) throw incomplete(table, { count, expected });
  }
}

const incomplete = (table: string, { count, expected }: { count: number; expected: number }): Error =>
  new Error(`La table ${table} de la sauvegarde est incomplète : ${count} lignes sur ${expected}.`);

/**
 * Fills an empty database from a dump, whatever engine it came from: the schema as it was then, and all the rows in one
 * transaction. The migrations that came since are still to be run.
 * @param reread writes them out again into a folder as they were kept; they stay when its `check` does not throw
 * @throws when the dump comes from a newer version
 */
export async function loadDatabase(
  database: Database,
  folder: string,
  info: DumpInfo,
  reread?: { folder: string; check: (tables: Record<string, number>) => Promise<void> },
): Promise<void> {
  await migrate(database, { upTo: info.migrations.at(-1) });
  const columns = new Map<string, string[]>();
  for (const table of Object.keys(info.tables)) columns.set(table, await columnsOfTable(database, table));
  await ofOneMoment(database).execute(async (trx) => {
    for (const table of Object.keys(info.tables)) {
      let rows: Row[] = [];
      const flush = async (): Promise<void> => {
        if (rows.length > 0) await trx.insertInto(table).values(rows).execute();
        rows = [];
      };
      let count = 0;
      for await (const row of dumpedRows(folder, table)) {
        rows.push(withSortColumns(row, columns.get(table) ?? []));
        count += 1;
        if (rows.length === ROWS_AT_ONCE) await flush();
      }
      await flush();
      const expected = info.tables[table] ?? 0;
      if (count !== expected) throw incomplete(table, { count, expected });
    }
    if (reread) {
      await mkdir(reread.folder, { recursive: true, mode: 0o700 });
      await reread.check(await dumpTables(trx, Object.keys(info.tables), reread.folder));
    }
  });
}

/** True when the database holds nothing: no table, or no row in any but those that a first start writes. */
export async function isEmpty(database: Database): Promise<boolean> {
  const db = database.db as unknown as AnyDb;
  for (const table of await tablesOf(database)) {
    const row = await db.selectFrom(table).selectAll().limit(1).executeTakeFirst();
    if (row) return false;
  }
  return true;
}
