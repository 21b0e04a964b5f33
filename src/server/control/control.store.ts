import { sql } from 'kysely';
import type { Executor } from '../db/open.ts';
import type { ControlRecordRow, ControlRevisionRow } from '../db/tables.ts';

type Key = Pick<ControlRecordRow, 'product_id' | 'kind'>;

export const list = (db: Executor, productId: string): Promise<ControlRecordRow[]> =>
  db.selectFrom('control_records').selectAll().where('product_id', '=', productId).execute();

export const find = (db: Executor, { product_id, kind }: Key): Promise<ControlRecordRow | undefined> =>
  db
    .selectFrom('control_records')
    .selectAll()
    .where('product_id', '=', product_id)
    .where('kind', '=', kind)
    .executeTakeFirst();

/** What is known of people and suppliers is read in the records that were saved last, however many there are. */
const KNOWN_IN_MAX = 5_000;
const savedLast = (db: Executor, kind: string) =>
  db
    .selectFrom('control_records')
    .select(['product_id', 'data', 'updated_at'])
    .where('kind', '=', kind)
    .orderBy('updated_at', 'desc')
    .orderBy('product_id')
    .limit(KNOWN_IN_MAX)
    .as('records');

/** What the products that are there say in a kind of record, those that were saved last. Nobody is proposed who was invented. */
export const listData = (db: Executor, kind: string): Promise<{ data: string }[]> =>
  db
    .selectFrom(savedLast(db, kind))
    .innerJoin('products', 'products.id', 'records.product_id')
    .select('records.data')
    .where('products.deleted_at', 'is', null)
    .where('products.example', '=', 0)
    .execute();

/** What the record that was saved last, of another product that is there, says where a field bears this name. */
export const findNaming = (
  db: Executor,
  {
    kind,
    field,
    name,
    except,
    example,
  }: { kind: string; field: string; name: string; except: string; example: boolean },
): Promise<{ data: string; summary: string } | undefined> => {
  const said = `${JSON.stringify(field)}:${JSON.stringify(name)}`.replace(/[\\%_]/g, '\\$&');
  return (
    db
      .selectFrom(savedLast(db, kind))
      .innerJoin('products', 'products.id', 'records.product_id')
      .select(['records.data', 'products.summary'])
      .where('records.product_id', '!=', except)
      .where('products.deleted_at', 'is', null)
      // What was invented is proposed to what was invented.
      .where('products.example', '=', example ? 1 : 0)
      .where(sql<boolean>`records.data like ${`%${said}%`} escape '\\'`)
      .orderBy('records.updated_at', 'desc')
      .orderBy('records.product_id')
      .limit(1)
      .executeTakeFirst()
  );
};

/** Records of this kind that hold this text, those of products in the trash too. @param text letters, digits and dashes */
export const listHolding = (
  db: Executor,
  { kind, text }: { kind: string; text: string },
): Promise<{ product_id: string; data: string }[]> =>
  db
    .selectFrom('control_records')
    .select(['product_id', 'data'])
    .where('kind', '=', kind)
    .where('data', 'like', `%"${text}"%`)
    .execute();

/** @returns false when somebody else saved since `revision` (0: nobody had) */
export async function save(db: Executor, row: ControlRecordRow, revision: number): Promise<boolean> {
  if (revision === 0) {
    await db.insertInto('control_records').values(row).execute();
    return true;
  }
  const result = await db
    .updateTable('control_records')
    .set(row)
    .where('product_id', '=', row.product_id)
    .where('kind', '=', row.kind)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) === 1;
}

export async function insertRevision(db: Executor, row: ControlRevisionRow): Promise<void> {
  await db.insertInto('control_revisions').values(row).execute();
}

export const listRevisions = (
  db: Executor,
  productId: string,
): Promise<Omit<ControlRevisionRow, 'data' | 'product_id'>[]> =>
  db
    .selectFrom('control_revisions')
    .select(['kind', 'revision', 'at', 'by', 'changes'])
    .where('product_id', '=', productId)
    .orderBy('at', 'desc')
    .orderBy('revision', 'desc')
    .orderBy('kind')
    .execute();
