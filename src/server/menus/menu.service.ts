import { randomUUID } from 'node:crypto';
import type { AuditAction } from '#shared/audit/audit.contract.ts';
import type { ListQuery } from '#shared/contract/list.query.ts';
import { pageOf } from '#shared/contract/list.ts';
import { printNumber } from '#shared/fields/number.ts';
import { MENU_ITEMS_MAX, MENUS_AND_ITEMS_MAX, type Menu, type MenuInput } from '#shared/menus/menu.contract.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { inChunks } from '../db/chunks.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { MenuItemRow, MenuRow } from '../db/tables.ts';
import { conflict, notFound } from '../errors.ts';
import { createMenuItems, presentItem } from './menu.items.ts';
import { menuIds } from './menu.searching.ts';
import * as store from './menu.store.ts';

/** Menus read at once: each may have five hundred items. */
const CHUNK = 1;

const present = (row: MenuRow, items: MenuItemRow[]): Menu => ({
  ...row,
  items: items.filter((item) => item.menu_id === row.id).map(presentItem),
});

export interface MenusDependencies {
  db: Db;
  audit: AuditService;
  clock: () => Date;
}

export function createMenus(deps: MenusDependencies) {
  const { db, audit, clock } = deps;
  const get = async (executor: Executor, id: string): Promise<MenuRow> => {
    const row = await store.find(executor, id);
    if (!row) throw notFound('menu');
    return row;
  };
  const record = (trx: Executor, action: AuditAction, row: MenuRow, by: Actor): Promise<void> =>
    audit.record(trx, { action, by, object: { type: 'menu', id: row.id, label: row.name } });

  /** @throws 409 when there would be too many, in this menu or in all: strangers leave half of the places to members */
  const checkRoom = async (
    trx: Executor,
    { inMenu, more, by }: { inMenu: number; more: number; by: Actor },
  ): Promise<void> => {
    if (inMenu > MENU_ITEMS_MAX) throw conflict(`Ce menu est plein : ${MENU_ITEMS_MAX} éléments au plus.`);
    const room = by.id === null ? MENUS_AND_ITEMS_MAX / 2 : MENUS_AND_ITEMS_MAX;
    if (more > 0 && (await store.countAll(trx)) + more > room)
      throw conflict(
        by.id === null
          ? `Il y a trop de menus : au-delà de ${printNumber(room)} éléments en tout, il faut être connecté pour en ajouter.`
          : `Il y a trop de menus : ${printNumber(room)} éléments au plus en tout. Supprimez-en d’abord.`,
      );
  };

  /** An id that is known is kept by the first item that bears it. */
  const rowsOf = (menuId: string, items: MenuInput['items'], kept: Set<string>): MenuItemRow[] =>
    items.map((item, position) => ({
      id: item.id && kept.delete(item.id) ? item.id : randomUUID(),
      menu_id: menuId,
      position,
      name: item.name,
      price: item.price,
      category: item.category,
      description: item.description || null,
    }));
  const menuItems = createMenuItems({ ...deps, get, record, checkRoom, rowsOf });

  return {
    /** The rows come a few at a time: there may be very many items. */
    async list(query: ListQuery): Promise<{ rows: AsyncIterable<Menu>; total: number }> {
      const ids = await menuIds(db, query);
      const page = pageOf(query);
      const wanted = page ? ids.slice(page.offset, page.offset + page.limit) : ids;
      const rows = inChunks(wanted, CHUNK, async (some) => {
        const [found, items] = [await store.listByIds(db, some), await store.listItems(db, some)];
        return found.map((row) => present(row, items));
      });
      return { rows, total: ids.length };
    },

    async get(id: string): Promise<Menu> {
      return present(await get(db, id), await store.listItems(db, [id]));
    },

    create: (input: MenuInput, by: Actor): Promise<Menu> =>
      inTransaction(
        db,
        async (trx) => {
          const row = { id: randomUUID(), name: input.name, updated_at: clock().toISOString() };
          const items = rowsOf(row.id, input.items, new Set());
          await checkRoom(trx, { inMenu: items.length, more: items.length + 1, by });
          await store.insert(trx, row);
          await store.insertItems(trx, items);
          await record(trx, 'menu.create', row, by);
          return present(row, items);
        },
        'menus',
      ),

    update: (id: string, input: MenuInput, by: Actor): Promise<Menu> =>
      inTransaction(
        db,
        async (trx) => {
          await get(trx, id);
          const row = { id, name: input.name, updated_at: clock().toISOString() };
          const before = await store.listItems(trx, [id]);
          const items = rowsOf(id, input.items, new Set(before.map((item) => item.id)));
          await checkRoom(trx, { inMenu: items.length, more: items.length - before.length, by });
          await store.update(trx, id, row);
          await store.removeItemsOf(trx, id);
          await store.insertItems(trx, items);
          await record(trx, 'menu.update', row, by);
          return present(row, items);
        },
        'menus',
      ),

    remove: (id: string, by: Actor): Promise<void> =>
      inTransaction(
        db,
        async (trx) => {
          const row = await get(trx, id);
          await store.remove(trx, id);
          await record(trx, 'menu.remove', row, by);
        },
        'menus',
      ),
    ...menuItems,
  };
}

export type MenuService = ReturnType<typeof createMenus>;
