import { fold } from '#shared/contract/list.ts';
import { CONTROL_RECORDS, type ControlRecord } from '#shared/control/control.contract.ts';
import { DETERGENT_FIELDS } from '#shared/detergents/detergent.fields.ts';
import { type Change, SUGGESTIONS_MAX } from '#shared/products/product.contract.ts';
import { CONFORMITY_FIELDS, type ConformityValues } from '#shared/regulation/conformity.fields.ts';
import { readOnceBeside } from '../db/moment.ts';
import type { Executor } from '../db/open.ts';
import type { ControlDependencies } from './control.service.ts';
import * as store from './control.store.ts';
import * as days from './part.days.store.ts';

/** What the records beside the form tell as they are kept: their history, values that were typed before, the last lot. */
export function createTelling({ db, products }: Pick<ControlDependencies, 'db' | 'products'>) {
  const find = readOnceBeside(db, store.find);
  return {
    /** The day of the last lot as the conformity itself says it. */
    async lastLotSaid(productId: string, executor: Executor): Promise<string | null> {
      const row = await find(executor, { product_id: productId, kind: 'conformity' });
      return (row ? (JSON.parse(row.data) as Partial<ConformityValues>) : {}).dernier_lot_date ?? null;
    },

    composedOn: (productId: string): Promise<string | null> => days.sinceOf(db, productId, 'composition'),

    async revisions(
      productId: string,
    ): Promise<{ record: ControlRecord; revision: number; at: string; by: string | null; changes: Change[] }[]> {
      await products.get(productId);
      return (await store.listRevisions(db, productId)).flatMap(({ kind, changes, ...rest }) =>
        kind in CONTROL_RECORDS ? [{ ...rest, record: kind as ControlRecord, changes: JSON.parse(changes) }] : [],
      );
    },

    /** Values of a field that were typed before, those that hold `search`. */
    async suggest(field: string, search: string): Promise<string[]> {
      const wanted = fold(search).trim();
      const kind = CONFORMITY_FIELDS.some(({ name }) => name === field)
        ? 'conformity'
        : DETERGENT_FIELDS.some(({ name }) => name === field)
          ? 'detergent'
          : 'assessment';
      const values = (await store.listData(db, kind)).map(({ data }) => {
        const held = JSON.parse(data);
        return (kind === 'conformity' ? held : held.values)[field];
      });
      return [...new Set(values.filter((value): value is string => typeof value === 'string' && value !== ''))]
        .filter((value) => fold(value).includes(wanted))
        .toSorted((a, b) => a.localeCompare(b, 'fr'))
        .slice(0, SUGGESTIONS_MAX);
    },
  };
}
