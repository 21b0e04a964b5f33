import type { Executor } from '../db/open.ts';
import type { DossierRow } from '../db/tables.ts';

export async function insert(db: Executor, row: DossierRow): Promise<void> {
  await db.insertInto('dossiers').values(row).execute();
}

export const find = (db: Executor, id: string): Promise<DossierRow | undefined> =>
  db.selectFrom('dossiers').selectAll().where('id', '=', id).executeTakeFirst();

export const listOf = (db: Executor, productId: string): Promise<DossierRow[]> =>
  db
    .selectFrom('dossiers')
    .selectAll()
    .where('product_id', '=', productId)
    .orderBy('sealed_at', 'desc')
    .orderBy('id')
    .execute();

/** When a file of this hash was sealed. */
export const findByHash = (db: Executor, sha256: string): Promise<Pick<DossierRow, 'sealed_at'> | undefined> =>
  db
    .selectFrom('dossiers')
    .select('sealed_at')
    .where((eb) => eb.or([eb('sha256', '=', sha256), eb('zip_sha256', '=', sha256)]))
    .orderBy('sealed_at')
    .limit(1)
    .executeTakeFirst();
