import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { AUDIT_ACTIONS, type AuditAction, type AuditEntry, type AuditQuery } from '#shared/audit/audit.contract.ts';
import { dayOf } from '#shared/fields/date.ts';
import type { Actor } from '../caller.ts';
import { type Db, type Executor, inTransaction, isPostgres, lockAhead, onCommit } from '../db/open.ts';
import type { AuditRow } from '../db/tables.ts';
import * as store from './audit.store.ts';

export interface AuditObject {
  type: string;
  id: string | null;
  label: string | null;
}

const GENESIS = '0'.repeat(64);
const VERIFY_BATCH = 500;

type Told = Omit<AuditRow, 'seq' | 'hash' | 'prev_hash'>;

/** What is hashed of a line behind its number: every value of it, in a fixed order. */
const canonicalOf = (line: Told): string =>
  JSON.stringify([
    line.at,
    line.actor_id,
    line.actor,
    line.action,
    line.object_type,
    line.object_id,
    line.object_label,
    line.ip,
  ]).slice(1);

/** SHA-256 of the line before and of every value of this one; PostgreSQL computes the same (`store.insertNext`). */
export const hashLine = (previous: string, line: Told & Pick<AuditRow, 'seq'>): string =>
  createHash('sha256')
    .update(`${previous}\n[${line.seq},${canonicalOf(line)}`)
    .digest('hex');

/** One visible line: no control character can forge a second one. */
const oneLine = (text: string | null): string | null =>
  text === null
    ? null
    : // Half a character would be stored as another one, and the line would no longer match its hash.
      text
        .replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ')
        .slice(0, 300)
        .toWellFormed();

/** What was done, by whom, to what. */
interface Line {
  action: AuditAction;
  by: Actor;
  object: AuditObject;
}

export function createAudit(db: Db, clock: () => Date) {
  const listeners: (() => void)[] = [];
  /** Adds a line, in the transaction of what it tells: both are kept, or neither. */
  const record = async (trx: Executor, { action, by, object }: Line): Promise<void> => {
    const line = {
      at: clock().toISOString(),
      actor_id: by.id,
      actor: oneLine(by.email),
      action,
      object_type: object.type,
      object_id: object.id,
      object_label: oneLine(object.label),
      ip: oneLine(by.ip),
    };
    // The chain has one order: from here to the end of the transaction, no other one writes a line.
    await lockAhead(trx, 'audit');
    if (isPostgres(trx)) await store.insertNext(trx, line, { canonical: canonicalOf(line), genesis: GENESIS });
    else {
      const { seq, hash } = (await store.findLast(trx)) ?? { seq: 0, hash: GENESIS };
      const next = { ...line, seq: seq + 1 };
      await store.insert(trx, { ...next, prev_hash: hash, hash: hashLine(hash, next) });
    }
    for (const told of listeners) onCommit(trx, told);
  };

  return {
    record,
    /** Adds a line by itself, for what changes nothing else: a refused login. */
    note: (line: Line): Promise<void> => inTransaction(db, (trx) => record(trx, line)),

    async list(query: AuditQuery): Promise<{ rows: AuditEntry[]; total: number }> {
      const { rows, total } = await store.list(db, query);
      return { rows: rows.map(presentEntry), total };
    },

    /** The number of the last line: as long as it is the same, nothing that the journal tells has changed. */
    head: async (): Promise<number> => (await store.findLast(db))?.seq ?? 0,

    /** The day of the last lines, today before there is one: nothing that the journal tells is later. */
    lastDay: async (): Promise<string> => dayOf(new Date((await store.lastTime(db)) ?? clock())),

    /** How many lines are about one object. */
    countOf: (objectId: string, executor: Executor): Promise<number> => store.countOf(executor, objectId),

    /** Which of these acts were done to one object, the oldest first; the last of them. */
    actsOn: (objectId: string, actions: readonly AuditAction[]) => store.listOf(db, objectId, actions),
    lastActOn: (objectId: string, actions: readonly AuditAction[]) => store.lastOf(db, objectId, actions),

    /** Who did this to these objects, by their ids. */
    actorsOf: async (action: AuditAction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
      new Map(
        (await store.listActors(db, action, ids)).flatMap(({ object_id, actor }) =>
          object_id && actor ? [[object_id, actor]] : [],
        ),
      ),
    /** Lines after one, the oldest first. */
    after: (seq: number, count: number): Promise<AuditRow[]> => store.after(db, seq, count),
    /** Told of each line that is written, once its transaction has ended. */
    onRecord: (told: () => void): void => {
      listeners.push(told);
    },
    latest: (actions: readonly AuditAction[], count: number): Promise<AuditRow[]> => store.latest(db, actions, count),

    async verify(): Promise<{ valid: boolean; count: number; broken_at: number | null; head: string | null }> {
      let previous = GENESIS;
      let count = 0;
      for (;;) {
        const rows = await store.after(db, count, VERIFY_BATCH);
        for (const row of rows) {
          const expected = row.seq === count + 1 && row.prev_hash === previous && row.hash === hashLine(previous, row);
          if (!expected) return { valid: false, count, broken_at: row.seq, head: previous };
          previous = row.hash;
          count += 1;
        }
        if (rows.length < VERIFY_BATCH) break;
        // A million lines: others are served in between.
        await setImmediate();
      }
      return { valid: true, count, broken_at: null, head: count === 0 ? null : previous };
    },
  };
}

export type AuditService = ReturnType<typeof createAudit>;

const isAction = (action: string): action is AuditAction => action in AUDIT_ACTIONS;

const presentEntry = (row: AuditRow): AuditEntry => ({
  seq: row.seq,
  at: row.at,
  actor: row.actor,
  action: row.action,
  action_label: isAction(row.action) ? AUDIT_ACTIONS[row.action] : row.action,
  object_type: row.object_type,
  object_id: row.object_id,
  object_label: row.object_label,
  ip: row.ip,
  hash: row.hash,
});

/**
 * What was computed, as long as the journal's last line is the same: each write tells of itself there, in its own transaction and in
 * whichever instance.
 */
export function keptByHead<T>(audit: Pick<AuditService, 'head'>, compute: () => Promise<T>): () => Promise<T> {
  let kept: { head: number; value: T } | null = null;
  return async () => {
    const head = await audit.head();
    if (kept?.head !== head) kept = { head, value: await compute() };
    return kept.value;
  };
}
