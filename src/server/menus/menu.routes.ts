import * as contract from '#shared/menus/menu.contract.ts';
import type { Mount } from '../http/mount.ts';
import type { MenuService } from './menu.service.ts';

export function menuRoutes(mount: Mount, menus: MenuService): void {
  mount(contract.listMenus, () => menus.list());
  mount(contract.getMenu, ({ params }) => menus.get(params.id));
  mount(contract.createMenu, ({ body, by }) => menus.create(body, by));
  mount(contract.updateMenu, ({ params, body, by }) => menus.update(params.id, body, by));
  mount(contract.removeMenu, ({ params, by }) => menus.remove(params.id, by));
  mount(contract.addMenuItem, ({ params, body, by }) => menus.addItem(params.id, body, by));
  mount(contract.updateMenuItem, ({ params, body, by }) => menus.updateItem(params.id, body, by));
  mount(contract.removeMenuItem, ({ params, by }) => menus.removeItem(params.id, by));
}
