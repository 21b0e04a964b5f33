import { type SelectQueryBuilder, sql } from 'kysely';
import type { TrashItem } from '#shared/trash/trash.contract.ts';
import { isOneOf } from '../db/chunks.ts';
import type { Executor } from '../db/open.ts';
import type { Tables } from '../db/tables.ts';
import { productsInTrash } from '../db/trashed.ts';

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
  lot: { table: 'follow_records', label: 'label', kind: 'lot' },
  study: { table: 'follow_records', label: 'label', kind: 'study' },
  effect: { table: 'follow_records', label: 'label', kind: 'effect' },
} as const satisfies { [T in Type]: TrashTable };

interface TrashTable {
  table: keyof Tables;
  label: string;
  /** Of a table of several kinds, which: those are of a product. */
  kind?: string;
}
const tableOf = (type: Type): TrashTable => TRASH[type];

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
  { table: 'deadline_products', column: 'product_id', owner: 'product' },
  { table: 'follow_revisions', column: 'product_id', owner: 'product' },
  { table: 'follow_revisions', column: 'owner_id', owner: 'lot' },
  { table: 'follow_revisions', column: 'owner_id', owner: 'study' },
  { table: 'follow_revisions', column: 'owner_id', owner: 'effect' },
  { table: 'follow_records', column: 'product_id', owner: 'product' },
  { table: 'reviews', column: 'product_id', owner: 'product' },
  { table: 'comments', column: 'product_id', owner: 'product' },
  { table: 'guest_signatures', column: 'product_id', owner: 'product' },
  { table: 'guests', column: 'product_id', owner: 'product' },
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
  ['request_items', 'owner_id'],
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
  /** Of what is a product's: which; `null` for what is of none. */
  product_id: string | null;
}

const TYPES = Object.keys(TRASH) as Type[];
/** The tables are known by name only here. */
const anyTable = (table: keyof Tables): 'products' => table as 'products';
const anyColumn = (column: string): 'id' => column as 'id';

/** The rows of one type, in the trash or not. */
const rowsOf = (db: Executor, type: Type) => {
  const { table, kind } = tableOf(type);
  const rows = db.selectFrom(anyTable(table));
  return kind === undefined ? rows : rows.where(anyColumn('kind'), '=', kind);
};

/**
 * Products of which nothing may go: ten years after their last lot (Regulation (EC) 1223/2009, article 11(1)), and after it
 * only when an administrator says so.
 */
const keptProducts = (db: Executor) => db.selectFrom('products').select('id').where('kept_until', 'is not', null);

/**
 * Whether the product that a column names was sold: its day of marketing has come, or it has a lot. Asked row by row: of a hundred
 * thousand that are sold, few things are in the trash. @param today as a day, YYYY-MM-DD
 */
const isOfSold = (column: string, today: string) => sql<boolean>`exists (select 1 from products as sold
  where sold.id = ${sql.ref(column)} and ((sold.sort_date_mise_marche > '' and sold.sort_date_mise_marche <= ${today})
    or exists (select 1 from follow_records as lots where lots.product_id = sold.id and lots.kind = 'lot' and lots.deleted_at is null)))`;

/** Products of which a lot, a stop or a case was entered, in the trash or not: they were sold, as far as anybody knows. */
const registeredProducts = (db: Executor) =>
  db.selectFrom('follow_records').select('product_id').where('kind', 'in', ['lot', 'arret', 'effect']);

/** Until when nothing of a product may go; `null` where nothing says so. */
export const keptUntil = async (db: Executor, productId: string): Promise<string | null> =>
  (await db.selectFrom('products').select('kept_until').where('id', '=', productId).executeTakeFirst())?.kept_until ??
  null;

/** Of which product a document is, and when it was sealed. */
export const findDocument = (
  db: Executor,
  id: string,
): Promise<{ product_id: string; status: string; validated_at: string | null } | undefined> =>
  db.selectFrom('generations').select(['product_id', 'status', 'validated_at']).where('id', '=', id).executeTakeFirst();

/** How these products are called, by their ids: as their column holds it. */
export async function summariesOf(db: Executor, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('products')
    .select(['id', 'summary'])
    .where(isOneOf(db, 'id', ids))
    .execute();
  return new Map(rows.map(({ id, summary }) => [id, summary]));
}

export async function listDeleted(db: Executor): Promise<Deleted[]> {
  const found: Deleted[] = [];
  for (const type of TYPES) {
    const { label, kind } = tableOf(type);
    const rows = await rowsOf(db, type)
      .select(['id', `${anyColumn(label)} as label`, 'deleted_at', 'deleted_by'])
      .$if(kind !== undefined, (query) => query.select(`${anyColumn('product_id')} as product_id`))
      .where('deleted_at', 'is not', null)
      .$narrowType<{ deleted_at: string }>()
      .execute();
    found.push(...rows.map(({ product_id = null, ...row }) => ({ ...row, type, product_id })));
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

/** What stands in a library, and others stand on. */
const RECORDS = ['substance', 'material'] as const satisfies readonly Type[];

/** Whether something stands on this record, in the trash or not: it would lose what the record says. */
export const isStoodOn = async (db: Executor, id: string): Promise<boolean> =>
  (await db.selectFrom('record_uses').select('record_id').where('record_id', '=', id).executeTakeFirst()) !== undefined;

/**
 * Removes for good what was deleted before `deleted`; sealed generations only when sealed before `sealed`. A product whose day
 * of marketing has come goes only when an administrator says so: nothing tells here that it was never sold.
 * @param today as a day, YYYY-MM-DD
 */
export async function purge(
  db: Executor,
  { deleted, sealed, today }: { deleted: string; sealed: string; today: string },
): Promise<number> {
  // Before anything goes: what a purged formula stood on waits for the next purge, whole.
  const records = new Map<Type, string[]>();
  for (const type of RECORDS) {
    const used = db.selectFrom('record_uses').select('record_id');
    const rows = await rowsOf(db, type)
      .select('id')
      .where('deleted_at', '<', deleted)
      .where('id', 'not in', used)
      .execute();
    records.set(
      type,
      rows.map(({ id }) => id),
    );
  }
  /** What goes now, of one type. */
  const gone = (type: Type) => {
    const rows = rowsOf(db, type).select('id').where('deleted_at', '<', deleted);
    const unused = records.get(type);
    if (unused) return rows.where(isOneOf(db, 'id', unused));
    if (type === 'product')
      return rows
        .where('kept_until', 'is', null)
        .where('id', 'not in', registeredProducts(db))
        .where((eb) => eb.or([eb('sort_date_mise_marche', '=', ''), eb('sort_date_mise_marche', '>', today)]));
    const ofKept = anyColumn('product_id');
    // What tells that a product was sold stays as long as the product may be judged by it.
    if (tableOf(type).kind !== undefined)
      return rows
        .where(ofKept, 'not in', keptProducts(db))
        .where(ofKept, 'not in', productsInTrash(db))
        .where((eb) => eb.not(isOfSold(`${tableOf(type).table}.product_id`, today)));
    if (type !== 'generation') return rows;
    return rows.where((eb) =>
      eb.or([
        eb(anyColumn('status'), '=', 'draft'),
        eb.and([eb(anyColumn('validated_at'), '<', sealed), eb(ofKept, 'not in', keptProducts(db))]),
      ]),
    );
  };
  return remove(db, gone, { deleted, today });
}

/** Removes for good one that is in the trash, with its parts. */
export const removeOne = (db: Executor, { type, id }: { type: Type; id: string }): Promise<number> =>
  remove(
    db,
    (one) =>
      rowsOf(db, one)
        .select('id')
        // Nothing has an empty one.
        .where('id', '=', one === type ? id : '')
        .where('deleted_at', 'is not', null),
    null,
  );

/**
 * Removes for good all that the example made, in the trash or not, with the documents and dossiers of its products.
 * @param madeIds of the products that it made: those that are gone too, whose documents stayed
 */
export async function purgeExample(db: Executor, madeIds: readonly string[]): Promise<number> {
  const made = (type: Type) => {
    if (tableOf(type).kind !== undefined)
      return rowsOf(db, type).select('id').where(anyColumn('product_id'), 'in', products);
    return rowsOf(db, type).select('id').where('example', '=', 1);
  };
  const products = db.selectFrom('products').select('id').where('example', '=', 1);
  const ofThem = sql<boolean>`(product_id in ${products} or ${isOneOf(db, 'product_id', madeIds)})`;
  const dossiers = db.selectFrom('dossiers').select('id').where(ofThem);
  await db.deleteFrom('drive_outbox').where('owner_id', 'in', dossiers).execute();
  await db.deleteFrom('dossiers').where(ofThem).execute();
  return remove(db, (type) => (type === 'generation' ? rowsOf(db, type).select('id').where(ofThem) : made(type)), null);
}

/** What is gone for each type, with its parts. @param parted parts that were taken away by themselves before `deleted` go too */
async function remove(
  db: Executor,
  gone: (type: Type) => SelectQueryBuilder<Tables, 'products', { id: string }>,
  parted: { deleted: string; today: string } | null,
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
    if (type && parted) {
      const alone = parts.where('deleted_at', '<', parted.deleted).where(anyColumn(type), '=', owner);
      const by = anyColumn(column);
      // What a sold product was assessed on is shown for ten years, and so is what it is made of: article 11.
      await done(
        owner === 'product'
          ? alone
              .where(by, 'not in', keptProducts(db))
              .where(by, 'not in', registeredProducts(db))
              .where((eb) => eb.not(isOfSold(`${table}.${column}`, parted.today)))
          : alone.where(by, 'not in', db.selectFrom('record_uses').select('record_id')),
      );
    }
  }
  // What was due of nobody else goes with its last product.
  const due = db.selectFrom('deadline_products').select('key');
  await db.deleteFrom('deadlines').where('key', 'not in', due).execute();
  // What was merged into one of these, and is in the trash itself, stands for itself again.
  for (const type of RECORDS)
    await db.updateTable(TRASH[type].table).set({ merged_into: null }).where('merged_into', 'in', gone(type)).execute();
  // Documents before their products: which are an example’s is known by those.
  for (const type of TYPES.toSorted((a) => (a === 'generation' ? -1 : 0)))
    await done(db.deleteFrom(anyTable(TRASH[type].table)).where('id', 'in', gone(type)));
  return count;
}
