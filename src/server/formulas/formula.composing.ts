import { dayOf } from '#shared/fields/date.ts';
import { toPercent } from '#shared/fields/percent.ts';
import type { Writer } from '#shared/fields/writer.ts';
import type { Formula, Inci } from '#shared/formulas/formula.contract.ts';
import { NO_FORMULA, type PrintedFormula, printFormula } from '#shared/formulas/formula.print.ts';
import { gapSentence, quantitiesOf, totalsOf } from '#shared/formulas/formula.ts';
import { type InciList, inciListOf } from '#shared/formulas/inci.list.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { readOnce, readOnceBeside } from '../db/moment.ts';
import type { Executor } from '../db/open.ts';
import type { FormulaRow } from '../db/tables.ts';
import { compositionOf } from './formula.changes.ts';
import type { FormulasDependencies } from './formula.service.ts';
import { type Confirmation, createShelf } from './formula.shelf.ts';
import * as store from './formula.store.ts';

/** Formulas with what their lines stand for. */
export function createFormulaComposing(deps: FormulasDependencies) {
  const { db, products, clock } = deps;
  const { dataOf, confirmationsOf, shelfOf, ...shelf } = createShelf(deps);
  const find = readOnceBeside(db, store.find);

  const present = async (product: Product, row: FormulaRow | undefined, executor: Executor = db): Promise<Formula> => {
    const data = dataOf(row);
    const shelf = await shelfOf(data.lines, executor);
    const totals = totalsOf(data.lines);
    const sentence = gapSentence(totals);
    const confirmations = confirmationsOf(row);
    const total = confirmations.find(({ kind }) => kind === 'total');
    return {
      ...data,
      mode: product.formula_mode,
      revision: row?.revision ?? 0,
      total: toPercent(totals.total),
      complement: totals.complement === null ? null : toPercent(totals.complement),
      warnings:
        data.lines.length > 0 && sentence
          ? [{ code: totals.gap < 0 ? 'OVER_100' : 'GAP', message: sentence, line: null }]
          : [],
      confirmations,
      confirmed_by: total?.by ?? null,
      confirmed_at: total?.at ?? null,
      composition_sha256: product.formula_mode === 'table' ? compositionOf(data.lines, shelf) : null,
      updated_at: row?.updated_at ?? null,
      updated_by: row?.updated_by ?? null,
      substances: [...shelf.substances.values()].map((one) => ({
        ...one,
        cas: [...one.cas],
        ec: [...one.ec],
        functions: [...one.functions],
      })),
      materials: [...shelf.materials.values()].map((one) => ({
        ...one,
        components: [...one.components],
        allergens: [...one.allergens],
      })),
    };
  };

  /** The legal list of the lines as they are kept. */
  const listOf = async (
    row: FormulaRow | undefined,
    { rinse, first_placed, at }: { rinse: boolean; first_placed?: string | undefined; at?: string | undefined },
  ): Promise<InciList> => {
    const { lines, inci_order } = dataOf(row);
    const confirmations = confirmationsOf(row);
    const today = dayOf(clock());
    const about = (wanted: Confirmation['kind']): string[] =>
      confirmations.flatMap((one) => (one.kind === wanted && one.about ? [one.about] : []));
    return inciListOf(
      { lines, shelf: await shelfOf(lines), quantities: quantitiesOf(lines) },
      {
        rinse,
        firstPlaced: first_placed ?? today,
        at: at ?? today,
        oldStock: confirmations.some(({ kind }) => kind === 'old_stock'),
        order: inci_order,
        leftOut: about('left_out'),
        included: about('allergen_included'),
        apart: about('allergen_apart'),
      },
    );
  };

  return {
    dataOf,
    confirmationsOf,
    shelfOf,
    present,

    get: readOnce(async (id: string): Promise<Formula> => {
      const [product, row] = await Promise.all([products.get(id), find(db, id)]);
      return present(product, row);
    }),

    async inci(
      id: string,
      { rinse, first_placed, at }: { rinse: boolean; first_placed?: string | undefined; at?: string | undefined },
    ): Promise<Inci> {
      await products.get(id);
      const { text, items, allergens, warnings } = await listOf(await store.find(db, id), { rinse, first_placed, at });
      return { text, items, allergens, warnings };
    },

    /** What a document prints of it; nothing while it is no table. */
    async printed(id: string, { rinse, writer }: { rinse: boolean; writer: Writer }): Promise<PrintedFormula> {
      const { formula_mode } = await products.get(id);
      if (formula_mode !== 'table') return NO_FORMULA;
      const row = await find(db, id);
      const { lines } = dataOf(row);
      return printFormula({ lines, shelf: await shelfOf(lines) }, { inci: await listOf(row, { rinse }), writer });
    },
    ...shelf,
  };
}

export type Composing = ReturnType<typeof createFormulaComposing>;
