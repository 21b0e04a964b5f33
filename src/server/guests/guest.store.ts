import type { Executor } from '../db/open.ts';
import type { GuestRow, GuestSignatureRow } from '../db/tables.ts';

export async function insert(trx: Executor, row: GuestRow): Promise<void> {
  await trx.insertInto('guests').values(row).execute();
}

export const find = (db: Executor, id: string): Promise<GuestRow | undefined> =>
  db.selectFrom('guests').selectAll().where('id', '=', id).executeTakeFirst();

export const findByHash = (db: Executor, hash: string): Promise<GuestRow | undefined> =>
  db.selectFrom('guests').selectAll().where('hash', '=', hash).executeTakeFirst();

/** The link of a request. */
export const findOfRequest = (db: Executor, requestId: string): Promise<GuestRow | undefined> =>
  db
    .selectFrom('guests')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('number', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Whether what a link opens is there, and who gave it still is. */
export async function isStanding(db: Executor, row: GuestRow): Promise<boolean> {
  const inviter = await db.selectFrom('users').select('active').where('id', '=', row.created_by).executeTakeFirst();
  if (inviter?.active !== 1) return false;
  if (row.request_id !== null) {
    const request = await db.selectFrom('requests').select('state').where('id', '=', row.request_id).executeTakeFirst();
    return request !== undefined && request.state !== 'cancelled';
  }
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', row.product_id ?? '')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return product !== undefined;
}

/** Those of a product, or of all products; the newest first. */
export const list = (db: Executor, productId: string | null): Promise<GuestRow[]> =>
  db
    .selectFrom('guests')
    .selectAll()
    .where('product_id', 'is not', null)
    .$if(productId !== null, (query) => query.where('product_id', '=', productId))
    .orderBy('number', 'desc')
    .orderBy('id')
    .limit(LISTED)
    .execute();
const LISTED = 1_000;

/** How many links live now, of a product and of all. */
export async function countLive(db: Executor, productId: string | null, now: string) {
  const rows = await db
    .selectFrom('guests')
    .select('product_id')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where((eb) =>
      eb.or([
        eb('request_id', 'is', null),
        eb('request_id', 'in', db.selectFrom('requests').select('id').where('state', '=', 'sent')),
      ]),
    )
    .execute();
  return { all: rows.length, each: rows.filter(({ product_id }) => product_id === productId).length };
}

export async function nextNumber(trx: Executor): Promise<number> {
  const { last } = await trx
    .selectFrom('guests')
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last ?? 0) + 1;
}

export async function update(trx: Executor, id: string, values: Partial<GuestRow>): Promise<void> {
  await trx.updateTable('guests').set(values).where('id', '=', id).execute();
}

/** Those that ended before a day and still name somebody. */
export const listToErase = (db: Executor, before: string): Promise<GuestRow[]> =>
  db
    .selectFrom('guests')
    .selectAll()
    .where('erased_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', '<', before), eb('revoked_at', '<', before)]))
    .execute();

export async function insertSignature(trx: Executor, row: GuestSignatureRow): Promise<void> {
  await trx.insertInto('guest_signatures').values(row).execute();
}

export const findSignature = (db: Executor, id: string): Promise<GuestSignatureRow | undefined> =>
  db.selectFrom('guest_signatures').selectAll().where('id', '=', id).executeTakeFirst();

/** Of these links, the newest first. */
export async function listSignatures(db: Executor, guestIds: readonly string[]): Promise<GuestSignatureRow[]> {
  if (guestIds.length === 0) return [];
  return db
    .selectFrom('guest_signatures')
    .selectAll()
    .where('guest_id', 'in', guestIds)
    .orderBy('at', 'desc')
    .orderBy('id')
    .execute();
}

/** @param since taken up before then @returns whether it was in one of these states */
export async function settleSignature(
  trx: Executor,
  id: string,
  from: readonly string[],
  values: Pick<GuestSignatureRow, 'state' | 'settled_at' | 'settled_by'>,
  since?: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('guest_signatures')
    .set(values)
    .where('id', '=', id)
    .where('state', 'in', from)
    .$if(since !== undefined, (query) => query.where('settled_at', '<', since ?? ''))
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** What came in by a link: names of files, and what became of them. */
export const listGiven = (db: Executor, keys: readonly string[]) =>
  db
    .selectFrom('intake')
    .select(['id', 'file_name', 'created_at', 'state', 'source_key'])
    .where('source_key', 'in', keys)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Takes a name and an address away, wherever they were written beside the journal. */
export async function erase(trx: Executor, row: GuestRow, now: string): Promise<void> {
  await update(trx, row.id, { name: '', email: '', erased_at: now });
  await trx
    .updateTable('intake')
    .set({ created_by: `lien ${row.number}` })
    .where('source', 'in', ['guest', 'request'])
    .where('created_by', 'like', `%, lien ${row.number}`)
    .execute();
  await trx.updateTable('intake').set({ why: 'Envoyé par un lien.' }).where('source_key', '=', row.id).execute();
  // One that was recorded is of the file of the product.
  await trx
    .updateTable('guest_signatures')
    .set({ name: '', qualification: '' })
    .where('guest_id', '=', row.id)
    .where('state', '!=', 'recorded')
    .execute();
  if (row.request_id !== null)
    await trx.updateTable('requests').set({ email: '' }).where('id', '=', row.request_id).execute();
}
