import { counted } from '#shared/fields/counted.ts';
import { DIGESTS, type Digest, dueDay } from '#shared/notices/digest.ts';
import { NOTICE_KINDS, type NoticeKind } from '#shared/notices/notice.contract.ts';
import { type Db, inTransaction } from '../db/open.ts';
import type { NoticeRow } from '../db/tables.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { NoticeService } from '../notices/notice.service.ts';
import type { UserService } from '../users/user.service.ts';
import type { MailService } from './mail.service.ts';

interface Dependencies {
  db: Db;
  users: Pick<UserService, 'listDigests' | 'markDigest'>;
  notices: Pick<NoticeService, 'untold' | 'markMailed'>;
  mail: Pick<MailService, 'isSet' | 'queue' | 'linkTo'>;
  jobs: Pick<Jobs, 'handle' | 'wake'>;
  clock: () => Date;
}

/** Sends each person who wishes it what is new, at seven in Paris: a job that asks the clock each minute. */
export function handleDigest({ db, users, notices, mail, jobs, clock }: Dependencies): void {
  const sendTo = async (personId: string, digest: Digest, day: string): Promise<void> => {
    await inTransaction(
      db,
      async (trx) => {
        // Another instance may have done it since.
        if (!(await users.markDigest(trx, { personId, day }))) return;
        const news = await notices.untold(trx, personId);
        if (news.length === 0) return;
        const { subject, text } = wordsOf(news, digest, mail.linkTo);
        await mail.queue(trx, { key: `digest ${personId} ${day}`, personId, subject, text });
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
      for (const { id, digest, digest_day } of await users.listDigests()) {
        const due = dueDay(digest, clock());
        if (digest_day === null || digest_day < due) await sendTo(id, digest, due);
      }
      jobs.wake();
    },
  });
}

/** What is new, without a value of any file: what each is about, and where to look. */
function wordsOf(news: readonly NoticeRow[], digest: Digest, linkTo: (path: string) => string) {
  const lines = news
    .slice(0, LISTED)
    .map(({ kind, link }) => `– ${NOTICE_KINDS[kind as NoticeKind].label} :\n  ${linkTo(link)}`);
  const more = news.length - LISTED;
  return {
    subject: `Diplo : ${counted(news.length, 'avis', 'avis')}`,
    text: [
      'Bonjour,',
      'Voici ce qui est nouveau pour vous dans Diplo :',
      ...lines,
      ...(more > 0 ? [`Et ${counted(more, 'autre')}.`] : []),
      `Vous recevez ce résumé ${DIGESTS[digest].when}. Pour le changer :\n${linkTo('/account')}`,
      '',
    ].join('\n\n'),
  };
}
/** Notices that one message lists. */
const LISTED = 50;
