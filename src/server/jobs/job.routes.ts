import * as contract from '#shared/jobs/job.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { Jobs } from './job.service.ts';

export function jobRoutes(mount: Mount, jobs: Jobs): void {
  mount(contract.listJobs, () => jobs.list());
  mount(contract.retryJob, ({ params, by }) => jobs.retry(params.id, by));
  mount(contract.cancelJob, ({ params, by }) => jobs.cancel(params.id, by));
}
