/** Where an installation is: its database and its files. */

import { join } from 'node:path';
import type { Config } from './config.ts';
import { type Database, openPostgres, openSqlite, reach } from './db/open.ts';
import { localStorage } from './storage/local.storage.ts';
import { parseS3Url, s3Storage } from './storage/s3.storage.ts';
import type { Storage } from './storage/storage.ts';

/** Where an installation is: what it takes to open its database and its files. */
export interface Place extends Pick<Config, 'dataDir' | 'databaseUrl' | 'storageUrl' | 'backupDir'> {
  /** The schema of PostgreSQL, when it is not the usual one. */
  schema?: string;
}

/** Opens the database and tells how to open the files, without changing anything of either. */
export async function openPlace(
  place: Place,
  { readonly = false } = {},
): Promise<{ database: Database; storage: () => Promise<Storage> }> {
  const { databaseUrl, schema } = place;
  const database = databaseUrl
    ? openPostgres(databaseUrl, schema, { patient: true })
    : openSqlite(sqlitePath(place), { readonly });
  await reach(database);
  return { database, storage: () => openStorage(place) };
}

export const sqlitePath = ({ dataDir }: Pick<Place, 'dataDir'>): string => join(dataDir, 'diplo.sqlite');

/** A bucket when one is named, else a folder beside the database. */
export const openStorage = async ({ storageUrl, dataDir }: Place): Promise<Storage> =>
  storageUrl ? s3Storage(parseS3Url(storageUrl)) : localStorage(join(dataDir, 'files'));
