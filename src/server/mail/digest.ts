import { counted } from '#shared/fields/counted.ts';
import { daysAfter, daysBetween } from '#shared/fields/date.ts';
import { DIGESTS, type Digest, dueDay } from '#shared/notices/digest.ts';
import { NOTICE_KINDS, type NoticeKind } from '#shared/notices/notice.contract.ts';
import { type Db, inTransaction } from '../db/open.ts';
import type { NoticeRow } from '../db/tables.ts';
import type { DeadlineService } from '../deadlines/deadline.service.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { NoticeService } from '../notices/notice.service.ts';
import type { UserService } from '../users/user.service.ts';
import type { MailService } from './mail.service.ts';

interface Dependencies {
  db: Db;
  users: Pick<UserService, 'listDigests' | 'markDigest'>;
  notices: Pick<NoticeService, 'untold' | 'markMailed'>;
  mail: Pick<MailService, 'isSet' | 'queue' | 'linkTo'>;
  deadlines: Pick<DeadlineService, 'reminders' | 'isPressing' | 'mailedAs'>;
  jobs: Pick<Jobs, 'handle' | 'wake'>;
  clock: () => Date;
}

/** Sends each person who wishes it what is new, at seven in Paris: a job that asks the clock each minute. */
export function handleDigest({ db, users, notices, mail, deadlines, jobs, clock }: Dependencies): void {
  const sendTo = async (personId: string, { digest, day, today, due }: Sending): Promise<void> => {
    await inTransaction(
      db,
      async (trx) => {
        // Another instance may have done it since.
        if (!(await users.markDigest(trx, { personId, day, today }))) return;
        const news = await notices.untold(trx, personId);
        if (news.length + due.count === 0) return;
        const { subject, text } = wordsOf({ news, due, digest }, mail.linkTo);
        await mail.queue(trx, { key: `digest ${personId} ${day}`, to: { personId }, subject, text });
        await notices.markMailed(
          trx,
          news.map(({ id }) => id),
        );
      },
      `digest ${personId}`,
    );
  };

  jobs.handle('mail.digest', {
    isReady: async () => mail.isSet,
    perform: async () => {
      const today = dueDay('jour', clock());
      // Most of them are told of the same days: read once for all.
      const due = memoised((key: string) => {
        const { days, withLate } = JSON.parse(key) as { days: string[]; withLate: boolean };
        return deadlines
          .reminders(days, { withLate, first: LISTED })
          .then(({ count, first }) => ({ count, titles: first.map(deadlines.mailedAs) }));
      });
      const pressing = memoised(deadlines.isPressing);
      for (const { id, digest, digest_day } of await users.listDigests()) {
        // A day that is not there yet comes from a clock that was put back.
        const told = digest_day !== null && digest_day <= today ? digest_day : null;
        if (told === today) continue;
        // A serious effect does not wait for Monday.
        const isPressing = digest === 'semaine' && (await pressing(today));
        const day = isPressing ? today : dueDay(digest, clock());
        if (told !== null && told >= day) continue;
        // All that reached one of its days since the last one, of a week at most; what is late, each Monday.
        const since = told === null ? (digest === 'jour' ? 1 : WEEK) : Math.min(daysBetween(told, day), WEEK);
        const days = Array.from({ length: since }, (_, index) => daysAfter(day, -index));
        await sendTo(id, { digest, day, today, due: await due(JSON.stringify({ days, withLate: isMonday(day) })) });
      }
      jobs.wake();
    },
  });
}

interface Sending {
  digest: Digest;
  day: string;
  today: string;
  /** Deadlines to be called to mind: how many, and the first as a calendar says them. */
  due: { count: number; titles: readonly string[] };
}

/** What is read once for each key. */
function memoised<Read>(read: (key: string) => Promise<Read>): (key: string) => Promise<Read> {
  const known = new Map<string, Promise<Read>>();
  return (key) => {
    const found = known.get(key) ?? read(key);
    known.set(key, found);
    return found;
  };
}

const isMonday = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === 1;

/** What is new, without a value of any file: what each is about, and where to look; and what is due. */
function wordsOf(
  { news, due, digest }: Pick<Sending, 'due' | 'digest'> & { news: readonly NoticeRow[] },
  linkTo: (path: string) => string,
) {
  const lines = news
    .slice(0, LISTED)
    .map(({ kind, link }) => `– ${NOTICE_KINDS[kind as NoticeKind].label} :\n  ${linkTo(link)}`);
  const more = news.length - LISTED;
  return {
    subject: `Diplo : ${[
      news.length > 0 && counted(news.length, 'avis', 'avis'),
      due.count > 0 && counted(due.count, 'échéance'),
    ]
      .filter(Boolean)
      .join(', ')}`,
    text: [
      'Bonjour,',
      ...(news.length > 0 ? ['Voici ce qui est nouveau pour vous dans Diplo :', ...lines] : []),
      ...(more > 0 ? [`Et ${counted(more, 'autre')}.`] : []),
      ...(due.count > 0 ? sayDue(due, linkTo('/deadlines')) : []),
      `Vous recevez ce résumé ${DIGESTS[digest].when}. Pour le changer :\n${linkTo('/account')}`,
      '',
    ].join('\n\n'),
  };
}
const sayDue = ({ count, titles }: Sending['due'], link: string): string[] => [
  'Échéances :',
  titles.map((title) => `– ${title}`).join('\n'),
  ...(count > titles.length ? [`Et ${counted(count - titles.length, 'autre')}.`] : []),
  link,
];

/** Days of which one message tells, however long it was since the last one. */
const WEEK = 7;

/** Notices that one message lists. */
const LISTED = 50;
