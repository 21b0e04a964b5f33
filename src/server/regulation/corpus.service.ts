import { counted } from '#shared/fields/counted.ts';
import type { Corpus, CorpusPreview } from '#shared/regulation/regulation.contract.ts';
import type { Actor } from '../caller.ts';
import { inTransaction } from '../db/open.ts';
import { findSetting, writeSetting } from '../db/settings.ts';
import { bodyFault, conflict, invalid, tooLarge } from '../errors.ts';
import type { UploadedFile } from '../http/file.ts';
import { bytesOf, sizeOf } from '../storage/inbox.ts';
import { createLawEntries } from './corpus.entries.ts';
import { createCorpusImporting } from './corpus.importing.ts';
import { createCorpusLoading, INVENTORY_AT, LOCK, UNREADABLE } from './corpus.loading.ts';
import { type LoadedCorpus, presentCorpus } from './corpus.ts';
import { EXPORT_BYTES } from './cosing.ts';
import { readInventory } from './inventory.read.ts';
import type { RegulationDependencies } from './regulation.service.ts';
import * as store from './regulation.store.ts';

export function createCorpora(deps: RegulationDependencies) {
  const { db, documents, jobs, audit, clock } = deps;
  const { load, isReadable, active, getCorpus, ...loading } = createCorpusLoading(deps);
  const object = (row: { id: string; sha256: string }) => ({
    type: 'regulation',
    id: row.id,
    label: `Corpus ${row.sha256.slice(0, 12)}`,
  });
  const { present, previewOf, ...importing } = createCorpusImporting({
    ...deps,
    load,
    isReadable,
    active,
    getCorpus,
    object,
  });
  const entries = createLawEntries({ ...deps, load, active, getCorpus });

  return {
    ...loading,
    /** The corpus in force, read; `null` before the first. */
    active: (): Promise<LoadedCorpus | null> => active(),
    /** @throws 404 */
    read: async (id: string): Promise<LoadedCorpus> => load(await getCorpus(db, id)),
    ...entries,

    corpora: async (): Promise<Corpus[]> => Promise.all((await store.listCorpora(db)).map(present)),
    preview: async (id: string): Promise<CorpusPreview> => previewOf(await getCorpus(db, id)),
    ...importing,

    async activate(id: string, by: Actor): Promise<Corpus> {
      const done = await inTransaction(
        db,
        async (trx) => {
          const found = await getCorpus(trx, id);
          if (!(await isReadable(id, trx))) throw conflict(UNREADABLE);
          const before = await store.findActive(trx);
          if (before?.id === id) return found;
          await store.activate(trx, id, clock().toISOString());
          await jobs.add(trx, {
            kind: 'regulation.judge',
            key: id,
            title: `Corpus du ${presentCorpus(found).date ?? 'jour'}`,
            payload: { corpus_id: id, before_id: before?.id ?? null },
          });
          await audit.record(trx, { action: 'regulation.activate', by, object: object(found) });
          return getCorpus(trx, id);
        },
        LOCK,
      );
      jobs.wake();
      return presentCorpus(done);
    },

    removeCorpus: (id: string, by: Actor): Promise<void> =>
      inTransaction(
        db,
        async (trx) => {
          const found = await getCorpus(trx, id);
          if (found.activated_at && (await isReadable(id, trx)))
            throw conflict('Ce corpus a été mis en vigueur : il est gardé, pour les verdicts d’alors.');
          await store.removeCorpus(trx, id);
          await audit.record(trx, { action: 'regulation.remove', by, object: object(found) });
        },
        LOCK,
      ),

    async importInventory(file: UploadedFile, by: Actor): Promise<{ rows: number; unread: number }> {
      if (sizeOf(file.content) > EXPORT_BYTES) throw tooLarge(EXPORT_BYTES / 1024 / 1024);
      const rows = await documents.commas(await bytesOf(file.content));
      const { found, unread } = readInventory(rows);
      if (found.length === 0)
        throw invalid([
          bodyFault(
            'file',
            'Ce fichier n’est pas l’inventaire des ingrédients de la Commission : ses colonnes sont le nom INCI, le numéro CAS, le numéro CE et la fonction.',
          ),
        ]);
      await inTransaction(
        db,
        async (trx) => {
          await store.replaceInventory(trx, found);
          await writeSetting(trx, INVENTORY_AT, clock().toISOString());
          await audit.record(trx, {
            action: 'regulation.inventory',
            by,
            object: { type: 'regulation', id: null, label: `${file.fileName} : ${counted(found.length, 'nom')}` },
          });
        },
        LOCK,
      );
      return { rows: found.length, unread };
    },
    inventory: async (): Promise<{ rows: number; imported_at: string | null }> => ({
      rows: await store.countInventory(db),
      imported_at: (await findSetting(db, INVENTORY_AT)) || null,
    }),
  };
}
