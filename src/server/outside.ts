import { join } from 'node:path';
import type { Config } from './config.ts';
import { migrate } from './db/migrate.ts';
import { type Database, openPostgres, openSqlite } from './db/open.ts';
import type { PdfConverter } from './documents/pdf/converter.ts';
import { gotenbergConverter } from './documents/pdf/gotenberg.converter.ts';
import { findSoffice, sofficeConverter } from './documents/pdf/soffice.converter.ts';
import { wasmConverter } from './documents/pdf/wasm.converter.ts';
import { createInbox, type Inbox } from './storage/inbox.ts';
import { localStorage } from './storage/local.storage.ts';
import { parseS3Url, s3Storage } from './storage/s3.storage.ts';
import type { Storage } from './storage/storage.ts';

/** What the settings name outside the program: the database, brought to its newest schema, the files, the converter. */
export async function openOutside(
  config: Config,
): Promise<{ database: Database; storage: Storage; inbox: Inbox; converter: PdfConverter }> {
  const { databaseUrl, dataDir } = config;
  const database = databaseUrl ? openPostgres(databaseUrl) : openSqlite(join(dataDir, 'diplo.sqlite'));
  await migrate(database);
  return {
    database,
    storage: await openStorage(config),
    inbox: createInbox(join(temporaryFolder(config), 'uploads')),
    converter: chooseConverter(config),
  };
}

/** Beside the files it will be moved to; what a kill leaves here is taken away at the next start. */
const temporaryFolder = ({ dataDir }: Config): string => join(dataDir, 'tmp');

/** A bucket when one is named, else a folder beside the database. */
const openStorage = async ({ storageUrl, dataDir }: Config): Promise<Storage> =>
  storageUrl ? s3Storage(parseS3Url(storageUrl)) : localStorage(join(dataDir, 'files'));

/** A Gotenberg server when one is named, else LibreOffice of this machine, else LibreOffice as WebAssembly. */
function chooseConverter(config: Config): PdfConverter {
  if (config.pdfUrl) return gotenbergConverter(config.pdfUrl);
  const soffice = findSoffice();
  return soffice ? sofficeConverter(soffice, { folder: join(temporaryFolder(config), 'pdf') }) : wasmConverter();
}
