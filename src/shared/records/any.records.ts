import type { RecordEndpoints } from './record.contract.ts';

/** The endpoints of one library, as those of any: each has them all. */
export const anyRecords = (endpoints: Record<keyof RecordEndpoints, unknown>): RecordEndpoints =>
  endpoints as RecordEndpoints;
