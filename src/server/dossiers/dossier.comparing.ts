import { LRUCache } from 'lru-cache';
import type { DossierDiff } from '#shared/dossiers/dossier.contract.ts';
import { type ComparedManifest, diffOf } from '#shared/dossiers/dossier.diff.ts';
import type { Db } from '../db/open.ts';
import type { DossierRow } from '../db/tables.ts';
import type { DocumentService } from '../documents/document.service.ts';
import { damagedFile, invalid, notFound } from '../errors.ts';
import type { FileService } from '../storage/files.service.ts';
import type { Inbox } from '../storage/inbox.ts';
import * as store from './dossier.store.ts';

interface ComparingDependencies {
  db: Db;
  files: Pick<FileService, 'open'>;
  documents: Pick<DocumentService, 'archived'>;
  inbox: Inbox;
}

/** Bytes of a manifest: a thousand pieces take less than one. */
const MANIFEST_MAX = 32 * 1024 * 1024;
/** Manifests that are remembered: a sealed one never changes. */
const KEPT = 20;

/** Two sealed dossiers of one product, side by side: from what their manifests say, and nothing else. */
export function createComparing({ db, files, documents, inbox }: ComparingDependencies) {
  const manifests = new LRUCache<string, ComparedManifest>({ max: KEPT });
  const manifestOf = async ({ id, zip_file_id }: DossierRow): Promise<ComparedManifest> => {
    const known = manifests.get(id);
    if (known) return known;
    const { stream } = await files.open(zip_file_id, { checked: true });
    const arrived = await inbox.receive(stream);
    try {
      const bytes = await documents.archived(arrived.path, { entry: 'manifeste.json', most: MANIFEST_MAX });
      if (!bytes) throw damagedFile(zip_file_id);
      const manifest = JSON.parse(Buffer.from(bytes).toString()) as ComparedManifest;
      manifests.set(id, manifest);
      return manifest;
    } finally {
      await inbox.discard(arrived);
    }
  };
  const getRow = async (id: string): Promise<DossierRow> => {
    const row = await store.find(db, id);
    if (!row) throw notFound('dossier');
    return row;
  };

  return {
    /** @param against the one it is held against: what it says is « avant ». @throws 404, 422 for one of another product */
    async diff(id: string, against: string): Promise<DossierDiff> {
      const [after, before] = [await getRow(id), await getRow(against)];
      if (after.product_id !== before.product_id)
        throw invalid([
          { loc: ['query', 'against'], msg: 'Ces deux dossiers ne sont pas du même produit.', type: 'value_error' },
        ]);
      return diffOf(await manifestOf(before), await manifestOf(after));
    },
  };
}
