import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { API_PREFIX } from '#shared/contract/endpoint.ts';
import { CALENDAR_PER_HOUR, type Deadline } from '#shared/deadlines/deadline.contract.ts';
import type { Actor, Signed } from '../caller.ts';
import { inTransaction } from '../db/open.ts';
import { forbidden, tooManyRequests } from '../errors.ts';
import type { FileAnswer } from '../http/file.ts';
import { type CalendarEvent, calendarOf } from './deadline.ics.ts';
import type { DeadlineDependencies } from './deadline.service.ts';
import * as store from './deadline.store.ts';

/** Bytes of the secret of a calendar: nobody finds one by trying. */
const SECRET_BYTES = 32;
const HOUR_MS = 3_600_000;
/** How far a calendar looks (days), and how many events it holds. */
const AHEAD_DAYS = 400;
const EVENTS_MAX = 2_000;
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

interface Reading {
  /** Those of so many days. */
  soon: (days: number) => Promise<Deadline[]>;
  titleOf: (deadline: Deadline) => string;
}

/** The address under which each person’s own calendar reads what is due. */
export function createCalendars(
  { db, audit, config: { publicUrl }, clock }: DeadlineDependencies,
  { soon, titleOf }: Reading,
) {
  /** Requests of the hour under way, by the address. */
  const counts = new LRUCache<string, { hour: number; count: number }>({ max: 10_000 });
  return {
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
