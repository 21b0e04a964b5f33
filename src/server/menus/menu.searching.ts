import { setImmediate } from 'node:timers/promises';
import type { ListQuery } from '#shared/contract/list.query.ts';
import { fold } from '#shared/contract/list.ts';
import { wordsOf } from '../db/fulltext.ts';
import type { Db } from '../db/open.ts';
import { unknownSort } from '../errors.ts';
import * as store from './menu.store.ts';

const SORTABLE = ['name', 'updated_at'];
const { compare } = new Intl.Collator('fr', { numeric: true });
/** Texts folded at once: strangers may have written twenty thousand, of two thousand characters each. */
const AT_ONCE = 100;

/**
 * The ids of the menus whose name or items hold every word of a search, whatever its case and accents, the last changed first unless
 * said otherwise. Others are answered meanwhile.
 * @throws 422 for an order that menus do not have
 */
export async function menuIds(db: Db, { search = '', sort = '-updated_at' }: ListQuery): Promise<string[]> {
  const column = sort.replace(/^-/, '');
  if (!SORTABLE.includes(column)) throw unknownSort();
  const isDown = sort.startsWith('-');
  const all = await store.listNames(db, isDown ? 'desc' : 'asc');
  const ordered =
    column === 'name' ? all.toSorted((a, b) => (isDown ? compare(b.name, a.name) : compare(a.name, b.name))) : all;
  const words = [...new Set(wordsOf(search))];
  if (words.length === 0) return ordered.map(({ id }) => id);
  const missing = new Map(all.map(({ id }) => [id, new Set(words)]));
  const look = async (texts: readonly (readonly [menuId: string, text: string])[]): Promise<void> => {
    for (let at = 0; at < texts.length; at += AT_ONCE) {
      for (const [id, text] of texts.slice(at, at + AT_ONCE)) {
        const folded = fold(text);
        for (const word of missing.get(id) ?? []) if (folded.includes(word)) missing.get(id)?.delete(word);
      }
      await setImmediate();
    }
  };
  await look(all.map(({ id, name }) => [id, name]));
  for (let after: string | undefined = ''; after !== undefined; ) {
    const items = await store.listItemsAfter(db, after, AT_ONCE);
    await look(
      items.map(({ menu_id, name, category, description }) => [menu_id, [name, category, description].join('\n')]),
    );
    after = items.at(-1)?.id;
  }
  return ordered.flatMap(({ id }) => (missing.get(id)?.size === 0 ? [id] : []));
}
