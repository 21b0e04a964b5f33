import { exportAll } from '#shared/exports/export.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { ExportService } from './export.service.ts';

export function exportRoutes(mount: Mount, exports: ExportService): void {
  mount(exportAll, ({ by }) => exports.all(by));
}
