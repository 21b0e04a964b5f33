import type { Executor } from '../db/open.ts';

/** Libraries whose records a formula or a raw material stands on. */
const LIBRARIES = ['materials', 'substances'] as const;
export type MadeTable = 'products' | 'templates' | 'materials' | 'substances';

/** From now on it is the example's, with its files. */
export async function mark(db: Executor, table: MadeTable, id: string): Promise<void> {
  await db.updateTable(table).set({ example: 1 }).where('id', '=', id).execute();
  await db.updateTable('attachments').set({ example: 1 }).where('owner_id', '=', id).execute();
}

/** The files of all that the example made. */
export async function markFiles(db: Executor): Promise<void> {
  for (const table of ['products', ...LIBRARIES] as const)
    await db
      .updateTable('attachments')
      .set({ example: 1 })
      .where('owner_id', 'in', db.selectFrom(table).select('id').where('example', '=', 1))
      .execute();
}

/** Who stands on a record of the example without being one: its id and name. */
const usedBy = (db: Executor, table: (typeof LIBRARIES)[number]) =>
  db
    .selectFrom(table)
    .innerJoin('record_uses', 'record_uses.record_id', `${table}.id`)
    .leftJoin('products', (join) =>
      join.onRef('products.id', '=', 'record_uses.owner_id').on('products.example', '=', 0),
    )
    .leftJoin('materials as owner', (join) =>
      join.onRef('owner.id', '=', 'record_uses.owner_id').on('owner.example', '=', 0),
    )
    .where(`${table}.example`, '=', 1)
    .where((eb) => eb.or([eb('products.id', 'is not', null), eb('owner.id', 'is not', null)]));

/** The records of the example that a person's own work employs, by name. */
export async function listUsed(db: Executor): Promise<string[]> {
  const found = new Set<string>();
  for (const table of LIBRARIES)
    for (const { label } of await usedBy(db, table).select(`${table}.label`).execute()) found.add(label);
  return [...found].sort((a, b) => a.localeCompare(b, 'fr'));
}

/** They are that person's from now on, with what they are made of. */
export async function keepUsed(db: Executor): Promise<void> {
  // Raw materials first: what they are made of is used by them then.
  for (const table of LIBRARIES) {
    const ids = (await usedBy(db, table).select(`${table}.id`).execute()).map(({ id }) => id);
    if (ids.length === 0) continue;
    await db.updateTable(table).set({ example: 0 }).where('id', 'in', ids).execute();
    await db.updateTable('attachments').set({ example: 0 }).where('owner_id', 'in', ids).execute();
  }
}
