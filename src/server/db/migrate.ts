import { Migrator } from 'kysely/migration';
import * as initial from './migrations/0001-initial.ts';
import * as fastLists from './migrations/0002-fast-lists.ts';
import * as driveOutbox from './migrations/0003-drive-outbox.ts';
import * as trust from './migrations/0004-trust.ts';
import type { Database } from './open.ts';

/** In order. A migration that has been released is never changed: the next one mends it. */
const MIGRATIONS = {
  '0001-initial': initial,
  '0002-fast-lists': fastLists,
  '0003-drive-outbox': driveOutbox,
  '0004-trust': trust,
};

/** Brings the database to the newest schema. @returns the names of the migrations applied. @throws when one fails. */
export async function migrate({ db, schema }: Database): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => MIGRATIONS },
    ...(schema ? { migrationTableSchema: schema } : {}),
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}
