import type { Executor } from '../db/open.ts';
import { conflict } from '../errors.ts';
import * as store from './record.store.ts';

/**
 * Says on which records a product or a raw material stands.
 * @throws 409 when it begins to stand on one that is in the trash, and would go with it
 */
export async function setUses(trx: Executor, user: string, records: readonly string[]): Promise<void> {
  const before = new Set(await store.listUsed(trx, user));
  const now = new Set(records);
  const added = [...now].filter((id) => !before.has(id));
  const gone = await store.findDeleted(trx, added);
  if (gone)
    throw conflict(`« ${gone.label} » est dans la corbeille : restaurez-la d’abord, ou choisissez-en une autre.`);
  await store.changeUses(trx, user, { added, ended: [...before].filter((id) => !now.has(id)) });
}
