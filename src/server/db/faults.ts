/**
 * What an error of the database, or of the disk, means for who waits: `full`: no room; `held`: another program holds the
 * database; `collision`: two transactions stood in each other's way; `busy`: too much is asked of it at once; `down`: it
 * does not answer; `unanswered`: it dropped the connection before it said whether a transaction is kept; `damaged`: what it holds
 * cannot be read. `null`: none of these, a fault of ours.
 */
export type DatabaseFault = 'full' | 'held' | 'collision' | 'busy' | 'down' | 'unanswered' | 'damaged';

const CODES = new Map<string, DatabaseFault>([
  // The disk. man 3 errno
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EROFS', 'down'],
  ['EIO', 'down'],
  ['EMFILE', 'busy'],
  ['ENFILE', 'busy'],
  // SQLite. sqlite.org/rescode.html
  ['SQLITE_FULL', 'full'],
  ['SQLITE_BUSY', 'held'],
  ['SQLITE_LOCKED', 'held'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['SQLITE_IOERR', 'down'],
  ['SQLITE_CANTOPEN', 'down'],
  ['SQLITE_READONLY', 'down'],
  ['SQLITE_NOMEM', 'busy'],
  // Another instance has changed the tables: asked again, it is prepared anew.
  ['0A000', 'busy'],
  // PostgreSQL. postgresql.org/docs/current/errcodes-appendix.html
  ['53100', 'full'],
  ['53', 'busy'],
  ['40001', 'collision'],
  ['40P01', 'collision'],
  ['55P03', 'busy'],
  ['57014', 'busy'],
  ['57', 'down'],
  ['08', 'down'],
  ['25P03', 'down'],
  ['58', 'down'],
  ['XX001', 'damaged'],
  ['XX002', 'damaged'],
  // The way to PostgreSQL.
  ['ECONNREFUSED', 'down'],
  ['ECONNRESET', 'down'],
  ['EPIPE', 'down'],
  ['ETIMEDOUT', 'down'],
  ['ENOTFOUND', 'down'],
  ['EAI_AGAIN', 'down'],
  ['EHOSTUNREACH', 'down'],
  ['ENETUNREACH', 'down'],
]);

/** The file of the database was moved or removed under the server: whatever is written would go with it. */
export class DatabaseGone extends Error {}

/** All of a transaction was sent, and whether it is kept is not known. */
export class CommitUnanswered extends Error {}

/** What the driver of PostgreSQL throws without a code. */
const WORDS: readonly [RegExp, DatabaseFault][] = [
  [/timeout exceeded when trying to connect/i, 'busy'],
  [/connection terminated|client was closed|client has encountered a connection error|server closed/i, 'down'],
];

export function databaseFault(error: unknown): DatabaseFault | null {
  // A network fault of another place than the database's.
  if (!(error instanceof Error) || error.name === 'StorageDown') return null;
  if (error instanceof DatabaseGone) return 'down';
  if (error instanceof CommitUnanswered) return 'unanswered';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known =
    CODES.get(code) ??
    // SQLite's longer codes say more of the same; the first two characters of PostgreSQL's are their class.
    CODES.get(code.split('_').slice(0, 2).join('_')) ??
    (/^[0-9A-Z]{5}$/.test(code) ? CODES.get(code.slice(0, 2)) : undefined);
  if (known) return known;
  if (code === '') for (const [words, fault] of WORDS) if (words.test(error.message)) return fault;
  return error.cause === undefined ? null : databaseFault(error.cause);
}
