import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Kysely } from 'kysely';
import { columnsOfTable, withSortColumns } from './columns.ts';
import { appliedMigrations, migrate } from './migrate.ts';
import { type Database, schemaOf } from './open.ts';

type Row = Record<string, unknown>;
type AnyDb = Kysely<Record<string, Row>>;

/** What a dump holds: the state of the schema, and how many rows each table has. */
export interface DumpInfo {
  migrations: string[];
  tables: Record<string, number>;
}

const ROWS_AT_ONCE = 200;
/** Tables that the database makes for itself. */
const OWN_TABLES = /^(kysely_|sqlite_|product_search)/;
/** Columns that its triggers fill. */
const OWN_COLUMNS: ReadonlySet<string> = new Set(['search_key']);
const withoutOwn = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !OWN_COLUMNS.has(column)));

/** The tables of the schema, whatever version of it: a dump is also taken before a migration. */
export async function tablesOf(database: Database): Promise<string[]> {
  const schema = await schemaOf(database);
  const found = await database.db.introspection.getTables();
  return found
    .filter((table) => !table.isView && !OWN_TABLES.test(table.name))
    .filter((table) => schema === undefined || table.schema === schema)
    .map((table) => table.name)
    .sort();
}

/**
 * Writes every row of every table as it is at one moment, one JSON object a line, one file a table: the same for both
 * engines, and readable without Diplo. Others go on working meanwhile.
 */
export async function dumpDatabase(database: Database, folder: string): Promise<DumpInfo> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await tablesOf(database);
  const migrations = await appliedMigrations(database);
  const tables: Record<string, number> = {};
  const transaction = (database.db as unknown as AnyDb).transaction();
  await (database.engine === 'postgres' ? transaction.setIsolationLevel('repeatable read') : transaction).execute(
    async (trx) => {
      for (const name of names) {
        let count = 0;
        async function* lines(): AsyncGenerator<string> {
          for await (const row of trx.selectFrom(name).selectAll().stream(ROWS_AT_ONCE)) {
            count += 1;
            yield `${JSON.stringify(withoutOwn(row))}\n`;
          }
        }
        await pipeline(Readable.from(lines()), createWriteStream(join(folder, `${name}.jsonl`), { mode: 0o600 }));
        tables[name] = count;
      }
    },
  );
  return { migrations, tables };
}

/** The rows of a dumped table, one after the other. */
export async function* dumpedRows(folder: string, table: string): AsyncGenerator<Row> {
  const lines = createInterface({ input: createReadStream(join(folder, `${table}.jsonl`)), crlfDelay: Infinity });
  for await (const line of lines) if (line !== '') yield JSON.parse(line) as Row;
}

/**
 * Fills an empty database from a dump, whatever engine it came from: the schema as it was then, all the rows in one
 * transaction, then the migrations that came since. @throws when the dump comes from a newer version
 */
export async function loadDatabase(database: Database, folder: string, info: DumpInfo): Promise<void> {
  await migrate(database, { upTo: info.migrations.at(-1) });
  const db = database.db as unknown as AnyDb;
  const columns = new Map<string, string[]>();
  for (const table of Object.keys(info.tables)) columns.set(table, await columnsOfTable(database, table));
  await db.transaction().execute(async (trx) => {
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
      if (count !== info.tables[table])
        throw new Error(
          `La table ${table} de la sauvegarde est incomplète : ${count} lignes sur ${info.tables[table]}.`,
        );
    }
  });
  await migrate(database);
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
