import { type SqlBool, sql } from 'kysely';
import type { Executor } from '../db/open.ts';
import type { FileRow } from '../db/tables.ts';
import { FILE_OWNERS } from './owners.ts';

export async function insert(db: Executor, row: FileRow): Promise<void> {
  await db.insertInto('files').values(row).execute();
}

export const find = (db: Executor, id: string): Promise<FileRow | undefined> =>
  db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();

export async function listIds(db: Executor): Promise<string[]> {
  const rows = await db.selectFrom('files').select('id').execute();
  return rows.map((row) => row.id);
}

/** Files after this id, in the order of ids: all of them, a part at a time. */
export const after = (db: Executor, id: string, count: number): Promise<FileRow[]> =>
  db.selectFrom('files').selectAll().where('id', '>', id).orderBy('id').limit(count).execute();

export async function seal(db: Executor, id: string, until: string): Promise<void> {
  await db.updateTable('files').set({ sealed_until: until }).where('id', '=', id).execute();
}

/** Those that are sealed now. */
export async function listSealed(db: Executor, now: string): Promise<string[]> {
  const rows = await db.selectFrom('files').select('id').where('sealed_until', '>', now).execute();
  return rows.map((row) => row.id);
}

/** True where some row names the file. */
const isOwned = sql.join<SqlBool>(
  FILE_OWNERS.map(
    ([table, column]) =>
      sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = files.id)`,
  ),
  sql` or `,
);

/** Rows made before, that nothing names and that are not sealed any more. */
export async function listUnowned(db: Executor, { before, now }: { before: string; now: string }): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('created_at', '<', before)
    .where((eb) => eb.or([eb('sealed_until', 'is', null), eb('sealed_until', '<', now)]))
    .where(sql<SqlBool>`not (${isOwned})`)
    .execute();
  return rows.map((row) => row.id);
}

/** Every file that no row names, sealed or not. */
export async function listNobodys(db: Executor, before?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where(sql<SqlBool>`not (${isOwned})`)
    .$if(before !== undefined, (found) => found.where('created_at', '<', before ?? ''))
    .execute();
  return rows.map((row) => row.id);
}

/** @returns whether the row is gone: it stays when something names it again. */
export async function removeUnowned(db: Executor, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('files')
    .where('id', '=', id)
    .where(sql<SqlBool>`not (${isOwned})`)
    .executeTakeFirst();
  return Number(result.numDeletedRows) === 1;
}
