import { nameKey } from '#shared/fields/name.ts';
import { casOf, ecOf } from '#shared/regulation/identity.ts';
import type { InventoryRow } from '../db/tables.ts';

/** The columns of the Commission's inventory, in both headings it has had. */
const INVENTORY_COLUMNS = {
  name: /^(?:inci[ _]name|inci)$/i,
  cas: /^(?:cas(?:[ _](?:no|number))?)$/i,
  ec: /^(?:ec(?:[ _](?:no|number))?|einecs.*)$/i,
  functions: /^functions?$/i,
} as const;

/** The names of an inventory; `found` is empty when it is none. */
export function readInventory(rows: readonly (readonly string[])[]) {
  const head = rows.slice(0, 30).findIndex((cells) => cells.some((cell) => INVENTORY_COLUMNS.name.test(cell.trim())));
  if (head === -1) return { found: [], unread: 0 };
  const place = (pattern: RegExp): number => (rows[head] ?? []).findIndex((cell) => pattern.test(cell.trim()));
  const at = {
    name: place(INVENTORY_COLUMNS.name),
    cas: place(INVENTORY_COLUMNS.cas),
    ec: place(INVENTORY_COLUMNS.ec),
    functions: place(INVENTORY_COLUMNS.functions),
  };
  const found = new Map<string, InventoryRow>();
  let unread = 0;
  for (const cells of rows.slice(head + 1)) {
    const name = (cells[at.name] ?? '').replace(/\s+/g, ' ').trim();
    if (!name) {
      if (cells.some((cell) => cell.trim())) unread += 1;
      continue;
    }
    const key = nameKey(name).slice(0, 500);
    if (found.has(key)) continue;
    found.set(key, {
      name_key: key,
      name: name.slice(0, 500),
      cas: JSON.stringify(casOf(cells[at.cas] ?? '').right),
      ec: JSON.stringify(ecOf(cells[at.ec] ?? '').right),
      functions: JSON.stringify(
        (cells[at.functions] ?? '')
          .split(/[,;]/)
          .map((one) => one.trim())
          .filter(Boolean),
      ),
    });
  }
  return { found: [...found.values()], unread };
}
