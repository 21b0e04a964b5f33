import { isOneOf } from '../db/chunks.ts';
import type { Executor } from '../db/open.ts';
import type {
  CorpusEntryRow,
  CorpusRow,
  EntryWarningRow,
  InventoryRow,
  LawChangeRow,
  LawDecisionRow,
} from '../db/tables.ts';

/** Rows written in one statement. */
const AT_ONCE = 500;

export const listCorpora = (db: Executor): Promise<CorpusRow[]> =>
  db.selectFrom('corpora').selectAll().orderBy('imported_at', 'desc').orderBy('id').execute();

export const findCorpus = (db: Executor, id: string): Promise<CorpusRow | undefined> =>
  db.selectFrom('corpora').selectAll().where('id', '=', id).executeTakeFirst();

export const findActive = (db: Executor): Promise<CorpusRow | undefined> =>
  db.selectFrom('corpora').selectAll().where('active', '=', 1).executeTakeFirst();

export async function saveCorpus(db: Executor, row: CorpusRow): Promise<void> {
  await db
    .insertInto('corpora')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ sha256: row.sha256, files: row.files }))
    .execute();
}

export async function activate(db: Executor, id: string, at: string): Promise<void> {
  await db.updateTable('corpora').set({ active: 0 }).where('active', '=', 1).execute();
  await db.updateTable('corpora').set({ active: 1, activated_at: at }).where('id', '=', id).execute();
}

export async function removeCorpus(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('corpus_entries').where('corpus_id', '=', id).execute();
  await db.deleteFrom('corpora').where('id', '=', id).execute();
}

export const listEntries = (db: Executor, corpusId: string): Promise<CorpusEntryRow[]> =>
  db
    .selectFrom('corpus_entries')
    .selectAll()
    .where('corpus_id', '=', corpusId)
    .orderBy('annex')
    .orderBy('ordinal')
    .execute();

/** How many rows a corpus has, and the characters of the longest. */
export async function measureEntries(db: Executor, corpusId: string): Promise<{ rows: number; longest: number }> {
  const { rows, longest } = await db
    .selectFrom('corpus_entries')
    .select((eb) => [eb.fn.countAll<number>().as('rows'), eb.fn.max(eb.fn<number>('length', ['cells'])).as('longest')])
    .where('corpus_id', '=', corpusId)
    .executeTakeFirstOrThrow();
  return { rows: Number(rows), longest: Number(longest ?? 0) };
}

/** The rows of one annex of a corpus, in place of those it had. */
export async function setAnnex(
  db: Executor,
  { corpusId, annex }: { corpusId: string; annex: string },
  rows: readonly CorpusEntryRow[],
): Promise<void> {
  await db.deleteFrom('corpus_entries').where('corpus_id', '=', corpusId).where('annex', '=', annex).execute();
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await db
      .insertInto('corpus_entries')
      .values(rows.slice(at, at + AT_ONCE))
      .execute();
}

export const listWarnings = (db: Executor): Promise<EntryWarningRow[]> =>
  db.selectFrom('entry_warnings').selectAll().execute();

export async function setWarning(db: Executor, key: string, row: EntryWarningRow | null): Promise<void> {
  await db.deleteFrom('entry_warnings').where('key', '=', key).execute();
  if (row) await db.insertInto('entry_warnings').values(row).execute();
}

export async function replaceInventory(db: Executor, rows: readonly InventoryRow[]): Promise<void> {
  await db.deleteFrom('inventory').execute();
  for (let at = 0; at < rows.length; at += AT_ONCE)
    await db
      .insertInto('inventory')
      .values(rows.slice(at, at + AT_ONCE))
      .execute();
}

export const listInventory = async (db: Executor, keys: readonly string[]): Promise<InventoryRow[]> =>
  keys.length === 0
    ? []
    : db
        .selectFrom('inventory')
        .selectAll()
        .where(isOneOf(db, 'name_key', keys))
        .execute();

export const listInventoryNames = (db: Executor): Promise<Pick<InventoryRow, 'name_key' | 'name' | 'functions'>[]> =>
  db.selectFrom('inventory').select(['name_key', 'name', 'functions']).orderBy('name_key').execute();

export const countInventory = async (db: Executor): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('inventory')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  );

/** What is known of a product that the annexes ask for, among what its file says. */
export const findConformity = (db: Executor, productId: string): Promise<{ data: string } | undefined> =>
  db
    .selectFrom('control_records')
    .select('data')
    .where('product_id', '=', productId)
    .where('kind', '=', 'conformity')
    .executeTakeFirst();

export const listDecisions = (db: Executor, productId: string): Promise<LawDecisionRow[]> =>
  db.selectFrom('law_decisions').selectAll().where('product_id', '=', productId).execute();

export async function setDecision(db: Executor, row: LawDecisionRow): Promise<void> {
  await removeDecision(db, row);
  await db.insertInto('law_decisions').values(row).execute();
}

export async function removeDecision(
  db: Executor,
  { product_id, key, kind }: Pick<LawDecisionRow, 'product_id' | 'key' | 'kind'>,
): Promise<void> {
  await db
    .deleteFrom('law_decisions')
    .where('product_id', '=', product_id)
    .where('key', '=', key)
    .where('kind', '=', kind)
    .execute();
}

/** What a corpus changes in one product, in place of what was known of it. */
export async function setChanges(db: Executor, row: LawChangeRow): Promise<void> {
  await db
    .deleteFrom('law_changes')
    .where('corpus_id', '=', row.corpus_id)
    .where('product_id', '=', row.product_id)
    .execute();
  await db.insertInto('law_changes').values(row).execute();
}

export const listChanges = (db: Executor, corpusId: string): Promise<LawChangeRow[]> =>
  db.selectFrom('law_changes').selectAll().where('corpus_id', '=', corpusId).execute();
