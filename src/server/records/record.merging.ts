import type { AuditAction } from '#shared/audit/audit.contract.ts';
import type { AuditObject } from '../audit/audit.service.ts';
import { inTransaction } from '../db/open.ts';
import type { RecordRow } from '../db/tables.ts';
import { conflict, mergeLoses } from '../errors.ts';
import type { createKeeping } from './record.keeping.ts';
import { namesLock, type RecordDependencies, type RecordKind, type Records } from './record.kind.ts';

import * as store from './record.store.ts';

const isBare = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/** What only the record that goes says: it would leave every formula that stands on it. */
const lostBy = <Values extends object, Answer>(
  { names }: RecordKind<Values, Answer>,
  going: Values,
  kept: Values,
): (keyof Values & string)[] =>
  (Object.keys(names) as (keyof Values & string)[]).filter((name) => !isBare(going[name]) && isBare(kept[name]));

const completedBy = <Values extends object>(
  values: Values,
  { from, names }: { from: Values; names: readonly (keyof Values & string)[] },
): Values => ({ ...values, ...Object.fromEntries(names.map((name) => [name, from[name]])) });

/** Records that are one. */
export function createMerging<Values extends object, Answer>(
  { db, audit }: RecordDependencies,
  kind: RecordKind<Values, Answer>,
  {
    action,
    object,
    valuesOf,
    getRow,
    presentOne,
    replace,
    checkName,
    columnsOf,
  }: Pick<
    ReturnType<typeof createKeeping<Values, Answer>>,
    'valuesOf' | 'getRow' | 'presentOne' | 'replace' | 'checkName' | 'columnsOf'
  > & {
    action: (what: 'merge' | 'unmerge' | 'update') => AuditAction;
    object: (row: Pick<RecordRow, 'id' | 'label'>) => AuditObject;
  },
): Pick<Records<Values, Answer>, 'duplicates' | 'merge' | 'unmerge'> {
  const { table, type } = kind;
  return {
    async duplicates() {
      const groups = await kind.probable();
      const rows = await store.listByIds(db, table, [...new Set(groups.flatMap(({ ids }) => ids))]);
      const byId = new Map(rows.map((row) => [row.id, row]));
      const told = new Set<string>();
      const probable = groups.flatMap(({ reason, ids }) => {
        const key = [...ids].sort().join(' ');
        if (told.has(key)) return [];
        told.add(key);
        const records = ids.flatMap((id) => {
          const row = byId.get(id);
          return row ? [{ id, label: row.label, detail: kind.detailOf(valuesOf(row)) }] : [];
        });
        return [{ reason, records }];
      });
      const merged = await store.listMerged(db, table);
      return {
        probable,
        merged: merged.map(({ id, label, into, into_label }) => ({ id, label, into: { id: into, label: into_label } })),
      };
    },

    merge: (id, { into, lacking }, { by, saved }) =>
      inTransaction(
        db,
        async (trx) => {
          const [row, target] = [await getRow(trx, id), await getRow(trx, into)];
          if (id === into) throw conflict('Choisissez deux fiches différentes.');
          for (const one of [row, target])
            if (one.merged_into !== null)
              throw conflict(
                `« ${one.label} » est déjà fusionnée avec une autre fiche : annulez d’abord cette fusion.`,
              );
          if ((await store.listMergedInto(trx, table, [id])).length > 0)
            throw conflict(
              `« ${row.label} » réunit déjà d’autres fiches : gardez-la, et fusionnez « ${target.label} » avec elle.`,
            );
          const why = kind.disagreement(valuesOf(row), valuesOf(target));
          if (why) throw conflict(why);
          const lost = lostBy(kind, valuesOf(row), valuesOf(target));
          if (lost.length > 0 && lacking === undefined)
            throw mergeLoses({ going: row.label, kept: target.label, what: lost.map((name) => kind.names[name]) });
          const next = await replace(trx, row, { values: { merged_into: into }, by });
          const isTaken = lost.length > 0 && lacking === 'take';
          if (isTaken) {
            const values = completedBy(valuesOf(target), { from: valuesOf(row), names: lost });
            await kind.check?.(values);
            await replace(trx, target, { values: columnsOf(values), by });
          }
          await saved(trx, await store.listUsers(trx, isTaken ? [id, into] : [id]));
          if (isTaken) await audit.record(trx, { action: action('update'), by, object: object(target) });
          await audit.record(trx, { action: action('merge'), by, object: object(next) });
          return presentOne(next, trx);
        },
        namesLock(type),
      ),

    unmerge: (id, { by, saved }) =>
      inTransaction(
        db,
        async (trx) => {
          const row = await getRow(trx, id);
          if (row.merged_into === null) throw conflict(`« ${row.label} » n’est pas fusionnée.`);
          await checkName(trx, valuesOf(row), { mine: [id], advice: 'renommez d’abord l’une des deux' });
          const next = await replace(trx, row, { values: { merged_into: null }, by });
          await saved(trx, await store.listUsers(trx, [id]));
          await audit.record(trx, { action: action('unmerge'), by, object: object(next) });
          return presentOne(next, trx);
        },
        namesLock(type),
      ),
  };
}
