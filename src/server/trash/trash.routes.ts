import * as contract from '#shared/trash/trash.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { TrashService } from './trash.service.ts';

export function trashRoutes(mount: Mount, trash: TrashService): void {
  mount(contract.listTrash, () => trash.list());
  mount(contract.restoreTrash, ({ params, by }) => trash.restore(params.id, by));
  mount(contract.removeTrash, ({ params, by }) => trash.remove(params.id, by));
}
