import { nameKey } from '#shared/fields/name.ts';
import { keptByHead } from '../audit/audit.service.ts';
import { readOnceBeside } from '../db/moment.ts';
import { unknownSort } from '../errors.ts';
import type { createKeeping } from './record.keeping.ts';
import type { RecordDependencies, RecordKind, Records } from './record.kind.ts';
import * as store from './record.store.ts';

/** Finds records. */
export function createRecordLookup<Values extends object, Answer>(
  { db, audit }: RecordDependencies,
  { table }: RecordKind<Values, Answer>,
  { valuesOf, getRow, present, presentOne }: ReturnType<typeof createKeeping<Values, Answer>>,
): Pick<Records<Values, Answer>, 'list' | 'get' | 'all' | 'listByIds' | 'names' | 'byNames' | 'revisions'> {
  const listByIds = readOnceBeside(db, async (executor, ids: readonly string[]) => {
    const rows = await store.listByIds(executor, table, [...new Set(ids)]);
    const merged = rows.flatMap(({ merged_into }) => merged_into ?? []);
    const targets = new Map((await store.listByIds(executor, table, merged)).map((row) => [row.id, row]));
    return rows.map((row) => {
      const target = targets.get(row.merged_into ?? '');
      return {
        id: row.id,
        label: row.label,
        example: row.example === 1,
        values: valuesOf(target ?? row),
        deleted: row.deleted_at !== null,
        merged: target?.label ?? null,
      };
    });
  });

  const count = keptByHead(audit, () => store.count(db, table));

  return {
    async list(query) {
      if (query.sort && !store.isSortable(query.sort)) throw unknownSort();
      const total = query.search?.trim() ? await store.count(db, table, query.search) : await count();
      return { rows: await present(await store.list(db, table, query)), total };
    },

    get: async (id) => presentOne(await getRow(db, id)),

    all: async () => (await store.listAll(db, table)).map((row) => ({ id: row.id, values: valuesOf(row) })),

    listByIds: (ids, executor = db) => listByIds(executor, ids),

    names: keptByHead(audit, () => store.listNames(db, table)),

    async byNames(names, executor = db) {
      const rows = await store.listByKeys(executor, table, [...new Set(names.map(nameKey))]);
      const merged = rows.flatMap(({ merged_into }) => merged_into ?? []);
      const targets = new Map((await store.listByIds(executor, table, merged)).map((row) => [row.id, row]));
      const found = rows.map((row) => {
        const now = targets.get(row.merged_into ?? '') ?? row;
        return { id: now.id, label: now.label, key: row.name_key, values: valuesOf(now) };
      });
      return found.filter(
        ({ id, key }, index) => found.findIndex((other) => other.id === id && other.key === key) === index,
      );
    },

    async revisions(id) {
      await getRow(db, id);
      return (await store.listRevisions(db, id)).map(({ revision, at, by, changes }) => ({
        revision,
        at,
        by,
        changes: JSON.parse(changes),
      }));
    },
  };
}
