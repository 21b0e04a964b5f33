import { type Kysely, sql } from 'kysely';

/** The words of a role as the records keep them now, by those they kept. */
const ROLES = {
  ingredient: 'ingrédient',
  solvent: 'solvant',
  preservative: 'conservateur',
  stabiliser: 'stabilisant',
  impurity: 'impureté',
  auxiliary: 'auxiliaire',
};

/** Files have a kind, a date and an expiry; what is merged into a record is found by it; roles are those of the trade. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['kind', 'issued_on', 'expires_on'])
    await db.schema.alterTable('attachments').addColumn(column, 'text').execute();
  for (const table of ['substances', 'materials'])
    await db.schema.createIndex(`${table}_merged`).on(table).columns(['merged_into']).execute();
  for (const table of ['materials', 'record_revisions'])
    for (const [from, to] of Object.entries(ROLES))
      await sql`update ${sql.ref(table)} set data = replace(data, ${`"role":"${from}"`}, ${`"role":"${to}"`}) where data like ${`%"role":"${from}"%`}`.execute(
        db,
      );
}
