import { JOB_KIND_NAMES } from '#shared/jobs/job.contract.ts';
import { createAudit } from '../../audit/audit.service.ts';
import { openSqlite } from '../../db/open.ts';
import { createJobs } from '../../jobs/job.service.ts';
import { createMail } from '../../mail/mail.service.ts';
import { createUsers } from '../../users/user.service.ts';

/** Sends the messages of a database until it is killed (`mail.crash.test.ts`). */
const [path = '', smtpUrl = ''] = process.argv.slice(2);
const database = openSqlite(path);
const { db } = database;
const clock = (): Date => new Date();
const audit = createAudit(db, clock);
const jobs = createJobs({ db, audit, clock, alone: true });
for (const kind of JOB_KIND_NAMES) jobs.handle(kind, { perform: async () => undefined, isReady: async () => false });
createMail({
  guestLetter: async () => null,
  db,
  audit,
  jobs,
  clock,
  users: createUsers({ database, audit, clock }),
  config: { smtpUrl, mailFrom: 'diplo@exemple.fr', publicUrl: new URL('https://diplo.exemple.fr') },
});
await jobs.start();
process.stdout.write('ready\n');
