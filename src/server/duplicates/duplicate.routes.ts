import { duplicateProduct } from '#shared/products/product.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { DuplicateService } from './duplicate.service.ts';

export function duplicateRoutes(mount: Mount, duplicates: DuplicateService): void {
  mount(duplicateProduct, ({ params, body, by }) => duplicates.make(params.id, body, by));
}
