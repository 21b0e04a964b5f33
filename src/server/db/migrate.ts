import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import * as initial from './migrations/0001-initial.ts';
import * as fastLists from './migrations/0002-fast-lists.ts';
import * as driveOutbox from './migrations/0003-drive-outbox.ts';
import * as trust from './migrations/0004-trust.ts';
import * as catalogue from './migrations/0005-catalogue.ts';
import * as owners from './migrations/0006-owners.ts';
import * as jobs from './migrations/0007-jobs.ts';
import * as productHome from './migrations/0008-product-home.ts';
import * as formulas from './migrations/0009-formulas.ts';
import * as libraries from './migrations/0010-libraries.ts';
import * as regulation from './migrations/0011-regulation.ts';
import * as exposure from './migrations/0012-exposure.ts';
import * as hypotheses from './migrations/0013-hypotheses.ts';
import * as control from './migrations/0014-control.ts';
import * as dossiers from './migrations/0015-dossiers.ts';
import * as dossiersSent from './migrations/0016-dossiers-sent.ts';
import * as templateFiles from './migrations/0017-template-files.ts';
import * as thinHistory from './migrations/0018-thin-history.ts';
import * as anonymousAccounts from './migrations/0019-anonymous-accounts.ts';
import { type Database, openPostgres, schemaOf } from './open.ts';

/** In order. A migration that has been released is never changed: the next one mends it. */
export const MIGRATIONS = {
  '0001-initial': initial,
  '0002-fast-lists': fastLists,
  '0003-drive-outbox': driveOutbox,
  '0004-trust': trust,
  '0005-catalogue': catalogue,
  '0006-owners': owners,
  '0007-jobs': jobs,
  '0008-product-home': productHome,
  '0009-formulas': formulas,
  '0010-libraries': libraries,
  '0011-regulation': regulation,
  '0012-exposure': exposure,
  '0013-hypotheses': hypotheses,
  '0014-control': control,
  '0015-dossiers': dossiers,
  '0016-dossiers-sent': dossiersSent,
  '0017-template-files': templateFiles,
  '0018-thin-history': thinHistory,
  '0019-anonymous-accounts': anonymousAccounts,
};

const migratorOf = async (database: Database): Promise<Migrator> => {
  // Said by name: another program of the same database may have tables of the same names in a schema of its own.
  const schema = await schemaOf(database);
  return new Migrator({
    db: database.db,
    provider: { getMigrations: async () => MIGRATIONS },
    ...(schema ? { migrationTableSchema: schema } : {}),
  });
};

/** The migrations this database has had, in order. */
export async function appliedMigrations(database: Database): Promise<string[]> {
  const all = await (await migratorOf(database)).getMigrations();
  return all.filter((one) => one.executedAt).map((one) => one.name);
}

/** The migrations this database still lacks. */
export async function pendingMigrations(database: Database): Promise<string[]> {
  const all = await (await migratorOf(database)).getMigrations();
  return all.filter((one) => !one.executedAt).map((one) => one.name);
}

/** The migrations this database has had, and this program does not know: a newer one made them. */
export async function newerMigrations(database: Database): Promise<string[]> {
  const schema = await schemaOf(database);
  const tables = await database.db.introspection.getTables({ withInternalKyselyTables: true });
  const ours = tables.some(
    (table) => table.name === DEFAULT_MIGRATION_TABLE && (schema === undefined || table.schema === schema),
  );
  if (!ours) return [];
  const rows = await (schema ? database.db.withSchema(schema) : database.db)
    .selectFrom(DEFAULT_MIGRATION_TABLE as 'settings')
    .select('name')
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name).filter((name) => !(name in MIGRATIONS));
}

/**
 * Brings the database to the newest schema, or to an older one when `upTo` names it.
 * @returns the names of the migrations applied. @throws when one fails, or is unknown
 */
export async function migrate(database: Database, { upTo }: { upTo?: string | undefined } = {}): Promise<string[]> {
  if (upTo !== undefined && !(upTo in MIGRATIONS))
    throw new Error(
      `Cette sauvegarde vient d’une version plus récente de Diplo (${upTo}) : mettez d’abord Diplo à jour.`,
    );
  // An index on a large table takes longer than any request may.
  const patient =
    database.engine === 'postgres' ? openPostgres(database.place, database.schema, { patient: true }) : database;
  try {
    const migrator = await migratorOf(patient);
    const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
    if (error) throw error;
    return (results ?? []).map((result) => result.migrationName);
  } finally {
    if (patient !== database) await patient.close();
  }
}
