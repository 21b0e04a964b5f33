import { nameKey } from '#shared/fields/name.ts';
import type { Executor } from '../db/open.ts';
import type { RecordRow } from '../db/tables.ts';
import { conflict, notFound } from '../errors.ts';
import type { RecordDependencies, RecordKind } from './record.kind.ts';
import * as store from './record.store.ts';

/** Names told of what is in the way. */
const NAMED_MAX = 5;

/** Reads rows of a library. */
export function createRecordReading<Values extends object, Answer>(
  { db, products }: RecordDependencies,
  kind: RecordKind<Values, Answer>,
) {
  const { table, noun } = kind;
  // A value that came later than the record has what it has by itself.
  const valuesOf = (row: RecordRow): Values => ({ ...kind.defaults, ...JSON.parse(row.data) });

  const getRow = async (executor: Executor, id: string): Promise<RecordRow> => {
    const row = await store.find(executor, table, id);
    if (!row) throw notFound(noun);
    return row;
  };

  const present = async (rows: readonly RecordRow[], executor: Executor = db): Promise<Answer[]> => {
    const used = await store.countProducts(
      executor,
      table,
      rows.map(({ id }) => id),
    );
    return kind.present(
      rows.map((row) => ({
        values: valuesOf(row),
        meta: {
          id: row.id,
          revision: row.revision,
          used_in: used.get(row.id) ?? 0,
          example: row.example === 1,
          merged_into: row.merged_into,
          created_at: row.created_at,
          updated_at: row.updated_at,
          created_by: row.created_by,
          updated_by: row.updated_by,
        },
      })),
      executor,
    );
  };
  const presentOne = async (row: RecordRow, executor: Executor = db): Promise<Answer> =>
    (await present([row], executor))[0] as Answer;

  /** One name, one record: a second one is told of the first, and what to do then. */
  const checkName = async (
    trx: Executor,
    values: Values,
    { mine, advice = 'ouvrez sa fiche plutôt que d’en créer une autre' }: { mine: readonly string[]; advice?: string },
  ): Promise<void> => {
    if (!kind.isUnique) return;
    const others = await store.listByKeys(trx, table, [nameKey(kind.labelOf(values))]);
    const other = others.find(({ id, merged_into }) => !mine.includes(id) && !mine.includes(merged_into ?? ''));
    if (other) throw conflict(`« ${other.label} » existe déjà : ${advice}.`);
  };

  /** Who stands on it, by name: the products, then the raw materials. */
  async function inUse(trx: Executor, { label, users }: { label: string; users: readonly string[] }): Promise<string> {
    const names = [
      ...(await products.labelsOf(users, trx)).map(({ label: name }) => name),
      ...(await store.listByIds(trx, 'materials', users)).map((row) => row.label),
    ];
    const told = names.slice(0, NAMED_MAX).map((name) => `« ${name} »`);
    const more = names.length - told.length;
    const list = [...told, ...(more > 0 ? [`${more} autres`] : [])].join(', ');
    return list
      ? `« ${label} » sert encore dans ${list} : retirez-la d’abord de là.`
      : `« ${label} » sert encore dans un produit de la corbeille : elle y reste tant que ce produit peut revenir.`;
  }

  return {
    valuesOf,
    getRow,
    present,
    presentOne,
    checkName,
    inUse,
  };
}
