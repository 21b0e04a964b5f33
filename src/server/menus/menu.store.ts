import { inOrder } from '../db/chunks.ts';
import type { Executor } from '../db/open.ts';
import type { MenuItemRow, MenuRow } from '../db/tables.ts';

/** The last changed first, or the first. */
export const listNames = (db: Executor, direction: 'asc' | 'desc'): Promise<Pick<MenuRow, 'id' | 'name'>[]> =>
  db.selectFrom('menus').select(['id', 'name']).orderBy('updated_at', direction).orderBy('id').execute();

/** Some of all items, by their ids. */
export const listItemsAfter = (db: Executor, after: string, count: number): Promise<MenuItemRow[]> =>
  db.selectFrom('menu_items').selectAll().where('id', '>', after).orderBy('id').limit(count).execute();

/** Those of these menus that are still there, in that order. */
export const listByIds = async (db: Executor, ids: readonly string[]): Promise<MenuRow[]> =>
  inOrder(ids, await db.selectFrom('menus').selectAll().where('id', 'in', ids).execute());

/** Menus and items, together. */
export async function countAll(db: Executor): Promise<number> {
  const count = async (table: 'menus' | 'menu_items'): Promise<number> => {
    const { total } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return total;
  };
  return (await count('menus')) + (await count('menu_items'));
}

export const find = (db: Executor, id: string): Promise<MenuRow | undefined> =>
  db.selectFrom('menus').selectAll().where('id', '=', id).executeTakeFirst();

export async function insert(db: Executor, row: MenuRow): Promise<void> {
  await db.insertInto('menus').values(row).execute();
}

export async function update(db: Executor, id: string, values: Partial<MenuRow>): Promise<void> {
  await db.updateTable('menus').set(values).where('id', '=', id).execute();
}

export async function remove(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('menu_items').where('menu_id', '=', id).execute();
  await db.deleteFrom('menus').where('id', '=', id).execute();
}

/** The items of these menus, in their order. */
export const listItems = (db: Executor, menuIds: readonly string[]): Promise<MenuItemRow[]> =>
  db.selectFrom('menu_items').selectAll().where('menu_id', 'in', menuIds).orderBy('position').orderBy('id').execute();

export const findItem = (db: Executor, id: string): Promise<MenuItemRow | undefined> =>
  db.selectFrom('menu_items').selectAll().where('id', '=', id).executeTakeFirst();

export async function insertItems(db: Executor, rows: MenuItemRow[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('menu_items').values(rows).execute();
}

export async function updateItem(db: Executor, id: string, values: Partial<MenuItemRow>): Promise<void> {
  await db.updateTable('menu_items').set(values).where('id', '=', id).execute();
}

export async function removeItem(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('menu_items').where('id', '=', id).execute();
}

export async function removeItemsOf(db: Executor, menuId: string): Promise<void> {
  await db.deleteFrom('menu_items').where('menu_id', '=', menuId).execute();
}
