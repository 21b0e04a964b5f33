import { setTimeout as pause } from 'node:timers/promises';
import { JOB_KIND_NAMES } from '#shared/jobs/job.contract.ts';
import { createAudit } from '../../audit/audit.service.ts';
import { migrate } from '../../db/migrate.ts';
import { openSqlite } from '../../db/open.ts';
import { createJobs } from '../../jobs/job.service.ts';

/** Does the jobs of a database: each writes its key once it is done, in the transaction that ends it. */
const database = openSqlite(String(process.argv[2]));
await migrate(database);
const { db } = database;
const clock = (): Date => new Date();
const jobs = createJobs({
  db,
  audit: createAudit(db, clock),
  clock,
  alone: true,
  timing: { everyMs: 5, pauseMs: 1, pauseMaxMs: 5, beatMs: 5 },
});
jobs.handle('drive.send', {
  atOnce: 3,
  async perform({ key, progress }) {
    progress(0, 1);
    await pause(Math.random() * 8);
    return async (trx) => {
      await trx
        .insertInto('settings')
        .values({ name: `done ${key}`, value: key })
        .execute();
    };
  },
});
for (const kind of JOB_KIND_NAMES)
  if (kind !== 'drive.send' && kind !== 'jobs.sweep') jobs.handle(kind, { perform: async () => undefined });
await jobs.start();
process.stdout.write('started\n');
