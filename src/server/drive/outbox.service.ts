import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DriveState } from '#shared/drive/drive.contract.ts';
import type { ProductSnapshot } from '#shared/products/product.snapshot.ts';
import { DOCX_MIME } from '#shared/templates/template.contract.ts';
import type { Db, Executor } from '../db/open.ts';
import { JobFault, type Jobs } from '../jobs/job.service.ts';

import type { FileService } from '../storage/files.service.ts';
import * as store from './drive.store.ts';
import { type Drive, DriveFault } from './drive.ts';

interface DrivePlace {
  drive_state: DriveState;
  drive_error: string | null;
  /** By format: without an id as long as the file is not there. */
  files: Partial<Record<Format, { id: string | null; url: string | null }>>;
}
const BUILT_IN: DrivePlace = { drive_state: 'stored', drive_error: null, files: {} };

type Format = keyof typeof MIMES;

interface OutboxFile {
  /** A document, or a dossier. */
  owner_id: string;
  format: Format;
  file_id: string;
}

const KIND = 'drive.send';
/** Google takes a second for most files; one that does not answer in time is told as what waits. */
const ANSWER_MS = 4_000;
/** How often it is looked whether the drive has it (ms). */
const LOOK_MS = 100;
/** Files sent at once by one instance. */
const AT_ONCE = 2;
const MIMES = { docx: DOCX_MIME, pdf: 'application/pdf', zip: 'application/zip' };
/** A document in the trash waits there for the person who brings it back. */
const TRASHED_MS = 3_600_000;

interface Dependencies {
  db: Db;
  files: FileService;
  jobs: Jobs;
  /** The drive as it is configured now; `null` when there is none but the built-in. */
  drive: (db: Executor) => Promise<Drive | null>;
  /** Whether there is one, even one that cannot be opened just now: its files wait for it. */
  isConfigured: (db: Executor) => Promise<boolean>;
  /** How long the answer of who makes a document waits for the drive to have it (ms). */
  answerMs?: number | undefined;
  clock: () => Date;
}

export function createOutbox({ db, files, jobs, drive, isConfigured, answerMs = ANSWER_MS, clock }: Dependencies) {
  jobs.handle(KIND, {
    atOnce: AT_ONCE,
    isReady: async () => (await drive(db)) !== null,
    async perform({ key, holder }) {
      const [target, row] = [await drive(db), await store.find(db, key)];
      // Gone for good, there is nothing to send.
      if (!row) return undefined;
      if (!target) throw new JobFault('Aucun drive n’est configuré.', { again: 'later' });
      if (row.deleted_at)
        throw new JobFault('Ce document est dans la corbeille.', { again: 'later', retryAfterMs: TRASHED_MS });
      const remember = async (driveFileId: string): Promise<void> => {
        const values = { drive_file_id: driveFileId, root_id: target.place };
        // This instance slept too long: another one has taken the file over.
        if (!(await store.updateHeld(db, key, { holder, values })))
          throw new DriveFault('Une autre instance envoie ce document.', { kind: 'later', reason: 'lease' });
      };
      try {
        const { id, url } = await target.put({
          key: `${row.owner_id}.${row.format}`,
          folders: foldersOf(row.product_snapshot ?? '{}'),
          name: `${row.file_name?.replace(/\.docx$/i, '') ?? 'document'}.${row.format}`,
          mimeType: MIMES[row.format],
          size: row.size,
          // Its hash is checked before a byte of it leaves.
          open: async (from) => (await files.open(row.file_id, { checked: from === 0, from })).stream,
          sha256: row.sha256,
          // A dossier has no other state than sealed.
          sealed: row.status === null || row.status === 'success',
          knownId: row.root_id === target.place ? row.drive_file_id : null,
          remember,
        });
        const sent = { root_id: target.place, drive_file_id: id, drive_url: url, sent_at: clock().toISOString() };
        return (trx) => store.update(trx, key, sent);
      } catch (error) {
        if (!(error instanceof DriveFault)) throw error;
        throw new JobFault(error.message, { again: error.kind, retryAfterMs: error.retryAfterMs ?? 0 });
      }
    },
  });

  const put = async (trx: Executor, file: OutboxFile): Promise<void> => {
    const line = await store.note(trx, { ...file, id: randomUUID() });
    await jobs.add(trx, { kind: KIND, key: line.id, title: line.file_name ?? 'document' });
  };

  return {
    /** Puts a file in line, in the transaction that made it; nothing happens without a drive. */
    async enqueue(trx: Executor, file: OutboxFile): Promise<void> {
      if (await isConfigured(trx)) await put(trx, file);
    },
    /** Every document and every dossier, in line again. @returns how many files */
    async enqueueAll(trx: Executor): Promise<number> {
      const all = await store.everyFile(trx);
      for (const file of all) await put(trx, file);
      return all.length;
    },
    /** Failed and waiting files of all of them, now. */
    async retryAll(): Promise<void> {
      await jobs.hurry(KIND, null);
    },
    /** Those of one owner; those that somebody cancelled too, if they are meant. */
    async retry(ownerId: string, options?: { evenCancelled?: boolean }): Promise<void> {
      await jobs.hurry(KIND, await store.idsOf(db, ownerId), options);
    },
    /** Waits until the drive has the files of an owner, or one try has failed. @returns false when it takes too long */
    async settled(ownerId: string): Promise<boolean> {
      const isOver = ({ sent_at, state, error }: Awaited<ReturnType<typeof store.linesOf>>[number]): boolean =>
        sent_at !== null || state !== 'waiting' || error !== null;
      for (let waited = 0; waited < answerMs && (await drive(db)) !== null; waited += LOOK_MS) {
        if ((await store.linesOf(db, [ownerId])).every(isOver)) return true;
        await pause(LOOK_MS);
      }
      return false;
    },
    /** Whether the drive has other bytes of a document than these, which were sent: somebody completed it there. */
    async isChangedThere({
      owner_id,
      format,
      sha256,
    }: Omit<OutboxFile, 'file_id'> & { sha256: string }): Promise<boolean> {
      const target = await drive(db);
      const line = (await store.linesOf(db, [owner_id])).find((one) => one.format === format);
      if (!target || !line?.sent_at || !line.drive_file_id) return false;
      try {
        // Nobody waits longer for it than for an answer of their own.
        const there = await Promise.race([target.hashOf(line.drive_file_id), pause(ANSWER_MS, null, { ref: false })]);
        return there !== null && there !== sha256;
      } catch (error) {
        // A drive that does not answer tells nothing: what is sealed is what stands here.
        if (error instanceof DriveFault) return false;
        throw error;
      }
    },
    /** Forgets what is to be sent and where it went. */
    async clear(trx: Executor): Promise<void> {
      await store.clear(trx);
      await jobs.removeKind(trx, KIND);
    },
    counts: (): Promise<store.OutboxCounts> => store.counts(db),
    /** Where the files of each of these owners are: what has no line is in the built-in drive. */
    async placesOf(ownerIds: readonly string[]): Promise<(ownerId: string) => DrivePlace> {
      const found = ownerIds.length === 0 ? [] : await store.linesOf(db, ownerIds);
      const lines = Map.groupBy(found, ({ owner_id }) => owner_id);
      return (ownerId) => {
        const own = lines.get(ownerId);
        return own ? placeOf(own) : BUILT_IN;
      };
    },
  };
}

/** The files on their way to the drive: one job each, and a line that says where they are there. */
export type Outbox = ReturnType<typeof createOutbox>;

/** The state of an owner is that of its files: one that is not there and does not wait has failed. */
function placeOf(lines: Awaited<ReturnType<typeof store.linesOf>>): DrivePlace {
  const unsent = lines.filter(({ sent_at }) => sent_at === null);
  return {
    drive_state:
      unsent.length === 0 ? 'stored' : unsent.every(({ state }) => state === 'waiting') ? 'pending' : 'failed',
    drive_error: unsent.find(({ error }) => error !== null)?.error ?? null,
    files: Object.fromEntries(
      lines.map(({ format, sent_at, drive_file_id: id, drive_url: url }) => [
        format,
        sent_at === null ? { id: null, url: null } : { id, url },
      ]),
    ),
  };
}

/** A folder for the client, one for the product in it: as people look for them. */
function foldersOf(snapshot: string): string[] {
  const product: Partial<ProductSnapshot> = JSON.parse(snapshot);
  return [
    product.nom_client ?? 'Sans client',
    product.nom_commercial ?? product.nom_produit ?? product.ref_formule ?? 'Produit sans nom',
  ];
}
