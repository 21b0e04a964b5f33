import { JOB_KINDS, type JobKind, type JobKindInfo } from './job.contract.ts';

export const jobKindInfo = (kind: JobKind): JobKindInfo => JOB_KINDS[kind];
