import * as contract from '#shared/dashboard/dashboard.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { DashboardService } from './dashboard.service.ts';

export function dashboardRoutes(mount: Mount, dashboard: DashboardService): void {
  mount(contract.getStats, () => dashboard.stats());
}
