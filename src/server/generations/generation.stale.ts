import type { Readable } from 'node:stream';
import { changedSince, type Part, type Stamp } from '#shared/findings/stamp.ts';
import type { StaleDocument, StaleQuery } from '#shared/generations/generation.contract.ts';
import type { Executor } from '../db/open.ts';
import { titleOf } from './generation.names.ts';
import type { GenerationsDependencies } from './generation.service.ts';
import * as store from './generation.store.ts';

/** Which documents no longer say what the file of their product says: by the stamps that they keep. */
export function createStale({ db, files, products, templates, control }: GenerationsDependencies) {
  /** The last document of each product and template that is still there, with the parts that have moved since. */
  const lastOnes = async (where: { template_id?: string | undefined; productIds?: readonly string[] | undefined }) => {
    const models = await templates.hashes();
    const rows = (await store.listLast(db, where)).filter(({ template_id }) => models.has(template_id));
    const ids = [...new Set(rows.map(({ product_id }) => product_id))];
    const labels = new Map((await products.labelsOf(ids)).map(({ id, label }) => [id, label]));
    const { parts, isUpToDate } = await control.partsKnown(ids);
    return {
      isUpToDate,
      rows: rows.flatMap((row) => {
        const label = labels.get(row.product_id);
        if (label === undefined) return [];
        const model = models.get(row.template_id) ?? '';
        const now: Stamp = { ...parts.get(row.product_id), ...(model ? { modele: control.modelPart(model) } : {}) };
        return [{ row, label, moved: changedSince(JSON.parse(row.stamp ?? '{}') as Stamp, now) }];
      }),
    };
  };

  return {
    /** Documents to make again: the last one of each product and template, where a part has moved. */
    async stale({ template_id, part }: StaleQuery): Promise<StaleDocument[]> {
      const { rows } = await lastOnes({ template_id });
      return rows
        .filter(({ moved }) => (part ? moved.includes(part) : moved.length > 0))
        .map(({ row, label, moved }) => ({
          id: row.id,
          product_id: row.product_id,
          label,
          template_id: row.template_id,
          template: JSON.parse(row.template_snapshot).name,
          title: titleOf(row),
          status: row.status as StaleDocument['status'],
          initiated_at: row.initiated_at,
          parts: moved,
        }));
    },

    /**
     * The parts that moved since the last document of a template, by product; a product without a document is not there. Empty
     * while the follower of the journal has not seen all: what is not known to be unchanged may have changed.
     */
    async changedOf(template_id: string, productIds: readonly string[]): Promise<Map<string, Part[]>> {
      const wanted = new Set(productIds);
      const { rows, isUpToDate } = await lastOnes({ template_id });
      return new Map(
        isUpToDate
          ? rows
              .filter(({ row }) => row.stamp !== null && wanted.has(row.product_id))
              .map(({ row, moved }) => [row.product_id, moved])
          : [],
      );
    },

    hasAny: (productId: string, executor: Executor): Promise<boolean> => store.hasAny(executor, productId),

    /** The Word files of these documents that are still there, in that order: opened when their turn comes. */
    async draftFiles(
      ids: readonly string[],
    ): Promise<{ fileName: string; made_at: string; open: () => Promise<Readable> }[]> {
      return (await store.listFiles(db, ids)).map(({ file_name, initiated_at, docx_file_id }) => ({
        fileName: file_name,
        made_at: initiated_at,
        open: async () => (await files.open(docx_file_id)).stream,
      }));
    },
  };
}
