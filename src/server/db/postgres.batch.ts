import type { Socket } from 'node:net';
import pg from 'pg';

export interface Statement {
  /** Under which PostgreSQL keeps it prepared; `null` where it is prepared each time. */
  name: string | null;
  text: string;
  values: unknown[];
}

export interface Answer {
  command: string;
  rowCount: number;
  rows: unknown[];
}

/** What the types of `pg` do not tell of what a query writes to. */
interface Wire {
  stream: Socket;
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse: (statement: { name: string | null; text: string }) => void;
  bind: (bound: { statement: string | null; values: (string | null)[] }) => void;
  execute: (portal: object) => void;
}

/** Nor of a query. */
interface Query {
  name: string | null;
  text: string;
  callback: (error: Error | null, answer: Answer) => void;
  submit(wire: Wire): Error | null;
  /** Written with the `Sync` behind it. */
  prepare(wire: Wire): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
}
const PgQuery = pg.Query as unknown as new (statement: Statement) => Query;

/** Written without asking what its rows look like: nobody reads them. Its values are plain. */
function writeMute(wire: Wire, { name, text, values }: Statement): void {
  if (!name || !(wire.parsedStatements[name] || wire.submittedNamedStatements[name])) {
    wire.parse({ name, text });
    if (name) wire.submittedNamedStatements[name] = text;
  }
  wire.bind({ statement: name, values: values.map((value) => (value === null ? null : String(value))) });
  wire.execute({});
}

/**
 * Statements that go to PostgreSQL in one message, and whose answers come in one: they are done in their order, and none behind one
 * that fails. What the last one answers is told; the others are mute, and what fails is told of the first that does.
 * Source: postgresql.org/docs/current/protocol-flow.html, « Pipelining »: one `Sync` behind all of them.
 */
export class Batch extends PgQuery {
  readonly #statements: readonly Statement[];
  /** Which of them PostgreSQL answers next. */
  #turn = 0;

  constructor(mute: readonly Statement[], last: Statement) {
    super(last);
    this.#statements = [...mute, last];
  }

  /** Whether one of which nobody awaits the answer is the next to be answered: after a failure, the one that failed. */
  get isAtMute(): boolean {
    return this.#turn < this.#statements.length - 1;
  }

  /** What is prepared is noted under the name of the query that is answered. */
  #turnTo(turn: number): void {
    const { name, text } = this.#statements[turn] as Statement;
    this.name = name;
    this.text = text;
    this.#turn = turn;
  }

  override submit(wire: Wire): Error | null {
    if (this.#statements.length === 1) return super.submit(wire);
    wire.stream.cork();
    try {
      for (const one of this.#statements.slice(0, -1)) writeMute(wire, one);
      this.prepare(wire);
    } finally {
      wire.stream.uncork();
    }
    this.#turnTo(0);
    return null;
  }

  override handleDataRow(message: unknown): void {
    if (!this.isAtMute) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.isAtMute) this.#turnTo(this.#turn + 1);
    else super.handleCommandComplete(message, wire);
  }

  override handleError(error: Error, wire: Wire): void {
    // None behind the one that failed was prepared.
    for (const { name } of this.#statements) if (name) delete wire.submittedNamedStatements[name];
    super.handleError(error, wire);
  }
}
