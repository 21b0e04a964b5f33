import type { AuditAction } from '#shared/audit/audit.contract.ts';
import { type Executor, inTransaction } from '../db/open.ts';
import type { RecordRow } from '../db/tables.ts';
import { conflict, staleRecord } from '../errors.ts';
import { isStale } from '../revision.ts';
import { createKeeping } from './record.keeping.ts';
import { namesLock, type RecordDependencies, type RecordKind, type Records } from './record.kind.ts';
import { createRecordLookup } from './record.lookup.ts';
import { createMerging } from './record.merging.ts';
import * as store from './record.store.ts';

export function createRecords<Values extends object, Answer>(
  deps: RecordDependencies,
  kind: RecordKind<Values, Answer>,
): Records<Values, Answer> {
  const { db, audit, products, clock } = deps;
  const { table, type } = kind;
  const action = (what: 'create' | 'update' | 'remove' | 'merge' | 'unmerge'): AuditAction => `${type}.${what}`;
  const object = (row: Pick<RecordRow, 'id' | 'label'>) => ({ type, id: row.id, label: row.label });
  const keeping = createKeeping(deps, kind);
  const { getRow, presentOne, columnsOf, checkName, changesOf, createMany, replace, inUse, valuesOf } = keeping;
  const lockOf = (id: string): string => `${type} ${id}`;
  const merging = createMerging(deps, kind, { ...keeping, action, object });
  const recordLookup = createRecordLookup(deps, kind, keeping);

  return {
    ...recordLookup,

    async create(values, by) {
      await kind.check?.(values);
      return inTransaction(
        db,
        async (trx) => {
          await checkName(trx, values, { mine: [] });
          const [row] = (await createMany(trx, [values], by)) as [RecordRow];
          await audit.record(trx, { action: action('create'), by, object: object(row) });
          return presentOne(row, trx);
        },
        namesLock(type),
      );
    },

    createMany: async (trx, values, by) => (await createMany(trx, values, by)).map(({ id }) => id),

    async update(id, values, { ifMatch, by, saved }) {
      await kind.check?.(values);
      return inTransaction(
        db,
        async (trx) => {
          const row = await getRow(trx, id);
          if (isStale(ifMatch, row.revision)) throw staleRecord();
          if (row.merged_into !== null)
            throw conflict(`« ${row.label} » est fusionnée avec une autre fiche : annulez d’abord la fusion.`);
          await checkName(trx, values, { mine: [id] });
          const next = await replace(trx, row, { values: columnsOf(values), by });
          // The journal last: nobody else’s write waits while formulas are composed anew (decision 0011).
          await saved(trx, await store.listUsers(trx, [id]));
          await audit.record(trx, { action: action('update'), by, object: object(next) });
          return presentOne(next, trx);
        },
        lockOf(id),
        namesLock(type),
      );
    },

    async updateMany(trx, changed, { by, saved }) {
      const users = new Set<string>();
      for (const { id, values } of changed) {
        await replace(trx, await getRow(trx, id), { values: columnsOf(values), by });
        for (const user of await store.listUsers(trx, [id])) users.add(user);
      }
      await saved(trx, [...users]);
    },

    remove: (id, { ifMatch, by }) =>
      inTransaction(
        db,
        async (trx) => {
          const row = await getRow(trx, id);
          if (isStale(ifMatch, row.revision)) throw staleRecord();
          const users = await store.listUsers(trx, [id]);
          if (users.length > 0) throw conflict(await inUse(trx, { label: row.label, users }));
          const merged = await store.listMergedInto(trx, table, [id]);
          if (merged[0])
            throw conflict(`« ${merged[0].label} » est fusionnée avec elle : annulez d’abord cette fusion.`);
          const values = { deleted_at: clock().toISOString(), deleted_by: by.email };
          if (!(await store.update(trx, table, { id, revision: row.revision, values }))) throw staleRecord();
          await audit.record(trx, { action: action('remove'), by, object: object(row) });
        },
        lockOf(id),
        // Nobody is merged into it meanwhile.
        namesLock(type),
      ),

    async checkRestored(trx, id) {
      const row = await store.findAny(trx, table, id);
      const advice = 'renommez-la d’abord, ou laissez celle-ci dans la corbeille';
      if (row) await checkName(trx, valuesOf(row), { mine: [id], advice });
    },

    productIds: (id) => store.listProducts(db, table, id),

    async products(id) {
      await getRow(db, id);
      const found = await products.labelsOf(await store.listProducts(db, table, id));
      // As they are shown: the two engines read them in orders of their own.
      return found.toSorted((a, b) => a.label.localeCompare(b.label, 'fr') || a.id.localeCompare(b.id));
    },
    ...merging,

    changesOf,

    owner: {
      check: (id, executor = db) => getRow(executor, id),
      lockOf,
      // A document of a supplier changes nothing of what the record says.
      filesChanged: async () => undefined,
      isReadTold: () => false,
    },
  };
}

/** The substances that carry one of these CAS or EC numbers, and the numbers that several carry. */
export const { listByNumbers: findByNumbers, listSharedNumbers } = store;
export { setUses } from './record.uses.ts';
/** Which product or raw material stands on which records. */
export const { listUsers } = store;
export const insertRevision = (
  trx: Executor,
  row: Parameters<typeof store.insertRevisions>[1][number],
): Promise<void> => store.insertRevisions(trx, [row]);
export const listRecordRevisions = store.listRevisions;
