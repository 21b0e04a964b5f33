import { readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { type Database, patiently, schemaOf } from './open.ts';

/** In the order of their names. A migration that has been released is never changed: the next one mends it. */
const FOLDER = join(import.meta.dirname, 'migrations');
export const MIGRATIONS: Readonly<Record<string, Migration>> = Object.fromEntries(
  await Promise.all(
    readdirSync(FOLDER)
      .sort()
      .map(
        async (file) =>
          [basename(file, extname(file)), await import(/* @vite-ignore */ `./migrations/${file}`)] as const,
      ),
  ),
);

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
  return patiently(database, async (patient) => {
    const migrator = await migratorOf(patient);
    const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
    if (error) throw error;
    return (results ?? []).map((result) => result.migrationName);
  });
}
