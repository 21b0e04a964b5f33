import * as contract from '#shared/menus/menu.contract.ts';
import type { Limit, Tries } from '../auth/tries.service.ts';
import { addressKey } from '../caller.ts';
import type { Mount } from '../http/mount.ts';
import type { MenuService } from './menu.service.ts';

/** What one address may change without signing in: on one's own machine it is oneself. */
const STRANGER_CHANGES: Limit = { count: 300, windowMs: 3_600_000 };
const STRANGER_CHANGES_AT_HOME: Limit = { count: 600, windowMs: 3_600_000 };

/** Searches, which read every item: one after the other, of one address and of all. */
const OWN_TURNS = { atOnce: 1, waiting: 8 };
const TURNS = { atOnce: 1, waiting: 50 };

export function menuRoutes(
  mount: Mount,
  menus: MenuService,
  { tries, exposed }: { tries: Tries; exposed: boolean },
): void {
  /** A change is counted before it is made, unless somebody answers for it by name. */
  const counted = async (call: { signed: unknown; origin: { ip: string } }): Promise<void> => {
    if (call.signed) return;
    const limit = exposed ? STRANGER_CHANGES : STRANGER_CHANGES_AT_HOME;
    await tries.countWithin(`menus:${addressKey(call.origin.ip)}`, limit);
  };

  mount(contract.listMenus, async ({ query, total, origin }) => {
    const list = () => menus.list(query);
    // Whoever asks for many at once waits for oneself.
    const found = query.search
      ? await tries.inTurn(`menus of ${addressKey(origin.ip)}`, OWN_TURNS, () => tries.inTurn('menus', TURNS, list))
      : await list();
    total(found.total);
    return found.rows;
  });
  mount(contract.getMenu, ({ params }) => menus.get(params.id));
  mount(contract.createMenu, async (call) => {
    await counted(call);
    return menus.create(call.body, call.by);
  });
  mount(contract.updateMenu, async (call) => {
    await counted(call);
    return menus.update(call.params.id, call.body, call.by);
  });
  mount(contract.removeMenu, async (call) => {
    await counted(call);
    await menus.remove(call.params.id, call.by);
  });
  mount(contract.addMenuItem, async (call) => {
    await counted(call);
    return menus.addItem(call.params.id, call.body, call.by);
  });
  mount(contract.updateMenuItem, async (call) => {
    await counted(call);
    return menus.updateItem(call.params.id, call.body, call.by);
  });
  mount(contract.removeMenuItem, async (call) => {
    await counted(call);
    await menus.removeItem(call.params.id, call.by);
  });
}
