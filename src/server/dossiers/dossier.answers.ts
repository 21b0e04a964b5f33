import type { ListQuery } from '#shared/contract/list.query.ts';
import type { Dossier } from '#shared/dossiers/dossier.contract.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { type Actor, addressKey } from '../caller.ts';
import type { Db } from '../db/open.ts';
import type { DossierRow } from '../db/tables.ts';
import { notFound, unknownSort } from '../errors.ts';
import type { FileAnswer } from '../http/file.ts';
import type { ProductService } from '../products/product.service.ts';
import type { FileService } from '../storage/files.service.ts';
import type { DossiersDependencies } from './dossier.service.ts';
import * as store from './dossier.store.ts';

const VERIFY_LIMIT = { count: 120, windowMs: 60_000 };

interface DossierAnswersDeps extends DossiersDependencies {
  db: Db;
  products: ProductService;
  files: FileService;
  audit: AuditService;
}

/** Sealed dossiers, as they are answered. */
export function createDossierAnswers({ db, products, files, outbox, jobs, tries, audit }: DossierAnswersDeps) {
  const present = async (rows: readonly DossierRow[]): Promise<Dossier[]> => {
    const placeOf = await outbox.placesOf(rows.map(({ id }) => id));
    return rows.map(
      ({ id, product_id, product_snapshot, sealed_at, sealed_by, sha256, zip_sha256, pages, anomalies }) => {
        const { files: there, ...state } = placeOf(id);
        return {
          id,
          product_id,
          product: JSON.parse(product_snapshot),
          sealed_at,
          sealed_by,
          sha256,
          zip_sha256,
          pages,
          anomalies: JSON.parse(anomalies),
          ...state,
          pdf_drive_url: there.pdf?.url ?? null,
          zip_drive_url: there.zip?.url ?? null,
        };
      },
    );
  };
  const getRow = async (id: string): Promise<DossierRow> => {
    const row = await store.find(db, id);
    if (!row) throw notFound('dossier');
    return row;
  };
  const get = async (id: string): Promise<Dossier> => {
    const [one] = await present([await getRow(id)]);
    if (!one) throw notFound('dossier');
    return one;
  };

  return {
    get,

    async list(productId: string): Promise<Dossier[]> {
      await products.get(productId);
      return present(await store.listOf(db, productId));
    },
    /** Of every product, those that are gone too. */
    async listAll(query: ListQuery): Promise<{ rows: Dossier[]; total: number }> {
      if (query.sort && !store.isSortable(query.sort)) throw unknownSort();
      const { rows, total } = await store.list(db, query);
      return { rows: await present(rows), total };
    },
    /** Tries the drive again, now, for what is not there yet. */
    async send(id: string): Promise<Dossier> {
      await getRow(id);
      await outbox.retry(id, { evenCancelled: true });
      return get(id);
    },

    async work(productId: string): Promise<{
      state: 'waiting' | 'running' | 'failed' | null;
      progress: { done: number; total: number } | null;
      error: string | null;
    }> {
      await products.get(productId);
      const job = await jobs.find('dossier.seal', productId);
      const state =
        job && (job.state === 'waiting' || job.state === 'running' || job.state === 'failed') ? job.state : null;
      return { state, progress: state ? (job?.progress ?? null) : null, error: state ? (job?.error ?? null) : null };
    },

    async read(id: string, format: 'pdf' | 'zip', by: Actor): Promise<FileAnswer> {
      const row = await getRow(id);
      const name = `${row.file_name}.${format}`;
      await audit.note({ action: 'dossier.read', by, object: { type: 'dossier', id, label: name } });
      return {
        ...(await files.open(format === 'pdf' ? row.pdf_file_id : row.zip_file_id, { checked: true })),
        mimeType: format === 'pdf' ? 'application/pdf' : 'application/zip',
        fileName: name,
        disposition: 'attachment',
      };
    },

    async verify(sha256: string, ip: string): Promise<{ known: boolean; sealed_at: string | null }> {
      await tries.countWithin(`verify:${addressKey(ip)}`, VERIFY_LIMIT);
      const found = /^[0-9a-f]{64}$/i.test(sha256) ? await store.findByHash(db, sha256.toLowerCase()) : undefined;
      return { known: found !== undefined, sealed_at: found?.sealed_at ?? null };
    },
  };
}
