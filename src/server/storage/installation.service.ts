import { randomUUID } from 'node:crypto';
import type { Db } from '../db/open.ts';
import { findSetting, writeSetting } from '../db/settings.ts';
import { listFileIds, STRAYS_SHARE } from './files.service.ts';
import type { Storage } from './storage.ts';

const SETTING = 'installation_id';
/** Bytes without a row that a crash may leave in a small installation. */
const STRAYS_MIN = 3;

const ACCEPT =
  'Si vous les avez réunis exprès, lancez « npm run verify » pour voir ce qui manque, puis « npm run verify -- --accept ».';

/**
 * Makes sure that the database and the files are those of one installation: with another database the files it does not
 * know would be taken for forgotten ones, sealed documents among them. Writes the mark of an installation that has none.
 * @throws an Error that says what to do
 */
export async function checkInstallation(db: Db, storage: Storage): Promise<void> {
  const [inDatabase, besideFiles] = [await findSetting(db, SETTING), await storage.readMark()];
  if (inDatabase !== null && inDatabase === besideFiles) return;
  if (inDatabase !== null && besideFiles !== null)
    throw new Error(
      `La base de données (${inDatabase}) et les fichiers (${besideFiles}) sont de deux installations différentes. Vérifiez DATABASE_URL, DATA_DIR et STORAGE_URL. ${ACCEPT}`,
    );
  const { rows, stored, missing, strays } = await compare(db, storage);
  if (missing > 0)
    throw new Error(
      `${missing} des ${rows} fichiers que la base de données connaît ne sont pas là. Vérifiez DATABASE_URL, DATA_DIR et STORAGE_URL. ${ACCEPT}`,
    );
  if (stored > 0 && (rows === 0 || strays > Math.max(STRAYS_MIN, stored * STRAYS_SHARE)))
    throw new Error(
      `${strays} des ${stored} fichiers qui sont là sont inconnus de la base de données : ce n’est sans doute pas la leur. Vérifiez DATABASE_URL, DATA_DIR et STORAGE_URL. ${ACCEPT}`,
    );
  await markInstallation(db, storage, inDatabase ?? besideFiles ?? randomUUID());
}

/** Says that this database and these files go together. */
export async function markInstallation(db: Db, storage: Storage, id: string = randomUUID()): Promise<void> {
  await storage.writeMark(id);
  await writeSetting(db, SETTING, id);
}

export const findInstallation = (db: Db): Promise<string | null> => findSetting(db, SETTING);

async function compare(
  db: Db,
  storage: Storage,
): Promise<{ rows: number; stored: number; missing: number; strays: number }> {
  const known = new Set(await listFileIds(db));
  const rows = known.size;
  let [stored, strays] = [0, 0];
  for await (const { id } of storage.list()) {
    stored += 1;
    if (!known.delete(id)) strays += 1;
  }
  // What was put aside and is named again comes back by itself.
  for await (const { id } of storage.listAside()) known.delete(id);
  return { rows, stored, missing: known.size, strays };
}
