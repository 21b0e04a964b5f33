import { existsSync, readFileSync, statSync } from 'node:fs';
import type { AuditAction } from '#shared/audit/audit.contract.ts';
import { createAudit } from '../src/server/audit/audit.service.ts';
import { NOBODY } from '../src/server/caller.ts';
import { type Config, dataDirOf, readConfig } from '../src/server/config.ts';
import { LOCKED, lockDataDir } from '../src/server/db/data.lock.ts';
import type { Db } from '../src/server/db/open.ts';
import { isServed, takeStartTurn } from '../src/server/db/presence.ts';
import { holdsDatabase } from '../src/server/outside.ts';
import { openPlace } from '../src/server/place.ts';

/** What the commands share: the settings, read as the server reads them, and how they say that they cannot go on. */

process.umask(0o077);

export function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

/** Ends the command with a sentence when the work throws one. */
export async function run(work: (config: Config) => Promise<void>): Promise<void> {
  try {
    // Before the settings are read: a key that is made then is the owner's.
    actAsOwner(dataDirOf(process.env));
    await work(readConfig(process.env));
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

/**
 * What was typed after the command's name. An option that is none of its own is refused: it is no folder's name.
 * @param isAlone whether it takes nothing else: a folder typed behind it would be believed to be looked at
 */
export function typed(options: readonly string[] = [], { isAlone = false } = {}): string[] {
  const words = process.argv.slice(2);
  const extra = isAlone ? words.find((word) => !word.startsWith('-')) : undefined;
  if (extra)
    fail(
      `Cette commande ne prend pas de dossier (« ${extra} ») : elle regarde l’installation que disent DATA_DIR et DATABASE_URL.`,
    );
  const unknown = words.find((word) => word.startsWith('-') && !options.includes(word));
  if (unknown) fail(`Option inconnue : ${unknown}.`);
  return words;
}

type Installation = Awaited<ReturnType<typeof openPlace>>;

/** @throws an Error where there is none: opening it would make one */
function requireDatabase(config: Config): void {
  if (holdsDatabase(config)) return;
  throw new Error(`Il n’y a pas de base dans ${config.dataDir} : vérifiez DATA_DIR et DATABASE_URL.`);
}

/** Opens the installation for a command that only reads it, Diplo running or not. */
export async function openToRead(config: Config): Promise<Installation> {
  requireDatabase(config);
  return openPlace(config, { readonly: true });
}

/** As root, what a command writes would be root's, and Diplo could not open it: it is the owner of the data folder who writes. */
function actAsOwner(dataDir: string): void {
  if (process.getuid?.() !== 0 || !existsSync(dataDir)) return;
  const { uid, gid } = statSync(dataDir);
  if (uid === 0) return;
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

/**
 * Opens the installation for a command that changes it: no server uses it, and none starts meanwhile.
 * @param create whether there may be none yet
 */
export async function openAlone(config: Config, { create = false } = {}): Promise<Installation> {
  if (!create) requireDatabase(config);
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

/** The line in the journal of what was typed on the machine itself, where nobody is signed in. */
export const note = (db: Db, action: AuditAction, label: string): Promise<void> =>
  createAudit(db, () => new Date()).note({ action, by: NOBODY, object: { type: 'backup', id: null, label } });

export const VERSION = String(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version);
