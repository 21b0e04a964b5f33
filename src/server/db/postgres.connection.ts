import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { LRUCache } from 'lru-cache';
import pg from 'pg';

/** Statements that a connection keeps prepared: some hundred and fifty are asked all day. */
export const STATEMENTS_MAX = 400;
/** How often a connection is asked a statement before it keeps it prepared. */
const OFTEN = 3;
/** A search is planned for its own words: PostgreSQL would take any for a rare one. */
const PLANNED_EACH_TIME = /\blike\b/;
/** The tables are no longer those that a statement was prepared for: another instance has changed them. */
const TABLES_CHANGED = '0A000';

/** So many wait for their answers at most: what an import adds is not all in the memory of its connection. */
const UNANSWERED_MAX = 50;

/** At the end of a statement of which nobody awaits the answer: the next one is sent right behind it. */
export const AHEAD = '/* ahead */';

/** What the types of `pg` do not tell of a connection. */
interface Inside {
  pipeline: boolean;
  connection: { stream: Socket };
}

interface Answer {
  command: string;
  rowCount: number;
  rows: unknown[];
}
const NOTHING: Answer = { command: '', rowCount: 0, rows: [] };

const isPlain = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** An insert of which nothing comes back: whether it was made is asked at the latest by the commit. */
const isMereInsert = (text: string): boolean =>
  text.startsWith('insert into ') && !text.includes(' returning ') && !text.includes(' on conflict ');

/**
 * A connection that keeps what is often asked prepared, since PostgreSQL plans longer than it works at most of it; and that, in a
 * transaction, does not wait for the answers that say nothing (`begin`, a mere insert, what says `AHEAD`) before it sends the next
 * statement: PostgreSQL answers them in their order. What fails of these is thrown by the next statement that is awaited, at the latest
 * by `commit`, which PostgreSQL refuses by itself once a statement of its transaction has failed.
 */
export class PostgresConnection extends pg.Client {
  readonly #times = new LRUCache<string, number>({ max: STATEMENTS_MAX });
  readonly #names = new Map<string, string>();
  /** Of the transaction; `opening` until it is known to have begun. */
  #state: 'none' | 'opening' | 'open' | 'ending' = 'none';
  /** Answered once all that was sent ahead is. */
  #ahead: Promise<unknown> = Promise.resolve();
  #unanswered = 0;
  #isCorked = false;
  /** What of it has failed first. */
  #failed: unknown = null;

  override query(...asked: never[]): never {
    const [text, values, ...more] = asked as unknown[];
    if (typeof text !== 'string' || !Array.isArray(values) || more.length > 0)
      return (super.query as (...all: unknown[]) => never).apply(this, asked);
    return this.#ask(text, values) as never;
  }

  async #ask(text: string, values: unknown[]): Promise<Answer> {
    if (text === 'begin') {
      this.#failed = null;
      this.#ahead = Promise.resolve();
      this.#isPipelined = true;
      this.#state = 'opening';
      this.#sendAhead(text, values);
      return NOTHING;
    }
    if (this.#state === 'none') return this.#answered(this.#send(text, values));
    // Whoever did not wait for the others of its transaction comes too late: it would be written outside of it.
    if (this.#state === 'ending') throw new Error('the transaction of this statement is over');
    if (this.#state === 'opening' && !text.startsWith('select ')) await this.#open();
    if (this.#failed && text !== 'rollback') throw this.#failed;
    if ((isMereInsert(text) || text.endsWith(AHEAD)) && values.every(isPlain)) {
      this.#sendAhead(text, values);
      if (this.#unanswered >= UNANSWERED_MAX) await this.#answered(this.#ahead);
      return NOTHING;
    }
    return text === 'commit' || text === 'rollback' ? this.#end(text, values) : this.#sendBehind(text, values);
  }

  /** Nothing is written before the transaction is known to have begun: it would be written outside of it. */
  async #open(): Promise<void> {
    await this.#answered(this.#ahead);
    if (this.#state === 'opening') this.#state = 'open';
  }

  async #end(text: string, values: unknown[]): Promise<Answer> {
    this.#state = 'ending';
    try {
      return await this.#sendBehind(text, values);
    } finally {
      this.#state = 'none';
      this.#isPipelined = false;
    }
  }

  /** @throws what was sent ahead and has failed first */
  async #sendBehind(text: string, values: unknown[]): Promise<Answer> {
    const asked = this.#send(text, values);
    const [answer] = await this.#answered(Promise.allSettled([asked, this.#ahead]));
    if (this.#failed && text !== 'rollback') throw this.#failed;
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  }

  /** Sent with the next statement that is awaited, in one write to the socket. */
  #sendAhead(text: string, values: unknown[]): void {
    if (!this.#isCorked) this.#socket.cork();
    this.#isCorked = true;
    this.#unanswered += 1;
    this.#ahead = Promise.allSettled([this.#send(text, values), this.#ahead]).then(([answer]) => {
      this.#unanswered -= 1;
      if (answer.status === 'rejected') this.#failed ??= answer.reason;
    });
  }

  /** Lets go of what was held back, then waits. */
  #answered<T>(answer: Promise<T>): Promise<T> {
    if (this.#isCorked) this.#socket.uncork();
    this.#isCorked = false;
    return answer;
  }

  get #socket(): Socket {
    return (this as unknown as Inside).connection.stream;
  }

  /** Statements are sent one behind the other; no cursor is opened meanwhile. */
  set #isPipelined(value: boolean) {
    (this as unknown as Inside).pipeline = value;
  }

  #send(text: string, values: unknown[]): Promise<Answer> {
    const query = super.query as (...all: unknown[]) => Promise<Answer>;
    const name = this.#nameOf(text);
    if (!name) return query.call(this, text, values);
    return query.call(this, { name, text, values }).catch((error: { code?: string }) => {
      // Prepared anew, under another name, when it is asked again.
      if (error.code === TABLES_CHANGED) this.#names.clear();
      throw error;
    });
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
