import { sql } from 'kysely';
import type { ListQuery } from '#shared/contract/list.query.ts';
import { pageOf } from '#shared/contract/list.ts';
import { isOneOf } from '../db/chunks.ts';
import { standsIn, wordsOf } from '../db/fulltext.ts';
import type { Executor } from '../db/open.ts';
import type { RequestItemRow, RequestRow } from '../db/tables.ts';

export async function insert(trx: Executor, row: RequestRow, items: readonly RequestItemRow[]): Promise<void> {
  await trx.insertInto('requests').values(row).execute();
  await trx
    .insertInto('request_items')
    .values([...items])
    .execute();
}

export const find = (db: Executor, id: string): Promise<RequestRow | undefined> =>
  db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirst();

export async function itemsOf(db: Executor, ids: readonly string[]): Promise<RequestItemRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('request_items')
    .selectAll()
    .where('request_id', 'in', ids)
    .orderBy('request_id')
    .orderBy('n')
    .execute();
}

/** @returns whether it was still of that revision */
export async function update(
  trx: Executor,
  { id, revision }: Pick<RequestRow, 'id' | 'revision'>,
  values: Partial<RequestRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('requests')
    .set({ ...values, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

export async function replaceItems(trx: Executor, id: string, items: readonly RequestItemRow[]): Promise<void> {
  await trx.deleteFrom('request_items').where('request_id', '=', id).execute();
  await trx
    .insertInto('request_items')
    .values([...items])
    .execute();
}

/** Those of these that were never sent, and ask for nothing but of what the example made. */
export async function removeExample(trx: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const own = trx
    .selectFrom('request_items')
    .select('request_id')
    .where('owner_id', 'not in', (eb) =>
      eb
        .selectFrom('materials')
        .select('id')
        .where('example', '=', 1)
        .unionAll(eb.selectFrom('products').select('id').where('example', '=', 1)),
    );
  const unsent = trx.selectFrom('requests').select('id').where('sent_at', 'is', null).where('id', 'not in', own);
  const gone = (await unsent.where('id', 'in', ids).execute()).map(({ id }) => id);
  if (gone.length === 0) return;
  await trx.deleteFrom('request_items').where('request_id', 'in', gone).execute();
  await trx.deleteFrom('requests').where('id', 'in', gone).execute();
}

export async function setItem(
  trx: Executor,
  { request_id, n }: Pick<RequestItemRow, 'request_id' | 'n'>,
  values: Pick<RequestItemRow, 'state' | 'reason'>,
): Promise<void> {
  await trx.updateTable('request_items').set(values).where('request_id', '=', request_id).where('n', '=', n).execute();
}

/** Of these owners, by any of its items. */
const ofOwners = (db: Executor, owners: readonly string[]) =>
  db
    .selectFrom('request_items')
    .select('request_id')
    .where('owner_id', 'in', owners.length > 0 ? owners : ['']);

/** The newest first. @param owners keeps those of these products and raw materials */
export async function list(
  db: Executor,
  {
    state,
    owners,
    ...query
  }: { state?: string | undefined; owners: readonly string[] | null } & Omit<ListQuery, 'sort'>,
): Promise<{ rows: RequestRow[]; total: number }> {
  let all = db
    .selectFrom('requests')
    .$if(state !== undefined, (one) => one.where('state', '=', state ?? ''))
    .$if(owners !== null, (one) => one.where('id', 'in', ofOwners(db, owners ?? [])));
  for (const word of wordsOf(query.search ?? '')) all = all.where(standsIn(db, sql.ref('requests.supplier'), word));
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const page = pageOf(query);
  const rows = await all
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .$if(page !== null, (one) => one.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute();
  return { rows, total: Number(total) };
}

/** Those that a supplier may still be reminded of. */
export const listToRemind = (db: Executor): Promise<RequestRow[]> =>
  db
    .selectFrom('requests')
    .selectAll()
    .where('state', '=', 'sent')
    .where('reminding', '=', 1)
    .where('answered_at', 'is', null)
    .execute();

/** What is still waited for of these products and raw materials. */
export async function listAwaited(db: Executor, owners: readonly string[]) {
  if (owners.length === 0) return [];
  return db
    .selectFrom('request_items')
    .innerJoin('requests', 'requests.id', 'request_items.request_id')
    .select(['requests.id', 'requests.supplier', 'requests.due_on', 'request_items.n', 'request_items.label'])
    .where('requests.state', '=', 'sent')
    .where(isOneOf(db, 'request_items.owner_id', owners))
    .where((eb) =>
      eb.or([
        eb('request_items.state', '=', 'waiting'),
        eb.and([eb('request_items.state', '=', 'refused'), eb('request_items.required', '=', 1)]),
      ]),
    )
    .orderBy('requests.due_on')
    .orderBy('requests.id')
    .orderBy('request_items.n')
    .execute();
}

/** The links of requests: whether their account stands, and how the last message ended. */
export async function listLinks(db: Executor, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('guests')
    .leftJoin('users', 'users.id', 'guests.created_by')
    .select(({ selectFrom }) => [
      'guests.request_id',
      'users.active',
      selectFrom('mails')
        .select('mails.state')
        .whereRef('mails.guest_id', '=', 'guests.id')
        .orderBy('mails.created_at', 'desc')
        .orderBy('mails.id')
        .limit(1)
        .as('mail_state'),
    ])
    .where('guests.request_id', 'in', ids)
    .execute();
}

/** What came for items, by the key that each gives its files. */
export async function listGiven(db: Executor, keys: readonly string[]) {
  if (keys.length === 0) return [];
  return db
    .selectFrom('intake')
    .innerJoin('files', 'files.id', 'intake.file_id')
    .select(['intake.id', 'file_name', 'state', 'kind', 'expires_on', 'why', 'source_key', 'files.sha256'])
    .where('source', '=', 'request')
    .where('source_key', 'in', keys)
    .orderBy('intake.created_at')
    .orderBy('intake.id')
    .execute();
}
