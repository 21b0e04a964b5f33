import { readFileSync } from 'node:fs';
import { type Config, readConfig } from '../src/server/config.ts';
import { LOCKED, lockDataDir } from '../src/server/db/data.lock.ts';
import type { Database } from '../src/server/db/open.ts';
import { isServed, takeStartTurn } from '../src/server/db/presence.ts';
import { openPlace } from '../src/server/outside.ts';
import type { Storage } from '../src/server/storage/storage.ts';

/** What the commands share: the settings, read as the server reads them, and how they say that they cannot go on. */

process.umask(0o077);

export function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

/** Ends the command with a sentence when the work throws one. */
export async function run(work: (config: Config) => Promise<void>): Promise<void> {
  try {
    await work(readConfig(process.env));
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

/** Opens the installation for a command that changes it: no server uses it, and none starts meanwhile. */
export async function openAlone(config: Config): Promise<{ database: Database; storage: () => Promise<Storage> }> {
  if (!lockDataDir(config.dataDir)) throw new Error(LOCKED(config.dataDir));
  const opened = await openPlace(config);
  const turn = await takeStartTurn(opened.database);
  if (await isServed(opened.database)) {
    await turn.leave();
    await opened.database.close();
    throw new Error('Un Diplo se sert de cette base de données : arrêtez-le d’abord.');
  }
  const close = opened.database.close;
  return {
    ...opened,
    database: {
      ...opened.database,
      close: async () => {
        await close();
        await turn.leave();
      },
    },
  };
}

export const VERSION = String(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version);
