import { randomUUID } from 'node:crypto';
import { type Change, FILE_CHANGE, type Product, type Revision } from '#shared/products/product.contract.ts';
import { FORMULA_KEY, STEP_LIST } from '#shared/products/product.fields.ts';
import type { ProductStatus } from '#shared/products/product.status.ts';
import type { AttachmentOwner } from '../attachments/attachment.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { readOnce, readOnceBeside } from '../db/moment.ts';
import type { Db, Executor } from '../db/open.ts';
import { notFound } from '../errors.ts';
import { foundBeside } from './product.beside.ts';
import { indexUntil } from './product.indexing.ts';
import { filesHashOf, formulaColumnsOf, lockOf, modifiedOf, presentProduct, valuesOf } from './product.row.ts';
import { createProductSaving } from './product.saving.ts';
import { createProductSearching } from './product.searching.ts';
import * as store from './product.store.ts';

/** What a file is, by the key it is attached under. */
const fileLabel = (key: string): string =>
  key === FORMULA_KEY
    ? 'Fichier de la formule'
    : `Fichier joint${STEP_LIST.filter((step) => step.key === key).map(({ title }) => `, ${title}`)}`;

export interface ProductsDependencies {
  db: Db;
  audit: AuditService;
  clock: () => Date;
}

export function createProducts(deps: ProductsDependencies) {
  const { db, clock } = deps;
  const { getRow, ...saving } = createProductSaving(deps);
  const searching = createProductSearching(deps);
  const read = readOnceBeside(db, async (executor, id: string): Promise<Product> => {
    const row = await store.find(executor, id);
    if (!row) throw notFound('produit');
    return presentProduct(row);
  });
  const get = (id: string, executor: Executor = db): Promise<Product> => read(executor, id);

  return {
    ...searching,

    get,
    index: (until: Promise<unknown>, pause: () => Promise<void>): Promise<void> => indexUntil(db, until, pause),
    /** @throws 404 */
    async checkThere(executor: Executor, id: string): Promise<void> {
      if (!(await store.isThere(executor, id))) throw notFound('produit');
    },
    ...saving,

    /** Until which day nothing of it may go. */
    keepUntil: (trx: Executor, id: string, day: string | null): Promise<void> => store.setKeptUntil(trx, id, day),

    /** Where its review stands, for the list. */
    setReview: store.setReview,

    revisions: readOnce(async (id: string): Promise<Revision[]> => {
      const [, saves, files] = await Promise.all([get(id), store.listRevisions(db, id), store.listFileEvents(db, id)]);
      return [...saves, ...files.map((one) => ({ ...one, began_at: null }))]
        .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : b.revision - a.revision))
        .map(({ revision, at, by, status, changes, began_at }) => ({
          revision,
          at,
          ...(began_at === null ? {} : { began_at }),
          by,
          status: status as ProductStatus,
          changes: JSON.parse(changes),
        }));
    }),

    /** A reference of it has changed, beside its form. */
    async referencesChanged(trx: Executor, id: string): Promise<void> {
      const files = (await store.listFilesOf(trx, [id])).filter(({ deleted_at }) => deleted_at === null);
      await foundBeside(trx, await getRow(trx, id), files);
    },

    /** As what files are attached to: one may stand for the ingredients, and count in the progression, without a revision. */
    owner: {
      check: get,
      lockOf,
      async filesChanged(trx, id, { files, change, by }) {
        const hasFormula = files.some(({ field_key }) => field_key === FORMULA_KEY);
        const row = await getRow(trx, id);
        const files_hash = filesHashOf(files);
        await store.setFiles(trx, id, {
          has_formula: hasFormula ? 1 : 0,
          ...formulaColumnsOf(valuesOf(row.data), hasFormula),
          files_hash,
          modified_since_validation: modifiedOf({ ...row, files_hash }),
        });
        await foundBeside(trx, row, files);
        const told: Change = {
          field: `${FILE_CHANGE}${change.key}`,
          label: fileLabel(change.key),
          from: change.from,
          to: change.to,
        };
        await store.insertFileEvent(trx, {
          id: randomUUID(),
          product_id: id,
          at: clock().toISOString(),
          by: by.email,
          revision: row.revision,
          status: row.status,
          changes: JSON.stringify([told]),
        });
      },
      isReadTold: (key) => key === FORMULA_KEY,
    } satisfies AttachmentOwner,
  };
}

export { type FieldValues, IN_LINES, type ProductView } from './product.bulk.ts';
export type ProductService = ReturnType<typeof createProducts>;
