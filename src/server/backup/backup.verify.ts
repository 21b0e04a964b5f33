import type { Verification } from '#shared/backup/backup.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { createAudit } from '../audit/audit.service.ts';
import { integrityFaults } from '../db/integrity.ts';
import type { Database } from '../db/open.ts';
import { hashOf } from '../storage/files.service.ts';
import { findInstallation } from '../storage/installation.service.ts';
import { isUnreadable, MissingFile, type Storage } from '../storage/storage.ts';
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
      inDatabase !== besideFiles
        ? 'La base et les fichiers sont de deux installations différentes.'
        : inDatabase === null
          ? 'Pas encore marquée : elle l’est au premier démarrage de cette version.'
          : 'La base et les fichiers vont ensemble.',
  });
  const { part, whole } = await verifyFiles(database, storage);
  parts.push(...part, await verifySealed(database, { whole, storage }));
  return { at: now.toISOString(), ok: parts.every(({ ok }) => ok), parts };
}

/** How one file is, read whole. */
async function stateOf(storage: Storage, { id, sha256 }: { id: string; sha256: string }): Promise<FileState> {
  try {
    return (await hashOf(await storage.stream(id))) === sha256 ? 'whole' : 'damaged';
  } catch (error) {
    if (error instanceof MissingFile) return 'missing';
    // A sector that cannot be read any more is one file's fault; a network that is down is not.
    if (isUnreadable(error)) return 'damaged';
    throw error;
  }
}
type FileState = 'whole' | 'damaged' | 'missing';

async function verifyFiles(database: Database, storage: Storage): Promise<{ part: Part[]; whole: Set<string> }> {
  const stored = new Set<string>();
  for await (const { id } of storage.list()) stored.add(id);
  const found: Record<FileState, string[]> = { whole: [], damaged: [], missing: [] };
  let rows = 0;
  let after = '';
  for (;;) {
    const some = await store.filesAfter(database.db, after, ROWS_AT_ONCE);
    for (const file of some) {
      rows += 1;
      stored.delete(file.id);
      found[await stateOf(storage, file)].push(file.id);
    }
    after = some.at(-1)?.id ?? after;
    if (some.length < ROWS_AT_ONCE) break;
  }
  const { damaged } = found;
  // One that went while the others were read is not missing: its row went first.
  const missing: string[] = [];
  for (const id of found.missing) if (await store.findFile(database.db, id)) missing.push(id);
  const strays = stored.size;
  return {
    whole: new Set(found.whole),
    part: [
      {
        name: 'Fichiers',
        ok: missing.length + damaged.length === 0,
        said: [
          `${counted(rows, 'fichier relu')}.`,
          missing.length > 0 ? `Il en manque ${missing.length} : ${namesOf(missing)}.` : '',
          damaged.length > 0
            ? `${counted(damaged.length, 'fichier a changé ou ne se lit plus', 'fichiers ont changé ou ne se lisent plus')} : ${namesOf(damaged)}.`
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

async function verifySealed(
  database: Database,
  { whole, storage }: { whole: ReadonlySet<string>; storage: Storage },
): Promise<Part> {
  const sealed = await store.sealedFiles(database.db);
  const isWhole = async (id: string | null): Promise<boolean> => {
    if (id === null) return false;
    if (whole.has(id)) return true;
    // Sealed while the others were read: looked at now.
    const row = await store.findFile(database.db, id);
    return row !== undefined && (await stateOf(storage, row)) === 'whole';
  };
  const hurt: typeof sealed = [];
  for (const one of sealed) {
    const ids = [one.docx_file_id, one.pdf_file_id, one.template_file_id];
    for (const id of ids)
      if (!(await isWhole(id))) {
        hurt.push(one);
        break;
      }
  }
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
