import { sql } from 'kysely';
import { AUDIT_ACTIONS, type AuditQuery } from '#shared/audit/audit.contract.ts';
import { fold, PAGE_SIZE_MAX, pageOf } from '#shared/contract/list.ts';
import { isOneOf } from '../db/chunks.ts';
import { standsIn, wordsOf } from '../db/fulltext.ts';
import type { Executor } from '../db/open.ts';
import type { AuditRow } from '../db/tables.ts';

export const findLast = (trx: Executor): Promise<Pick<AuditRow, 'seq' | 'hash' | 'at'> | undefined> =>
  trx.selectFrom('audit').select(['seq', 'hash', 'at']).orderBy('seq', 'desc').limit(1).executeTakeFirst();

/** Lines that may be written at once: each has its time before it is known which comes first. */
const AT_ONCE = 50;
/** The latest time of the last lines. */
export const lastTime = async (db: Executor): Promise<string | null> =>
  (
    await db
      .selectFrom((eb) => eb.selectFrom('audit').select('at').orderBy('seq', 'desc').limit(AT_ONCE).as('last'))
      .select((eb) => eb.fn.max('at').as('at'))
      .executeTakeFirstOrThrow()
  ).at;

export async function insert(trx: Executor, row: AuditRow): Promise<void> {
  await trx.insertInto('audit').values(row).execute();
}

/**
 * The same behind the last line, whichever that is when its lock is held: PostgreSQL links and hashes it, so that nobody waits, with the
 * lock, for an answer of ours. It computes no text of its own: `canonical` is what is hashed behind the number.
 */
export async function insertNext(
  trx: Executor,
  line: Omit<AuditRow, 'seq' | 'hash' | 'prev_hash'>,
  { canonical, genesis }: { canonical: string; genesis: string },
): Promise<void> {
  const columns = Object.keys(line) as (keyof typeof line)[];
  const values = columns.map((column) => sql`${line[column]}::text`);
  await sql`insert into audit (${sql.join(columns.map((column) => sql.ref(column)))}, seq, prev_hash, hash)
    select ${sql.join(values)}, last.seq + 1, last.hash,
      encode(sha256(convert_to(last.hash || chr(10) || '[' || (last.seq + 1) || ',' || ${canonical}::text, 'UTF8')), 'hex')
    from ((select seq, hash from audit order by seq desc limit 1) union all select 0, ${genesis}::text
      order by seq desc limit 1) as last`.execute(trx);
}

export const countOf = async (db: Executor, objectId: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('audit')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('object_id', '=', objectId)
        .executeTakeFirstOrThrow()
    ).total,
  );

/** The newest lines that tell one of these actions. */
export const latest = (db: Executor, actions: readonly string[], count: number): Promise<AuditRow[]> =>
  db.selectFrom('audit').selectAll().where('action', 'in', actions).orderBy('seq', 'desc').limit(count).execute();

type Act = Pick<AuditRow, 'at' | 'actor' | 'action'>;
/** Which of these acts were done to one object, the oldest first. */
export const listOf = (db: Executor, objectId: string, actions: readonly string[]): Promise<Act[]> =>
  db
    .selectFrom('audit')
    .select(['at', 'actor', 'action'])
    .where('object_id', '=', objectId)
    .where('action', 'in', actions)
    .orderBy('seq')
    .execute();
/** The last of them. */
export const lastOf = (db: Executor, objectId: string, actions: readonly string[]): Promise<Act | undefined> =>
  db
    .selectFrom('audit')
    .select(['at', 'actor', 'action'])
    .where('object_id', '=', objectId)
    .where('action', 'in', actions)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();

export const listActors = async (
  db: Executor,
  action: string,
  ids: readonly string[],
): Promise<Pick<AuditRow, 'object_id' | 'actor'>[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('audit')
        .select(['object_id', 'actor'])
        .where('action', '=', action)
        .where(isOneOf(db, 'object_id', ids))
        .execute();

export const after = (db: Executor, seq: number, count: number): Promise<AuditRow[]> =>
  db.selectFrom('audit').selectAll().where('seq', '>', seq).orderBy('seq').limit(count).execute();

export async function list(db: Executor, query: AuditQuery): Promise<{ rows: AuditRow[]; total: number }> {
  let filtered = db.selectFrom('audit');
  if (query.object_type) filtered = filtered.where('object_type', '=', query.object_type);
  for (const word of wordsOf(query.search ?? '')) {
    // What the reader sees is the sentence of the action; the table holds its code.
    const actions = Object.entries(AUDIT_ACTIONS).flatMap(([code, label]) =>
      fold(label).includes(word) ? [code] : [],
    );
    filtered = filtered.where((eb) =>
      eb.or([
        ...(actions.length > 0 ? [eb('action', 'in', actions)] : []),
        // As the reader sees who it was: by the name of the account.
        eb(
          'actor_id',
          'in',
          db
            .selectFrom('users')
            .select('id')
            .where(standsIn(db, sql`coalesce(name, '')`, word)),
        ),
        standsIn(db, sql`coalesce(actor, '') || ' ' || coalesce(object_label, '') || ' ' || coalesce(ip, '')`, word),
      ]),
    );
  }
  const { total } = await filtered.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  let rows = filtered.selectAll().orderBy('seq', 'desc');
  const page = pageOf({ ...query, page: query.page ?? 1 }, PAGE_SIZE_MAX);
  if (page) rows = rows.limit(page.limit).offset(page.offset);
  return { rows: await rows.execute(), total };
}
