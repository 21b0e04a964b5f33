import { randomUUID } from 'node:crypto';
import type { Change, Product } from '#shared/products/product.contract.ts';
import type { ProductValues } from '#shared/products/product.fields.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { ProductStatus } from '#shared/products/product.status.ts';
import type { Actor } from '../caller.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import type { ProductRow } from '../db/tables.ts';
import { notFound, stale } from '../errors.ts';
import { isStale } from '../revision.ts';
import { createProductBulk } from './product.bulk.ts';
import { createProductFormula, type Save } from './product.formula.ts';
import { createProductKinds } from './product.kind.ts';
import { changesBetween, writeRevision } from './product.revisions.ts';
import {
  columnsOf,
  contentHashOf,
  lockOf,
  modifiedOf,
  NOT_LOOKED_AT,
  presentProduct,
  valuesOf,
} from './product.row.ts';
import type { ProductsDependencies } from './product.service.ts';
import * as store from './product.store.ts';
import { check, createProductUpdating } from './product.updating.ts';

/** A product that was just made: a cosmetic until somebody says otherwise. */
function newRow({
  values,
  status,
  by,
  now,
}: {
  values: ProductValues;
  status: ProductStatus;
  by: Actor;
  now: string;
}): ProductRow {
  const columns = columnsOf(values, { has_formula: 0, beside_text: '' });
  return {
    ...columns,
    beside_text: '',
    example: 0,
    type_produit: 'cosmetique',
    type_said: 0,
    files_hash: '',
    formula_mode: '',
    composition_sha256: '',
    validated_hash:
      status === 'VALIDATED'
        ? contentHashOf({ ...columns, files_hash: '', composition_sha256: '', type_produit: 'cosmetique' })
        : null,
    modified_since_validation: 0,
    ...NOT_LOOKED_AT,
    review_state: null,
    review_by: null,
    review_due: null,
    kept_until: null,
    id: randomUUID(),
    status,
    has_formula: 0,
    revision: 1,
    created_at: now,
    updated_at: now,
    created_by: by.email,
    updated_by: by.email,
    deleted_at: null,
    deleted_by: null,
  };
}

interface Insertion {
  by: Actor;
  told?: Change[];
  /** Whether its text may wait for the search index. */
  later?: boolean;
}

/** Writes products and their history. */
export function createProductSaving(deps: ProductsDependencies) {
  const { db, audit, clock } = deps;
  const getRow = async (trx: Executor, id: string): Promise<ProductRow> => {
    const row = await store.findToWrite(trx, id);
    if (!row) throw notFound('produit');
    return row;
  };

  const save = async (
    trx: Executor,
    {
      row: kept,
      columns: others,
      values,
      status,
      by,
      formula,
      told = [],
      action = 'product.update',
      isKept = false,
    }: Save,
  ): Promise<ProductRow> => {
    const row = { ...kept, ...others };
    const columns = columnsOf(values, row);
    const validatesThis = status === 'VALIDATED' && !formula && told.length === 0 && !isKept;
    const validated_hash = validatesThis ? contentHashOf({ ...row, data: columns.data }) : row.validated_hash;
    const next: ProductRow = {
      ...row,
      ...columns,
      validated_hash,
      modified_since_validation: modifiedOf({ ...row, data: columns.data, validated_hash }),
      status,
      revision: row.revision + 1,
      updated_at: clock().toISOString(),
      updated_by: by.email,
    };
    await store.update(trx, kept, next);
    await writeRevision(trx, {
      row: next,
      changes: [...changesBetween(row, values, status), ...(formula ? [formula] : []), ...told],
      by,
    });
    const validates = status === 'VALIDATED' && row.status !== 'VALIDATED';
    await audit.record(trx, {
      action: validates ? 'product.validate' : action,
      by,
      object: {
        type: 'product',
        id: row.id,
        // Nothing waits for a review that was asked for; that it was not waited for is said.
        label: `${productLabel(values)}${validates && isUnread(row) ? ', validé sans relecture' : ''}`,
      },
    });
    return next;
  };
  const { markValidated, setFormula, setCompositions } = createProductFormula({ ...deps, getRow, save });
  const { setType, typeProposals } = createProductKinds({ ...deps, getRow, save });

  const insert = async (trx: Executor, raw: unknown, { by, told = [], later = false }: Insertion) => {
    const { status, ...values } = check(raw, null);
    const row = newRow({ values, status, by, now: clock().toISOString() });
    await store.insert(trx, row, { later });
    await writeRevision(trx, { row, changes: [...changesBetween(null, values, status), ...told], by });
    await audit.record(trx, {
      action: 'product.create',
      by,
      object: { type: 'product', id: row.id, label: productLabel(values) },
    });
    return row;
  };

  const trash = async (trx: Executor, id: string, by: Actor): Promise<void> => {
    const row = await getRow(trx, id);
    await store.update(trx, row, { deleted_at: clock().toISOString(), deleted_by: by.email });
    await audit.record(trx, {
      action: 'product.remove',
      by,
      object: { type: 'product', id, label: productLabel(valuesOf(row.data)) },
    });
  };

  return {
    getRow,

    create: (raw: unknown, by: Actor): Promise<Product> =>
      inTransaction(db, async (trx) => presentProduct(await insert(trx, raw, { by, later: true }))),

    update: createProductUpdating({ db, save }),

    remove: (id: string, { ifMatch, by }: { ifMatch: string | null; by: Actor }): Promise<void> =>
      inTransaction(
        db,
        async (trx) => {
          if (isStale(ifMatch, (await getRow(trx, id)).revision)) throw stale();
          await trash(trx, id, by);
        },
        lockOf(id),
      ),
    ...createProductBulk({ ...deps, getRow, save, insert, trash, check }),
    setType,
    typeProposals,
    markValidated,
    setFormula,
    setCompositions,
  };
}

export type Saving = ReturnType<typeof createProductSaving>;

/** A review was asked for, and nobody has said that it is read. */
const isUnread = ({ review_state }: Pick<ProductRow, 'review_state'>): boolean =>
  review_state === 'asked' || review_state === 'returned';
