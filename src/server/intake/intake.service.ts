import type { ListQuery } from '#shared/contract/list.query.ts';
import { INTAKE_DAYS, type IntakeItem, type IntakeState } from '#shared/intake/intake.contract.ts';
import type { AttachmentService } from '../attachments/attachment.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { type Actor, NOBODY } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { DocumentService } from '../documents/document.service.ts';
import { conflict, notFound } from '../errors.ts';
import { type FileAnswer, givenAnswer, type UploadedFile } from '../http/file.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { MaterialService } from '../materials/material.service.ts';
import type { NoticeService } from '../notices/notice.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { FileService } from '../storage/files.service.ts';
import type { Inbox } from '../storage/inbox.ts';
import type { StoredBytes } from '../storage/storage.ts';
import type { SubstanceService } from '../substances/substance.service.ts';
import { createFiling, MOVED } from './intake.filing.ts';
import { watchFolder } from './intake.folder.ts';
import { handleLooking } from './intake.looking.ts';
import { createPresenting } from './intake.presenting.ts';
import { createReceiving } from './intake.receiving.ts';
import * as store from './intake.store.ts';
import { createUnpacking } from './intake.unpacking.ts';

export interface IntakeDependencies {
  db: Db;
  files: FileService;
  documents: Pick<DocumentService, 'firstWords' | 'archive'>;
  products: ProductService;
  materials: MaterialService;
  substances: SubstanceService;
  attachments: Pick<AttachmentService, 'attachStored'>;
  notices: Pick<NoticeService, 'tellAll' | 'settle'>;
  audit: AuditService;
  jobs: Jobs;
  /** What came for a request was filed, put aside or put back: the request knows it, in the same transaction. */
  onAnswerMoved: (trx: Executor, moved: { key: string; to: IntakeState; by: Actor }) => Promise<void>;
  /** What a transaction locks that moves an answer to a request. @param key of the answer, where it is one */
  answerLocks: (key: string | null) => string[];
  clock: () => Date;
  uploadMaxMb: number;
  inbox: Inbox;
  /** Looked at each minute; `null` for none. */
  folder: string | null;
  /** How long a file of it has to stay as it is (ms). */
  steadyMs?: number | undefined;
}

/** A file that came in, kept already. */
export interface Arrived {
  file_name: string;
  folder: string;
  mime_type: string;
  stored: StoredBytes;
}

const DAY_MS = 86_400_000;

/** The one place for files that came in: looked at, proposed to an owner, and filed by a person. */
export function createIntake(deps: IntakeDependencies) {
  const { db, files, notices, audit, jobs, clock, onAnswerMoved, answerLocks } = deps;
  const { labelsOf, present } = createPresenting(deps);
  const unpack = createUnpacking(deps);

  const get = async (executor: Executor, id: string): Promise<store.IntakeWithFile> => {
    const row = await store.find(executor, id);
    if (!row) throw notFound('fichier');
    return row;
  };
  const answer = async (id: string): Promise<IntakeItem> => {
    const [item] = await present([await get(db, id)]);
    return item as IntakeItem;
  };

  const receive = createReceiving({ ...deps, labelsOf, present });
  const { fileOne, fileMany, attached, attachLocks } = createFiling({ ...deps, get, answer });
  const move = async (id: string, { from, to, by }: { from: IntakeState; to: IntakeState; by: Actor }) => {
    const { source_key } = await get(db, id);
    await inTransaction(
      db,
      async (trx) => {
        const row = await get(trx, id);
        if (row.state !== from) throw conflict(MOVED);
        const expires_at = to === 'left' ? new Date(clock().getTime() + INTAKE_DAYS * DAY_MS).toISOString() : null;
        await store.update(trx, id, { state: to, expires_at });
        const action = to === 'left' ? 'intake.leave' : 'intake.return';
        await audit.record(trx, { action, by, object: { type: 'intake', id, label: row.file_name } });
        if (row.source === 'request' && row.source_key) await onAnswerMoved(trx, { key: row.source_key, to, by });
        if ((await store.count(trx, 'waiting')) === 0) await notices.settle(trx, 'intake.waiting');
      },
      `intake ${id}`,
      ...answerLocks(source_key),
    );
    return answer(id);
  };

  watchFolder({
    ...deps,
    unpack,
    receive,
    isTaken: async (one) =>
      (await store.listKnown(db, [one.stored.sha256])).waiting.some((known) => isSame(known, one)),
    onRefused: (fileName, why) =>
      audit.note({
        action: 'intake.refuse',
        by: NOBODY,
        object: { type: 'intake', id: null, label: `${fileName} : ${why}` },
      }),
  });
  handleLooking(deps);
  jobs.handle('intake.sweep', { perform: async () => (trx) => store.sweep(trx, clock().toISOString()) });

  return {
    receive,

    /** Files that a person gives; of an archive, its files. */
    async create(given: readonly UploadedFile[], by: Actor) {
      const { arrived, refused, system_files } = await unpack(given);
      return { items: await receive(arrived, { source: 'upload', by }), refused, system_files };
    },

    async list({ state = 'waiting', ...query }: ListQuery & { state?: IntakeState | undefined }) {
      const { rows, total } = await store.list(db, { state, query });
      return { rows: await present(rows), total };
    },

    countWaiting: (): Promise<number> => store.count(db, 'waiting'),

    async read(id: string): Promise<FileAnswer> {
      const row = await get(db, id);
      return givenAnswer(await files.open(row.file_id), row.file_name);
    },

    /** The file of one that waits. @throws 404, 409 */
    async waiting(id: string, executor: Executor) {
      const { state, file_id: fileId, file_name: fileName, mime_type: mimeType } = await get(executor, id);
      if (state !== 'waiting') throw conflict(MOVED);
      return { fileId, fileName, mimeType };
    },

    fileOne,
    fileMany,
    attached,
    attachLocks,
    leave: (id: string, by: Actor) => move(id, { from: 'waiting', to: 'left', by }),
    returned: (id: string, by: Actor) => move(id, { from: 'left', to: 'waiting', by }),
  };
}

/** The same file of the folder, taken by a look that did not come to its end. */
const isSame = (known: store.IntakeWithFile, one: Arrived): boolean =>
  known.source === 'folder' && known.file_name === one.file_name && known.folder === one.folder;

export type IntakeService = ReturnType<typeof createIntake>;
