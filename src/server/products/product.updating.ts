import { faultsOf } from '#shared/contract/error.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { type ProductInput, productSchema } from '#shared/products/product.schema.ts';
import type { Actor } from '../caller.ts';
import { type Db, type Executor, inTransaction, lockAhead } from '../db/open.ts';
import type { ProductRow } from '../db/tables.ts';
import { writtenTogether } from '../db/written.together.ts';
import { invalid, notFound, stale } from '../errors.ts';
import { isStale } from '../revision.ts';
import type { Save } from './product.formula.ts';
import { changesBetween } from './product.revisions.ts';
import { keptOf, lockOf, presentProduct, valuesOf } from './product.row.ts';
import * as store from './product.store.ts';

const isValidated = (raw: unknown): boolean =>
  typeof raw === 'object' && raw !== null && 'status' in raw && raw.status === 'VALIDATED';

/**
 * Reads and checks a whole product, which takes the place of `row`. @throws 422 with every fault.
 * @param validated whether it has to be complete
 */
export function check(raw: unknown, row: ProductRow | null, validated = isValidated(raw)): ProductInput {
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

interface Update {
  id: string;
  raw: unknown;
  ifMatch: string | null;
  by: Actor;
}

/** What is to be saved in the place of `row`. @throws 404, 412, 422 */
function checkUpdate(row: ProductRow | undefined, { raw, ifMatch, by }: Update): Save {
  if (!row) throw notFound('produit');
  if (isStale(ifMatch, row.revision)) throw stale();
  if (typeof raw !== 'object' || raw === null)
    throw invalid([{ loc: ['body'], msg: 'Les champs du produit sont attendus.', type: 'missing' }]);
  // A save that says nothing of the status leaves it as it is.
  const { formula, body } = keptTable(row, { status: row.status, ...raw });
  return { row, columns: formula, ...checkSaved(body, row), by };
}

interface Updating {
  db: Db;
  save: (trx: Executor, save: Save) => Promise<ProductRow>;
}

/** Saves of the whole form. Those that come at once are written at once: a firm that works together waits for one commit. */
export function createProductUpdating({ db, save }: Updating) {
  const update = writtenTogether<Update, Product>(db, {
    keyOf: ({ id }) => id,
    together: async (trx, all) => {
      const ids = all.map(({ id }) => id);
      const rows = new Map((await store.listFreeToWrite(trx, ids)).map((row) => [row.id, row]));
      const kept: (Product | null)[] = [];
      for (const one of all) {
        const checked = checkedOrNull(rows.get(one.id), one);
        kept.push(checked && presentProduct(await save(trx, checked)));
      }
      return kept;
    },
    alone: (one) =>
      inTransaction(db, async (trx) => {
        await lockAhead(trx, lockOf(one.id));
        return presentProduct(await save(trx, checkUpdate(await store.findToWrite(trx, one.id), one)));
      }),
  });
  /** @param ifMatch the revision the client started from; `null` when it does not care: the last one wins. */
  return (id: string, raw: unknown, asked: Pick<Update, 'ifMatch' | 'by'>): Promise<Product> =>
    update({ id, raw, ...asked });
}

/** `null` for what is refused, or held by others: it is seen to by itself. */
function checkedOrNull(row: ProductRow | undefined, update: Update): Save | null {
  try {
    return checkUpdate(row, update);
  } catch {
    return null;
  }
}
