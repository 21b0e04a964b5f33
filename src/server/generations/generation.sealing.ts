import type { Generation, SealFinding } from '#shared/generations/generation.contract.ts';
import { SEALED_YEARS } from '#shared/trash/trash.contract.ts';
import type { Actor } from '../caller.ts';
import { inTransaction } from '../db/open.ts';
import { conflict, notToBeSealed } from '../errors.ts';
import type { UploadedFile } from '../http/file.ts';
import type { StoredBytes } from '../storage/storage.ts';
import type { Answers } from './generation.answers.ts';
import { createReview } from './generation.review.ts';
import type { GenerationsDependencies } from './generation.service.ts';
import * as store from './generation.store.ts';

interface SealOptions {
  by: Actor;
  /** Refuses to seal when something looks wrong, and keeps nothing: 409 with the findings. */
  check: boolean;
}

const SEALED = 'Ce document est validé : il est scellé et ne change plus. Générez-en un autre.';

const REPLACED = 'Un autre document finalisé a été déposé entre-temps. Vérifiez-le, puis recommencez.';

/** Ten years after: Regulation (EC) 1223/2009, article 11(1), counted from the sealing at the least. */
function sealedUntil(now: Date): string {
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + SEALED_YEARS);
  return until.toISOString();
}

/** Seals a draft: from then on its bytes never change. */
export function createSealing({
  db,
  files,
  documents,
  products,
  control,
  outbox,
  audit,
  clock,
  get,
  answerOnceSent,
  label,
}: GenerationsDependencies & Pick<Answers, 'get' | 'answerOnceSent' | 'label'>) {
  const review = createReview({ db, files, documents, products, control, outbox });
  const refuseFindings = async (row: store.GenerationWithHashes, file: UploadedFile | null): Promise<void> => {
    const findings = await review(row, file);
    if (findings.length > 0) throw notToBeSealed(findings);
  };
  const getDraft = async (id: string): Promise<store.GenerationWithHashes> => {
    const row = await get(db, id);
    if (row.status !== 'draft') throw conflict(SEALED);
    return row;
  };

  /** Seals: from here on nothing changes the files or their hashes. */
  const seal = async (
    row: store.GenerationWithHashes,
    { pdf, by, action }: { pdf: StoredBytes; by: Actor; action: 'generation.finalize' | 'generation.validate' },
  ): Promise<Generation> => {
    const sealedFiles = [row.docx_file_id, pdf.id, row.template_file_id];
    await inTransaction(
      db,
      async (trx) => {
        await files.record(trx, pdf);
        const changed = await store.updateDraft(trx, {
          id: row.id,
          // The PDF is that of this very .docx: another one deposited meanwhile is not sealed with it.
          docxFileId: row.docx_file_id,
          values: { status: 'success', pdf_file_id: pdf.id, validated_at: clock().toISOString() },
        });
        if (!changed) {
          const now = await get(trx, row.id);
          throw conflict(now.status === 'draft' ? REPLACED : SEALED);
        }
        for (const id of sealedFiles) await files.seal(trx, id, sealedUntil(clock()));
        // The Word file once more, to be made read-only there too.
        await outbox.enqueue(trx, { owner_id: row.id, format: 'docx', file_id: row.docx_file_id });
        await outbox.enqueue(trx, { owner_id: row.id, format: 'pdf', file_id: pdf.id });
        if (action === 'generation.finalize') await products.markValidated(trx, row.product_id, by);
        await audit.record(trx, { action, by, object: label(row) });
      },
      `generation ${row.id}`,
      `product ${row.product_id}`,
    );
    await files.sealBytes(sealedFiles);
    return answerOnceSent(await get(db, row.id), by);
  };

  return {
    /** Keeps the finalised .docx, then makes its PDF, then seals both and validates the product. */
    async finalize(id: string, file: UploadedFile, { by, check }: SealOptions): Promise<Generation> {
      if (check) await refuseFindings(await getDraft(id), file);
      await getDraft(id);
      await documents.check(file.content);
      const stored = await files.save(file.content);
      // Kept before the PDF is made: if the conversion fails, the finalised document is safe and can be validated.
      await inTransaction(
        db,
        async (trx) => {
          await files.record(trx, stored);
          const values = {
            docx_file_id: stored.id,
            final_file_name: file.fileName,
            finalized_at: clock().toISOString(),
          };
          if (!(await store.updateDraft(trx, { id, values }))) throw conflict(SEALED);
          await outbox.enqueue(trx, { owner_id: id, format: 'docx', file_id: stored.id });
          await audit.record(trx, { action: 'generation.deposit', by, object: label(await get(trx, id)) });
        },
        `generation ${id}`,
      );
      const pdf = await files.save(await documents.toPdf(() => files.read(stored.id), 'seal'));
      const row = await get(db, id);
      return seal({ ...row, docx_file_id: stored.id }, { pdf, by, action: 'generation.finalize' });
    },

    /** Makes the PDF of the stored .docx and seals both. */
    async validate(id: string, { by, check }: SealOptions): Promise<Generation> {
      const draft = await getDraft(id);
      if (check) await refuseFindings(draft, null);
      const pdf = await files.save(await documents.toPdf(() => files.read(draft.docx_file_id), 'seal'));
      return seal(draft, { pdf, by, action: 'generation.validate' });
    },

    /** What stands in the way of sealing this .docx, or the stored one. Nothing is kept. */
    inspect: async (id: string, file: UploadedFile | null): Promise<SealFinding[]> => review(await getDraft(id), file),
  };
}
