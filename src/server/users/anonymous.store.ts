import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { fold } from '#shared/contract/list.ts';
import type { Executor } from '../db/open.ts';

/**
 * Taking a person out of what is kept, once the account is closed (regulation (EU) 2016/679, article 17). Who did what
 * stays told, by a name that is nobody's. The journal keeps what it said, since each of its lines proves the one before;
 * so do sealed files.
 */
export const ANONYMOUS_NAME = 'Compte anonymisé';
/** An address that no mail reaches (RFC 2606, section 2). */
export const anonymousEmail = (): string => `compte-${randomBytes(8).toString('hex')}@anonyme.invalid`;

/** What says who did something, and may not be changed. */
const KEPT: ReadonlySet<string> = new Set(['audit']);
/** Where one searches by who did it, and in which column that is; elsewhere an address is found because somebody wrote it. */
const SEARCHED: Readonly<Record<string, string>> = { generations: 'initiated_by', batches: 'created_by' };
/** Whose JSON holds the account of who asked: its address stands under `email`. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set(['jobs']);
/** What a person wrote for the others, and is kept as what it is about; an account that is nobody's says it. */
const WRITTEN: ReadonlySet<string> = new Set(['comments']);
/** Hold the names of an instance and of a try, not of a person. */
const NOBODYS: ReadonlySet<string> = new Set(['leased_by', 'stamp']);

/**
 * Writes another address for one in every column that says who did something: those called `by` or `…_by`, those keys in
 * JSON, and what is searched. The columns are those of the database as it is.
 */
export async function replacePerson(
  trx: Executor,
  tables: readonly { name: string; columns: readonly { name: string; dataType: string }[] }[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  // Jobs first: one that ends meanwhile has written what is replaced below, and one under way begins again under the other name.
  const jobsFirst = tables.toSorted((a, b) => Number(OF_ACCOUNTS.has(b.name)) - Number(OF_ACCOUNTS.has(a.name)));
  for (const { name: table, columns } of jobsFirst) {
    if (KEPT.has(table)) continue;
    const into = sql.table(table);
    const author = SEARCHED[table];
    const keys = OF_ACCOUNTS.has(table) ? ['by', 'email'] : ['by'];
    const anew = OF_ACCOUNTS.has(table) ? sql`, stamp = ${randomUUID()}` : sql``;
    // While the row still says whose it is.
    if (author !== undefined)
      await sql`update ${into} set search_text = replace(search_text, ${fold(from)}, ${fold(to)}) where ${sql.ref(author)} = ${from}`.execute(
        trx,
      );
    for (const { name: column, dataType } of columns) {
      if (NOBODYS.has(column) || column === 'search_text' || !/text|char/i.test(dataType)) continue;
      const at = sql.ref(column);
      if (column === 'by' || column.endsWith('_by'))
        await sql`update ${into} set ${at} = ${to} where ${at} = ${from}`.execute(trx);
      else
        for (const key of keys) {
          const [said, nobody] = [from, to].map((one) => `${key}":${JSON.stringify(one)}`);
          await sql`update ${into} set ${at} = replace(${at}, ${said}, ${nobody})${anew} where ${at} like ${`%${said}%`}`.execute(
            trx,
          );
        }
    }
  }
}

/** Forgets what was a person's alone: what they were told, their tokens, what was sent to them. */
export async function removeOwn(
  trx: Executor,
  tables: readonly { name: string; columns: readonly { name: string }[] }[],
  personId: string,
): Promise<void> {
  for (const { name, columns } of tables)
    if (!WRITTEN.has(name) && columns.some((column) => column.name === 'person_id'))
      await sql`delete from ${sql.table(name)} where person_id = ${personId}`.execute(trx);
}
