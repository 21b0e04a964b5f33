import { randomUUID } from 'node:crypto';
import { isAllowed, type Right } from '#shared/contract/rights.ts';
import { NOTICE_KINDS, NOTICE_LIMITS, type Notice, type NoticeKind } from '#shared/notices/notice.contract.ts';
import type { Actor } from '../caller.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { NoticeRow } from '../db/tables.ts';
import type { Jobs } from '../jobs/job.service.ts';
import type { UserService } from '../users/user.service.ts';
import * as store from './notice.store.ts';

interface Dependencies {
  db: Db;
  users: Pick<UserService, 'list'>;
  jobs: Pick<Jobs, 'handle'>;
  clock: () => Date;
}

/** What is told: in a sentence, with the screen that it leads to. */
export interface Told {
  kind: NoticeKind;
  text: string;
  link: string;
}

const DAY_MS = 86_400_000;

/** What the program has to tell people, each their own. */
export function createNotices({ db, users, jobs, clock }: Dependencies) {
  const now = (): string => clock().toISOString();
  jobs.handle('notices.sweep', {
    perform: async () => (trx) =>
      store.forgetBefore(trx, new Date(clock().getTime() - NOTICE_LIMITS.days * DAY_MS).toISOString()),
  });

  const tell = async (trx: Executor, people: readonly string[], told: Told): Promise<void> => {
    if (people.length === 0) return;
    if ('isOne' in NOTICE_KINDS[told.kind]) await store.removeUnread(trx, told.kind, people);
    await store.insert(
      trx,
      people.map(
        (person_id): NoticeRow => ({ id: randomUUID(), person_id, ...told, at: now(), read_at: null, mailed_at: null }),
      ),
    );
  };

  return {
    /** Tells one person, in the transaction of what is told. */
    tellOne: (trx: Executor, personId: string, told: Told): Promise<void> => tell(trx, [personId], told),

    /** Tells whoever holds the right, but who did it. */
    async tellAll(trx: Executor, right: Right, told: Told, by: Actor): Promise<void> {
      const people = await users.list(trx);
      const meant = people.filter(({ id, active, role }) => active && id !== by.id && isAllowed(right, role, false));
      await tell(
        trx,
        meant.map(({ id }) => id),
        told,
      );
    },

    /** It is no longer so: nobody is told who has not read it. */
    settle: (trx: Executor, kind: NoticeKind): Promise<void> => store.removeUnread(trx, kind, null),

    untold: store.listUntold,
    markMailed: (trx: Executor, ids: readonly string[]): Promise<void> => store.markMailed(trx, ids, now()),

    async list(personId: string): Promise<Notice[]> {
      const rows = await store.list(db, personId, NOTICE_LIMITS.listed);
      return rows.map(({ person_id: _, mailed_at: __, kind, ...row }) => ({ ...row, kind: kind as NoticeKind }));
    },

    /** Ids that are not one's own change nothing. */
    read: (personId: string, ids: readonly string[]): Promise<void> =>
      inTransaction(db, (trx) => store.markRead(trx, { personId, ids, at: now() })),
  };
}

export type NoticeService = ReturnType<typeof createNotices>;
