import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import type { Role } from '#shared/contract/rights.ts';
import { type App, buildApp } from '../app.ts';
import { restoreBackup } from '../backup/backup.restore.ts';
import type { Config } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { type Database, openPostgres, openSqlite } from '../db/open.ts';
import { createDeps, type Deps } from '../deps.ts';
import { createPool } from '../documents/document.service.ts';
import { type PdfConverter, PdfFailure } from '../documents/pdf/converter.ts';

import { openStorage, type Place } from '../place.ts';

import { alignCatalogue } from '../products/product.catalogue.service.ts';
import { createInbox } from '../storage/inbox.ts';
import { copyOf, freshSchema } from './postgres.ts';

export type Engine = 'sqlite' | 'postgres';
/** Both, whatever is tested; one for `npm test -- --quick`. */
export const ENGINES: readonly Engine[] = process.env.QUICK ? ['sqlite'] : ['sqlite', 'postgres'];

type AppConfig = Parameters<typeof createDeps>[0]['config'];
export interface TestApp extends App {
  deps: Deps;
  config: AppConfig;
  database: Database;
  folder: string;
  place: Place;
  /** Moves the clock forward (ms). */
  wait(ms: number): void;
  /** Signs up, gives the role, signs in. */
  as(role: Role, email?: string): Promise<Caller>;
  /** Nobody. */
  anonymous: Caller;
  /** A program that shows a token. */
  withToken(token: string): Caller;
  /** The storage forgets a file that the database still knows. */
  loseFile(id: string): Promise<void>;
  /** A second instance on the same database and files. PostgreSQL only. */
  twin(): Promise<Deps>;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
  bytes: Buffer;
}

export interface Caller {
  email: string;
  token: string | null;
  refreshToken: string | null;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, headers?: Record<string, string>): Promise<Answer>;
  form(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer>;
  upload(
    path: string,
    parts: {
      method?: 'POST' | 'PUT' | 'PATCH';
      fields?: Record<string, string>;
      file?: SentFile | readonly SentFile[];
    },
  ): Promise<Answer>;
  raw(options: InjectOptions): Promise<Answer>;
}

export const PASSWORD = 'un mot de passe sûr';

interface Options {
  engine?: Engine;
  converter?: PdfConverter;
  config?: Partial<Config>;
  place?: Partial<Place>;
  /** Another way to the same PostgreSQL. */
  through?: string;
  /** Passwords cost what they cost outside tests. */
  fullPasswordCost?: boolean;
  /** How long the answer of who makes a document waits for the drive (ms). */
  driveAnswerMs?: number;
  /** A backup, or a data folder of another day, to begin from; or what fills the empty installation. */
  from?: string | ((into: Pick<TestApp, 'database' | 'place'>) => Promise<void>);
}

/** Says « the converter is down » until a test gives a real one: nothing pretends to make a PDF. */
export const noConverter: PdfConverter = {
  name: 'wasm',
  atOnce: 1,
  convert: async () => {
    throw new PdfFailure('down');
  },
  close: async () => undefined,
};

/** The pauses of the background, shortened: what takes minutes with Google takes milliseconds with its fake. */
const TIMING = {
  steadyMs: 50,
  // Longer than a busy machine takes to answer: a try that is cut off costs more than waiting for it.
  google: { timeoutMs: 1_500, tries: 3, pauseMs: 2 },
  // The longest one spares what cannot be done here: a picture without a converter was tried at each wake, and its template read anew.
  jobs: { everyMs: 1_000, pauseMs: 5, pauseMaxMs: 2_000, beatMs: 50 },
};

/** One for all the installations of a worker: a thread takes longer to start than most tests. */
const documentPool = createPool();

/** The whole server on a real database and a real folder, both thrown away on close. */
export async function testApp({
  engine = 'sqlite',
  converter = noConverter,
  config = {},
  place = {},
  through,
  from,
  fullPasswordCost = false,
  driveAnswerMs = 0,
}: Options = {}): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'diplo-test-'));
  const isBlank = from === undefined;
  if (engine === 'sqlite' && isBlank) writeFileSync(join(folder, 'diplo.sqlite'), await migratedSqlite());
  const { isMigrated, ...database } = await openTestDatabase(engine, { folder, through, isBlank });
  let offset = 0;
  const full = {
    secretKey: randomBytes(32),
    signup: 'open' as const,
    menusAccess: 'public' as const,
    host: '127.0.0.1',
    publicUrl: null,
    uploadMaxMb: 5,
    intakeDir: null,
    smtpUrl: null,
    mailFrom: null,
    trustProxy: null,
    metrics: null,
    logFormat: 'json' as const,
    logLevel: 'silent' as const,
    googleApiUrl: null,
    cosingUrl: 'http://127.0.0.1:9/api',
    oidcIssuer: null,
    oidcClientId: null,
    oidcClientSecret: null,
    oidcLabel: 'le fournisseur',
    oidcRoleClaim: null,
    oidcRoles: null,
    oidcOnly: false,
    ...config,
  };
  const where: Place = {
    dataDir: folder,
    databaseUrl: database.engine === 'postgres' ? database.place : null,
    storageUrl: null,
    backupDir: null,
    ...(database.schema ? { schema: database.schema } : {}),
    ...place,
  };
  const storage = await openStorage(where);
  if (typeof from === 'function') await from({ database, place: where });
  else if (from) await restoreBackup({ folder: from, database, storage, dataDir: folder, keyIsGiven: true });
  else if (!isMigrated) await prepare(database);
  const outside = {
    storage,
    inbox: createInbox(join(folder, 'tmp')),
    converter,
    config: full,
    clock: () => new Date(Date.now() + offset),
    place: where,
    version: 'test',
    timing: { ...TIMING, driveAnswerMs },
    documentPool,
    ...(fullPasswordCost ? {} : { passwordCost: { memory: 8, passes: 1 } }),
  };
  const deps = createDeps({ ...outside, database });
  const twins: Database[] = [];
  const app = await buildApp({ deps, config: full, version: 'test', webFolder: null });
  await app.server.ready();

  const caller = (email: string, token: string | null, refreshToken: string | null): Caller => {
    const send = async (options: InjectOptions): Promise<Answer> => {
      const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}), ...options.headers };
      const response = await app.server.inject({ ...options, headers });
      const isJson = String(response.headers['content-type'] ?? '').includes('application/json');
      return {
        status: response.statusCode,
        headers: response.headers,
        body: isJson && response.body !== '' ? response.json() : null,
        bytes: response.rawPayload,
      };
    };
    const withJson =
      (method: 'POST' | 'PUT' | 'PATCH') =>
      (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
        send({
          method,
          url: `/api/v1${path}`,
          // Injected, `null` would be no body.
          headers: body === null ? { 'content-type': 'application/json', ...headers } : headers,
          ...(body === undefined ? {} : { payload: body === null ? 'null' : (body as object) }),
        });
    return {
      email,
      token,
      refreshToken,
      get: (path, headers = {}) => send({ method: 'GET', url: `/api/v1${path}`, headers }),
      post: withJson('POST'),
      put: withJson('PUT'),
      patch: withJson('PATCH'),
      delete: (path, headers = {}) => send({ method: 'DELETE', url: `/api/v1${path}`, headers }),
      form: (path, fields, headers = {}) =>
        send({
          method: 'POST',
          url: `/api/v1${path}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
          payload: new URLSearchParams(fields).toString(),
        }),
      upload: (path, { method = 'POST', fields = {}, file }) => {
        const { body, contentType } = multipart(fields, file);
        return send({ method, url: `/api/v1${path}`, headers: { 'content-type': contentType }, payload: body });
      },
      raw: send,
    };
  };
  const anonymous = caller('', null, null);

  const signIn = async (email: string): Promise<Caller> => {
    const { body } = await anonymous.form('/auth/token', { username: email, password: PASSWORD });
    return caller(email, body.access_token, body.refresh_token);
  };

  return {
    ...app,
    deps,
    config: full,
    database,
    folder,
    place: where,
    anonymous,
    withToken: (token) => caller('', token, null),
    loseFile: (id) => storage.remove(id),
    wait: (ms) => {
      offset += ms;
    },
    async as(role, email = `${role}-${randomUUID().slice(0, 8)}@valorme.fr`) {
      await deps.users.create({ email, password: PASSWORD, role, by: { id: null, email: null, ip: null } });
      return signIn(email);
    },
    async twin() {
      if (engine === 'sqlite') throw new Error('SQLite has one instance');
      const other = openPostgres(database.place, database.schema);
      twins.push(other);
      return createDeps({ ...outside, database: other });
    },
    async close() {
      for (const other of twins) await other.close();
      await app.server.close();
      await deps.jobs.stop();
      await deps.documents.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const prepare = async (database: Database): Promise<void> => {
  await migrate(database);
  await alignCatalogue(database);
};

async function prepared(url: string): Promise<void> {
  const database = openPostgres(url, 'public');
  await prepare(database);
  await database.close();
}

let migrated: Promise<Buffer> | undefined;
/** The file of an empty database of today, made once for all the tests of a worker. */
function migratedSqlite(): Promise<Buffer> {
  migrated ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'diplo-migrated-'));
    const path = join(folder, 'diplo.sqlite');
    const database = openSqlite(path);
    await prepare(database);
    await database.close();
    const bytes = readFileSync(path);
    rmSync(folder, { recursive: true, force: true });
    return bytes;
  })();
  return migrated;
}

async function openTestDatabase(
  engine: Engine,
  { folder, through, isBlank }: { folder: string; through: string | undefined; isBlank: boolean },
): Promise<Database & { isMigrated: boolean }> {
  if (engine === 'sqlite') {
    const database = openSqlite(join(folder, 'diplo.sqlite'));
    // Tests do not survive a power cut (`crash.test.ts` starts the program itself).
    await sql`pragma synchronous = off`.execute(database.db);
    return { ...database, isMigrated: isBlank };
  }
  const copy = isBlank && through === undefined ? await copyOf(prepared) : null;
  const { url, schema, drop } = copy ? { ...copy, schema: 'public' } : await freshSchema();
  const database = openPostgres(through ?? url, schema);
  return {
    ...database,
    isMigrated: copy !== null,
    place: url,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

export interface SentFile {
  name: string;
  bytes: Buffer;
  type?: string;
}

/** A multipart body as browsers write it. */
export function multipart(
  fields: Record<string, string>,
  file?: SentFile | readonly SentFile[],
): { body: Buffer; contentType: string } {
  const boundary = `----diplo${randomBytes(8).toString('hex')}`;
  const chunks: Buffer[] = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  for (const one of file ? ([file].flat() as SentFile[]) : [])
    chunks.push(
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${one.name}"\r\nContent-Type: ${one.type ?? 'application/octet-stream'}\r\n\r\n`,
      ),
      one.bytes,
      Buffer.from('\r\n'),
    );
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return { body: Buffer.concat(chunks), contentType: `multipart/form-data; boundary=${boundary}` };
}
