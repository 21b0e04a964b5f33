import type { Executor } from '../db/open.ts';
import type { AttemptRow } from '../db/tables.ts';

export async function insert(db: Executor, row: AttemptRow): Promise<void> {
  await db.insertInto('attempts').values(row).execute();
}

/** The times of the tries of this bucket in a stretch of time, oldest first. */
export async function since(
  db: Executor,
  bucket: string,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('attempts')
    .select('at')
    .where('bucket', '=', bucket)
    .where('at', '>', from)
    .where('at', '<=', to)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.at);
}

export async function clear(db: Executor, bucket: string): Promise<void> {
  await db.deleteFrom('attempts').where('bucket', '=', bucket).execute();
}

export async function forgetBefore(db: Executor, before: string): Promise<void> {
  await db.deleteFrom('attempts').where('at', '<', before).execute();
}
