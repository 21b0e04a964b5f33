import type { AuditAction } from '#shared/audit/audit.contract.ts';
import type { MenuInput, MenuItem, MenuItemInput } from '#shared/menus/menu.contract.ts';
import type { Actor } from '../caller.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import type { MenuItemRow, MenuRow } from '../db/tables.ts';
import { notFound } from '../errors.ts';
import type { MenusDependencies } from './menu.service.ts';
import * as store from './menu.store.ts';

interface MenuItemsDeps extends MenusDependencies {
  get: (executor: Executor, id: string) => Promise<MenuRow>;
  record: (trx: Executor, action: AuditAction, row: MenuRow, by: Actor) => Promise<void>;
  checkRoom: (trx: Executor, input: { inMenu: number; more: number; by: Actor }) => Promise<void>;
  rowsOf: (menuId: string, items: MenuInput['items'], kept: Set<string>) => MenuItemRow[];
}

/** Lines of a menu. */
export function createMenuItems({ db, clock, get, record, checkRoom, rowsOf }: MenuItemsDeps) {
  const getItem = async (executor: Executor, id: string): Promise<MenuItemRow> => {
    const row = await store.findItem(executor, id);
    if (!row) throw notFound('élément');
    return row;
  };

  /** A change of an item is a change of its menu. */
  const touch = async (trx: Executor, menuId: string, by: Actor): Promise<void> => {
    const row = await get(trx, menuId);
    await store.update(trx, menuId, { updated_at: clock().toISOString() });
    await record(trx, 'menu.update', row, by);
  };

  return {
    addItem: (menuId: string, input: MenuItemInput, by: Actor): Promise<MenuItem> =>
      inTransaction(
        db,
        async (trx) => {
          await get(trx, menuId);
          const before = await store.listItems(trx, [menuId]);
          await checkRoom(trx, { inMenu: before.length + 1, more: 1, by });
          const last = before.at(-1);
          const position = (last?.position ?? -1) + 1;
          const [row] = rowsOf(menuId, [input], new Set());
          if (!row) throw notFound('élément');
          await store.insertItems(trx, [{ ...row, position }]);
          await touch(trx, menuId, by);
          return presentItem(row);
        },
        'menus',
      ),

    updateItem: (id: string, input: MenuItemInput, by: Actor): Promise<MenuItem> =>
      inTransaction(
        db,
        async (trx) => {
          const row = await getItem(trx, id);
          const values = { ...input, description: input.description || null };
          await store.updateItem(trx, id, values);
          await touch(trx, row.menu_id, by);
          return presentItem({ ...row, ...values });
        },
        'menus',
      ),

    removeItem: (id: string, by: Actor): Promise<void> =>
      inTransaction(
        db,
        async (trx) => {
          const row = await getItem(trx, id);
          await store.removeItem(trx, id);
          await touch(trx, row.menu_id, by);
        },
        'menus',
      ),
  };
}

export const presentItem = ({ id, name, price, category, description }: MenuItemRow): MenuItem => ({
  id,
  name,
  price,
  category,
  description,
});
