import { statfs } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { isBackupLate } from '#shared/backup/backup.late.ts';
import { counted } from '#shared/fields/counted.ts';
import { printInstant } from '#shared/fields/date.ts';
import type { HealthPart } from '#shared/system/system.contract.ts';
import type { AuthService } from '../auth/auth.service.ts';
import type { BackupService } from '../backup/backup.service.ts';
import { type Database, isAlive } from '../db/open.ts';

import type { DocumentService } from '../documents/document.service.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { MailService } from '../mail/mail.service.ts';
import { findInstallation } from '../storage/installation.service.ts';
import type { Storage } from '../storage/storage.ts';
import type { ProxyWatch } from './proxy.watch.ts';

interface Dependencies {
  database: Database;
  storage: Storage;
  documents: Pick<DocumentService, 'converter'>;
  backups: Pick<BackupService, 'integrity' | 'status'>;
  jobs: Pick<Jobs, 'list'>;
  mail: Pick<MailService, 'state'>;
  proxies: Pick<ProxyWatch, 'undeclared'>;
  auth: Pick<AuthService, 'signInState'>;
  dataDir: string;
  clock: () => Date;
}

/** How long one part may take to answer (ms). */
const PATIENCE_MS = 4_000;
/** Below, an upload of the largest size and the copy of a dossier may no longer fit (bytes). */
const FREE_MIN = 1_000_000_000;

export function createHealth(deps: Dependencies) {
  const { database, storage, documents, backups, jobs, mail, proxies, auth, dataDir, clock } = deps;
  let damaged = false;

  const fault = async (): Promise<string | null> => {
    if (!database.isInPlace())
      return 'Le fichier de la base de données n’est plus là où il était : remettez-le, puis redémarrez Diplo.';
    if (!(await isAlive(database.db))) return 'La base de données ne répond pas.';
    return damaged ? 'La base de données est abîmée : restaurez-la d’une sauvegarde (npm run restore).' : null;
  };
  const freeBytes = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize;
  };

  /** What is wrong, or what may be said when nothing is. */
  type Said = { fault: string } | { fine: string };
  const LOOKS: Record<HealthPart['key'], { name: string; look: () => Promise<Said> }> = {
    database: {
      name: 'Base de données',
      look: async () => {
        const found = await fault();
        return found ? { fault: found } : { fine: database.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL' };
      },
    },
    files: {
      name: 'Fichiers',
      look: async () =>
        (await storage.readMark()) === (await findInstallation(database.db))
          ? { fine: 'Le stockage répond.' }
          : { fault: 'Les fichiers ne sont pas ceux de cette base.' },
    },
    converter: {
      name: 'Conversion en PDF',
      look: async () => {
        const { name, fault: found } = await documents.converter();
        return found === null ? { fine: name } : { fault: found };
      },
    },
    disk: {
      name: 'Espace disque',
      look: async () => {
        const free = await freeBytes();
        const said = `${(free / 1e9).toLocaleString('fr-FR', { maximumFractionDigits: 1 })}\u00a0Go libres`;
        return free < FREE_MIN ? { fault: `${said} : libérez de la place.` } : { fine: `${said}.` };
      },
    },
    backup: {
      name: 'Sauvegarde',
      look: async () => {
        const { directory, last, failure, verification } = await backups.status();
        if (directory === null) return { fault: 'Aucune ne se fait d’elle-même : dites où par BACKUP_DIR.' };
        if (failure) return { fault: `La dernière a échoué : ${failure.message}` };
        if (!last) return { fault: 'Aucune n’a encore été faite.' };
        if (last.missing > 0)
          return {
            fault: `Il manque ${counted(last.missing, 'fichier')} à la dernière : « npm run verify » dit lesquels.`,
          };
        if (verification && !verification.ok) return { fault: 'La dernière vérification a trouvé des fautes.' };
        const said = `La dernière est du ${printInstant(last.at)}.`;
        return isBackupLate(last.at, clock()) ? { fault: said } : { fine: said };
      },
    },
    jobs: {
      name: 'Travaux de fond',
      look: async () => {
        const failing = (await jobs.list()).filter(({ state }) => state === 'failed').length;
        return failing > 0
          ? { fault: `${counted(failing, 'travail', 'travaux')} en échec.` }
          : { fine: 'Aucun en échec.' };
      },
    },
    sign_in: { name: 'Connexion', look: auth.signInState },
    mail: { name: 'Courriel', look: mail.state },
    proxy: {
      name: 'Serveur mandataire',
      look: async () => {
        const ip = proxies.undeclared();
        return ip === null
          ? { fine: 'Aucun qui ne soit déclaré.' }
          : {
              fault: `${ip} transmet les demandes d’autres postes sans être déclaré : donnez son adresse dans TRUST_PROXY. Sans cela, tous ceux qui passent par lui comptent pour un seul, et les essais de mot de passe de l’un ferment la porte aux autres.`,
            };
      },
    },
  };

  const lookAt = async (key: HealthPart['key']): Promise<HealthPart> => {
    const { name, look } = LOOKS[key];
    const late = pause(PATIENCE_MS, { fault: 'Ne répond pas.' }, { ref: false });
    const said = await Promise.race([look(), late]).catch(() => ({ fault: 'Ne répond pas.' }));
    return 'fault' in said ? { key, name, ok: false, said: said.fault } : { key, name, ok: true, said: said.fine };
  };

  return {
    /** @returns what is wrong, in a sentence; `null` when nothing is */
    fault,
    /** Of the disk that holds the data folder. */
    freeBytes,
    /** Everything it stands on, one by one: for who looks after it. */
    parts: (): Promise<HealthPart[]> => Promise.all((Object.keys(LOOKS) as HealthPart['key'][]).map(lookAt)),
    /** Reads the whole database: at start, then every hour. */
    async look(): Promise<void> {
      // Away for a moment is not damaged: `fault` says so by itself.
      if (database.isInPlace() && (await isAlive(database.db))) damaged = (await backups.integrity()).length > 0;
    },
  };
}

/** Whether the server can be relied upon: the database answers, is where it was, and could be read whole. */
export type Health = ReturnType<typeof createHealth>;
