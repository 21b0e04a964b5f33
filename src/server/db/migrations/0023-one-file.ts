import type { Kysely } from 'kysely';

const EXAMPLE = ['products', 'templates', 'materials', 'substances', 'attachments'] as const;

interface Older {
  settings: { name: string; value: string };
  products: { id: string; example: number };
  templates: { id: string; example: number };
  materials: { id: string; example: number };
  substances: { id: string; example: number };
  attachments: { owner_id: string; example: number };
}

/**
 * A file of a product stands in several places. What the example made is told from a person's work: that of an earlier
 * release by what it noted then (setting `demo`), with its files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('attachments')
    .addColumn('also', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
  for (const table of EXAMPLE)
    await db.schema
      .alterTable(table)
      .addColumn('example', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  const older = db as Kysely<Older>;
  const noted = await older.selectFrom('settings').select('value').where('name', '=', 'demo').executeTakeFirst();
  const made = JSON.parse(noted?.value || '{}') as Partial<Record<string, string[]>>;
  for (const table of ['products', 'templates', 'materials', 'substances'] as const) {
    const ids = made[table] ?? [];
    if (ids.length === 0) continue;
    await older.updateTable(table).set({ example: 1 }).where('id', 'in', ids).execute();
    await older.updateTable('attachments').set({ example: 1 }).where('owner_id', 'in', ids).execute();
  }
  // Findings of every product are looked for again at the next start: there are more of them.
  await older.deleteFrom('settings').where('name', '=', 'control_day').execute();
}
