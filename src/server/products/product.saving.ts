import { randomUUID } from 'node:crypto';
import { faultsOf } from '#shared/contract/error.ts';
import type { Change, Product } from '#shared/products/product.contract.ts';
import { FIELDS, type ProductValues } from '#shared/products/product.fields.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { type ProductInput, productSchema } from '#shared/products/product.schema.ts';
import { type ProductStatus, STATUS_LABELS } from '#shared/products/product.status.ts';
import type { Actor } from '../caller.ts';
import { type Executor, inTransaction, lockAhead } from '../db/open.ts';
import type { ProductRow } from '../db/tables.ts';
import { invalid, notFound, stale } from '../errors.ts';
import { isStale } from '../revision.ts';
import { createProductBulk } from './product.bulk.ts';
import { createProductFormula, type Save } from './product.formula.ts';
import { createProductKinds } from './product.kind.ts';
import { writeRevision } from './product.revisions.ts';
import {
  columnsOf,
  contentHashOf,
  keptOf,
  lockOf,
  modifiedOf,
  NOT_LOOKED_AT,
  presentProduct,
  valuesOf,
} from './product.row.ts';
import type { ProductsDependencies } from './product.service.ts';
import * as store from './product.store.ts';

const isValidated = (raw: unknown): boolean =>
  typeof raw === 'object' && raw !== null && 'status' in raw && raw.status === 'VALIDATED';

/**
 * Reads and checks a whole product, which takes the place of `row`. @throws 422 with every fault.
 * @param validated whether it has to be complete
 */
function check(raw: unknown, row: ProductRow | null, validated = isValidated(raw)): ProductInput {
  const demand = { validated, hasFormula: row?.has_formula === 1 };
  const parsed = productSchema(demand, row ? keptOf(row.data) : {}).safeParse(raw ?? {});
  if (parsed.success) return parsed.data;
  throw invalid(faultsOf(parsed.error, 'body'));
}

/**
 * What is saved in the place of `row`. A validated product that lacks something by now (the file of its formula was taken away, its
 * document was sealed as it is) is taken back as it was read; it is not validated again by that (`isKept`).
 */
function checkSaved(body: Record<string, unknown>, row: ProductRow): Pick<Save, 'status' | 'values' | 'isKept'> {
  try {
    const { status, ...values } = check(body, row);
    return { status, values };
  } catch (error) {
    if (row.status !== 'VALIDATED' || !isValidated(body)) throw error;
    const { status, ...values } = check(body, row, false);
    if (changesBetween(row, values, status).length > 0) throw error;
    return { status, values, isKept: true };
  }
}

/**
 * While the formula is a table, its text follows from the lines: sent back as it was read, or not at all, it stays; another
 * text is the formula from then on, and the lines wait.
 */
function keptTable(
  row: ProductRow,
  body: Record<string, unknown>,
): { body: Record<string, unknown>; formula: Partial<Pick<ProductRow, 'formula_mode' | 'composition_sha256'>> } {
  if (row.formula_mode !== 'table') return { body, formula: {} };
  const text = valuesOf(row.data).ingredients ?? null;
  // An empty value is none, an array is its lines (specification, « Data model »).
  const sent = Array.isArray(body.ingredients) ? body.ingredients.join('\n') : body.ingredients;
  const isKept =
    sent === undefined ||
    sent === null ||
    (typeof sent === 'string' && (sent.trim() === '' || sameText(sent, text ?? '')));
  if (isKept) return { body: { ...body, ingredients: text }, formula: {} };
  return { body, formula: { formula_mode: 'text', composition_sha256: '' } };
}

/** Whatever became of its line breaks and no-break spaces on the way. */
const sameText = (a: string, b: string): boolean => {
  const bare = (text: string): string =>
    text
      .replace(/\r\n?/g, '\n')
      .replace(/[^\S\n]+/g, ' ')
      .trim();
  return bare(a) === bare(b);
};

/** What a save changes; from nothing for the first one. */
function changesBetween(before: ProductRow | null, values: ProductValues, status: ProductStatus): Change[] {
  const old = before ? valuesOf(before.data) : null;
  const changes: Change[] = FIELDS.filter((field) => (old?.[field.name] ?? null) !== values[field.name]).map(
    (field) => ({
      field: field.name,
      label: field.label,
      from: old?.[field.name] ?? null,
      to: values[field.name],
    }),
  );
  if (before && before.status !== status)
    changes.push({
      field: 'status',
      label: 'Statut',
      from: STATUS_LABELS[before.status as ProductStatus],
      to: STATUS_LABELS[status],
    });
  return changes;
}

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

    /** @param ifMatch the revision the client started from; `null` when it does not care: the last one wins. */
    update: (id: string, raw: unknown, { ifMatch, by }: { ifMatch: string | null; by: Actor }): Promise<Product> =>
      inTransaction(db, async (trx) => {
        await lockAhead(trx, lockOf(id));
        const row = await getRow(trx, id);
        if (isStale(ifMatch, row.revision)) throw stale();
        if (typeof raw !== 'object' || raw === null)
          throw invalid([{ loc: ['body'], msg: 'Les champs du produit sont attendus.', type: 'missing' }]);
        // A save that says nothing of the status leaves it as it is.
        const { formula, body } = keptTable(row, { status: row.status, ...raw });
        return presentProduct(await save(trx, { row, columns: formula, ...checkSaved(body, row), by }));
      }),

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
