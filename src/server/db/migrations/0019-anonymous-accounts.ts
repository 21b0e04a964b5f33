import { type Kysely, sql } from 'kysely';

/** That an account was made anonymous is said of it: its address proves nothing, as anybody may sign up with one like it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('anonymous', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update users set anonymous = 1
    where active = 0 and email like 'compte-%@anonyme.invalid' and name = 'Compte anonymisé'`.execute(db);
}
