import { randomUUID } from 'node:crypto';
import { nameKey } from '#shared/formulas/inci.name.ts';
import type { Change } from '#shared/products/product.contract.ts';
import type { Actor } from '../caller.ts';
import { searchText } from '../db/fulltext.ts';
import type { Executor } from '../db/open.ts';
import type { RecordRow } from '../db/tables.ts';
import { conflict, notFound, staleRecord } from '../errors.ts';
import type { Print, RecordDependencies, RecordKind, Records } from './record.kind.ts';
import * as store from './record.store.ts';

/** Names told of what is in the way. */
const NAMED_MAX = 5;

function changesBetween<Values extends object, Answer>(
  { names }: RecordKind<Values, Answer>,
  print: Print<Values>,
  { before, after }: { before: Values | null; after: Values },
): Change[] {
  const isEmpty = (value: unknown): boolean =>
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  const say = (name: keyof Values & string, value: unknown): string | null => {
    if (isEmpty(value)) return null;
    return print(name, value) ?? (Array.isArray(value) ? value.join(', ') : String(value));
  };
  const written = (value: unknown): string => (isEmpty(value) ? '' : JSON.stringify(value));
  return (Object.keys(names) as (keyof Values & string)[]).flatMap((name) => {
    const [from, to] = [before?.[name], after[name]];
    if (written(from) === written(to)) return [];
    return [{ field: name, label: names[name], from: say(name, from), to: say(name, to) }];
  });
}

/** Reads and writes the rows of a library, with what follows from their values: numbers, uses, history. */
export function createKeeping<Values extends object, Answer>(
  { db, products, clock }: RecordDependencies,
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

  const columnsOf = (values: Values): Pick<RecordRow, 'label' | 'name_key' | 'data' | 'search_text'> => {
    const label = kind.labelOf(values);
    return {
      label,
      name_key: nameKey(label),
      data: JSON.stringify(values),
      search_text: searchText([...kind.textsOf(values)].filter((text) => text !== null)),
    };
  };

  /** One name, one record: a second one is told of the first. */
  const checkName = async (trx: Executor, values: Values, mine: readonly string[]): Promise<void> => {
    if (!kind.isUnique) return;
    const others = await store.listByKeys(trx, table, [nameKey(kind.labelOf(values))]);
    const other = others.find(({ id, merged_into }) => !mine.includes(id) && !mine.includes(merged_into ?? ''));
    if (other) throw conflict(`« ${other.label} » existe déjà : ouvrez sa fiche plutôt que d’en créer une autre.`);
  };

  const changesOf: Records<Values, Answer>['changesOf'] = async (pairs, executor = db) => {
    const print = await kind.printer(
      pairs.flatMap(({ before, after }) => (before ? [before, after] : [after])),
      executor,
    );
    return pairs.map(({ before, after }) => changesBetween(kind, print, { before, after }));
  };

  /** Writes what follows from the values of new and changed records. */
  const keep = async (
    trx: Executor,
    kept: readonly { before: RecordRow | null; row: RecordRow }[],
    by: Actor,
  ): Promise<void> => {
    const pairs = kept.map(({ before, row }) => ({ before: before && valuesOf(before), after: valuesOf(row) }));
    const changes = await changesOf(pairs, trx);
    await store.insertRevisions(
      trx,
      kept.map(({ row }, index) => ({
        owner_id: row.id,
        revision: row.revision,
        at: row.updated_at,
        by: by.email,
        changes: JSON.stringify(changes[index]),
        data: row.data,
      })),
    );
    for (const { row } of kept) {
      const values = valuesOf(row);
      if (kind.numbersOf) await store.setNumbers(trx, row.id, kind.numbersOf(values));
      if (kind.usesOf) await store.setUses(trx, row.id, kind.usesOf(values));
    }
  };

  const newRow = (values: Values, by: Actor): RecordRow => {
    const now = clock().toISOString();
    return {
      ...columnsOf(values),
      id: randomUUID(),
      revision: 1,
      merged_into: null,
      created_at: now,
      updated_at: now,
      created_by: by.email,
      updated_by: by.email,
      deleted_at: null,
      deleted_by: null,
    };
  };

  const createMany = async (trx: Executor, values: readonly Values[], by: Actor): Promise<RecordRow[]> => {
    const rows = values.map((one) => newRow(one, by));
    await store.insert(trx, table, rows);
    await keep(
      trx,
      rows.map((row) => ({ before: null, row })),
      by,
    );
    return rows;
  };

  /** Saves the row with these columns. @throws 412 when somebody else did meanwhile */
  const replace = async (
    trx: Executor,
    row: RecordRow,
    { values, by }: { values: Partial<RecordRow>; by: Actor },
  ): Promise<RecordRow> => {
    const next: RecordRow = {
      ...row,
      ...values,
      revision: row.revision + 1,
      updated_at: clock().toISOString(),
      updated_by: by.email,
    };
    if (!(await store.update(trx, table, { id: row.id, revision: row.revision, values: next }))) throw staleRecord();
    await keep(trx, [{ before: row, row: next }], by);
    return next;
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
    columnsOf,
    checkName,
    changesOf,
    createMany,
    replace,
    inUse,
  };
}

export type Keeping = ReturnType<typeof createKeeping>;
