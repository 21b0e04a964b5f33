import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { fold } from '#shared/contract/list.ts';
import type { Executor } from '../db/open.ts';

/**
 * Taking a person out of what is kept, once the account is closed (regulation (EU) 2016/679, article 17). Who did what
 * stays told, by a name that is nobody's. The journal keeps what it said, since each of its lines proves the one before;
 * so do sealed files.
 */
export const ANONYMOUS_NAME = 'Compte anonymisé';
const DOMAIN = '@anonyme.invalid';
export const isAnonymous = (email: string): boolean => email.endsWith(DOMAIN);
export const anonymousEmail = (): string => `compte-${randomBytes(4).toString('hex')}${DOMAIN}`;

/** What says who did something, and may not be changed. */
const KEPT: ReadonlySet<string> = new Set(['audit']);
/** Where one searches by who did it; elsewhere an address is found because somebody wrote it. */
const SEARCHED: ReadonlySet<string> = new Set(['generations']);
/** Holds the name of an instance, not of a person. */
const NOBODYS = 'leased_by';

/**
 * Writes another address for one in every column that says who did something: those called `by` or `…_by`, those keys in
 * JSON, and what is searched. The columns are those of the database as it is.
 */
export async function replacePerson(
  trx: Executor,
  tables: readonly { name: string; columns: readonly { name: string; dataType: string }[] }[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  const said = `by":${JSON.stringify(from)}`;
  for (const { name: table, columns } of tables) {
    if (KEPT.has(table)) continue;
    for (const { name: column, dataType } of columns) {
      if (column === NOBODYS || !/text|char/i.test(dataType)) continue;
      const [at, into] = [sql.ref(column), sql.table(table)];
      if (column === 'by' || column.endsWith('_by'))
        await sql`update ${into} set ${at} = ${to} where ${at} = ${from}`.execute(trx);
      else if (column === 'search_text') {
        if (SEARCHED.has(table))
          await sql`update ${into} set ${at} = replace(${at}, ${fold(from)}, ${fold(to)}) where ${at} like ${`%${fold(from)}%`}`.execute(
            trx,
          );
      } else
        await sql`update ${into} set ${at} = replace(${at}, ${said}, ${`by":${JSON.stringify(to)}`}) where ${at} like ${`%${said}%`}`.execute(
          trx,
        );
    }
  }
}
