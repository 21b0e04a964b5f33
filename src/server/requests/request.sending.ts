import { daysBetween, printDay } from '#shared/fields/date.ts';
import { GUEST_LIMITS } from '#shared/guests/guest.contract.ts';
import { REQUEST_LIMITS, type RequestLetter } from '#shared/requests/request.contract.ts';
import { nextReminder } from '#shared/requests/request.ts';
import { type Actor, NOBODY, type Signed } from '../caller.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import type { RequestRow } from '../db/tables.ts';
import { conflict, notFound, Refusal } from '../errors.ts';
import { JobFault } from '../jobs/job.service.ts';
import type { Base } from './request.presenting.ts';
import type { RequestDependencies } from './request.service.ts';
import * as store from './request.store.ts';
import { letterOf, lockOf } from './request.words.ts';

/** Requests that one sentence names. */
const TOLD_MAX = 5;

type Remind = (
  id: string,
  options: { by: Actor; taker: string | null; isDue?: (row: RequestRow) => boolean },
) => Promise<{ guestId: string; subject: string; text: string } | null>;

/** Reminds suppliers by itself, each request at its hour. */
function handleReminders({
  db,
  mail,
  jobs,
  today,
  remind,
}: Pick<RequestDependencies, 'db' | 'mail' | 'jobs'> & Pick<Base, 'today'> & { remind: Remind }): void {
  const isDue = (row: RequestRow): boolean => {
    const next =
      row.state === 'sent' && row.reminding === 1
        ? nextReminder({ ...row, reminded: JSON.parse(row.reminded) as string[] })
        : null;
    return next !== null && next <= today();
  };
  jobs.handle('requests.remind', {
    isReady: async () => mail.isSet,
    perform: async () => {
      const kept: string[] = [];
      // Another instance may have done it since: it is asked again where it is written.
      for (const row of (await store.listToRemind(db)).filter(isDue))
        await remind(row.id, { by: NOBODY, taker: null, isDue }).catch((error: unknown) => {
          // Of this request alone: the others are reminded.
          if (!(error instanceof Refusal)) throw error;
          kept.push(`« ${row.supplier} » (${error.message})`);
        });
      jobs.wake();
      if (kept.length > 0)
        throw new JobFault(
          `La relance de ${kept.slice(0, TOLD_MAX).join(', ')} n’est pas partie : relancez depuis la demande.`,
          { again: 'later' },
        );
    },
  });
}

/** What goes to a supplier: the request, then reminders of it. */
export function createSending(
  { db, guests, users, mail, jobs }: RequestDependencies,
  { get, presentOne, record, labelsOf, today, now }: Base,
) {
  /** Puts the message in line, in the transaction that says that it goes. */
  const queue = async (
    trx: Executor,
    row: RequestRow,
    { guestId, isReminder, signer }: { guestId: string; isReminder: boolean; signer: string | null },
  ) => {
    const people = await users.people(trx);
    // Whoever reminds signs; by itself, who wrote it.
    const signed = people.get(signer ?? row.created_by)?.given ?? null;
    const awaited = (await store.itemsOf(trx, [row.id])).filter(({ state }) => ['waiting', 'refused'].includes(state));
    const labels = await labelsOf(awaited, trx);
    const about = awaited.map((item) => ({ ...item, about: labels.get(item.owner_id) ?? null }));
    const { subject, text } = letterOf(row, about, { isReminder, signed });
    const rank = isReminder ? (JSON.parse(row.reminded) as string[]).length + 1 : 0;
    if (mail.isSet) await mail.queue(trx, { key: `request ${row.id} ${rank}`, to: { guestId }, subject, text });
    return { subject, text };
  };

  /** @throws 409 for one that is not sent, or has been reminded of today */
  const remind: Remind = (id, { by, taker, isDue }) =>
    inTransaction(
      db,
      async (trx) => {
        const row = await get(trx, id);
        if (isDue && !isDue(row)) return null;
        if (row.state !== 'sent') throw conflict('Seule une demande envoyée se relance.');
        const reminded = JSON.parse(row.reminded) as string[];
        if (reminded.includes(today())) throw conflict('Ce fournisseur a déjà été relancé aujourd’hui.');
        const guest = await guests.ofRequest(trx, id);
        if (!guest) throw notFound('lien');
        // By itself nothing goes with a link that opens nothing; whoever asks takes it on.
        if (taker === null && !(await guests.isStanding(trx, guest))) return null;
        await guests.renew(trx, guest, { days: daysOf(row.due_on, today()), by: taker });
        const letter = await queue(trx, row, { guestId: guest.id, isReminder: true, signer: taker });
        await store.update(trx, row, { reminded: JSON.stringify([...reminded, today()]) });
        await record(trx, row, { action: 'request.remind', by, about: `relance ${reminded.length + 1}` });
        return { guestId: guest.id, ...letter };
      },
      lockOf(id),
    );

  handleReminders({ db, mail, jobs, today, remind });

  const letter = async (
    id: string,
    guestId: string,
    { subject, text }: { subject: string; text: string },
  ): Promise<RequestLetter> => {
    const url = guests.urlOf(guestId);
    jobs.wake();
    return { ...(await presentOne(id)), mailed: mail.isSet, url, subject, text: text.replace('{lien}', url) };
  };

  return {
    /** @returns it with its link and its words. @throws 409 */
    async send(id: string, { signed, by }: { signed: Signed; by: Actor }): Promise<RequestLetter> {
      guests.checkAddress();
      const sent = await inTransaction(
        db,
        async (trx) => {
          const row = await get(trx, id);
          if (row.state !== 'draft') throw conflict('Cette demande est déjà partie.');
          const guest = await guests.insert(
            trx,
            {
              product_id: null,
              request_id: id,
              name: row.supplier,
              email: row.email,
              role: 'fournisseur',
              may: '["attach"]',
              pieces: '[]',
              formula: 0,
              code: 0,
            },
            { days: daysOf(row.due_on, today()), by: signed.account.id },
          );
          const words = await queue(trx, row, { guestId: guest.id, isReminder: false, signer: signed.account.id });
          await store.update(trx, row, {
            state: 'sent',
            sent_at: now(),
            updated_at: now(),
            updated_by: signed.account.id,
          });
          await record(trx, row, { action: 'request.send', by, about: `pour le ${printDay(row.due_on)}` });
          return { guestId: guest.id, ...words };
        },
        lockOf(id),
        'guests',
      );
      return await letter(id, sent.guestId, sent);
    },

    async remind(id: string, { signed, by }: { signed: Signed; by: Actor }): Promise<RequestLetter> {
      guests.checkAddress();
      const sent = await remind(id, { by, taker: signed.account.id });
      if (!sent) throw notFound('demande');
      return await letter(id, sent.guestId, sent);
    },
  };
}

/** Days that the link of a request lives: sixty beyond its day, and ninety at the most. */
export const daysOf = (dueOn: string, today: string): number =>
  Math.min(GUEST_LIMITS.daysMax, Math.max(1, daysBetween(today, dueOn)) + REQUEST_LIMITS.daysAfter);
