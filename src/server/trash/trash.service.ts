import { counted } from '#shared/fields/counted.ts';
import { dayOf, printDay } from '#shared/fields/date.ts';
import { OPEN_END } from '#shared/lots/retention.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { SEALED_YEARS, TRASH_DAYS, type TrashItem } from '#shared/trash/trash.contract.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import { conflict, notFound } from '../errors.ts';
import { namesLock } from '../records/record.kind.ts';
import * as store from './trash.store.ts';

const DAY = 86_400_000;

interface Dependencies {
  db: Db;
  audit: AuditService;
  clock: () => Date;
  /** Told once it is back: what waited for it may go on. */
  onRestored: (item: TrashItem) => Promise<void>;
  /** In the transaction in which it comes back. @throws 409 when something has taken its place */
  checkRestored: (trx: Executor, item: TrashItem) => Promise<void>;
  /** In the transaction in which something that is a product’s comes back. @param bringBack writes that it is there again */
  restoring: (trx: Executor, id: string, bringBack: () => Promise<void>) => Promise<void>;
}

/** As the journal names it: what is a product’s by its product. */
const objectOf = ({ type, id, label, product_id }: Trashed) =>
  product_id === null ? { type, id, label } : { type: 'follow', id: product_id, label };

type Trashed = TrashItem & { product_id: string | null };

export function createTrash({ db, audit, clock, onRestored, restoring, checkRestored }: Dependencies) {
  const list = async (executor: Executor): Promise<Trashed[]> => {
    const rows = await store.listDeleted(executor);
    const summaries = await store.summariesOf(
      executor,
      rows.flatMap(({ product_id }) => product_id ?? []),
    );
    // A product is known by its values, and what is a product’s by its product.
    const items = rows.map((row) => {
      if (row.type === 'product') return { ...row, label: productLabel(JSON.parse(row.label)) };
      const summary = summaries.get(row.product_id ?? '');
      return summary === undefined ? row : { ...row, label: `${row.label} — ${productLabel(JSON.parse(summary))}` };
    });
    return items.sort((a, b) => b.deleted_at.localeCompare(a.deleted_at));
  };

  const yearsFrom = (instant: Date, years: number): Date => {
    const date = new Date(instant);
    date.setUTCFullYear(date.getUTCFullYear() + years);
    // The 29th of February of another year is its last day, not the first of March: nothing goes a day early.
    if (date.getUTCDate() !== instant.getUTCDate()) date.setUTCDate(0);
    return date;
  };

  /** @throws 409 for what the law still keeps */
  const checkGone = async (trx: Executor, { type, id, label, product_id }: Trashed): Promise<void> => {
    if (await store.isStoodOn(trx, id))
      throw conflict(`« ${label} » sert encore : restaurez-la, et retirez-la d’abord de là.`);
    const document = type === 'generation' ? await store.findDocument(trx, id) : undefined;
    const productId = type === 'product' ? id : (product_id ?? document?.product_id);
    const until = productId ? await store.keptUntil(trx, productId) : null;
    if (document?.status === 'draft') return;
    if (until === OPEN_END) throw conflict(KEPT_OPEN);
    if (until !== null && until >= dayOf(clock())) throw conflict(keptTo(until));
    const sealed = document?.validated_at ? yearsFrom(new Date(document.validated_at), SEALED_YEARS) : null;
    if (sealed && sealed > clock()) throw conflict(keptTo(dayOf(sealed)));
  };

  return {
    list: (): Promise<TrashItem[]> => list(db),

    /** Removes one for good, once nothing keeps it. */
    remove: (id: string, by: Actor): Promise<void> =>
      inTransaction(
        db,
        async (trx) => {
          const item = (await list(trx)).find((one) => one.id === id);
          if (!item) throw notFound('élément');
          await checkGone(trx, item);
          await store.removeOne(trx, item);
          await audit.record(trx, { action: 'trash.remove', by, object: objectOf(item) });
        },
        'trash',
      ),

    async restore(id: string, by: Actor): Promise<TrashItem> {
      const restored = await inTransaction(
        db,
        async (trx) => {
          const item = (await list(trx)).find((one) => one.id === id);
          if (!item) throw notFound('élément');
          await checkRestored(trx, item);
          const bringBack = (): Promise<void> => store.restore(trx, item.type, id);
          await (item.product_id === null ? bringBack() : restoring(trx, id, bringBack));
          await audit.record(trx, { action: `${item.type}.restore`, by, object: objectOf(item) });
          return item;
        },
        'trash',
        namesLock('substance'),
      );
      await onRestored(restored);
      return restored;
    },

    /** Removes for good what the example made, its sealed documents too: nobody's file is among them. */
    purgeExample: (trx: Executor, products: readonly string[]): Promise<number> => store.purgeExample(trx, products),

    /** Removes for good what has been in the trash for thirty days; a sealed document never before its ten years, nor a product on the market. */
    purge: (): Promise<number> =>
      inTransaction(
        db,
        async (trx) => {
          const now = clock();
          const before = await list(trx);
          const count = await store.purge(trx, {
            deleted: new Date(now.getTime() - TRASH_DAYS * DAY).toISOString(),
            sealed: yearsFrom(now, -SEALED_YEARS).toISOString(),
            today: dayOf(now),
          });
          if (count === 0) return count;
          const by = { id: null, email: null, ip: null };
          const left = new Set((await list(trx)).map(({ id }) => id));
          const gone = before.filter(({ id }) => !left.has(id));
          // What was destroyed is told by its name; its parts, and pieces that were taken away, by how many they are.
          for (const item of gone) await audit.record(trx, { action: 'trash.purge', by, object: objectOf(item) });
          if (count > gone.length)
            await audit.record(trx, {
              action: 'trash.purge',
              by,
              object: {
                type: 'trash',
                id: null,
                label: counted(count - gone.length, 'ligne de leur contenu', 'lignes de leur contenu'),
              },
            });
          return count;
        },
        'trash',
      ),
  };
}

const KEPT_OPEN =
  'Ce dossier se conserve dix ans après le dernier lot, et rien ne dit encore lequel l’est : dites l’arrêt du produit dans son onglet « Suivi ».';
const keptTo = (day: string): string => `Cela se conserve jusqu’au ${printDay(day)} : rien n’en est supprimé avant.`;

export type TrashService = ReturnType<typeof createTrash>;
