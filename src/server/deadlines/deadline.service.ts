import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { API_PREFIX } from '#shared/contract/endpoint.ts';
import { CALENDAR_PER_HOUR, type Deadline, type DeadlineQuery } from '#shared/deadlines/deadline.contract.ts';
import {
  DEADLINE_KINDS,
  type DeadlineKind,
  type DeadlineRow,
  isRemindedOn,
  levelOf,
  overdueDays,
} from '#shared/deadlines/deadline.kinds.ts';
import { dayOf, daysAfter } from '#shared/fields/date.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor, Signed } from '../caller.ts';
import type { Config } from '../config.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import { forbidden, tooManyRequests } from '../errors.ts';
import type { FileAnswer } from '../http/file.ts';
import { type CalendarEvent, calendarOf } from './deadline.ics.ts';
import * as store from './deadline.store.ts';

interface Dependencies {
  db: Db;
  audit: AuditService;
  config: Pick<Config, 'publicUrl'>;
  clock: () => Date;
}

/** Products that one line names. */
const NAMED_MAX = 100;
/** Bytes of the secret of a calendar: nobody finds one by trying. */
const SECRET_BYTES = 32;
const HOUR_MS = 3_600_000;
/** How far a calendar looks (days), and how many events it holds. */
const AHEAD_DAYS = 400;
const EVENTS_MAX = 2_000;
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** What is due and when, of all products; and the calendar that each person may read it in. */
export function createDeadlines({ db, audit, config: { publicUrl }, clock }: Dependencies) {
  const today = (): string => dayOf(clock());
  /** Requests of the hour under way, by the address. */
  const counts = new LRUCache<string, { hour: number; count: number }>({ max: 10_000 });

  const present = async (rows: readonly store.SharedRow[]): Promise<Deadline[]> => {
    const on = today();
    const products = Map.groupBy(
      await store.productsOf(
        db,
        rows.map(({ key }) => key),
      ),
      ({ key }) => key,
    );
    return rows.map(({ key, count, grace, ...row }) => {
      const one = { ...row, kind: row.kind as DeadlineKind, grace };
      const of = products.get(key) ?? [];
      const { rule, reminders } = DEADLINE_KINDS[one.kind];
      const [first] = of;
      return {
        id: key,
        due_on: one.due_on,
        kind: one.kind,
        title: one.title,
        level: levelOf(one, on),
        overdue_days: overdueDays(one, on),
        rappels: [...reminders],
        products: of.slice(0, NAMED_MAX).map(({ id, summary, deleted_at }) => ({
          id,
          label: productLabel(JSON.parse(summary)),
          in_trash: deleted_at !== null,
        })),
        product_count: of.length || count,
        link: /^\/(?:materials|substances)\?/.test(one.link) || !first ? one.link : `/products/${first.id}${one.link}`,
        rule,
      };
    });
  };

  const list = async (query: DeadlineQuery): Promise<{ rows: Deadline[]; total: number }> => {
    const { rows, total } = await store.list(db, query, { counted: true });
    return { rows: await present(rows), total };
  };

  /** What has to be in a calendar, or in a message, today. */
  const soon = async (days: number): Promise<Deadline[]> =>
    (await list({ to: daysAfter(today(), days), page: undefined, size: undefined })).rows;

  const titleOf = ({ kind, title, products, product_count }: Deadline): string => {
    const [first] = products;
    const where = product_count > 1 ? `${product_count} produits` : (first?.label ?? '');
    const gone = first?.in_trash ? ' (à la corbeille)' : '';
    return kind === 'eig' || kind === 'qualifier' || where ? `${title} — ${where}${gone}` : title;
  };

  return {
    /** Keeps what is due of one product. */
    keep: (trx: Executor, productId: string, rows: readonly DeadlineRow[]): Promise<void> =>
      store.set(trx, productId, rows),
    list,
    titleOf,
    /** What a message calls to mind: what reaches one of its reminders on one of these days, and what is late. */
    async reminders(days: readonly string[], { withLate }: { withLate: boolean }): Promise<Deadline[]> {
      return (await soon(60)).filter(
        (one) =>
          (one.kind === 'eig' && one.due_on <= daysAfter(today(), 20)) ||
          days.some((day) => isRemindedOn(one, day)) ||
          (withLate && one.overdue_days > 0),
      );
    },

    /** Whether an open serious effect is called to mind on a day. */
    isPressing: async (day: string): Promise<boolean> =>
      (await list({ kind: 'eig', to: daysAfter(day, 20) })).rows.some((one) => isRemindedOn(one, day)),

    calendar: async ({ account }: Signed): Promise<{ created_at: string | null }> => ({
      created_at: (await store.findCalendar(db, account.id))?.created_at ?? null,
    }),
    /** @returns its address, which is kept nowhere; the one of before ends */
    async makeCalendar({ account }: Signed, by: Actor): Promise<{ url: string }> {
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      await inTransaction(db, async (trx) => {
        const row = { person_id: account.id, hash: hashOf(secret), created_at: clock().toISOString() };
        await store.setCalendar(trx, row);
        await audit.record(trx, {
          action: 'calendar.create',
          by,
          object: { type: 'user', id: account.id, label: account.email },
        });
      });
      const origin = publicUrl ? publicUrl.href.replace(/\/$/, '') : '';
      return { url: `${origin}${API_PREFIX}/calendar/${secret}.ics` };
    },
    removeCalendar: ({ account }: Signed, by: Actor): Promise<void> =>
      inTransaction(db, async (trx) => {
        if (!(await store.findCalendar(trx, account.id))) return;
        await store.removeCalendar(trx, account.id);
        await audit.record(trx, {
          action: 'calendar.remove',
          by,
          object: { type: 'user', id: account.id, label: account.email },
        });
      }),

    /** @throws 403 for an address that is none, or ended; 429 */
    async read(secret: string): Promise<FileAnswer> {
      const hash = hashOf(secret);
      if (!(await store.findByHash(db, hash)))
        throw forbidden('Cette adresse de calendrier n’ouvre rien : elle a fini, ou n’a jamais été.');
      const at = clock().getTime();
      const hour = Math.floor(at / HOUR_MS);
      const known = counts.get(hash);
      const count = (known?.hour === hour ? known.count : 0) + 1;
      counts.set(hash, { hour, count });
      if (count > CALENDAR_PER_HOUR) throw tooManyRequests(((hour + 1) * HOUR_MS - at) / 1000);
      const events = (await soon(AHEAD_DAYS)).slice(0, EVENTS_MAX).map(
        (one): CalendarEvent => ({
          uid: `${createHash('sha256').update(one.id).digest('hex').slice(0, 32)}@diplo`,
          day: one.due_on,
          title: titleOf(one),
          url: publicUrl ? new URL(one.link.replace(/^\//, ''), `${publicUrl.href.replace(/\/$/, '')}/`).href : null,
        }),
      );
      const bytes = Buffer.from(calendarOf(events));
      return {
        stream: Readable.from([bytes]),
        size: bytes.length,
        mimeType: 'text/calendar; charset=utf-8',
        fileName: 'diplo.ics',
        disposition: 'inline',
        etag: createHash('sha256').update(bytes).digest('base64url'),
      };
    },
  };
}
export type DeadlineService = ReturnType<typeof createDeadlines>;
