import { type Generation, type GenerationQuery, openFile } from '#shared/generations/generation.contract.ts';
import type { AuditObject } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { inChunks } from '../db/chunks.ts';
import type { Executor } from '../db/open.ts';
import type { GenerationRow } from '../db/tables.ts';
import { notFound, unknownSort } from '../errors.ts';
import type { Format } from './generation.names.ts';
import type { GenerationsDependencies } from './generation.service.ts';
import * as store from './generation.store.ts';

/** Rows of a list read at once. */
const CHUNK = 200;

/** Documents as they are answered, each with its place on the drive. */
export function createAnswers({ db, links, outbox, jobs }: GenerationsDependencies) {
  const get = async (executor: Executor, id: string): Promise<store.GenerationWithHashes> => {
    const row = await store.find(executor, id);
    if (!row) throw notFound('génération');
    return row;
  };

  const present = async (rows: readonly store.GenerationWithHashes[], by: Actor): Promise<Generation[]> => {
    const placeOf = await outbox.placesOf(rows.map(({ id }) => id));
    return rows.map((row) => {
      const url = (format: Format): string => links.sign(openFile, { id: row.id, format }, by.id ?? '');
      const { files: there, ...state } = placeOf(row.id);
      return {
        id: row.id,
        template_id: row.template_id,
        product_id: row.product_id,
        status: row.status as Generation['status'],
        initiated_at: row.initiated_at,
        finalized_at: row.finalized_at,
        validated_at: row.validated_at,
        initiated_by: row.initiated_by,
        file_name: row.file_name,
        final_file_name: row.final_file_name,
        // In the built-in drive a file's id is that of the stored bytes; on another one it has none before it is sent.
        drive_file_id: there.docx ? there.docx.id : row.docx_file_id,
        drive_file_url: there.docx?.url ?? url('docx'),
        pdf_drive_file_id: there.pdf ? there.pdf.id : row.pdf_file_id,
        pdf_drive_file_url: row.pdf_file_id ? (there.pdf?.url ?? url('pdf')) : null,
        ...state,
        sha256: row.sha256,
        pdf_sha256: row.pdf_sha256,
        warnings: JSON.parse(row.warnings),
        template: JSON.parse(row.template_snapshot),
        product: JSON.parse(row.product_snapshot),
      };
    });
  };
  const presentOne = async (row: store.GenerationWithHashes, by: Actor): Promise<Generation> => {
    const [one] = await present([row], by);
    if (!one) throw notFound('génération');
    return one;
  };
  const answer = async (id: string, by: Actor): Promise<Generation> => presentOne(await get(db, id), by);

  /** What was just made: with its place on the drive where the drive answers, as what waits where it does not. */
  const answerOnceSent = async (row: store.GenerationWithHashes, by: Actor): Promise<Generation> => {
    const made = await presentOne(row, by);
    if (made.drive_state !== 'pending') return made;
    jobs.wake();
    return (await outbox.settled(row.id)) ? answer(row.id, by) : made;
  };

  const label = (row: GenerationRow): AuditObject => ({ type: 'generation', id: row.id, label: row.file_name });

  return {
    get,
    answer,
    answerOnceSent,
    label,

    /** A few hundred at a time. */
    async list(query: GenerationQuery, by: Actor): Promise<{ rows: AsyncIterable<Generation>; total: number }> {
      if (query.sort && !store.isSortable(query.sort)) throw unknownSort();
      const { ids, total } = await store.list(db, query);
      const rows = inChunks(ids, CHUNK, async (some) => present(await store.listByIds(db, some), by));
      return { rows, total };
    },
  };
}

export type Answers = ReturnType<typeof createAnswers>;
