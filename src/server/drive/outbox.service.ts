import { randomUUID } from 'node:crypto';
import { DOCX_MIME } from '#shared/templates/template.contract.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { FileService } from '../storage/files.service.ts';
import * as store from './drive.store.ts';
import { type Drive, DriveFault } from './drive.ts';

/**
 * The line of files on their way to the drive. It is in the database: what is in it survives a crash, is sent once, and
 * delays nothing but itself.
 */
export interface Outbox {
  /** Puts a generation's file in line, in the transaction that made the file; nothing happens without a drive. */
  enqueue(trx: Executor, file: { generation_id: string; format: 'docx' | 'pdf'; file_id: string }): Promise<void>;
  /** Something may be waiting: look now. Never fails, never waits. */
  wake(): void;
  /** Looks by itself, for what other instances put in line and for what waits for its hour. */
  start(): Promise<void>;
  /** Finishes what is being sent, and no more. */
  stop(): Promise<void>;
  /** Once nothing is due any more. For tests and for the page that shows the progress. */
  idle(): Promise<void>;
  /** Failed and waiting files, now. @returns how many */
  retry(generationId: string | null): Promise<number>;
  counts(): Promise<store.OutboxCounts>;
}

export interface OutboxTiming {
  /** How often to look (ms). */
  everyMs: number;
  /** Pause after a first failure, then twice as long each time, up to the last (ms). */
  pauseMs: number;
  pauseMaxMs: number;
}

export const OUTBOX_TIMING: OutboxTiming = { everyMs: 5_000, pauseMs: 30_000, pauseMaxMs: 3_600_000 };
/** Files sent at once by one instance. */
const AT_ONCE = 2;
/** For how long an instance holds a file, renewed while it sends it: one that died gives it back after that (ms). */
const LEASE_MS = 60_000;
const PDF_MIME = 'application/pdf';

interface Dependencies {
  db: Db;
  files: FileService;
  /** The drive as it is configured now; `null` when there is none but the built-in. */
  drive: (db: Executor) => Promise<Drive | null>;
  /** Whether there is one, even one that cannot be opened just now: its files wait for it. */
  isConfigured: (db: Executor) => Promise<boolean>;
  clock: () => Date;
  /** No other instance shares the database. */
  alone: boolean;
  timing?: OutboxTiming;
  onError?: (error: unknown) => void;
}

export function createOutbox({
  db,
  files,
  drive,
  isConfigured,
  clock,
  alone,
  timing = OUTBOX_TIMING,
  onError = () => undefined,
}: Dependencies): Outbox {
  const sending = new Set<Promise<void>>();
  let stopped = false;
  let looking: Promise<void> | null = null;
  let again = false;
  let timer: ReturnType<typeof setInterval> | null = null;

  const leaseEnd = (): string => new Date(clock().getTime() + LEASE_MS).toISOString();

  /** Each claim has a name of its own: an older one of the same instance is a stranger's. */
  const claim = (): Promise<store.Waiting | undefined> =>
    inTransaction(
      db,
      (trx) => store.claim(trx, { now: clock().toISOString(), until: leaseEnd(), by: randomUUID() }),
      'outbox',
    );

  const settle = (row: store.Waiting, values: Partial<store.Waiting>): Promise<void> =>
    inTransaction(db, (trx) => store.settle(trx, row, { by: row.leased_by ?? '', values }));

  const send = async (target: Drive, row: store.Waiting): Promise<void> => {
    const renewal = setInterval(() => {
      store.renewLease(db, row.id, { until: leaseEnd(), by: row.leased_by ?? '' }).catch(onError);
    }, LEASE_MS / 3);
    renewal.unref();
    try {
      const { id, url } = await target.put({
        key: `${row.generation_id}.${row.format}`,
        folders: foldersOf(row),
        name: row.format === 'pdf' ? row.file_name.replace(/\.docx$/i, '.pdf') : row.file_name,
        mimeType: row.format === 'pdf' ? PDF_MIME : DOCX_MIME,
        bytes: await files.read(row.file_id),
        sha256: row.sha256,
        sealed: row.status === 'success',
        knownId: row.root_id === target.place ? row.drive_file_id : null,
        remember: async (driveFileId) => {
          const kept = await store.rememberId(db, row.id, {
            driveFileId,
            rootId: target.place,
            by: row.leased_by ?? '',
          });
          // This instance slept too long: another one has taken the file over.
          if (!kept) throw new DriveFault('Une autre instance envoie ce document.', { kind: 'later', reason: 'lease' });
        },
      });
      await settle(row, {
        state: 'sent',
        root_id: target.place,
        drive_file_id: id,
        drive_url: url,
        error: null,
        sent_at: clock().toISOString(),
      });
    } catch (error) {
      if (!(error instanceof DriveFault)) onError(error);
      await settle(row, afterFault(error, row.attempts + 1));
    } finally {
      clearInterval(renewal);
    }
  };

  const afterFault = (error: unknown, attempts: number) => {
    const known = error instanceof DriveFault ? error : null;
    const pause = Math.min(timing.pauseMaxMs, timing.pauseMs * 2 ** (attempts - 1));
    return {
      // A fault of ours may pass too: it is tried again, ever more slowly.
      state: known?.kind === 'never' ? 'failed' : 'waiting',
      attempts,
      error: known?.message ?? 'L’envoi vers le drive a échoué. Il sera tenté de nouveau.',
      next_at: new Date(clock().getTime() + Math.max(pause, known?.retryAfterMs ?? 0)).toISOString(),
    };
  };

  const look = async (): Promise<void> => {
    while (!stopped) {
      if (sending.size >= AT_ONCE) {
        await Promise.race(sending);
        continue;
      }
      // Asked before each file: the folder or the credentials may have changed since the last one.
      const target = await drive(db);
      if (!target) break;
      const row = await claim();
      if (!row) {
        if (sending.size === 0) return;
        await Promise.race(sending);
        continue;
      }
      const one: Promise<void> = send(target, row)
        .catch(onError)
        .finally(() => sending.delete(one));
      sending.add(one);
    }
    await Promise.all(sending);
  };

  const wake = (): void => {
    if (stopped) return;
    again = true;
    looking ??= (async () => {
      try {
        while (again && !stopped) {
          again = false;
          await look();
        }
      } catch (error) {
        onError(error);
      } finally {
        looking = null;
      }
    })();
  };

  return {
    async enqueue(trx, file) {
      if (!(await isConfigured(trx))) return;
      await store.enqueue(trx, { ...file, id: randomUUID(), created_at: clock().toISOString() });
    },
    wake,
    async start() {
      // Alone on its database, what is leased was leased by a process that died.
      if (alone) await store.endLeases(db);
      wake();
      timer = setInterval(wake, timing.everyMs);
      timer.unref();
    },
    async stop() {
      stopped = true;
      if (timer) clearInterval(timer);
      await looking;
    },
    async idle() {
      while (looking) await looking;
    },
    async retry(generationId) {
      const count = await store.retry(db, clock().toISOString(), generationId);
      wake();
      return count;
    },
    counts: () => store.counts(db),
  };
}

/** A folder for the client, one for the product in it: as people look for them. */
function foldersOf({ product_snapshot }: Pick<store.Waiting, 'product_snapshot'>): string[] {
  const product = JSON.parse(product_snapshot) as Record<string, string | null>;
  return [
    product.nom_client ?? 'Sans client',
    product.nom_commercial ?? product.nom_produit ?? product.ref_formule ?? 'Produit sans nom',
  ];
}
