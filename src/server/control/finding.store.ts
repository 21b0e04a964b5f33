import { FINDING_CODE_NAMES, FINDING_CODES, type FindingCode } from '#shared/findings/finding.ts';
import { isOneOf } from '../db/chunks.ts';
import type { Executor } from '../db/open.ts';
import type { FindingAnswerRow, FindingRow } from '../db/tables.ts';

type Found = Omit<FindingRow, 'product_id'>;

/** What was found takes the place of what had been; what is as it was is not written. */
export async function setFindings(trx: Executor, productId: string, found: readonly Found[]): Promise<void> {
  const before = await trx
    .selectFrom('findings')
    .select(['key', 'code', 'level', 'text', 'due_on'])
    .where('product_id', '=', productId)
    .execute();
  const unique = [...new Map(found.map((one) => [one.key, one])).values()];
  const byKey = (all: readonly Found[]) => JSON.stringify(all.toSorted((a, b) => (a.key < b.key ? -1 : 1)));
  if (byKey(before) === byKey(unique)) return;
  await trx.deleteFrom('findings').where('product_id', '=', productId).execute();
  if (unique.length > 0)
    await trx
      .insertInto('findings')
      .values(unique.map((one) => ({ product_id: productId, ...one })))
      .execute();
}

export const listAnswers = (db: Executor, productId: string): Promise<FindingAnswerRow[]> =>
  db.selectFrom('finding_answers').selectAll().where('product_id', '=', productId).execute();

export async function setAnswer(trx: Executor, row: FindingAnswerRow): Promise<void> {
  await removeAnswer(trx, row.product_id, row.key);
  await trx.insertInto('finding_answers').values(row).execute();
}

export async function removeAnswer(trx: Executor, productId: string, key: string): Promise<void> {
  await trx.deleteFrom('finding_answers').where('product_id', '=', productId).where('key', '=', key).execute();
}

const rankOf = ({ level, code }: { level: string; code: FindingCode }): number =>
  (level === 'rouge' ? 0 : FINDING_CODE_NAMES.length) + FINDING_CODE_NAMES.indexOf(code);

/** The codes of these products that are to be seen, those that stop a file first. */
export async function codesOf(db: Executor, ids: readonly string[]): Promise<Map<string, FindingCode[]>> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('findings')
          .select(['product_id', 'code', 'level'])
          .where(isOneOf(db, 'product_id', ids))
          .where('level', '!=', 'neutre')
          .execute();
  const byProduct = Map.groupBy(
    rows
      .filter((row): row is typeof row & { code: FindingCode } => Object.hasOwn(FINDING_CODES, row.code))
      .toSorted((a, b) => rankOf(a) - rankOf(b)),
    ({ product_id }) => product_id,
  );
  return new Map([...byProduct].map(([id, own]) => [id, own.map(({ code }) => code)]));
}
