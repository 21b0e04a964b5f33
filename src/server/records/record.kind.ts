/** What a library of the firm holds, whatever its kind. */
import type { ListQuery } from '#shared/contract/list.query.ts';
import type { Change } from '#shared/products/product.contract.ts';
import type { Duplicate } from '#shared/records/record.contract.ts';
import type { AttachmentOwner } from '../attachments/attachment.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Actor } from '../caller.ts';
import type { Db, Executor } from '../db/open.ts';
import type { ProductService } from '../products/product.service.ts';
import type * as store from './record.store.ts';

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
    example: boolean;
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

export interface Held<Values> {
  id: string;
  label: string;
  example: boolean;
  values: Values;
  /** In the trash. */
  deleted: boolean;
  /** What the record is called that it was merged into; `null` for one that stands for itself. */
  merged: string | null;
}

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
  listByIds(ids: readonly string[], executor?: Executor): Promise<Held<Values>[]>;
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
  remove(id: string, options: { ifMatch: string | null; by: Actor }): Promise<void>;
  /** Before it comes back from the trash, under `namesLock`. @throws 409 when its name is another's meanwhile */
  checkRestored(trx: Executor, id: string): Promise<void>;
  revisions(id: string): Promise<RecordHistory>;
  /** The products that stand on it. */
  products(id: string): Promise<{ id: string; label: string }[]>;
  /** Their ids alone; nobody’s where it is gone. */
  productIds(id: string): Promise<string[]>;
  duplicates(): Promise<{
    probable: Duplicate[];
    merged: { id: string; label: string; into: { id: string; label: string } }[];
  }>;
  /** No formula is rewritten: what stands on it is answered with the values of the other. */
  merge(
    id: string,
    into: { into: string; lacking?: 'take' | 'leave' | undefined },
    options: { by: Actor; saved: Saved },
  ): Promise<Answer>;
  unmerge(id: string, options: { by: Actor; saved: Saved }): Promise<Answer>;
  /** What changes between two values, as the history and the preview of an import say it. */
  changesOf(pairs: readonly { before: Values | null; after: Values }[], executor?: Executor): Promise<Change[][]>;
  /** Files may be attached to it. */
  owner: AttachmentOwner;
}

export interface RecordDependencies {
  db: Db;
  audit: AuditService;
  products: ProductService;
  clock: () => Date;
}

/** What a transaction holds that brings or takes a name of this kind. */
export const namesLock = (type: string): string => `${type} names`;
