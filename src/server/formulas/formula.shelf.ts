import { saysNoCas } from '#shared/fields/name.ts';
import type { confirmation } from '#shared/formulas/formula.contract.ts';
import { type FormulaLine, lineWith, type Shelf } from '#shared/formulas/formula.ts';
import { inChunks } from '../db/chunks.ts';
import { readOnce, readOnceBeside } from '../db/moment.ts';
import type { Executor } from '../db/open.ts';
import type { FormulaRow } from '../db/tables.ts';
import { listUsers } from '../records/record.service.ts';
import { compositionOf, type FormulaData } from './formula.changes.ts';
import type { FormulasDependencies } from './formula.service.ts';
import * as store from './formula.store.ts';

/** Lines of earlier releases kept nothing beside their names. */
const ofToday = ({ lines, ...rest }: FormulaData): FormulaData => ({ ...rest, lines: lines.map(lineWith) });

const EMPTY: FormulaData = { lines: [], inci_order: [], established_on: null };

/** Formulas that are composed anew together. */
const AT_ONCE = 100;

/** What these lines stand on, of a larger shelf. */
function partOf({ substances, materials }: Shelf, lines: readonly FormulaLine[]): Shelf {
  const only = <T>(all: ReadonlyMap<string, T>, ids: readonly string[]): ReadonlyMap<string, T> =>
    new Map(
      [...new Set(ids)].flatMap((id) => {
        const one = all.get(id);
        return one ? [[id, one] as const] : [];
      }),
    );
  const used = only(
    materials,
    lines.flatMap(({ material_id }) => material_id ?? []),
  );
  return {
    materials: used,
    substances: only(substances, [
      ...lines.flatMap(({ substance_id }) => substance_id ?? []),
      ...[...used.values()].flatMap(({ components, allergens }) =>
        [...components, ...allergens].map(({ substance_id }) => substance_id),
      ),
    ]),
  };
}

/** What the lines of a formula stand for. */
export function createShelf({ db, products, substances, materials }: FormulasDependencies) {
  const find = readOnceBeside(db, store.find);
  const dataOf = (row: FormulaRow | undefined): FormulaData => (row ? ofToday(JSON.parse(row.data)) : EMPTY);
  const confirmationsOf = (row: FormulaRow | undefined): Confirmation[] => (row ? JSON.parse(row.confirmations) : []);

  /** What the lines stand on, those in the trash too. */
  const shelfOf = async (lines: readonly FormulaLine[], executor: Executor = db): Promise<Shelf> => {
    const used = await materials.listByIds(
      lines.flatMap(({ material_id }) => material_id ?? []),
      executor,
    );
    const ids = [
      ...lines.flatMap(({ substance_id }) => substance_id ?? []),
      ...used.flatMap(({ values }) =>
        [...values.components, ...values.allergens].map(({ substance_id }) => substance_id),
      ),
    ];
    const found = await substances.listByIds(ids, executor);
    return {
      substances: new Map(
        found.map(({ id, values: { inci, cas, ec, functions, nano, note } }) => [
          id,
          { id, inci, cas, ec, functions, nano, without_cas: cas.length === 0 && saysNoCas(note) },
        ]),
      ),
      materials: new Map(
        used.map(({ id, values: { trade_name, supplier, kind, perfume_code, components, allergens } }) => [
          id,
          { id, trade_name, supplier, kind, perfume_code, components, allergens },
        ]),
      ),
    };
  };

  /** Of these products, what their formulas are composed of now. */
  const recompose = async (trx: Executor, productIds: readonly string[]): Promise<void> => {
    const formulas = (await store.listOf(trx, productIds)).map((row) => ({ id: row.product_id, ...dataOf(row) }));
    if (formulas.length === 0) return;
    const all = await shelfOf(
      formulas.flatMap(({ lines }) => lines),
      trx,
    );
    const compositions = formulas.map(({ id, lines }) => [id, compositionOf(lines, partOf(all, lines))] as const);
    await products.setCompositions(trx, new Map(compositions));
  };

  return {
    dataOf,
    confirmationsOf,
    shelfOf,

    /** The lines of a formula in lines, and what they stand on; `null` while it is none. @throws 404 */
    composition: readOnce(async (id: string): Promise<{ lines: FormulaLine[]; shelf: Shelf } | null> => {
      const { formula_mode } = await products.get(id);
      if (formula_mode !== 'table') return null;
      const { lines } = dataOf(await find(db, id));
      return { lines, shelf: await shelfOf(lines) };
    }),

    /** What stands on a substance or a raw material that changed is composed of something else now. */
    async recordChanged(trx: Executor, users: readonly string[]): Promise<void> {
      // A substance is in products, and in raw materials that are in products.
      const ids = new Set(users);
      for await (const above of inChunks(users, AT_ONCE, (some) => listUsers(trx, some))) ids.add(above);
      const all = [...ids];
      for (let at = 0; at < all.length; at += AT_ONCE) await recompose(trx, all.slice(at, at + AT_ONCE));
    },
  };
}

export type Confirmation = (typeof confirmation)['_zod']['output'];
