import type { Db, Executor } from '../db/open.ts';
import type { MailRow } from '../db/tables.ts';
import { type Handler, JobFault, type Work } from '../jobs/job.service.ts';
import type { UserService } from '../users/user.service.ts';
import type { GuestLetter } from './mail.service.ts';
import * as store from './mail.store.ts';
import { type Letter, MailFault, sendLetter } from './smtp.ts';

const DAY_MS = 86_400_000;
/** How long the answer to a message that is handed over is still waited for when the server stops (ms). */
const LAST_ANSWER_MS = 5_000;
/** After that a message is given up: RFC 5321, section 4.5.4.1 says four or five days. */
const GIVEN_UP_DAYS = 5;
const UNSURE =
  'Diplo s’est arrêté à l’instant où ce message partait : on ne sait pas s’il est arrivé. Relancez-le s’il manque.';
const OVERTAKEN = new MailFault('Un autre serveur s’en occupe.');

interface SendingDeps {
  db: Db;
  users: Pick<UserService, 'find'>;
  guestLetter: GuestLetter;
  smtpUrl: string;
  letterTo: (to: string, row: MailRow) => Letter;
  now: () => string;
}

/** How one message that waits goes out. */
export function createSending({ db, users, guestLetter, smtpUrl, letterTo, now }: SendingDeps): Handler['perform'] {
  /** Sends one; killed before its last word, it was not taken, and after it, nobody sends it again by himself. */
  const send = async (row: MailRow, to: string, signal: AbortSignal): Promise<void> => {
    let isHanded = false;
    const stop = new AbortController();
    const onAbort = (): void => {
      if (isHanded) setTimeout(() => stop.abort(), LAST_ANSWER_MS).unref();
      else stop.abort();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await sendLetter(smtpUrl, letterTo(to, row), {
        signal: stop.signal,
        beforeEnd: async () => {
          if (!(await store.move(db, { id: row.id, from: 'waiting', values: { state: 'handed' } }))) throw OVERTAKEN;
          isHanded = true;
        },
      });
    } catch (error) {
      // Stopped while the answer was awaited: the next start says that nobody knows.
      if (error instanceof MailFault && isHanded && !stop.signal.aborted)
        await store.move(db, { id: row.id, from: 'handed', values: { state: 'waiting', error: error.message } });
      throw error;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  };

  const end = async (trx: Executor, id: string, error: string | null): Promise<void> => {
    const values = { state: 'sent', error, ended_at: now() };
    for (const from of ['handed', 'waiting']) if (await store.move(trx, { id, from, values })) return;
  };

  /** Where it goes, and its words; `null` where nobody is there any more. */
  const readyOf = async (row: MailRow): Promise<{ email: string; text: string } | null> => {
    if (row.guest_id !== null) return guestLetter(row.guest_id, row.text);
    const person = await users.find(row.person_id);
    return person?.active === 1 ? { email: person.email, text: row.text } : null;
  };

  return async ({ key: id, signal }: Work) => {
    let row = await store.find(db, id);
    if (!row || row.state === 'sent') return;
    if (row.state === 'handed') {
      await store.move(db, { id, from: 'handed', values: { state: 'unsure', error: UNSURE } });
      throw new JobFault(UNSURE, { again: 'never' });
    }
    // Somebody has asked for it again.
    if (row.state !== 'waiting') {
      await store.move(db, { id, from: row.state, values: { state: 'waiting' } });
      row = { ...row, state: 'waiting' };
    }
    const letter = await readyOf(row);
    if (!letter)
      return async (trx: Executor) =>
        end(
          trx,
          id,
          row?.guest_id ? 'Le lien n’est plus valable : rien n’est parti.' : 'Le compte est fermé : rien n’est parti.',
        );
    try {
      await send({ ...row, text: letter.text }, letter.email, signal);
    } catch (error) {
      if (!(error instanceof MailFault)) throw error;
      const isOld = Date.parse(now()) - Date.parse(row.created_at) > GIVEN_UP_DAYS * DAY_MS;
      await store.move(db, {
        id,
        from: 'waiting',
        values: { error: error.message, ...(isOld ? { state: 'failed' } : {}) },
      });
      throw new JobFault(error.message, { again: isOld ? 'never' : 'later' });
    }
    return async (trx: Executor) => end(trx, id, null);
  };
}
