import { sql } from 'kysely';
import { type Database, schemaOf } from './open.ts';
import { TABLES } from './tables.ts';

/** The columns by which a list is sorted: one for each field it shows, computed from the row, each with its index. */
const PREFIX = 'sort_';
export const isSortColumn = (name: string): boolean => name.startsWith(PREFIX);
const indexOf = (table: string, column: string): string => `${table}_list_${column}`;

/** Every table of ours as it is, with its columns. */
export async function columnsOfTables(
  database: Database,
): Promise<{ name: string; columns: { name: string; dataType: string }[] }[]> {
  const schema = await schemaOf(database);
  const found = await database.db.introspection.getTables();
  return found.filter(({ name, schema: its }) => name in TABLES && (schema === undefined || its === schema));
}

/** The columns of a table as they are. */
export async function columnsOfTable(database: Database, table: string): Promise<string[]> {
  const schema = await schemaOf(database);
  const tables = await database.db.introspection.getTables();
  const found = tables.find((one) => one.name === table && (schema === undefined || one.schema === schema));
  return (found?.columns ?? []).map((column) => column.name);
}

/**
 * Gives a table the sort columns of these fields, and takes away those of fields that are shown no more. What a new one
 * holds is still to be computed.
 */
export async function alignSortColumns(database: Database, table: 'products', names: readonly string[]): Promise<void> {
  const present = (await columnsOfTable(database, table)).filter(isSortColumn);
  const wanted = names.map((name) => `${PREFIX}${name}`);
  await database.db.transaction().execute(async (trx) => {
    for (const column of present.filter((one) => !wanted.includes(one))) {
      await sql`drop index if exists ${sql.ref(indexOf(table, column))}`.execute(trx);
      await sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`.execute(trx);
    }
    for (const column of wanted.filter((one) => !present.includes(one))) {
      await sql`alter table ${sql.table(table)} add column ${sql.ref(column)} text not null default ''`.execute(trx);
      // What a list is ordered by stands in its row (0033-marks).
      if (database.engine === 'postgres')
        await sql`alter table ${sql.table(table)} alter column ${sql.ref(column)} set storage main`.execute(trx);
      // Rows in the trash are in no list (0002-fast-lists).
      await sql`create index ${sql.ref(indexOf(table, column))} on ${sql.table(table)}
        (${sql.ref(column)}, id, search_key) where deleted_at is null`.execute(trx);
    }
  });
}

/** A row of another day with the sort columns that its table has now; those it lacks are still to be computed. */
export function withSortColumns(row: Record<string, unknown>, columns: readonly string[]): Record<string, unknown> {
  const own = Object.entries(row).filter(([name]) => !isSortColumn(name) || columns.includes(name));
  const lacking = columns.filter((name) => isSortColumn(name) && !(name in row));
  return Object.fromEntries([...own, ...lacking.map((name) => [name, ''])]);
}
