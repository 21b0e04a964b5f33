import { randomUUID } from 'node:crypto';
import type { AuditAction } from '#shared/audit/audit.contract.ts';
import type { ListQuery } from '#shared/contract/list.ts';
import { nameKey } from '#shared/formulas/inci.name.ts';
import type { Change } from '#shared/products/product.contract.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { searchText } from '../db/fulltext.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { RecordRow } from '../db/tables.ts';
import { conflict, notFound, staleRecord, unknownSort } from '../errors.ts';
import type { ProductService } from '../products/product.service.ts';
import * as store from './record.store.ts';

/** What a kind of record is: its table, its words, and what follows from its values. */
export interface RecordKind<Values extends object> {
  table: store.RecordTable;
  /** Its name in the journal, and in French with its article. */
  type: 'substance' | 'material';
  noun: string;
  labelOf(values: Values): string;
  /** What the search looks in. */
  textsOf(values: Values): readonly (string | null)[];
  /** The numbers it is found by. */
  numbersOf?(values: Values): readonly string[];
  /** The records it stands on. */
  usesOf?(values: Values): readonly string[];
  /** What people call each value, in the history. */
  names: Readonly<Record<keyof Values & string, string>>;
  /** A value as the history prints it. */
  print?(name: keyof Values & string, value: unknown): string | null;
  /** Only one record of a name. */
  isUnique?: boolean;
}

export interface Kept<Values> {
  values: Values;
  meta: {
    id: string;
    revision: number;
    used_in: number;
    created_at: string;
    updated_at: string;
    created_by: string | null;
    updated_by: string | null;
  };
}

export type RecordHistory = { revision: number; at: string; by: string | null; changes: Change[] }[];

export interface Records<Values extends object> {
  list(query: ListQuery): Promise<{ rows: Kept<Values>[]; total: number }>;
  get(id: string, executor?: Executor): Promise<Kept<Values>>;
  /** Those of these that there are, those in the trash too. */
  listByIds(ids: readonly string[], executor?: Executor): Promise<{ id: string; values: Values }[]>;
  /** All of them, by name only. */
  names(): ReturnType<typeof store.listNames>;
  byNames(names: readonly string[]): Promise<{ id: string; label: string; key: string; values: Values }[]>;
  create(values: Values, by: Actor): Promise<Kept<Values>>;
  /** @param saved told in the same transaction of what stands on it */
  update(
    id: string,
    values: Values,
    options: { ifMatch: string | null; by: Actor; saved?: (trx: Executor, users: string[]) => Promise<void> },
  ): Promise<Kept<Values>>;
  remove(id: string, by: Actor): Promise<void>;
  revisions(id: string): Promise<RecordHistory>;
}

/** Names told of what is in the way. */
const NAMED_MAX = 5;

export function createRecords<Values extends object>(
  { db, audit, products, clock }: { db: Db; audit: AuditService; products: ProductService; clock: () => Date },
  kind: RecordKind<Values>,
): Records<Values> {
  const { table, type, noun } = kind;
  const action = (what: 'create' | 'update' | 'remove'): AuditAction => `${type}.${what}`;
  const object = (row: Pick<RecordRow, 'id' | 'label'>) => ({ type, id: row.id, label: row.label });
  const valuesOf = (row: RecordRow): Values => JSON.parse(row.data);
  const lockOf = (id: string): string => `${type} ${id}`;

  const getRow = async (executor: Executor, id: string): Promise<RecordRow> => {
    const row = await store.find(executor, table, id);
    if (!row) throw notFound(noun);
    return row;
  };

  const present = (row: RecordRow, used: ReadonlyMap<string, number>): Kept<Values> => ({
    values: valuesOf(row),
    meta: {
      id: row.id,
      revision: row.revision,
      used_in: used.get(row.id) ?? 0,
      created_at: row.created_at,
      updated_at: row.updated_at,
      created_by: row.created_by,
      updated_by: row.updated_by,
    },
  });
  const presentOne = async (row: RecordRow, executor: Executor = db): Promise<Kept<Values>> =>
    present(row, await store.countProducts(executor, [row.id]));

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
  const checkName = async (trx: Executor, values: Values, id: string | null): Promise<void> => {
    if (!kind.isUnique) return;
    const [other] = (await store.listByKeys(trx, table, [nameKey(kind.labelOf(values))])).filter(
      (row) => row.id !== id,
    );
    if (other) throw conflict(`« ${other.label} » existe déjà : ouvrez sa fiche plutôt que d’en créer une autre.`);
  };

  const keep = async (
    trx: Executor,
    row: RecordRow,
    { before, by }: { before: Values | null; by: Actor },
  ): Promise<void> => {
    const values = valuesOf(row);
    await store.insertRevision(trx, {
      owner_id: row.id,
      revision: row.revision,
      at: row.updated_at,
      by: by.email,
      changes: JSON.stringify(changesBetween(kind, before, values)),
      data: row.data,
    });
    if (kind.numbersOf) await store.setNumbers(trx, row.id, kind.numbersOf(values));
    if (kind.usesOf) await store.setUses(trx, row.id, kind.usesOf(values));
    await audit.record(trx, { action: action(before ? 'update' : 'create'), by, object: object(row) });
  };

  return {
    async list(query) {
      if (query.sort && !store.isSortable(query.sort)) throw unknownSort();
      const { rows, total } = await store.list(db, table, query);
      const used = await store.countProducts(
        db,
        rows.map(({ id }) => id),
      );
      return { rows: rows.map((row) => present(row, used)), total };
    },

    get: async (id, executor = db) => presentOne(await getRow(executor, id), executor),

    listByIds: async (ids, executor = db) =>
      (await store.listByIds(executor, table, [...new Set(ids)])).map((row) => ({ id: row.id, values: valuesOf(row) })),

    names: () => store.listNames(db, table),

    byNames: async (names) =>
      (await store.listByKeys(db, table, [...new Set(names.map(nameKey))])).map((row) => ({
        id: row.id,
        label: row.label,
        key: row.name_key,
        values: valuesOf(row),
      })),

    create: (values, by) =>
      inTransaction(
        db,
        async (trx) => {
          await checkName(trx, values, null);
          const now = clock().toISOString();
          const row: RecordRow = {
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
          await store.insert(trx, table, row);
          await keep(trx, row, { before: null, by });
          return presentOne(row, trx);
        },
        `${type} ${nameKey(kind.labelOf(values))}`,
      ),

    update: (id, values, { ifMatch, by, saved }) =>
      inTransaction(
        db,
        async (trx) => {
          const row = await getRow(trx, id);
          if (ifMatch !== null && ifMatch !== '*' && ifMatch !== String(row.revision)) throw staleRecord();
          await checkName(trx, values, id);
          const next: RecordRow = {
            ...row,
            ...columnsOf(values),
            revision: row.revision + 1,
            updated_at: clock().toISOString(),
            updated_by: by.email,
          };
          if (!(await store.update(trx, table, { id, revision: row.revision, values: next }))) throw staleRecord();
          await keep(trx, next, { before: valuesOf(row), by });
          await saved?.(trx, await store.listUsers(trx, id));
          return presentOne(next, trx);
        },
        lockOf(id),
      ),

    remove: (id, by) =>
      inTransaction(
        db,
        async (trx) => {
          const row = await getRow(trx, id);
          const users = await store.listUsers(trx, id);
          if (users.length > 0) throw conflict(await inUse(trx, { label: row.label, users }));
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
  };

  /** Who stands on it, by name: the products, then the raw materials. */
  async function inUse(trx: Executor, { label, users }: { label: string; users: readonly string[] }): Promise<string> {
    const names = [
      ...(await products.labelsOf(users, trx)),
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

function changesBetween<Values extends object>(
  { names, print }: RecordKind<Values>,
  before: Values | null,
  after: Values,
): Change[] {
  const say = (name: keyof Values & string, value: unknown): string | null => {
    if (value === null || value === undefined || value === '') return null;
    return print?.(name, value) ?? (Array.isArray(value) ? value.join(', ') : String(value));
  };
  return (Object.keys(names) as (keyof Values & string)[]).flatMap((name) => {
    const [from, to] = [before ? say(name, before[name]) : null, say(name, after[name])];
    return from === to ? [] : [{ field: name, label: names[name], from, to }];
  });
}

/** The substances that carry one of these CAS or EC numbers. */
export const findByNumbers = store.listByNumbers;
/** Which product or raw material stands on which records. */
export const setUses = store.setUses;
export const listUsers = store.listUsers;
export const insertRevision = store.insertRevision;
export const listRecordRevisions = store.listRevisions;
