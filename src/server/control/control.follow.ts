import { dayOf } from '#shared/fields/date.ts';
import type { AttachmentService } from '../attachments/attachment.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import { databaseFault } from '../db/faults.ts';
import { type Db, isPostgres } from '../db/open.ts';
import { FOLLOWER, findSetting, writeSetting } from '../db/settings.ts';
import type { Traffic } from '../http/traffic.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { MaterialService } from '../materials/material.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { SubstanceService } from '../substances/substance.service.ts';

interface Dependencies {
  db: Db;
  products: Pick<ProductService, 'ids' | 'index'>;
  substances: Pick<SubstanceService, 'productIds'>;
  materials: Pick<MaterialService, 'productIds'>;
  attachments: Pick<AttachmentService, 'ownerOf'>;
  jobs: Jobs;
  audit: AuditService;
  traffic: Pick<Traffic, 'giveWay'>;
  /** Computes what the list shows of one product. */
  refreshOne: (productId: string) => Promise<void>;
  /** What a request to a supplier is about. */
  ownersOfRequest: (id: string) => Promise<{ type: string; id: string }[]>;
  /** Of which product a document or a sealed dossier is. */
  productOf: (type: 'generation' | 'dossier', id: string) => Promise<string | null>;
  onError: (error: unknown) => void;
  clock: () => Date;
}

/** Lines of the journal read at once. */
const LINES = 500;
/** Products computed side by side: while PostgreSQL reads one, the server computes another. SQLite answers at once. */
const AT_ONCE = 4;
/** How long after a write what follows from it is computed (ms): many writes follow each other. */
const SOON_MS = 400;
const { seq: SEQ, day: DAY } = FOLLOWER;
/** Which objects of the journal are named by their product, and what concerns every product. */
const OF_PRODUCT = new Set(['product', 'formula', 'exposure', 'regulation', 'control', 'follow', 'review']);
const OF_ALL = new Set<string>([
  'regulation.activate',
  // It makes names known: what nobody knew is judged anew.
  'regulation.inventory',
  'substance.import',
  'material.import',
  'exposure.accept',
  'exposure.withdraw',
]);

/** Keeps what the list shows of products: follows the journal, in which every change writes a line of its own transaction. */
export function createFollower({
  db,
  products,
  substances,
  materials,
  attachments,
  jobs,
  audit,
  traffic,
  refreshOne,
  productOf,
  ownersOfRequest,
  onError,
  clock,
}: Dependencies): { touched(): void; isUpToDate(): Promise<boolean> } {
  const today = (): string => dayOf(clock());

  const pauseOf = (signal: AbortSignal) => async (): Promise<void> => {
    if (signal.aborted) throw signal.reason;
    await traffic.giveWay();
  };
  const refresh = async (ids: readonly string[] | null, signal: AbortSignal): Promise<void> => {
    const waiting = (ids ?? (await products.ids())).values();
    const pause = pauseOf(signal);
    const follow = async (): Promise<void> => {
      for (const id of waiting) {
        await pause();
        await refreshOne(id).catch((error: unknown) => {
          const fault = databaseFault(error);
          // Nothing was looked at: all of it is, once the database is back.
          if (fault !== null && fault !== 'damaged') throw error;
          // One that cannot be read is told of, and does not keep the others from being computed.
          onError(error);
        });
      }
    };
    // All of them have stopped before one of their faults is told.
    const ended = await Promise.allSettled(Array.from({ length: isPostgres(db) ? AT_ONCE : 1 }, follow));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  };

  /** The products that lines of the journal are about; `null` for all of them. */
  const concernedBy = async (lines: Awaited<ReturnType<AuditService['after']>>): Promise<Set<string> | null> => {
    const found = new Set<string>();
    for (const { object_type, object_id, action } of lines) {
      if (OF_ALL.has(action)) return null;
      if (OF_PRODUCT.has(object_type) && object_id !== null) found.add(object_id);
      else if ((object_type === 'generation' || object_type === 'dossier') && object_id !== null) {
        const product = await productOf(object_type, object_id);
        if (product) found.add(product);
      } else if (object_type === 'attachment' && object_id !== null) {
        const owner = await attachments.ownerOf(object_id);
        const users = owner?.type === 'product' ? [owner.id] : owner ? await usersOf(owner.type, owner.id) : [];
        for (const id of users) found.add(id);
      } else if (object_type === 'substance' || object_type === 'material') {
        if (object_id === null) return null;
        for (const id of await usersOf(object_type, object_id)) found.add(id);
      } else if (object_type === 'request' && object_id !== null) {
        for (const { type, id } of await ownersOfRequest(object_id))
          for (const user of type === 'product' ? [id] : await usersOf(type, id)) found.add(user);
      }
    }
    return found;
  };
  const usersOf = async (type: string, id: string): Promise<readonly string[]> => {
    const room = type === 'substance' ? substances : type === 'material' ? materials : null;
    return (await room?.productIds(id)) ?? [];
  };

  const followJournal = async (signal: AbortSignal): Promise<void> => {
    // Points that depend on the day: all of them, once a day.
    const day = today();
    if ((await findSetting(db, DAY)) !== day) {
      const head = await audit.head();
      await refresh(null, signal);
      await writeSetting(db, SEQ, String(head));
      // The day on which it began: one that lasts beyond midnight is done again.
      await writeSetting(db, DAY, day);
    }
    for (;;) {
      const from = Number((await findSetting(db, SEQ)) ?? 0);
      const lines = await audit.after(from, LINES);
      const last = lines.at(-1);
      if (!last) return;
      const ids = await concernedBy(lines);
      await refresh(ids === null ? null : [...ids], signal);
      await writeSetting(db, SEQ, String(last.seq));
    }
  };

  jobs.handle('control.refresh', {
    perform: async ({ signal }) => {
      const followed = followJournal(signal);
      // A look takes longer than a text: none waits for the looks.
      const ended = await Promise.allSettled([followed, products.index(followed, pauseOf(signal))]);
      for (const one of ended) if (one.status === 'rejected') throw one.reason;
    },
  });

  let isDue = false;

  return {
    /** Whether all that the journal tells has been looked at. */
    isUpToDate: async () =>
      Number((await findSetting(db, SEQ)) ?? 0) >= (await audit.head()) && (await findSetting(db, DAY)) === today(),

    touched() {
      if (isDue) return;
      isDue = true;
      setTimeout(() => {
        isDue = false;
        jobs.hurry('control.refresh', null).catch(() => undefined);
      }, SOON_MS).unref();
    },
  };
}
