import type { Executor } from '../db/open.ts';
import type { IdempotencyRow } from '../db/tables.ts';

export type First = Pick<IdempotencyRow, 'request_hash' | 'status' | 'answer'>;

export async function begin(
  db: Executor,
  row: Pick<IdempotencyRow, 'scope' | 'key' | 'request_hash' | 'created_at'>,
): Promise<void> {
  await db
    .insertInto('idempotency')
    .values({ ...row, status: null, answer: null })
    .execute();
}

export const find = (db: Executor, scope: string, key: string): Promise<First | undefined> =>
  db
    .selectFrom('idempotency')
    .select(['request_hash', 'status', 'answer'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst();

export async function finish(
  db: Executor,
  { scope, key, ...done }: { scope: string; key: string; status: number; answer: string },
): Promise<void> {
  await db.updateTable('idempotency').set(done).where('scope', '=', scope).where('key', '=', key).execute();
}

export async function remove(db: Executor, scope: string, key: string): Promise<void> {
  await db.deleteFrom('idempotency').where('scope', '=', scope).where('key', '=', key).execute();
}

/** Frees this key when its call is older than `before`, or never ended and is older than `abandonedBefore`. */
export async function forget(
  db: Executor,
  { scope, key, before, abandonedBefore }: { scope: string; key: string; before: string; abandonedBefore: string },
): Promise<void> {
  await db
    .deleteFrom('idempotency')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where((eb) =>
      eb.or([
        eb('created_at', '<', before),
        eb.and([eb('status', 'is', null), eb('created_at', '<', abandonedBefore)]),
      ]),
    )
    .execute();
}

export async function sweep(db: Executor, before: string): Promise<void> {
  await db.deleteFrom('idempotency').where('created_at', '<', before).execute();
}
