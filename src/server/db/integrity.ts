import { sql } from 'kysely';
import { tablesOf } from './dump.ts';
import { databaseFault } from './faults.ts';
import type { Database } from './open.ts';

/** Faults told at once: nobody reads more. */
const FAULTS_MAX = 20;

/**
 * Reads the whole database and says what is wrong with it; an empty list when nothing is. SQLite checks its pages and
 * indexes (sqlite.org/pragma.html#pragma_integrity_check); PostgreSQL, whose pages carry checksums, reads them all.
 * @throws when it cannot be read now, which says nothing of what it holds
 */
export async function integrityFaults(database: Database): Promise<string[]> {
  try {
    if (database.engine === 'sqlite') {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(${sql.lit(FAULTS_MAX)})`.execute(
        database.db,
      );
      return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
    }
    for (const table of await tablesOf(database))
      await sql`select count(*) from ${sql.table(table)}`.execute(database.db);
    return [];
  } catch (error) {
    // A database that is away, or too busy, is not a damaged one.
    if (databaseFault(error) !== 'damaged') throw error;
    return [error instanceof Error ? error.message : String(error)];
  }
}
