import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
} from 'kysely';
import { momentNow } from './moment.ts';

/** Readings that one statement answers at most. */
const TOGETHER_MAX = 40;

/** At the end of a statement that may answer with hundreds of long rows: as JSON they would cost PostgreSQL more than another answer. */
export const ALONE = '/* alone */';
/** A search is planned for its own words; what is locked is not read in passing. */
const BY_ITSELF = /\blike\b|\bfor (?:update|share)\b|\/\* alone \*\/$/;
const canBePart = ({ sql }: CompiledQuery): boolean => sql.startsWith('select ') && !BY_ITSELF.test(sql);

type Ask = (query: CompiledQuery) => Promise<QueryResult<unknown>>;

/**
 * One statement whose answer holds those of several, as JSON: our columns are texts and numbers, which JSON gives as `pg` does.
 * The parameters of each follow those of the ones before it.
 */
function together(queries: readonly CompiledQuery[]): CompiledQuery {
  const parameters: unknown[] = [];
  const parts = queries.map(({ sql, parameters: own }, index) => {
    const before = parameters.length;
    parameters.push(...own);
    const text = sql.replaceAll(/\$(\d+)/g, (_, n: string) => `$${before + Number(n)}`);
    return `(select coalesce(json_agg(a), '[]') from (${text}) as a) as r${index}`;
  });
  return CompiledQuery.raw(`select ${parts.join(', ')}`, parameters);
}

/** What one moment asks: the readings of one turn of the event loop go to PostgreSQL as one statement, and are of one snapshot. */
class MomentConnection implements DatabaseConnection {
  readonly #ask: Ask;
  #waiting: { query: CompiledQuery; answer: (rows: Promise<QueryResult<unknown>>) => void }[] = [];

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (/^(?:begin|start transaction)\b/.test(query.sql))
      throw new Error('a moment begins no transaction: inTransaction leaves it');
    if (!canBePart(query)) return this.#ask(query) as Promise<QueryResult<R>>;
    const { promise, resolve } = Promise.withResolvers<QueryResult<unknown>>();
    if (this.#waiting.push({ query, answer: resolve }) === 1) setImmediate(() => this.#send());
    return promise as Promise<QueryResult<R>>;
  }

  // biome-ignore lint/correctness/useYield: nothing of a moment is as long as that
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('a moment reads no streams');
  }

  #send(): void {
    const asked = this.#waiting.splice(0, TOGETHER_MAX);
    if (this.#waiting.length > 0) setImmediate(() => this.#send());
    const [first, ...others] = asked;
    if (!first) return;
    if (others.length === 0) {
      first.answer(this.#ask(first.query));
      return;
    }
    const all = this.#ask(together(asked.map(({ query }) => query)));
    for (const [index, { answer }] of asked.entries())
      answer(all.then(({ rows: [row] }) => ({ rows: (row as Record<string, unknown[]>)[`r${index}`] ?? [] })));
  }
}

type OfPool = Parameters<PostgresDriver['releaseConnection']>[0];

/** Connections of the pool; within a moment, one that asks together. */
class MomentDriver extends PostgresDriver {
  readonly #ofMoments = new WeakMap<object, MomentConnection>();

  override async acquireConnection(): Promise<DatabaseConnection> {
    const moment = momentNow();
    if (!moment) return super.acquireConnection();
    const known = this.#ofMoments.get(moment);
    if (known) return known;
    const connection = new MomentConnection(async (query) => {
      const own = await super.acquireConnection();
      try {
        return await own.executeQuery(query);
      } finally {
        await super.releaseConnection(own as OfPool);
      }
    });
    this.#ofMoments.set(moment, connection);
    return connection;
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (!(connection instanceof MomentConnection)) await super.releaseConnection(connection as OfPool);
  }
}

export class MomentDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }
  override createDriver(): PostgresDriver {
    return new MomentDriver(this.#config);
  }
}
