import { randomUUID } from 'node:crypto';
import type { AuditAction } from '#shared/audit/audit.contract.ts';
import type { ListQuery } from '#shared/contract/list.ts';
import { nameKey } from '#shared/formulas/inci.name.ts';
import type { Change } from '#shared/products/product.contract.ts';
import type { Duplicate } from '#shared/records/record.contract.ts';
import type { AttachmentOwner } from '../attachments/attachment.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { searchText } from '../db/fulltext.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { RecordRow } from '../db/tables.ts';
import { conflict, notFound, staleRecord, unknownSort } from '../errors.ts';
import type { ProductService } from '../products/product.service.ts';
import * as store from './record.store.ts';

/** A value as the history prints it. */
export type Print<Values> = (name: keyof Values & string, value: unknown) => string | null;

/** What a kind of record is: its table, its words, and what follows from its values. */
export interface RecordKind<Values extends object, Answer> {
  table: store.RecordTable;
  /** Its name in the journal, and in French. */
  type: 'substance' | 'material';
  noun: string;
  labelOf(values: Values): string;
  /** What tells it from another of its name. */
  detailOf(values: Values): string | null;
  /** What the search looks in. */
  textsOf(values: Values): readonly (string | null)[];
  /** The numbers it is found by. */
  numbersOf?(values: Values): readonly string[];
  /** The records it stands on. */
  usesOf?(values: Values): readonly string[];
  /** What people call each value, in the history. */
  names: Readonly<Record<keyof Values & string, string>>;
  /** How the history prints the values of these. */
  printer(values: readonly Values[], executor: Executor): Promise<Print<Values>>;
  /** What values are that are older than they: records of before do not have them. */
  defaults?: Partial<Values>;
  /** Only one record of a name. */
  isUnique?: boolean;
  /** @throws 422 for what its form alone does not show */
  check?(values: Values): Promise<void>;
  present(kept: readonly Kept<Values>[], executor: Executor): Promise<Answer[]>;
  /** Why two of them are not one, in a sentence; `null` when they may be. */
  disagreement(one: Values, other: Values): string | null;
  /** Groups of ids that are probably one. */
  probable(): Promise<{ reason: Duplicate['reason']; ids: string[] }[]>;
}

export interface Kept<Values> {
  values: Values;
  meta: {
    id: string;
    revision: number;
    used_in: number;
    merged_into: string | null;
    created_at: string;
    updated_at: string;
    created_by: string | null;
    updated_by: string | null;
  };
}

export type RecordHistory = { revision: number; at: string; by: string | null; changes: Change[] }[];
/** Told, in the transaction of a save, of what stands on the record. */
export type Saved = (trx: Executor, users: readonly string[]) => Promise<void>;

export interface Named<Values> {
  id: string;
  label: string;
  key: string;
  values: Values;
}

export interface Records<Values extends object, Answer> {
  list(query: ListQuery): Promise<{ rows: Answer[]; total: number }>;
  get(id: string): Promise<Answer>;
  /** All that are not merged, by name. */
  all(): Promise<{ id: string; values: Values }[]>;
  /** Those of these that there are, those in the trash too; one that was merged has the values of the one it is now. */
  listByIds(ids: readonly string[], executor?: Executor): Promise<{ id: string; values: Values }[]>;
  /** All of them, by name only. */
  names(): ReturnType<typeof store.listNames>;
  /** Those of these names; one that was merged is the one it is now. */
  byNames(names: readonly string[], executor?: Executor): Promise<Named<Values>[]>;
  create(values: Values, by: Actor): Promise<Answer>;
  /** Several at once, in a transaction that is there. @returns their ids */
  createMany(trx: Executor, values: readonly Values[], by: Actor): Promise<string[]>;
  update(id: string, values: Values, options: { ifMatch: string | null; by: Actor; saved: Saved }): Promise<Answer>;
  /** Several at once, in a transaction that is there. */
  updateMany(
    trx: Executor,
    changed: readonly { id: string; values: Values }[],
    options: { by: Actor; saved: Saved },
  ): Promise<void>;
  remove(id: string, by: Actor): Promise<void>;
  revisions(id: string): Promise<RecordHistory>;
  /** The products that stand on it. */
  products(id: string): Promise<{ id: string; label: string }[]>;
  duplicates(): Promise<{
    probable: Duplicate[];
    merged: { id: string; label: string; into: { id: string; label: string } }[];
  }>;
  /** No formula is rewritten: what stands on it is answered with the values of the other. */
  merge(id: string, into: string, options: { by: Actor; saved: Saved }): Promise<Answer>;
  unmerge(id: string, options: { by: Actor; saved: Saved }): Promise<Answer>;
  /** What changes between two values, as the history and the preview of an import say it. */
  changesOf(pairs: readonly { before: Values | null; after: Values }[], executor?: Executor): Promise<Change[][]>;
  /** Files may be attached to it. */
  owner: AttachmentOwner;
}

/** Names told of what is in the way. */
const NAMED_MAX = 5;

/** What a transaction holds that brings or takes a name of this kind. */
export const namesLock = (type: string): string => `${type} names`;

export interface RecordDependencies {
  db: Db;
  audit: AuditService;
  products: ProductService;
  clock: () => Date;
}

export function createRecords<Values extends object, Answer>(
  { db, audit, products, clock }: RecordDependencies,
  kind: RecordKind<Values, Answer>,
): Records<Values, Answer> {
  const { table, type, noun } = kind;
  const action = (what: 'create' | 'update' | 'remove' | 'merge' | 'unmerge'): AuditAction => `${type}.${what}`;
  const object = (row: Pick<RecordRow, 'id' | 'label'>) => ({ type, id: row.id, label: row.label });
  // A value that came later than the record has what it has by itself.
  const valuesOf = (row: RecordRow): Values => ({ ...kind.defaults, ...JSON.parse(row.data) });
  const lockOf = (id: string): string => `${type} ${id}`;

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

  return {
    async list(query) {
      if (query.sort && !store.isSortable(query.sort)) throw unknownSort();
      const { rows, total } = await store.list(db, table, query);
      return { rows: await present(rows), total };
    },

    get: async (id) => presentOne(await getRow(db, id)),

    all: async () => (await store.listAll(db, table)).map((row) => ({ id: row.id, values: valuesOf(row) })),

    async listByIds(ids, executor = db) {
      const rows = await store.listByIds(executor, table, [...new Set(ids)]);
      const merged = rows.flatMap(({ merged_into }) => merged_into ?? []);
      const targets = new Map((await store.listByIds(executor, table, merged)).map((row) => [row.id, row]));
      return rows.map((row) => ({ id: row.id, values: valuesOf(targets.get(row.merged_into ?? '') ?? row) }));
    },

    names: () => store.listNames(db, table),

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

    async create(values, by) {
      await kind.check?.(values);
      return inTransaction(
        db,
        async (trx) => {
          await checkName(trx, values, []);
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
          if (ifMatch !== null && ifMatch !== '*' && ifMatch !== String(row.revision)) throw staleRecord();
          if (row.merged_into !== null)
            throw conflict(`« ${row.label} » est fusionnée avec une autre fiche : annulez d’abord la fusion.`);
          await checkName(trx, values, [id]);
          const next = await replace(trx, row, { values: columnsOf(values), by });
          await audit.record(trx, { action: action('update'), by, object: object(next) });
          await saved(trx, await store.listUsers(trx, id));
          return presentOne(next, trx);
        },
        lockOf(id),
      );
    },

    async updateMany(trx, changed, { by, saved }) {
      const users = new Set<string>();
      for (const { id, values } of changed) {
        await replace(trx, await getRow(trx, id), { values: columnsOf(values), by });
        for (const user of await store.listUsers(trx, id)) users.add(user);
      }
      await saved(trx, [...users]);
    },

    remove: (id, by) =>
      inTransaction(
        db,
        async (trx) => {
          const row = await getRow(trx, id);
          const users = await store.listUsers(trx, id);
          if (users.length > 0) throw conflict(await inUse(trx, { label: row.label, users }));
          const merged = await store.listMergedInto(trx, table, [id]);
          if (merged[0])
            throw conflict(`« ${merged[0].label} » est fusionnée avec elle : annulez d’abord cette fusion.`);
          const values = { deleted_at: clock().toISOString(), deleted_by: by.email };
          await store.update(trx, table, { id, revision: row.revision, values });
          await audit.record(trx, { action: action('remove'), by, object: object(row) });
        },
        lockOf(id),
      ),

    async revisions(id) {
      await getRow(db, id);
      return (await store.listRevisions(db, id)).map(({ revision, at, by, changes }) => ({
        revision,
        at,
        by,
        changes: JSON.parse(changes),
      }));
    },

    async products(id) {
      await getRow(db, id);
      return products.labelsOf(await store.listProducts(db, table, id));
    },

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

    merge: (id, into, { by, saved }) =>
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
          const next = await replace(trx, row, { values: { merged_into: into }, by });
          await audit.record(trx, { action: action('merge'), by, object: object(next) });
          await saved(trx, await store.listUsers(trx, id));
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
          const next = await replace(trx, row, { values: { merged_into: null }, by });
          await audit.record(trx, { action: action('unmerge'), by, object: object(next) });
          await saved(trx, await store.listUsers(trx, id));
          return presentOne(next, trx);
        },
        namesLock(type),
      ),

    changesOf,

    owner: {
      check: (id, executor = db) => getRow(executor, id),
      lockOf,
      // A document of a supplier changes nothing of what the record says.
      filesChanged: async () => undefined,
      isReadTold: () => false,
    },
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
}

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

/** The substances that carry one of these CAS or EC numbers, and the numbers that several carry. */
export const { listByNumbers: findByNumbers, listSharedNumbers } = store;
/** Which product or raw material stands on which records. */
export const { setUses, listUsers } = store;
export const insertRevision = (
  trx: Executor,
  row: Parameters<typeof store.insertRevisions>[1][number],
): Promise<void> => store.insertRevisions(trx, [row]);
export const listRecordRevisions = store.listRevisions;
