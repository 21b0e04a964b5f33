import { OLD_DOCUMENT_KEY } from '#shared/control/slots.ts';
import { readField } from '#shared/fields/field.reading.ts';
import type { FieldValue } from '#shared/fields/field.ts';
import { type FieldName, getField } from '#shared/products/product.fields.ts';
import type { Asker } from '../batches/batch.service.ts';
import type { Actor } from '../caller.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import type { ImportDocumentRow, ImportRow } from '../db/tables.ts';
import { bodyFault, conflict, invalid, movedOn, notFound } from '../errors.ts';
import type { FieldValues, ProductView } from '../products/product.service.ts';
import { isStale } from '../revision.ts';
import { fileLock } from '../storage/files.service.ts';
import type { ImportsDependencies, Own } from './import.service.ts';
import * as store from './import.store.ts';

/** Finds an old file that is one's own. @throws 403, 404 */
export type FindDocument = (
  executor: Executor,
  key: { id: string; doc: string },
  asker: Asker,
) => Promise<{ row: ImportRow; found: ImportDocumentRow }>;

/** What a person takes from an old file. */
interface Taken {
  product_id: string;
  accept: readonly { field: FieldName; value?: unknown }[];
  attach: boolean;
}

type TakingDependencies = Pick<
  ImportsDependencies,
  'db' | 'products' | 'attachments' | 'onAttached' | 'attachLocks'
> & {
  record: Own['record'];
  one: FindDocument;
};

/** Takes values of an old file into a product. */
export function createTaking({ db, products, attachments, onAttached, attachLocks, record, one }: TakingDependencies) {
  /** Writes what was taken, in the transaction of whoever takes it. */
  const write = async (
    trx: Executor,
    { found, taken, values, by }: { found: ImportDocumentRow; taken: Taken; values: FieldValues; by: Actor },
  ): Promise<string> => {
    const told = { field: 'ancien_dip', label: 'Repris d’un ancien dossier', from: null, to: found.file_name };
    let productId = taken.product_id;
    if (productId === 'new') productId = (await products.insertFields(trx, { values, by, told })).id;
    else await products.setFields(trx, { id: productId, values, seen: {}, by, told });
    if (taken.attach) {
      await attachments.attachStored(trx, {
        owner: { type: 'product', id: productId },
        field_key: OLD_DOCUMENT_KEY,
        file: { fileId: found.file_id, fileName: found.file_name, mimeType: found.mime_type },
        by,
      });
      await onAttached(trx, { fileId: found.file_id, productId, by });
    }
    await store.updateDocument(trx, found.id, {
      applied_to: productId,
      attached: taken.attach || found.attached === 1 ? 1 : 0,
    });
    return productId;
  };

  return {
    /**
     * Writes what a person takes from one, as one revision of the product.
     * @throws 403, 404; 409 where the formula is a table; 412 when the product moved; 422 with what cannot be
     */
    async applyDocument(
      key: { id: string; doc: string },
      taken: Taken,
      { ifMatch, ...asker }: Asker & { ifMatch: string | null },
    ): Promise<{ product_id: string }> {
      const { found } = await one(db, key, asker);
      if (found.state !== 'read' && taken.accept.length > 0)
        throw conflict('Ce document n’est pas lu : attendez, ou joignez-le sans rien en reprendre.');
      const values = valuesOf(taken);
      const isNew = taken.product_id === 'new';
      const locks = isNew ? [] : [products.lockOf(taken.product_id)];
      const product_id = await inTransaction(
        db,
        async (trx) => {
          const { row, found: now } = await one(trx, key, asker);
          const [before] = isNew && now.applied_to ? await products.labelsOf([now.applied_to], trx) : [];
          if (before) throw conflict(alreadyTaken(before.label));
          if (!isNew) checkRevision(await products.view(trx, taken.product_id), ifMatch);
          const id = await write(trx, { found: now, taken, values, by: asker.by });
          await record(trx, 'import.document', { row: { ...row, file_name: now.file_name }, by: asker.by });
          return id;
        },
        ...locks,
        fileLock(found.file_id),
        ...(taken.attach ? await attachLocks(found.file_id) : []),
      );
      return { product_id };
    },
  };
}

const alreadyTaken = (label: string): string =>
  `Ce document a déjà donné le produit « ${label} » : choisissez-le pour en reprendre davantage.`;

/** @throws 404 for a product that is not there, 412 for one that somebody changed */
function checkRevision(view: ProductView | null, ifMatch: string | null): void {
  if (!view) throw notFound('produit');
  if (isStale(ifMatch, view.revision))
    throw movedOn('Quelqu’un a modifié ce produit entre-temps : regardez de nouveau ce qui serait remplacé.');
}

/** What is taken, each as its field reads it. @throws 422 */
function valuesOf({ accept, attach }: Taken): FieldValues {
  if (accept.length === 0 && !attach)
    throw invalid([bodyFault('accept', 'Rien n’est choisi : cochez ce qui est à reprendre, ou joignez le document.')]);
  const values: Partial<Record<FieldName, FieldValue>> = {};
  for (const { field, value: raw } of accept) {
    if (field in values)
      throw invalid([bodyFault('accept', `« ${getField(field).label} » est repris deux fois : gardez une valeur.`)]);
    const { value, faults } = readField(getField(field), raw);
    if (faults.length > 0) throw invalid(faults.map((message) => bodyFault(field, message)));
    values[field] = value;
  }
  return values;
}
