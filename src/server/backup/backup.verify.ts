import type { Verification } from '#shared/backup/backup.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { createAudit } from '../audit/audit.service.ts';
import { integrityFaults } from '../db/integrity.ts';
import type { Database } from '../db/open.ts';
import { hashOf } from '../storage/files.service.ts';
import type { Storage } from '../storage/storage.ts';
import { findInstallation } from '../system/installation.service.ts';
import * as store from './backup.store.ts';

/** Names told at once: nobody reads more. */
const SHOWN = 5;
const ROWS_AT_ONCE = 500;

type Part = Verification['parts'][number];

/**
 * Reads the whole installation and says what is wrong with it: the database, the journal's chain, every file against the
 * hash that was kept, the sealed documents, the mark of the installation. It changes nothing.
 */
export async function verifyInstallation(database: Database, storage: Storage, now: Date): Promise<Verification> {
  const { db } = database;
  const faults = await integrityFaults(database);
  const parts: Part[] = [
    {
      name: 'Base de données',
      ok: faults.length === 0,
      said: faults.length === 0 ? 'Lue en entier, sans faute.' : `Abîmée : ${faults.slice(0, SHOWN).join(' ; ')}.`,
    },
  ];
  // What cannot be read cannot be compared.
  if (faults.length > 0) return { at: now.toISOString(), ok: false, parts };

  const chain = await createAudit(db, () => now).verify();
  parts.push({
    name: 'Journal',
    ok: chain.valid,
    said: chain.valid
      ? `${counted(chain.count, 'ligne')}, chacune liée à la précédente.`
      : `La chaîne est rompue à la ligne ${chain.broken_at}.`,
  });
  const [inDatabase, besideFiles] = [await findInstallation(db), await storage.readMark()];
  parts.push({
    name: 'Installation',
    ok: inDatabase === besideFiles,
    said:
      inDatabase === besideFiles
        ? 'La base et les fichiers vont ensemble.'
        : 'La base et les fichiers sont de deux installations différentes.',
  });
  const { part, broken } = await verifyFiles(database, storage);
  parts.push(...part, await verifySealed(database, broken));
  return { at: now.toISOString(), ok: parts.every(({ ok }) => ok), parts };
}

async function verifyFiles(database: Database, storage: Storage): Promise<{ part: Part[]; broken: Set<string> }> {
  const stored = new Map((await Array.fromAsync(storage.list())).map((file) => [file.id, file]));
  const [missing, damaged]: [string[], string[]] = [[], []];
  let rows = 0;
  let after = '';
  for (;;) {
    const some = await store.filesAfter(database.db, after, ROWS_AT_ONCE);
    for (const { id, sha256 } of some) {
      rows += 1;
      if (!stored.delete(id)) missing.push(id);
      else if ((await hashOf(await storage.stream(id))) !== sha256) damaged.push(id);
    }
    after = some.at(-1)?.id ?? after;
    if (some.length < ROWS_AT_ONCE) break;
  }
  const strays = stored.size;
  return {
    broken: new Set([...missing, ...damaged]),
    part: [
      {
        name: 'Fichiers',
        ok: missing.length + damaged.length === 0,
        said: [
          `${counted(rows, 'fichier relu')}.`,
          missing.length > 0 ? `Il en manque ${missing.length} : ${namesOf(missing)}.` : '',
          damaged.length > 0
            ? `${counted(damaged.length, 'fichier a changé', 'fichiers ont changé')} : ${namesOf(damaged)}.`
            : '',
        ]
          .filter(Boolean)
          .join(' '),
      },
      {
        name: 'Fichiers sans propriétaire',
        ok: true,
        said:
          strays === 0
            ? 'Aucun.'
            : `${counted(strays, 'fichier')} que la base ne connaît pas ; le ménage met à l’écart pour trente jours.`,
      },
    ],
  };
}

async function verifySealed(database: Database, broken: ReadonlySet<string>): Promise<Part> {
  const sealed = await store.sealedFiles(database.db);
  const hurt = sealed.filter(
    ({ docx_file_id, pdf_file_id }) => broken.has(docx_file_id) || pdf_file_id === null || broken.has(pdf_file_id),
  );
  return {
    name: 'Documents scellés',
    ok: hurt.length === 0,
    said:
      hurt.length === 0
        ? `${counted(sealed.length, 'document relu', 'documents relus')}, sans changement depuis le sceau.`
        : `${counted(hurt.length, 'document n’est plus entier', 'documents ne sont plus entiers')} : ${namesOf(hurt.map(({ file_name }) => file_name))}.`,
  };
}

const namesOf = (names: readonly string[]): string =>
  `${names.slice(0, SHOWN).join(', ')}${names.length > SHOWN ? '…' : ''}`;
