import { randomUUID } from 'node:crypto';
import { keptMargins } from '#shared/exposure/margins.kept.ts';
import { changedSince, type Stamp } from '#shared/findings/stamp.ts';
import type { Generation } from '#shared/generations/generation.contract.ts';
import { snapshotOf } from '#shared/products/product.snapshot.ts';
import type { Actor } from '../caller.ts';
import { searchText } from '../db/fulltext.ts';
import { type Executor, inTransaction, type Lock, lockAhead } from '../db/open.ts';
import type { GenerationRow } from '../db/tables.ts';
import { fileLock } from '../storage/files.service.ts';
import type { Answers } from './generation.answers.ts';
import type { Filling } from './generation.filling.ts';
import { fileNameOf } from './generation.names.ts';
import type { GenerationsDependencies } from './generation.service.ts';
import * as store from './generation.store.ts';

/** Makes drafts. */
export function createDrafting({
  db,
  files,
  products,
  outbox,
  audit,
  clock,
  get,
  answerOnceSent,
  label,
  fill,
}: GenerationsDependencies & Pick<Answers, 'get' | 'answerOnceSent' | 'label'> & Pick<Filling, 'fill'>) {
  const fillAndSave = async (draft: Draft, isWanted: (stamp: Stamp) => Promise<boolean>): Promise<Prepared | null> => {
    const { template_id, product_id, by } = draft;
    const { template, product, margins, now, docx, warnings, stamp } = await fill(draft);
    if (!(await isWanted(stamp))) return null;
    const stored = await files.save(docx);
    const snapshot = snapshotOf(product);
    const row: GenerationRow = {
      id: randomUUID(),
      template_id,
      product_id,
      template_file_id: template.fileId,
      template_snapshot: JSON.stringify({ id: template_id, name: template.name, version: template.version }),
      product_snapshot: JSON.stringify(snapshot),
      status: 'draft',
      initiated_at: now.toISOString(),
      finalized_at: null,
      validated_at: null,
      initiated_by: by.email,
      file_name: fileNameOf(product, { now, template }),
      final_file_name: null,
      docx_file_id: stored.id,
      pdf_file_id: null,
      warnings: JSON.stringify(warnings),
      margins: JSON.stringify(keptMargins(margins)),
      stamp: JSON.stringify(stamp),
      search_text: searchText([...Object.values(snapshot).map((value) => value ?? ''), template.name, by.email ?? '']),
      deleted_at: null,
      deleted_by: null,
    };
    return {
      warnings,
      made: { ...row, sha256: stored.sha256, pdf_sha256: null },
      locks: [{ shared: `product ${product_id}` }, { shared: fileLock(template.fileId) }],
      async keep(trx) {
        // The product may have gone to the trash while the document was made.
        await products.checkThere(trx, product_id);
        // So may the template's file: what a document was made from is kept with it.
        await files.find(template.fileId, trx);
        await files.record(trx, stored);
        await store.insert(trx, row);
        await outbox.enqueue(trx, { owner_id: row.id, format: 'docx', file_id: stored.id });
        await audit.record(trx, { action: 'generation.create', by, object: label(row) });
        return row.id;
      },
    };
  };

  return {
    /**
     * A draft that is made and not kept yet: what takes long is done.
     * @param only_changed `null` when the last document of this product and template stands on the same file
     */
    prepare: ({ only_changed = false, ...draft }: Draft & { only_changed?: boolean }): Promise<Prepared | null> =>
      fillAndSave(draft, async (stamp) => {
        const [last] = only_changed
          ? await store.listLast(db, { template_id: draft.template_id, productIds: [draft.product_id] })
          : [];
        // What an older release did not keep is not known to be unchanged.
        return !last?.stamp || changedSince(JSON.parse(last.stamp) as Stamp, stamp).length > 0;
      }),

    async create(draft: Draft): Promise<Generation> {
      const { made, locks, keep } = (await fillAndSave(draft, async () => true)) as Prepared;
      await inTransaction(db, async (trx) => {
        await lockAhead(trx, ...locks);
        await keep(trx);
      });
      return answerOnceSent(made, draft.by);
    },

    remove: (id: string, by: Actor): Promise<void> =>
      inTransaction(
        db,
        async (trx) => {
          const row = await get(trx, id);
          await store.trash(trx, id, { deleted_at: clock().toISOString(), deleted_by: by.email });
          await audit.record(trx, { action: 'generation.remove', by, object: label(row) });
        },
        `generation ${id}`,
      ),
  };
}

export interface Draft {
  template_id: string;
  product_id: string;
  by: Actor;
}

export interface Prepared {
  /** What is to be looked at in it, a sentence each. */
  warnings: readonly string[];
  /** Its row, as it will be kept. */
  made: store.GenerationWithHashes;
  /** What the transaction that keeps it holds. */
  locks: readonly Lock[];
  /** @returns its id. @throws 404 when its product or its template has gone meanwhile */
  keep: (trx: Executor) => Promise<string>;
}
