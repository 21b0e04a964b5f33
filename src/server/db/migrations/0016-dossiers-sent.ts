import type { Kysely } from 'kysely';
import { fold } from '#shared/contract/list.ts';

interface Before {
  dossiers: { id: string; product_id: string; product_snapshot: string; search_text: string };
  products: { id: string; data: string };
}

/**
 * Dossiers go to the drive as documents do, and say of themselves whose they were: a product may go before them. A Word
 * file that was shown in one is kept as the PDF that it became.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('drive_outbox').renameColumn('generation_id', 'owner_id').execute();
  await db.schema
    .alterTable('dossiers')
    .addColumn('product_snapshot', 'text', (column) => column.notNull().defaultTo('{}'))
    .execute();
  await db.schema
    .alterTable('dossiers')
    .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .createTable('conversions')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    .addColumn('file_id', 'text', (column) => column.notNull())
    .execute();
  const typed = db as Kysely<Before>;
  const known = await typed
    .selectFrom('dossiers as d')
    .innerJoin('products as p', 'p.id', 'd.product_id')
    .select(['d.id', 'd.product_id', 'p.data'])
    .execute();
  for (const { id, product_id, data } of known) {
    const of: Record<string, unknown> = JSON.parse(data);
    const names = NAMES.map((name) => [name, of[name] ?? null] as const);
    await typed
      .updateTable('dossiers')
      .set({
        product_snapshot: JSON.stringify({ id: product_id, ...Object.fromEntries(names) }),
        search_text: fold(names.flatMap(([, value]) => (typeof value === 'string' ? [value] : [])).join('\n')),
      })
      .where('id', '=', id)
      .execute();
  }
}

/** As they are called in this version: a migration never changes. */
const NAMES = ['nom_client', 'marque', 'gamme', 'nom_produit', 'nom_commercial', 'ref_formule', 'ref_produit'];
