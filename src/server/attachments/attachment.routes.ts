import * as contract from '#shared/attachments/attachment.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { AttachmentService } from './attachment.service.ts';

const product = (id: string) => ({ type: 'product', id });

export function attachmentRoutes(mount: Mount, attachments: AttachmentService): void {
  mount(contract.listAttachments, ({ params }) => attachments.listOf(product(params.productId)));
  mount(contract.createAttachment, ({ body: { product_id, field_key }, file, by }) =>
    attachments.create({ owner: product(product_id), field_key, file, by }),
  );
  mount(contract.updateAttachment, ({ params, body, by }) => attachments.update(params.id, body, by));
  mount(contract.removeAttachment, ({ params, by }) => attachments.remove(params.id, by));
  mount(contract.listRemovedAttachments, ({ params }) => attachments.listRemoved(product(params.productId)));
  mount(contract.readRemovedAttachment, ({ params, by }) => attachments.read(params.id, by, { removed: true }));
  mount(contract.eraseAttachment, ({ params, by }) => attachments.erase(params.id, by));
  mount(contract.restoreAttachment, ({ params, by }) => attachments.restore(params.id, by));
  mount(contract.readAttachment, ({ params, by }) => attachments.read(params.id, by));
}
