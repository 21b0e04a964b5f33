import { sql } from 'kysely';
import { appliedMigrations } from './migrate.ts';
import { type Database, patiently, schemaOf } from './open.ts';
import { findSetting, writeSetting } from './settings.ts';
import { TABLES } from './tables.ts';

const SETTING = 'indexes';
/** What is kept is a row like any other, and comes with a backup: nothing else of it is ever run. */
const MAKES_AN_INDEX = /^create (?:unique )?index [^;]{1,2000}$/is;

interface Index {
  name: string;
  /** As the database itself says how it is made. */
  sql: string;
}

/** The indexes of our tables, but those that a constraint brings with it. */
async function indexesOf({ db, engine }: Database): Promise<Index[]> {
  const { rows } = await (engine === 'sqlite'
    ? sql<Index & { on: string }>`select name, sql, tbl_name as "on" from sqlite_master
        where type = 'index' and sql is not null`
    : sql<Index & { on: string }>`select indexname as name, indexdef as sql, tablename as "on" from pg_indexes
        where schemaname = current_schema() and not exists
          (select from pg_constraint where conindid = format('%I.%I', schemaname, indexname)::regclass)`
  ).execute(db);
  return rows.filter(({ on }) => on in TABLES).map(({ name, sql: made }) => ({ name, sql: made }));
}

/**
 * Makes again the indexes that are no longer there: a database that was moved without `npm run restore` may have lost some, and
 * a list would read every row, or not find what it names. What there is to be is kept whenever migrations or the catalogue change.
 * @returns the names of those that were made. @throws an Error in French when one cannot be
 */
export async function keepIndexes(database: Database): Promise<string[]> {
  const { db, engine } = database;
  const [applied, catalogue, kept] = [
    await appliedMigrations(database),
    await findSetting(db, 'catalogue'),
    await findSetting(db, SETTING),
  ];
  // A database that was restored brings the list of the one it was.
  const stamp = [engine, await schemaOf(database), applied.at(-1), catalogue].join(' ');
  const there = await indexesOf(database);
  const wanted = JSON.parse(kept ?? 'null') as { stamp: string; indexes: Index[] } | null;
  if (wanted?.stamp !== stamp) {
    await writeSetting(db, SETTING, JSON.stringify({ stamp, indexes: there }));
    return [];
  }
  const lacking = wanted.indexes.filter(
    ({ name, sql: made }) => MAKES_AN_INDEX.test(made) && !there.some((one) => one.name === name),
  );
  if (lacking.length > 0)
    await patiently(database, async (patient) => {
      for (const { name, sql: made } of lacking)
        await sql
          .raw(made)
          .execute(patient.db)
          .catch((error: Error) => {
            throw new Error(
              `L’index ${name} de la base manque et n’a pas pu être refait (${error.message}) : faites de la place sur le disque, ou restaurez une sauvegarde.`,
            );
          });
    });
  return lacking.map(({ name }) => name);
}
