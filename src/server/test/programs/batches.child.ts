import { JOB_KIND_NAMES } from '#shared/jobs/job.contract.ts';
import { createAudit } from '../../audit/audit.service.ts';
import { createBatches } from '../../batches/batch.service.ts';
import { openSqlite } from '../../db/open.ts';
import { createJobs } from '../../jobs/job.service.ts';
import { createNotices } from '../../notices/notice.service.ts';
import { createProducts } from '../../products/product.service.ts';
import { createUsers } from '../../users/user.service.ts';

/** Runs the batches of a database until it is killed (`batch.crash.test.ts`). */
const database = openSqlite(process.argv[2] ?? '');
const { db } = database;
const clock = (): Date => new Date();
const audit = createAudit(db, clock);
const jobs = createJobs({ db, audit, clock, alone: true });
for (const kind of JOB_KIND_NAMES) jobs.handle(kind, { perform: async () => undefined, isReady: async () => false });
createBatches({
  db,
  audit,
  jobs,
  clock,
  notices: createNotices({ db, users: createUsers({ database, audit, clock }), jobs, clock }),
  products: createProducts({ db, audit, clock }),
  // What makes documents is not asked: these batches write fields.
  documents: {} as never,
  templates: {} as never,
  generations: { hasAny: async () => false } as never,
  onError: (error) => process.stderr.write(`${error}\n`),
});
await jobs.start();
process.stdout.write('ready\n');
