import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { tablesOf } from '../db/dump.ts';
import { MIGRATIONS, migrate, pendingMigrations } from '../db/migrate.ts';
import { type Database, openPostgres, openSqlite } from '../db/open.ts';
import { alignCatalogue } from '../products/product.catalogue.service.ts';
import { freshSchema } from './postgres.ts';
import { ENGINES, type Engine } from './test.app.ts';

const folder = mkdtempSync(join(tmpdir(), 'diplo-migrations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
async function emptyDatabase(engine: Engine): Promise<Database> {
  made += 1;
  if (engine === 'sqlite') return openSqlite(join(folder, String(made)));
  const { url, schema, drop } = await freshSchema();
  const database = openPostgres(url, schema);
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

/** Every table and its columns, in words. */
async function schemaOf(database: Database): Promise<string[]> {
  const own = new Set(await tablesOf(database));
  const tables = await database.db.introspection.getTables();
  return tables
    .filter((table) => own.has(table.name) && (!database.schema || table.schema === database.schema))
    .flatMap((table) =>
      table.columns.map(({ name, dataType, isNullable }) => `${table.name}.${name} ${dataType} ${isNullable}`),
    )
    .sort();
}

/** The same database, whose statement number `at` fails. */
function failingAt(database: Database, at: number): { database: Database; count: () => number } {
  let count = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      count += 1;
      if (count === at) throw new Error('stopped here');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { database: { ...database, db: database.db.withPlugin(plugin), engine: 'sqlite' }, count: () => count };
}

describe.each(ENGINES)('migrations, on %s', (engine) => {
  /** Stops them at every `step`th statement. @returns at how many, once they have gone through */
  async function stopEach(database: Database, step: number, upTo?: string): Promise<number> {
    const before = await schemaOf(database);
    for (let at = 2, stops = 0; ; at += step, stops += 1) {
      const stopped = await migrate(failingAt(database, at).database, { upTo }).then(
        () => false,
        (error: Error) => error.message === 'stopped here',
      );
      // All of it is there when only the lock was still to be given back.
      if (!stopped || (await pendingMigrations(database)).every((name) => upTo !== undefined && name > upTo))
        return stops;
      expect(await schemaOf(database), `${upTo ?? 'all'}, statement ${at}`).toEqual(before);
    }
  }

  test('stopped at any statement, they leave the schema as it was, and go through when run again', async () => {
    const whole = await emptyDatabase(engine);
    const counting = failingAt(whole, 0);
    await migrate(counting.database);
    const wanted = await schemaOf(whole);
    await whole.close();
    expect(counting.count()).toBeGreaterThan(40);
    // A stop takes back the same on both: every statement on one engine alone.
    if (engine === 'sqlite') {
      const updated = await emptyDatabase(engine);
      let stops = 0;
      for (const name of Object.keys(MIGRATIONS)) stops += await stopEach(updated, 1, name);
      expect(stops, 'statements that were stopped').toBeGreaterThan(counting.count() - 10);
      expect(await schemaOf(updated)).toEqual(wanted);
      await updated.close();
    }
    // All of them in one transaction, as an installation begins.
    const [installation, step] = [await emptyDatabase(engine), 7];
    expect(await stopEach(installation, step)).toBeGreaterThan(Math.floor(counting.count() / step) - 2);
    await migrate(installation);
    expect(await schemaOf(installation)).toEqual(wanted);
    await installation.close();
  });

  test('each is a step of its own, from the one before, and running them again does nothing', async () => {
    const database = await emptyDatabase(engine);
    for (const name of Object.keys(MIGRATIONS)) expect(await migrate(database, { upTo: name })).toEqual([name]);
    expect(await migrate(database)).toEqual([]);
    await expect(migrate(database, { upTo: '9999-plus-tard' })).rejects.toThrow(/plus récente/);
    await database.close();
  });
});

describe.each(ENGINES)('what an older schema held, on %s', (engine) => {
  test('files that waited for the drive, or had failed, are jobs; those that were sent stay sent', async () => {
    const database = await emptyDatabase(engine);
    await migrate(database, { upTo: '0006-owners' });
    const db = database.db as unknown as Kysely<Record<string, Record<string, unknown>>>;
    const at = '2026-01-01T00:00:00.000Z';
    await db
      .insertInto('generations')
      .values({ ...(await blankRow(database, 'generations')), id: 'g', file_name: 'DIP.docx' })
      .execute();
    for (const [format, state] of Object.entries({ docx: 'waiting', pdf: 'failed', odt: 'sent' }))
      await db
        .insertInto('drive_outbox')
        .values({
          id: format,
          generation_id: 'g',
          format,
          file_id: 'f',
          state,
          attempts: 3,
          next_at: at,
          error: state === 'sent' ? null : 'Pourquoi.',
          created_at: at,
          sent_at: state === 'sent' ? at : null,
        })
        .execute();
    await migrate(database);
    const jobs = await database.db.selectFrom('jobs').selectAll().orderBy('key').execute();
    expect(jobs).toMatchObject([
      { kind: 'drive.send', key: 'docx', title: 'DIP.docx', state: 'waiting', attempts: 3, error: 'Pourquoi.' },
      { kind: 'drive.send', key: 'pdf', state: 'failed', leased_until: null },
    ]);
    const lines = await database.db.selectFrom('drive_outbox').select(['id', 'sent_at']).orderBy('id').execute();
    expect(lines).toEqual([
      { id: 'docx', sent_at: null },
      { id: 'odt', sent_at: at },
      { id: 'pdf', sent_at: null },
    ]);
    await database.close();
  });

  test('a dossier says whose it was, and is found by it; without its product it says nothing', async () => {
    const database = await emptyDatabase(engine);
    await migrate(database, { upTo: '0015-dossiers' });
    const db = database.db as unknown as Kysely<Record<string, Record<string, unknown>>>;
    const data = JSON.stringify({ nom_client: 'Maison Éclat', nom_commercial: 'Crème', ph: '5' });
    const product = { ...(await blankRow(database, 'products')), id: 'p', data };
    await db.insertInto('products').values(product).execute();
    for (const [id, product_id] of Object.entries({ d1: 'p', d2: 'gone' }))
      await db
        .insertInto('dossiers')
        .values({ ...(await blankRow(database, 'dossiers')), id, product_id })
        .execute();
    await migrate(database);
    const rows = await database.db
      .selectFrom('dossiers')
      .select(['product_snapshot', 'search_text'])
      .orderBy('id')
      .execute();
    expect(JSON.parse(rows[0]?.product_snapshot ?? '')).toMatchObject({
      id: 'p',
      nom_client: 'Maison Éclat',
      gamme: null,
    });
    expect(rows.map(({ search_text }) => search_text)).toEqual(['maison eclat\ncreme', '']);
    expect(rows[1]?.product_snapshot).toBe('{}');
    await database.close();
  });
});

/** What a row of the table must have, and nothing in it. */
async function blankRow(database: Database, table: string): Promise<Record<string, string | number>> {
  const tables = await database.db.introspection.getTables();
  const found = tables.find(({ name, schema }) => name === table && (!database.schema || schema === database.schema));
  return Object.fromEntries(
    (found?.columns ?? [])
      .filter(({ isNullable, name }) => !isNullable && name !== 'search_key')
      .map(({ name, dataType }) => [name, /int/i.test(dataType) ? 0 : '']),
  );
}

test('the newest state of the data is among those that are tried: what came after it made no column', async () => {
  const newest = readdirSync(join(import.meta.dirname, 'older'))
    .sort()
    .at(-1);
  const database = await emptyDatabase('sqlite');
  await migrate(database, { upTo: newest });
  const then = await schemaOf(database);
  await migrate(database);
  expect(await schemaOf(database)).toEqual(then);
  await database.close();
});

test('on PostgreSQL what a list of products is ordered by stands in its rows, whatever their length', async () => {
  const database = await emptyDatabase('postgres');
  await migrate(database);
  await alignCatalogue(database);
  const { rows } = await sql<{
    name: string;
  }>`select attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
    where relname = 'products' and relnamespace = ${database.schema}::regnamespace and attstorage in ('x', 'e')`.execute(
    database.db,
  );
  expect(rows).toEqual([{ name: 'data' }]);
  await database.close();
});

test('both engines have the same tables and columns', async () => {
  const names = async (engine: Engine): Promise<string[]> => {
    const database = await emptyDatabase(engine);
    await migrate(database);
    const schema = (await schemaOf(database)).map((line) => line.split(' ')[0] ?? '');
    await database.close();
    return schema;
  };
  expect(await names('postgres')).toEqual(await names('sqlite'));
});
