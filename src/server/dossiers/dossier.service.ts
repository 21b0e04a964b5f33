import type { Stamp } from '#shared/findings/stamp.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { Tries } from '../auth/tries.service.ts';
import type { Actor } from '../caller.ts';
import { readOnce } from '../db/moment.ts';
import { inTransaction } from '../db/open.ts';
import { DOSSIERS_AT_ONCE, DossierFault } from '../documents/document.service.ts';
import type { Outbox } from '../drive/outbox.service.ts';
import { Refusal } from '../errors.ts';
import { JobFault, type Jobs } from '../jobs/job.service.ts';
import { createDossierAnswers } from './dossier.answers.ts';
import { type BuildDependencies, createBuilder } from './dossier.build.ts';
import { createComparing } from './dossier.comparing.ts';
import { createGatherer, isLost } from './dossier.gather.ts';
import { createLooking } from './dossier.looking.ts';
import * as store from './dossier.store.ts';
import { createWorking } from './dossier.working.ts';

export interface DossiersDependencies extends BuildDependencies {
  outbox: Outbox;
  jobs: Jobs;
  tries: Tries;
}

/** Tries before a dossier waits for a person. */
const TRIES = 3;

export function createDossiers(deps: DossiersDependencies) {
  const { db, products, files, outbox, jobs, audit } = deps;
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
  const { get, ...dossierAnswers } = createDossierAnswers(deps);

  return {
    /** Puts the sealing in line. @throws 409 naming a piece that is missing from the storage */
    async create(productId: string, by: Actor): Promise<{ job_id: string }> {
      const product = await products.get(productId);
      await gatherer.checkPieces((await gatherer.piecesOf(productId, product.type_produit)).pieces);
      await inTransaction(
        db,
        async (trx) => {
          const found = await jobs.find('dossier.seal', productId, trx);
          // Asked for twice, it is made once; one under way has read the file already, and begins again.
          if (found?.state === 'waiting') return;
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
    ...dossierAnswers,
    get,
    ...createComparing(deps),
    /** What a dossier would say of a product now. */
    lookAt: createLooking(deps).lookAt,
    /** Documents made of it that are not sealed. */
    working: createWorking(deps),
    productOf: (id: string): Promise<string | null> => store.productOf(db, id),
    /** The products that have one, those that are gone too. */
    productIds: () => store.listProductIds(db),
    /** The sealed archives of a product, the latest first. */
    async archivesOf(productId: string) {
      const rows = await store.listOf(db, productId);
      return Promise.all(
        rows.map(async ({ zip_file_id, file_name, sealed_at, zip_sha256 }) => ({
          fileId: zip_file_id,
          name: file_name,
          sealed_at,
          sha256: zip_sha256,
          size: (await files.find(zip_file_id)).size,
        })),
      );
    },
    /** What the last one of a product stood on. */
    lastStamp: readOnce(async (productId: string): Promise<{ stamp: Stamp; sealed_at: string } | null> => {
      const row = await store.findLastStamp(db, productId);
      return row ? { stamp: JSON.parse(row.stamp ?? '{}'), sealed_at: row.sealed_at } : null;
    }),
  };
}

export { cleaningLines } from './dossier.cleaning.ts';
export type { Known } from './dossier.data.ts';
export type DossierService = ReturnType<typeof createDossiers>;
