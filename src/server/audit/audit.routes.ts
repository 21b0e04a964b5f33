import * as contract from '#shared/audit/audit.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import type { Mount } from '../http/mount.ts';
import type { AuditService } from './audit.service.ts';

export function auditRoutes(mount: Mount, audit: AuditService): void {
  mount(contract.listAudit, async ({ query, total }) => {
    const found = await audit.list(query);
    total(found.total);
    return found.rows;
  });
  mount(contract.recordExport, ({ body, by }) =>
    audit.note({
      action: 'export.list',
      by,
      object: { type: 'product', id: null, label: `${counted(body.count, 'produit')}, ${body.format}` },
    }),
  );
  mount(contract.verifyAudit, () => audit.verify());
}
