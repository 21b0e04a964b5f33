import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DumpInfo, dumpDatabase } from '../db/dump.ts';
import { openSqlite } from '../db/open.ts';
import { DATABASE, FILES, MANIFEST, readManifest } from './backup.make.ts';

/** A backup that is looked at. */
export interface Source {
  info: DumpInfo;
  /** Where the rows are, a file a table. */
  rows: string;
  temporary: string;
  /** Made before a migration, it goes with the files of its installation. */
  databaseOnly: boolean;
  madeAt: string | null;
  /** `null` before there was a mark. */
  installation: string | null;
  /** SHA-256 of the rows of each table; `null` before they were kept. */
  hashes: Readonly<Record<string, string>> | null;
}

/** A backup of today, or one of before there was a manifest of tables: a copy of the data folder, with its SQLite file. */
export async function openSource(folder: string, temporary: string): Promise<Source> {
  await rm(temporary, { recursive: true, force: true });
  await mkdir(temporary, { recursive: true, mode: 0o700 });
  const old = join(folder, 'diplo.sqlite');
  if (!existsSync(old)) {
    if (!existsSync(join(folder, MANIFEST))) throw new Error(`Il n’y a pas de sauvegarde de Diplo dans ${folder}.`);
    const manifest = await readManifest(folder);
    return {
      info: manifest,
      rows: join(folder, DATABASE),
      temporary,
      databaseOnly: manifest.files === null,
      madeAt: manifest.made_at,
      installation: manifest.installation,
      hashes: manifest.rows ?? null,
    };
  }
  if (!existsSync(join(folder, FILES)))
    throw new Error(`La sauvegarde ${folder} est incomplète : elle n’a pas de fichiers.`);
  // Opened as a copy: reading it would write beside it.
  const copy = join(temporary, 'diplo.sqlite');
  for (const suffix of ['', '-wal']) if (existsSync(old + suffix)) await copyFile(old + suffix, copy + suffix);
  const database = openSqlite(copy);
  try {
    const rows = join(temporary, DATABASE);
    return {
      info: await dumpDatabase(database, rows),
      rows,
      temporary,
      databaseOnly: false,
      madeAt: null,
      installation: null,
      hashes: null,
    };
  } finally {
    await database.close();
  }
}
