import type { BatchKind } from '#shared/batches/batch.contract.ts';
import type { BatchItemRow } from '../db/tables.ts';
import { notFound } from '../errors.ts';
import type { GenerationService } from '../generations/generation.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { ItemWork } from './batch.doing.ts';
import { authorOf, writeFields } from './batch.items.ts';
import { UNCHANGED } from './batch.planning.ts';
import * as store from './batch.store.ts';
import type { Undoing } from './batch.undoing.ts';

interface WorksDeps {
  products: ProductService;
  generations: GenerationService;
  undoing: Undoing;
}

/** How each kind does one of its items. */
export function createWorks({ products, generations, undoing }: WorksDeps): Record<BatchKind, ItemWork> {
  const lockOf = ({ object_id }: BatchItemRow): string[] => [products.lockOf(object_id ?? '')];
  return {
    'sheet.apply': {
      write: (trx, item, { batch }) => writeFields(products, trx, { batch, item }),
      locks: (item) => (item.object_id === null ? ['batch creates'] : lockOf(item)),
    },
    'field.set': { write: (trx, item, { batch }) => writeFields(products, trx, { batch, item }), locks: lockOf },
    generate: {
      prepare: (item, batch) =>
        generations.prepare({ ...JSON.parse(batch.payload), product_id: item.object_id ?? '', by: authorOf(batch) }),
      write: async (trx, _, { prepared }) =>
        isDraft(prepared)
          ? { state: 'done', result_id: await prepared.keep(trx), ...said(prepared.warnings) }
          : { state: 'skipped', message: UNCHANGED },
      locks: (_, prepared) => (isDraft(prepared) ? prepared.locks : []),
    },
    undo: {
      write: async (trx, item, { batch }) => {
        const { batch_id, seq } = JSON.parse(item.input) as { batch_id: string; seq: number };
        const original = await store.findItem(trx, batch_id, seq);
        if (!original) throw notFound('travail');
        return undoing.revert(trx, { batch, item: original });
      },
      locks: lockOf,
    },
  };
}

const MESSAGE_LENGTH = 1_000;
const said = (warnings: readonly string[]): { message?: string } =>
  warnings.length > 0 ? { message: warnings.join(' ').slice(0, MESSAGE_LENGTH) } : {};

type PreparedDraft = NonNullable<Awaited<ReturnType<GenerationService['prepare']>>>;
const isDraft = (prepared: unknown): prepared is PreparedDraft => prepared !== null;
