import { LRUCache } from 'lru-cache';
import { fold } from '#shared/contract/list.ts';
import { dayOf } from '#shared/fields/date.ts';
import {
  type Product,
  type ProductQuery,
  type ProductSummary,
  SUGGESTIONS_MAX,
} from '#shared/products/product.contract.ts';
import type { RepeatedFieldName } from '#shared/products/product.fields.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { keptByHead } from '../audit/audit.service.ts';
import { inChunks } from '../db/chunks.ts';
import type { Executor } from '../db/open.ts';
import { unknownSort } from '../errors.ts';
import * as lists from './product.list.store.ts';
import { presentProduct, presentSummary } from './product.row.ts';
import { createScanner } from './product.scan.ts';
import type { ProductsDependencies } from './product.service.ts';
import * as store from './product.store.ts';

type Found = Awaited<ReturnType<typeof lists.list>>;

/** Rows of a whole list read at once. */
const CHUNK = 500;

/** Other products of which references are told: nobody reads more. */
const OTHERS_MAX = 5;

/** Finds products. */
export function createProductSearching({ db, audit, clock }: ProductsDependencies) {
  const scanner = createScanner(db);
  /**
   * How many a query finds, of the state that the journal's last line names: the pages of one list count once. Each change of a
   * product is told by a line of its own transaction: whichever instance made it, it is seen here.
   */
  const totals = new LRUCache<string, { head: number; total: number }>({ max: 500 });
  const pageOf = async ({ page, size, sort, ...query }: lists.AskedQuery): Promise<Found> => {
    const whole = { page, size, sort, ...query };
    const head = lists.isOfJournal(query) ? await audit.head() : null;
    const key = JSON.stringify(query);
    const known = totals.get(key);
    const total = known && known.head === head ? known.total : null;
    const found = (await scanner.takes(whole)) ? await scanner.list(whole, total) : await lists.list(db, whole, total);
    if (head !== null) totals.set(key, { head, total: found.total });
    return found;
  };

  return {
    /** A page of them, or all of them, a few hundred at a time. */
    async list(
      query: lists.AskedQuery,
    ): Promise<{ rows: ProductSummary[] | AsyncIterable<ProductSummary>; total: number }> {
      if (query.sort && !lists.isSortable(query.sort)) throw unknownSort();
      const found = await pageOf(query);
      const rows =
        'rows' in found
          ? found.rows.map(presentSummary)
          : inChunks(found.ids, CHUNK, async (ids) => (await store.listByIds(db, ids)).map(presentSummary));
      return { rows, total: found.total };
    },

    askedBy: askedAt(clock),
    /** All that a query keeps, by their ids, in its order. */
    async idsOf(query: lists.AskedQuery): Promise<string[]> {
      const found = await pageOf(query);
      return 'ids' in found ? found.ids : found.rows.map(({ id }) => id);
    },

    /** How far it is ready for a control, computed from it and from what stands beside it. */
    async setControl(id: string, columns: lists.ControlColumns): Promise<void> {
      await store.setControl(db, id, columns);
    },
    ids: (): Promise<string[]> => store.listIds(db),

    /** What these products are called, those that are there. */
    labelsOf: async (ids: readonly string[], executor: Executor = db): Promise<{ id: string; label: string }[]> =>
      (await store.listByIds(executor, ids))
        .map(presentSummary)
        .map((one) => ({ id: one.id, label: productLabel(one) })),

    /** The product, unless it is gone. */
    async known(id: string): Promise<Product | null> {
      const row = await store.find(db, id);
      return row ? presentProduct(row) : null;
    },

    /** Values of a field that were typed before, those that hold `search`. */
    async suggest(field: RepeatedFieldName, search: string): Promise<string[]> {
      const ids = await store.listValues(db, { field, search: fold(search).trim(), count: SUGGESTIONS_MAX });
      return (await store.listByIds(db, ids)).map((row) => String(presentSummary(row)[field] ?? ''));
    },

    /** Some of the other products that carry one of these references, whatever its case and accents. */
    async withReference(
      references: readonly string[],
      { except, butNot }: { except: string | null; butNot: readonly string[] },
    ): Promise<{ id: string; label: string; reference: string }[]> {
      const own = new Set(butNot.map(fold));
      const wanted = [...new Set(references.map(fold))].filter((one) => !own.has(one));
      const rows = await store.listByReference(db, { references: wanted, count: OTHERS_MAX });
      const isWanted = new Set(wanted);
      return rows
        .filter(({ id }) => id !== except)
        .map(presentSummary)
        .map((one) => ({
          id: one.id,
          label: productLabel(one),
          reference: [one.ref_formule, one.ref_produit].find((text) => isWanted.has(fold(text ?? ''))) ?? '',
        }));
    },

    count: keptByHead(audit, () => store.count(db)),

    async listToFinish(
      what: 'nearly' | 'formula',
      count: number,
    ): Promise<{ id: string; label: string; progression: number }[]> {
      const rows = await store.listToFinish(db, what, count);
      return rows.map(({ id, summary, progression }) => ({
        id,
        label: productLabel(JSON.parse(summary)),
        progression,
      }));
    },

    listToReview: async (level: 'rouge' | 'orange', count: number): Promise<{ id: string; label: string }[]> =>
      (await store.listToReview(db, level, count)).map(({ id, summary }) => ({
        id,
        label: productLabel(JSON.parse(summary)),
      })),
  };
}

/** A query with who asks it, and when, where that says what it keeps. */
const askedAt =
  (clock: () => Date) =>
  (query: ProductQuery, by: string): lists.AskedQuery =>
    query.review === undefined ? query : { ...query, asked: { by, on: dayOf(clock()) } };
