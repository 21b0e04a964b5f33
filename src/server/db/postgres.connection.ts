import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { type Answer, Batch, type Statement } from './postgres.batch.ts';

/** Statements that a connection keeps prepared: some hundred and fifty are asked all day. */
export const STATEMENTS_MAX = 400;
/** How often a connection is asked a statement before it keeps it prepared. */
const OFTEN = 3;
/** A search is planned for its own words: PostgreSQL would take any for a rare one. */
const PLANNED_EACH_TIME = /\blike\b/;
/** The tables are no longer those that a statement was prepared for: another instance has changed them. */
const TABLES_CHANGED = '0A000';

/** So many are sent together at most: what an import adds is not all in the memory of its connection. */
const TOGETHER_MAX = 50;

/** At the end of a statement of which nobody awaits the answer: it is sent with the next one. */
export const AHEAD = '/* ahead */';

const NOTHING: Answer = { command: '', rowCount: 0, rows: [] };

const isPlain = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** An insert of which nothing comes back: whether it was made is asked at the latest by the commit. */
const isMereInsert = (text: string): boolean =>
  text.startsWith('insert into ') && !text.includes(' returning ') && !text.includes(' on conflict ');

/**
 * A connection that keeps what is often asked prepared, since PostgreSQL plans longer than it works at most of it; and that, in a
 * transaction, keeps what says nothing (`begin`, a mere insert, what says `AHEAD`) until the next statement that is awaited, and sends all of
 * it as one `Batch`: PostgreSQL does them in their order, none after one that fails. That one's fault is thrown by the statement that
 * is awaited, at the latest by `commit`, which is not done then.
 */
export class PostgresConnection extends pg.Client {
  readonly #times = new LRUCache<string, number>({ max: STATEMENTS_MAX });
  readonly #names = new Map<string, string>();
  /** Of the transaction. */
  #state: 'none' | 'open' | 'ending' = 'none';
  /** Not sent yet. */
  #ahead: Statement[] = [];
  /** What nobody awaited and has failed. */
  #failed: unknown = null;

  override query(...asked: never[]): never {
    const [text, values, ...more] = asked as unknown[];
    if (typeof text === 'string' && Array.isArray(values) && more.length === 0) return this.#ask(text, values) as never;
    // It would pass by what is kept until the next statement.
    if (this.#state !== 'none') throw new Error('a transaction of this connection reads no streams');
    return (super.query as (...all: unknown[]) => never).apply(this, asked);
  }

  async #ask(text: string, values: unknown[]): Promise<Answer> {
    const statement = { name: this.#nameOf(text), text, values };
    if (text === 'begin') {
      this.#failed = null;
      this.#ahead = [statement];
      this.#state = 'open';
      return NOTHING;
    }
    if (this.#state === 'none') return this.#send(statement);
    // Whoever did not wait for the others of its transaction comes too late: it would be written outside of it.
    if (this.#state === 'ending') throw new Error('the transaction of this statement is over');
    if (text === 'rollback') this.#ahead = this.#ahead.filter((one) => one.text === 'begin');
    else if (this.#failed) throw this.#failed;
    if (text === 'commit' || text === 'rollback') return this.#end(statement);
    const isMute = (isMereInsert(text) || text.endsWith(AHEAD)) && values.every(isPlain);
    if (!isMute || this.#ahead.length >= TOGETHER_MAX) return this.#send(statement);
    this.#ahead.push(statement);
    return NOTHING;
  }

  async #end(statement: Statement): Promise<Answer> {
    this.#state = 'ending';
    try {
      return await this.#send(statement);
    } finally {
      this.#state = 'none';
    }
  }

  /** With what was kept until now. */
  async #send(statement: Statement): Promise<Answer> {
    const batch = new Batch(this.#ahead, statement);
    this.#ahead = [];
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    batch.callback = (error, answer) => (error ? reject(error) : resolve(answer));
    super.query(batch as unknown as pg.Submittable);
    try {
      return await promise;
    } catch (error) {
      if (batch.isAtMute) this.#failed = error;
      // Prepared anew, under another name, when it is asked again.
      if ((error as { code?: string }).code === TABLES_CHANGED) this.#names.clear();
      throw error;
    }
  }

  #nameOf(text: string): string | null {
    const known = this.#names.get(text);
    if (known) return known;
    const times = (this.#times.get(text) ?? 0) + 1;
    this.#times.set(text, times);
    if (times <= OFTEN || this.#names.size >= STATEMENTS_MAX || PLANNED_EACH_TIME.test(text)) return null;
    const name = `diplo_${randomUUID()}`;
    this.#names.set(text, name);
    return name;
  }
}
