import type { ListQuery } from '#shared/contract/list.ts';
import type { Dossier } from '#shared/dossiers/dossier.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { Tries } from '../auth/tries.service.ts';
import { type Actor, addressKey } from '../caller.ts';
import { inTransaction } from '../db/open.ts';
import type { DossierRow } from '../db/tables.ts';
import { DOSSIERS_AT_ONCE, DossierFault } from '../documents/document.service.ts';
import type { Outbox } from '../drive/outbox.service.ts';
import { notFound, Refusal, unknownSort } from '../errors.ts';
import type { FileAnswer } from '../http/file.ts';
import { JobFault, type Jobs } from '../jobs/job.service.ts';
import { type BuildDependencies, createBuilder } from './dossier.build.ts';
import { createGatherer, isLost } from './dossier.gather.ts';
import * as store from './dossier.store.ts';

interface Dependencies extends BuildDependencies {
  outbox: Outbox;
  jobs: Jobs;
  tries: Tries;
}

/** Tries before a dossier waits for a person. */
const TRIES = 3;
const VERIFY_LIMIT = { count: 120, windowMs: 60_000 };

export function createDossiers(deps: Dependencies) {
  const { db, products, files, outbox, jobs, tries, audit } = deps;
  const gatherer = createGatherer(deps);
  const build = createBuilder(deps, gatherer);

  jobs.handle('dossier.seal', {
    atOnce: DOSSIERS_AT_ONCE,
    perform: async ({ key, payload, signal, progress, attempt }) => {
      const { by } = payload as { by: Actor };
      try {
        const { row, stored, until } = await build(key, { by, signal, progress });
        return async (trx) => {
          for (const one of stored) {
            await files.record(trx, one);
            await files.seal(trx, one.id, until);
          }
          await store.insert(trx, row);
          await store.forgetConversions(trx);
          await outbox.enqueue(trx, { owner_id: row.id, format: 'pdf', file_id: row.pdf_file_id });
          await outbox.enqueue(trx, { owner_id: row.id, format: 'zip', file_id: row.zip_file_id });
          await audit.record(trx, {
            action: 'dossier.seal',
            by,
            object: { type: 'dossier', id: row.id, label: row.file_name },
          });
        };
      } catch (error) {
        if (isLost(error))
          throw new JobFault('Une pièce du dossier manque dans le stockage : remettez-la, puis scellez de nouveau.', {
            again: 'never',
          });
        if (error instanceof Refusal && error.status === 404)
          throw new JobFault('Le produit n’est plus là.', { again: 'never' });
        if (error instanceof DossierFault && error.piece !== null)
          throw new JobFault(
            `La pièce « ${error.piece} » a interrompu trois fois la préparation du dossier : retirez-la ou remplacez-la, puis scellez de nouveau.`,
            { again: 'never' },
          );
        if (error instanceof DossierFault && attempt >= TRIES)
          throw new JobFault(
            'Le PDF du dossier n’a pas pu être assemblé en trois essais : retirez les pièces les plus lourdes, puis scellez de nouveau.',
            { again: 'never' },
          );
        throw error;
      }
    },
  });

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
    /** Puts the sealing in line. @throws 409 naming a piece that is missing from the storage */
    async create(productId: string, by: Actor): Promise<{ job_id: string }> {
      const product = await products.get(productId);
      await gatherer.checkPieces((await gatherer.piecesOf(productId)).pieces);
      await inTransaction(
        db,
        async (trx) => {
          const found = await jobs.find('dossier.seal', productId, trx);
          // Asked for twice at once, it is made once.
          if (found && ['waiting', 'running'].includes(found.state)) return;
          await jobs.add(trx, {
            kind: 'dossier.seal',
            key: productId,
            title: productLabel(product),
            payload: { by },
          });
        },
        `dossier ${productId}`,
      );
      jobs.wake();
      const job = await jobs.find('dossier.seal', productId);
      return { job_id: job?.id ?? '' };
    },

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
    get,
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

export type DossierService = ReturnType<typeof createDossiers>;
