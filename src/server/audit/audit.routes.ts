import * as contract from '#shared/audit/audit.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { forbidden } from '../errors.ts';
import type { Mount } from '../http/mount.ts';
import type { AuditService } from './audit.service.ts';

/** How each list that a browser exports is told. */
const LISTS = {
  products: (count: number, format: string) => ({
    type: 'product' as const,
    label: `${counted(count, 'produit')}, ${format}`,
  }),
  audit: (count: number, format: string) => ({
    type: 'export' as const,
    label: `journal, ${counted(count, 'ligne')}, ${format}`,
  }),
};

export function auditRoutes(mount: Mount, audit: AuditService): void {
  mount(contract.listAudit, async ({ query, total }) => {
    const found = await audit.list(query);
    total(found.total);
    return found.rows;
  });
  mount(contract.recordExport, ({ body, by, signed }) => {
    // Nobody else reads the journal.
    if (body.list === 'audit' && signed.account.role !== 'admin') throw forbidden();
    return audit.note({
      action: 'export.list',
      by,
      object: { ...LISTS[body.list](body.count, body.format), id: null },
    });
  });
  mount(contract.verifyAudit, () => audit.verify());
}
