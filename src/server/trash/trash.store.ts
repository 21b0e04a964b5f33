import type { SelectQueryBuilder } from 'kysely';
import type { TrashItem } from '#shared/trash/trash.contract.ts';
import type { Executor } from '../db/open.ts';
import type { Tables } from '../db/tables.ts';

type Type = TrashItem['type'];

/**
 * Everything that has a place in the trash: its table, and the column by which people know it. A test walks the real
 * database: a table with a `deleted_at` that is neither here nor among the parts fails it.
 */
export const TRASH = {
  product: { table: 'products', label: 'summary' },
  template: { table: 'templates', label: 'name' },
  generation: { table: 'generations', label: 'file_name' },
  substance: { table: 'substances', label: 'label' },
  material: { table: 'materials', label: 'label' },
} as const satisfies { [T in Type]: { table: keyof Tables; label: string } };

interface Part {
  table: keyof Tables;
  /** The column that names its owner. */
  column: string;
  owner: Type;
  /** The column that says of which type its owner is, where there are several. */
  type?: string;
}

/** What goes for good with its owner. */
export const PARTS: readonly Part[] = [
  { table: 'attachments', column: 'owner_id', owner: 'product', type: 'owner_type' },
  { table: 'attachments', column: 'owner_id', owner: 'substance', type: 'owner_type' },
  { table: 'attachments', column: 'owner_id', owner: 'material', type: 'owner_type' },
  { table: 'product_revisions', column: 'product_id', owner: 'product' },
  { table: 'product_file_events', column: 'product_id', owner: 'product' },
  { table: 'template_files', column: 'template_id', owner: 'template' },
  { table: 'drive_outbox', column: 'owner_id', owner: 'generation' },
  { table: 'formulas', column: 'product_id', owner: 'product' },
  { table: 'control_records', column: 'product_id', owner: 'product' },
  { table: 'control_revisions', column: 'product_id', owner: 'product' },
  { table: 'findings', column: 'product_id', owner: 'product' },
  { table: 'finding_answers', column: 'product_id', owner: 'product' },
  { table: 'part_days', column: 'product_id', owner: 'product' },
  { table: 'exposures', column: 'product_id', owner: 'product' },
  { table: 'hypotheses', column: 'substance_id', owner: 'substance' },
  { table: 'law_decisions', column: 'product_id', owner: 'product' },
  { table: 'law_changes', column: 'product_id', owner: 'product' },
  { table: 'record_uses', column: 'owner_id', owner: 'product' },
  { table: 'record_uses', column: 'owner_id', owner: 'material' },
  { table: 'record_revisions', column: 'owner_id', owner: 'product' },
  { table: 'record_revisions', column: 'owner_id', owner: 'material' },
  { table: 'record_revisions', column: 'owner_id', owner: 'substance' },
  { table: 'substance_numbers', column: 'substance_id', owner: 'substance' },
];

/** Rows that name an owner and outlive it: a document says what its product and its template were. */
export const OUTLIVE: readonly (readonly [table: keyof Tables, column: string])[] = [
  ['intake', 'owner_id'],
  ['generations', 'product_id'],
  ['generations', 'template_id'],
  ['dossiers', 'product_id'],
];

interface Deleted {
  type: Type;
  id: string;
  /** As its column holds it. */
  label: string;
  deleted_at: string;
  deleted_by: string | null;
}

const TYPES = Object.keys(TRASH) as Type[];
/** The tables are known by name only here. */
const anyTable = (table: keyof Tables): 'products' => table as 'products';
const anyColumn = (column: string): 'id' => column as 'id';

export async function listDeleted(db: Executor): Promise<Deleted[]> {
  const found: Deleted[] = [];
  for (const type of TYPES) {
    const { table, label } = TRASH[type];
    const rows = await db
      .selectFrom(anyTable(table))
      .select(['id', `${anyColumn(label)} as label`, 'deleted_at', 'deleted_by'])
      .where('deleted_at', 'is not', null)
      .$narrowType<{ deleted_at: string }>()
      .execute();
    found.push(...rows.map((row) => ({ type, ...row })));
  }
  return found;
}

export async function restore(db: Executor, type: Type, id: string): Promise<void> {
  await db
    .updateTable(anyTable(TRASH[type].table))
    .set({ deleted_at: null, deleted_by: null })
    .where('id', '=', id)
    .execute();
}

/** Removes for good what was deleted before `deleted`; sealed generations only when sealed before `sealed`. */
export async function purge(db: Executor, { deleted, sealed }: { deleted: string; sealed: string }): Promise<number> {
  /** What goes now, of one type. */
  const gone = (type: Type) => {
    const rows = db.selectFrom(anyTable(TRASH[type].table)).select('id').where('deleted_at', '<', deleted);
    if (type !== 'generation') return rows;
    return rows.where((eb) =>
      eb.or([eb(anyColumn('status'), '=', 'draft'), eb(anyColumn('validated_at'), '<', sealed)]),
    );
  };
  return remove(db, gone, deleted);
}

/** Removes for good all that the example made, in the trash or not, with the documents and dossiers of its products. */
export async function purgeExample(db: Executor): Promise<number> {
  const made = (table: 'products' | 'templates' | 'substances' | 'materials') =>
    db.selectFrom(anyTable(table)).select('id').where('example', '=', 1);
  const products = db.selectFrom('products').select('id').where('example', '=', 1);
  const dossiers = db.selectFrom('dossiers').select('id').where('product_id', 'in', products);
  await db.deleteFrom('drive_outbox').where('owner_id', 'in', dossiers).execute();
  await db.deleteFrom('dossiers').where('product_id', 'in', products).execute();
  return remove(
    db,
    (type) =>
      type === 'generation'
        ? db.selectFrom(anyTable('generations')).select('id').where(anyColumn('product_id'), 'in', products)
        : made(TRASH[type].table as 'products'),
    null,
  );
}

/** What is gone for each type, with its parts. @param deleted parts that were taken away by themselves before it go too */
async function remove(
  db: Executor,
  gone: (type: Type) => SelectQueryBuilder<Tables, 'products', { id: string }>,
  deleted: string | null,
): Promise<number> {
  let count = 0;
  const done = async (query: { executeTakeFirst(): Promise<{ numDeletedRows: bigint }> }): Promise<void> => {
    count += Number((await query.executeTakeFirst()).numDeletedRows);
  };
  for (const { table, column, owner, type } of PARTS) {
    const parts = db.deleteFrom(anyTable(table));
    const orphaned = parts.where(anyColumn(column), 'in', gone(owner));
    await done(type ? orphaned.where(anyColumn(type), '=', owner) : orphaned);
    // One that was taken away by itself.
    if (type && deleted) await done(parts.where('deleted_at', '<', deleted));
  }
  // Documents before their products: which are an example’s is known by those.
  for (const type of TYPES.toSorted((a) => (a === 'generation' ? -1 : 0)))
    await done(db.deleteFrom(anyTable(TRASH[type].table)).where('id', 'in', gone(type)));
  return count;
}
