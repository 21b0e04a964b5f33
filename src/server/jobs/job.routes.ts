import * as contract from '#shared/jobs/job.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { Jobs } from './job.service.ts';

export function jobRoutes(mount: Mount, jobs: Jobs): void {
  mount(contract.listJobs, ({ signed }) => jobs.list(signed.account));
  mount(contract.retryJob, ({ params, signed, by }) => jobs.retry(params.id, signed.account, by));
  mount(contract.cancelJob, ({ params, signed, by }) => jobs.cancel(params.id, signed.account, by));
}
