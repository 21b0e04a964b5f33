import { parentPort, workerData } from 'node:worker_threads';
import { databaseFault } from '../db/faults.ts';
import { integrityFaults } from '../db/integrity.ts';
import { openPlace, type Place } from '../place.ts';
import { makeBackup } from './backup.make.ts';
import { verifyInstallation } from './backup.verify.ts';

/** What takes minutes and reads everything, in a thread of its own with connections of its own. */
export type Chore =
  | { name: 'backup'; place: Place; target: string; previous: string | null; version: string; now: Date }
  | { name: 'verify'; place: Place; now: Date }
  | { name: 'integrity'; place: Place };

export type Done = { value: unknown } | { failure: string };

async function perform(chore: Chore): Promise<unknown> {
  if (chore.name === 'integrity') return lookAt(chore.place);
  const { database, storage } = await openPlace(chore.place, { readonly: true });
  try {
    const files = await storage();
    if (chore.name === 'verify') return await verifyInstallation(database, files, chore.now);
    const { target, previous, version, now } = chore;
    return await makeBackup({
      database,
      storage: files,
      dataDir: chore.place.dataDir,
      target,
      previous,
      version,
      now,
    });
  } finally {
    await database.close();
  }
}

/** What is wrong with the database; one that is no database any more is wrong all over. */
async function lookAt(place: Place): Promise<string[]> {
  try {
    const { database } = await openPlace(place, { readonly: true });
    return await integrityFaults(database).finally(() => database.close());
  } catch (error) {
    if (databaseFault(error) !== 'damaged') throw error;
    return [error instanceof Error ? error.message : String(error)];
  }
}

try {
  parentPort?.postMessage({ value: await perform(workerData as Chore) } satisfies Done);
} catch (error) {
  parentPort?.postMessage({ failure: error instanceof Error ? error.message : String(error) } satisfies Done);
}
