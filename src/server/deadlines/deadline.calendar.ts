import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { API_PREFIX } from '#shared/contract/endpoint.ts';
import { CALENDAR_PER_HOUR, type Deadline } from '#shared/deadlines/deadline.contract.ts';
import type { Actor, Signed } from '../caller.ts';
import { inTransaction } from '../db/open.ts';
import { forbidden } from '../errors.ts';
import type { FileAnswer } from '../http/file.ts';
import { createRateLimit } from '../http/rate.limit.ts';
import { secretHash } from '../http/secrets.ts';
import { type CalendarEvent, calendarOf } from './deadline.ics.ts';
import type { DeadlineDependencies } from './deadline.service.ts';
import * as store from './deadline.store.ts';

/** Bytes of the secret of a calendar: nobody finds one by trying. */
const SECRET_BYTES = 32;
const HOUR_MS = 3_600_000;
/** How far a calendar looks (days), and how many events it holds. */
const AHEAD_DAYS = 400;
const EVENTS_MAX = 2_000;

interface Reading {
  /** Those of so many days and those that are late, the nearest first, so many at most. */
  nearest: (days: number, count: number) => Promise<Deadline[]>;
  titleOf: (deadline: Deadline) => string;
}

/** What is coming, then what is late, the nearest first: what there is no room for is what has waited longest. */
export function nearestFirst<One extends { due_on: string }>(all: readonly One[], today: string): One[] {
  const [late, coming] = [all.filter(({ due_on }) => due_on < today), all.filter(({ due_on }) => due_on >= today)];
  const near = (a: One, b: One): number => a.due_on.localeCompare(b.due_on);
  return [...coming.toSorted(near), ...late.toSorted(near).reverse()];
}

/** The address under which each person’s own calendar reads what is due. */
export function createCalendars(
  { db, audit, config: { publicUrl }, clock }: DeadlineDependencies,
  { nearest, titleOf }: Reading,
) {
  /** By the address. */
  const countRequest = createRateLimit({ count: CALENDAR_PER_HOUR, windowMs: HOUR_MS }, clock);
  return {
    calendar: async ({ account }: Signed): Promise<{ created_at: string | null }> => ({
      created_at: (await store.findCalendar(db, account.id))?.created_at ?? null,
    }),
    /** @returns its address, which is kept nowhere; the one of before ends */
    async makeCalendar({ account }: Signed, by: Actor): Promise<{ url: string }> {
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      await inTransaction(db, async (trx) => {
        const row = { person_id: account.id, hash: secretHash(secret), created_at: clock().toISOString() };
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
      const hash = secretHash(secret);
      if (!(await store.findByHash(db, hash)))
        throw forbidden('Cette adresse de calendrier n’ouvre rien : elle a fini, ou n’a jamais été.');
      countRequest(hash);
      const events = (await nearest(AHEAD_DAYS, EVENTS_MAX)).map(
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
