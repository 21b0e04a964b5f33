import { materialEndpoints } from '#shared/materials/material.contract.ts';
import type { Mount } from '../http/mount.ts';
import { type RecordRoom, recordRoutes } from '../records/record.routes.ts';

export function materialRoutes(
  mount: Mount,
  records: RecordRoom['records'],
  above: Pick<RecordRoom, 'saved' | 'attachments'>,
): void {
  recordRoutes(mount, materialEndpoints, { type: 'material', records, ...above });
}
