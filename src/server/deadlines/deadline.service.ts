import { LRUCache } from 'lru-cache';
import type { Deadline, DeadlineQuery } from '#shared/deadlines/deadline.contract.ts';
import {
  DEADLINE_KINDS,
  type DeadlineKind,
  type DeadlineRow,
  levelOf,
  overdueDays,
} from '#shared/deadlines/deadline.kinds.ts';
import { dayOf, daysAfter, printDay } from '#shared/fields/date.ts';
import { isLibraryLink } from '#shared/findings/finding.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Config } from '../config.ts';
import type { Db, Executor } from '../db/open.ts';
import { FOLLOWER, findSetting } from '../db/settings.ts';
import type { DeadlineRow as Row } from '../db/tables.ts';
import { createCalendars } from './deadline.calendar.ts';
import { createReminders } from './deadline.reminders.ts';
import * as store from './deadline.store.ts';

export interface DeadlineDependencies {
  db: Db;
  audit: AuditService;
  config: Pick<Config, 'publicUrl'>;
  clock: () => Date;
}

/** Products that one line names. */
const NAMED_MAX = 100;
/** Kinds whose titles quote a claim, a substance or a person. */
const QUIET_IN_MAIL: ReadonlySet<string> = new Set(['allegation', 'regle', 'relecture', 'demande']);

/** What is due and when, of all products; and the calendar that each person may read it in. */
export function createDeadlines(deps: DeadlineDependencies) {
  const { db, audit, clock } = deps;
  const today = (): string => dayOf(clock());

  /** How many a query finds, of the state that the journal's last line names: a page of it is found by an index, all of it is not. */
  const totals = new LRUCache<string, { head: string; total: Promise<number> }>({ max: 500 });
  const totalOf = async ({ page: _, size: __, ...query }: DeadlineQuery): Promise<number> => {
    const key = JSON.stringify(query);
    // What the follower writes has no line of its own: how far it has come says it.
    const [seq, day] = [await findSetting(db, FOLLOWER.seq), await findSetting(db, FOLLOWER.day)];
    const head = `${await audit.head()} ${seq} ${day}`;
    const known = totals.get(key);
    if (known?.head === head) return known.total;
    // Asked for by several at once, it is counted once.
    const total = store.count(db, query as DeadlineQuery);
    totals.set(key, { head, total });
    total.catch(() => totals.delete(key));
    return total;
  };

  /** @param wanted the product that is asked for: lines lead to it */
  const present = async (rows: readonly Row[], wanted?: string): Promise<Deadline[]> => {
    const on = today();
    const products = Map.groupBy(
      await store.productsOf(
        db,
        rows.map(({ key }) => key),
        NAMED_MAX,
      ),
      ({ key }) => key,
    );
    return rows.map(({ key, grace, ...row }) => {
      const one = { ...row, kind: row.kind as DeadlineKind, grace };
      const of = products.get(key) ?? [];
      const { rule, reminders } = DEADLINE_KINDS[one.kind];
      const first = of.find(({ id }) => id === wanted) ?? of[0];
      return {
        id: key,
        due_on: one.due_on,
        kind: one.kind,
        title: one.title,
        level: levelOf(one, on),
        overdue_days: overdueDays(one, on),
        rappels: [...reminders],
        products: of.map(({ id, summary, deleted_at }) => ({
          id,
          label: productLabel(JSON.parse(summary)),
          in_trash: deleted_at !== null,
        })),
        product_count: first?.count ?? 0,
        link: isLibraryLink(one.link) || !first ? one.link : `/products/${first.id}${one.link}`,
        rule,
      };
    });
  };

  /** All of a query, some at a time. */
  async function* all(query: DeadlineQuery): AsyncGenerator<Deadline> {
    for (let after: Row | null = null; ; ) {
      const rows: Row[] = await store.list(db, query, after);
      yield* await present(rows, query.product_id);
      after = rows.at(-1) ?? null;
      if (rows.length < store.AT_ONCE) return;
    }
  }
  const list = async (query: DeadlineQuery): Promise<{ rows: Deadline[] | AsyncIterable<Deadline>; total: number }> => {
    const isPage = query.page !== undefined || query.size !== undefined;
    return {
      rows: isPage ? await present(await store.list(db, query), query.product_id) : all(query),
      total: await totalOf(query),
    };
  };

  const titleOf = ({ title, products, product_count }: Deadline): string => {
    const [first] = products;
    const where = product_count > 1 ? `${product_count} produits` : (first?.label ?? '');
    const gone = first?.in_trash ? ' (à la corbeille)' : '';
    return where ? `${title} — ${where}${gone}` : title;
  };

  return {
    /** Keeps what is due of one product. */
    keep: (trx: Executor, productId: string, rows: readonly DeadlineRow[]): Promise<void> =>
      store.set(trx, productId, rows),
    list,
    titleOf,
    /** The same in a mail, which may be read by others: no claim, rule or name of a person, but what kind of day it is. */
    mailedAs: (one: Deadline): string =>
      `${titleOf(QUIET_IN_MAIL.has(one.kind) ? { ...one, title: DEADLINE_KINDS[one.kind].label } : one)}, ${one.overdue_days > 0 ? `en retard depuis le ${printDay(one.due_on)}` : `le ${printDay(one.due_on)}`}`,
    ...createReminders({ db, today, present }),
    ...createCalendars(deps, {
      nearest: async (days, count) =>
        present(await store.listNearest(db, { today: today(), until: daysAfter(today(), days), count })),
      titleOf,
    }),
  };
}
export type DeadlineService = ReturnType<typeof createDeadlines>;
