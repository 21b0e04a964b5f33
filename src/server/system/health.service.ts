import type { Database } from '../db/open.ts';
import { isAlive } from '../db/open.ts';

/** Whether the server can be relied upon: the database answers, is where it was, and could be read whole. */
export interface Health {
  /** @returns what is wrong, in a sentence; `null` when nothing is */
  fault(): Promise<string | null>;
  /** Reads the whole database: at start, then every hour. */
  look(): Promise<void>;
}

export function createHealth(database: Database, integrity: () => Promise<string[]>): Health {
  let damaged = false;
  return {
    async fault() {
      if (!database.isInPlace())
        return 'Le fichier de la base de données n’est plus là où il était : remettez-le, puis redémarrez Diplo.';
      if (!(await isAlive(database.db))) return 'La base de données ne répond pas.';
      return damaged ? 'La base de données est abîmée : restaurez-la d’une sauvegarde (npm run restore).' : null;
    },
    async look() {
      // Away for a moment is not damaged: `fault` says so by itself.
      if (database.isInPlace() && (await isAlive(database.db))) damaged = (await integrity()).length > 0;
    },
  };
}
