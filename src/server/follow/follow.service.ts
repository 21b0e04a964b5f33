import { randomUUID } from 'node:crypto';
import type { AuditAction } from '#shared/audit/audit.contract.ts';
import type { Fault } from '#shared/contract/error.ts';
import type { FollowKind } from '#shared/follow/follow.contract.ts';
import type { Change, Product } from '#shared/products/product.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import { readOnceBeside } from '../db/moment.ts';
import { type Db, type Executor, inTransaction } from '../db/open.ts';
import type { FollowRecordRow } from '../db/tables.ts';
import { conflict, invalid, notFound, staleRecord } from '../errors.ts';
import type { ProductService } from '../products/product.service.ts';
import { isStale } from '../revision.ts';
import * as store from './follow.store.ts';

export interface FollowDependencies {
  db: Db;
  products: Pick<ProductService, 'get' | 'keepUntil'>;
  audit: AuditService;
  clock: () => Date;
}

/** A record of the life of a product, as it is kept. */
export interface Kept<V> {
  id: string;
  product_id: string;
  values: V;
  revision: number;
  created_at: string;
  created_by: string | null;
  updated_at: string;
  updated_by: string | null;
}

/** One record about to be written. */
export interface Writing<V> {
  trx: Executor;
  product: Product;
  before: V | null;
  values: V;
  /** The others of its kind, of the same product. */
  others: readonly Kept<V>[];
}

/** What a room says of its kind of record. */
export interface FollowRoom<V extends object> {
  kind: FollowKind;
  /** « Lot introuvable ». */
  noun: string;
  /** How many of one product, and what is said beyond. */
  most: number;
  tooMany: string;
  empty: V;
  labelOf: (values: V) => string;
  /** How the journal says it, beside its product. */
  toldAs: (values: V) => string;
  changesOf: (before: V, after: V, at: Pick<Writing<V>, 'trx' | 'product'>) => Change[] | Promise<Change[]>;
  check: (writing: Writing<V>) => readonly Fault[] | Promise<readonly Fault[]>;
  /** What follows, in the same transaction. */
  written?: (trx: Executor, productId: string) => Promise<void>;
}

export interface WriteOptions {
  ifMatch: string | null;
  by: Actor;
}

/** One writes in the file of a product at a time: what is computed of several records is of all of them. */
export const fileLock = (productId: string): string => `control ${productId}`;

/** Reads and writes the rows of one kind, with what follows from each: its history, its line of the journal. */
function createWriting<V extends object>(
  { db, audit, clock }: Pick<FollowDependencies, 'db' | 'audit' | 'clock'>,
  room: FollowRoom<V>,
) {
  const { kind } = room;
  const present = ({ data, label: _, kind: __, deleted_at: ___, deleted_by: ____, ...row }: FollowRecordRow) => ({
    ...row,
    // A field that came later than the record is empty.
    values: { ...room.empty, ...JSON.parse(data) } as V,
  });
  const listAll = readOnceBeside(db, store.list);
  const list = async (executor: Executor, productId: string): Promise<FollowRecordRow[]> =>
    (await listAll(executor, productId)).filter((row) => row.kind === kind);
  const listOf = async (productId: string, executor: Executor): Promise<Kept<V>[]> =>
    (await list(executor, productId)).map(present);

  const getRow = async (executor: Executor, productId: string, id: string): Promise<FollowRecordRow> => {
    const row = await store.find(executor, { id, product_id: productId, kind });
    if (!row) throw notFound(room.noun);
    return row;
  };

  const told = (trx: Executor, { action, row, values, product, by }: Told<V>): Promise<void> =>
    audit.record(trx, {
      action: `${kind}.${action}` as AuditAction,
      by,
      object: { type: 'follow', id: row.product_id, label: `${productLabel(product)}, ${room.toldAs(values)}` },
    });

  /** Checks and writes one, in the transaction of the caller. @param row what it was; `null` for a new one */
  const write = async (
    trx: Executor,
    { row, product, values, by }: { row: FollowRecordRow | null; product: Product; values: V; by: Actor },
  ): Promise<Kept<V>> => {
    const before = row && present(row).values;
    const others = (await listOf(product.id, trx)).filter(({ id }) => id !== row?.id);
    if (!row && others.length >= room.most) throw conflict(room.tooMany);
    const faults = await room.check({ trx, product, before, values, others });
    if (faults.length > 0) throw invalid([...faults]);
    const now = clock().toISOString();
    const next: FollowRecordRow = {
      ...(row ?? {
        id: randomUUID(),
        product_id: product.id,
        kind,
        created_at: now,
        created_by: by.email,
        deleted_at: null,
        deleted_by: null,
      }),
      label: room.labelOf(values),
      data: JSON.stringify(values),
      revision: (row?.revision ?? 0) + 1,
      updated_at: now,
      updated_by: by.email,
    };
    if (!row) await store.insert(trx, next);
    else if (!(await store.update(trx, next, row.revision))) throw staleRecord();
    await store.insertRevision(trx, {
      owner_id: next.id,
      product_id: next.product_id,
      kind,
      label: next.label,
      revision: next.revision,
      at: now,
      by: by.email,
      changes: JSON.stringify(await room.changesOf(before ?? room.empty, values, { trx, product })),
      data: next.data,
    });
    await room.written?.(trx, product.id);
    await told(trx, { action: row ? 'update' : 'create', row: next, values, product, by });
    return present(next);
  };

  return { present, list, listOf, getRow, told, write };
}

/** The history of each, as it is told, and as it is written anew. */
function createRewriting<V extends object>(
  deps: Pick<FollowDependencies, 'db' | 'products' | 'audit' | 'clock'>,
  room: FollowRoom<V>,
) {
  const { db, products, clock } = deps;
  const { kind } = room;
  const { present, getRow } = createWriting(deps, room);
  return {
    /** The history of one, the latest first. */
    async revisions(
      productId: string,
      id: string,
    ): Promise<{ revision: number; at: string; by: string | null; changes: Change[] }[]> {
      await products.get(productId);
      await getRow(db, productId, id);
      return (await store.listRevisionsOf(db, id)).map(({ revision, at, by, changes }) => ({
        revision,
        at,
        by,
        changes: JSON.parse(changes),
      }));
    },

    /** Writes all that was ever kept of one anew: what has to be forgotten is nowhere. @param values `isNow`: as it is, not as it was */
    async rewrite(
      trx: Executor,
      { productId, id }: { productId: string; id: string },
      {
        values,
        changes,
        by,
      }: { values: (kept: V, isNow: boolean) => V; changes: (all: Change[]) => Change[]; by: Actor },
    ): Promise<Kept<V>> {
      // In the trash too: what has to be forgotten does not wait there.
      const row = await store.findById(trx, id);
      if (row?.product_id !== productId || row.kind !== kind) throw notFound(room.noun);
      for (const one of await store.listRevisionsOf(trx, id))
        await store.rewriteRevision(trx, {
          owner_id: id,
          revision: one.revision,
          data: JSON.stringify(values({ ...room.empty, ...JSON.parse(one.data) }, false)),
          changes: JSON.stringify(changes(JSON.parse(one.changes))),
        });
      const next = {
        ...row,
        data: JSON.stringify(values(present(row).values, true)),
        revision: row.revision + 1,
        updated_at: clock().toISOString(),
        updated_by: by.email,
      };
      if (!(await store.update(trx, next, row.revision))) throw staleRecord();
      const { label, data, revision, updated_at: at } = next;
      await store.insertRevision(trx, {
        ...{ owner_id: id, product_id: productId, kind, label, data, revision, at },
        by: by.email,
        changes: '[]',
      });
      return present(next);
    },
  };
}

/** Records of the life of a product, of one kind: each with its revision, its history, its line of the journal and the trash. */
export function createFollowRecords<V extends object>(
  deps: Pick<FollowDependencies, 'db' | 'products' | 'audit' | 'clock'>,
  room: FollowRoom<V>,
) {
  const { db, products, clock } = deps;
  const { kind } = room;
  const { present, list, listOf, getRow, told, write } = createWriting(deps, room);

  return {
    kind,
    listOf: (productId: string, executor: Executor = db) => listOf(productId, executor),
    /** Of a product that is there. @throws 404 */
    async list(productId: string): Promise<Kept<V>[]> {
      await products.get(productId);
      return listOf(productId, db);
    },
    async get(productId: string, id: string): Promise<Kept<V>> {
      await products.get(productId);
      return present(await getRow(db, productId, id));
    },
    write,

    create: (productId: string, values: V, by: Actor): Promise<Kept<V>> =>
      inTransaction(
        db,
        async (trx) => write(trx, { row: null, product: await products.get(productId, trx), values, by }),
        fileLock(productId),
      ),

    /** @param next the values, from those of before */
    save: (productId: string, id: string, next: (before: V) => V, { ifMatch, by }: WriteOptions): Promise<Kept<V>> =>
      inTransaction(
        db,
        async (trx) => {
          const product = await products.get(productId, trx);
          const row = await getRow(trx, productId, id);
          if (isStale(ifMatch, row.revision)) throw staleRecord();
          return write(trx, { row, product, values: next(present(row).values), by });
        },
        fileLock(productId),
      ),

    /** The only one of its kind, made by its first save. */
    saveOnly: (productId: string, values: V, { ifMatch, by }: WriteOptions): Promise<Kept<V>> =>
      inTransaction(
        db,
        async (trx) => {
          const product = await products.get(productId, trx);
          const [row = null] = await list(trx, productId);
          if (isStale(ifMatch, row?.revision ?? 0)) throw staleRecord();
          return write(trx, { row, product, values, by });
        },
        fileLock(productId),
      ),

    remove: (productId: string, id: string, { ifMatch, by }: WriteOptions): Promise<void> =>
      inTransaction(
        db,
        async (trx) => {
          const product = await products.get(productId, trx);
          const row = await getRow(trx, productId, id);
          if (isStale(ifMatch, row.revision)) throw staleRecord();
          const gone = { ...row, deleted_at: clock().toISOString(), deleted_by: by.email };
          if (!(await store.update(trx, gone, row.revision))) throw staleRecord();
          await room.written?.(trx, productId);
          await told(trx, { action: 'remove', row, values: present(row).values, product, by });
        },
        fileLock(productId),
      ),

    /** As the journal calls one beside its product. */
    labelOf: (product: Product): string => `${productLabel(product)}, ${room.noun}`,
    ...createRewriting(deps, room),

    /** Before it comes back from the trash: as if it were entered again. @throws 422, 409 */
    async restoring(trx: Executor, id: string): Promise<void> {
      const row = await store.findById(trx, id);
      if (row?.kind !== kind) return;
      const product = await products.get(row.product_id, trx).catch(() => {
        throw conflict('Son produit est à la corbeille : restaurez-le d’abord.');
      });
      const { values } = present(row);
      const others = await listOf(row.product_id, trx);
      if (others.length >= room.most) throw conflict(room.tooMany);
      const [fault] = await room.check({ trx, product, before: values, values, others });
      if (fault) throw conflict(fault.msg);
    },
    written: async (trx: Executor, productId: string): Promise<void> => room.written?.(trx, productId),
  };
}
export type FollowRecords<V extends object> = ReturnType<typeof createFollowRecords<V>>;

interface Told<V> {
  action: 'create' | 'update' | 'remove';
  row: FollowRecordRow;
  values: V;
  product: Product;
  by: Actor;
}

/** Those of one kind, of all products. */
export const listOfAll = store.listAll;
