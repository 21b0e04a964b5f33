import type { Executor } from '../db/open.ts';
import type { ProductRevisionRow } from '../db/tables.ts';

/** Products with several saves between these times (ISO 8601 UTC), each of them once. */
export async function listSavedOften(db: Executor, { from, to }: { from: string; to: string }): Promise<string[]> {
  const rows = await db
    .selectFrom('product_revisions')
    .select('product_id')
    .where('at', '>', from)
    .where('at', '<=', to)
    .groupBy('product_id')
    .having((eb) => eb.fn.countAll(), '>', 1)
    .orderBy('product_id')
    .execute();
  return rows.map(({ product_id }) => product_id);
}

/** The oldest first. */
export const listBetween = (
  db: Executor,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<Omit<ProductRevisionRow, 'data'>[]> =>
  db
    .selectFrom('product_revisions')
    .select(['product_id', 'revision', 'at', 'by', 'status', 'changes', 'began_at'])
    .where('product_id', '=', id)
    .where('at', '>', from)
    .where('at', '<=', to)
    .orderBy('revision')
    .execute();

export async function removeRevisions(db: Executor, id: string, revisions: readonly number[]): Promise<void> {
  await db.deleteFrom('product_revisions').where('product_id', '=', id).where('revision', 'in', revisions).execute();
}

export async function writeTogether(
  db: Executor,
  {
    product_id,
    revision,
    changes,
    began_at,
  }: Pick<ProductRevisionRow, 'product_id' | 'revision' | 'changes' | 'began_at'>,
): Promise<void> {
  await db
    .updateTable('product_revisions')
    .set({ changes, began_at })
    .where('product_id', '=', product_id)
    .where('revision', '=', revision)
    .execute();
}

/** When something was made, signed, decided or sealed of a product as it was: its version then is told apart for ever. */
export async function listMoments(db: Executor, id: string): Promise<string[]> {
  const [documents, dossiers, decisions, files, records] = await Promise.all([
    db
      .selectFrom('generations')
      .select(['initiated_at', 'finalized_at', 'validated_at'])
      .where('product_id', '=', id)
      .execute(),
    db.selectFrom('dossiers').select('sealed_at').where('product_id', '=', id).execute(),
    db.selectFrom('law_decisions').select('at').where('product_id', '=', id).execute(),
    db.selectFrom('product_file_events').select('at').where('product_id', '=', id).execute(),
    db.selectFrom('control_revisions').select('at').where('product_id', '=', id).execute(),
  ]);
  return [...documents, ...dossiers, ...decisions, ...files, ...records].flatMap((row) =>
    Object.values(row).filter((at) => at !== null),
  );
}
