import { randomUUID } from 'node:crypto';
import { nameKey } from '#shared/fields/name.ts';
import type { Change } from '#shared/products/product.contract.ts';
import type { Actor } from '../caller.ts';
import { searchText } from '../db/fulltext.ts';
import type { Executor } from '../db/open.ts';
import type { RecordRow } from '../db/tables.ts';
import { staleRecord } from '../errors.ts';
import type { Print, RecordDependencies, RecordKind, Records } from './record.kind.ts';
import { createRecordReading } from './record.reading.ts';
import * as store from './record.store.ts';
import { setUses } from './record.uses.ts';

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
  deps: RecordDependencies,
  kind: RecordKind<Values, Answer>,
) {
  const { db, clock } = deps;
  const { table } = kind;
  const { valuesOf, getRow, present, presentOne, checkName, inUse } = createRecordReading(deps, kind);

  const columnsOf = (values: Values): Pick<RecordRow, 'label' | 'name_key' | 'data' | 'search_text'> => {
    const label = kind.labelOf(values);
    return {
      label,
      name_key: nameKey(label),
      data: JSON.stringify(values),
      search_text: searchText([...kind.textsOf(values)].filter((text) => text !== null)),
    };
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
      if (kind.usesOf) await setUses(trx, row.id, kind.usesOf(values));
    }
  };

  const newRow = (values: Values, by: Actor): RecordRow => {
    const now = clock().toISOString();
    return {
      ...columnsOf(values),
      id: randomUUID(),
      example: 0,
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
