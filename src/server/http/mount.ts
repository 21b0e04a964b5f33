import { createHash, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Account } from '#shared/auth/auth.contract.ts';
import {
  API_PREFIX,
  BODY_BYTES,
  type BodyOf,
  type Endpoint,
  type OutputOf,
  type ParamsOf,
  type QueryOf,
} from '#shared/contract/endpoint.ts';
import { type Fault, faultsOf } from '#shared/contract/error.ts';
import { type ListQuery, listQuery } from '#shared/contract/list.query.ts';
import { pageOf } from '#shared/contract/list.ts';
import { isAllowed } from '#shared/contract/rights.ts';
import { SCOPE_LABELS, scopesFor, type TokenScope } from '#shared/contract/scopes.ts';
import { type Actor, addressKey, type GuestLink, type Origin, type Signed } from '../caller.ts';
import type { Config } from '../config.ts';
import {
  forbidden,
  invalid,
  linkNeeded,
  notFound,
  otpToSetUp,
  passwordToChange,
  unauthorized,
  unavailable,
} from '../errors.ts';
import { type Inbox, sha256Of } from '../storage/inbox.ts';
import type { FileAnswer, UploadedFile } from './file.ts';
import type { Idempotency } from './idempotency.ts';
import { searchRows } from './rows.ts';
import { type ReadBody, readBody } from './upload.ts';

type SignedOf<E extends Endpoint> = E['right'] extends 'member' | 'write' | 'admin' ? Signed : Signed | null;
type FileOf<E extends Endpoint> = E extends { file: 'required' }
  ? UploadedFile
  : E extends { file: 'optional' }
    ? UploadedFile | null
    : null;

/** What a handler is given: everything already read, checked and typed from the declaration. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  file: FileOf<E>;
  /** All of them, where several may come. */
  files: UploadedFile[];
  signed: SignedOf<E>;
  /** Whose link it is, where the right is `guest`. */
  guest: E['right'] extends 'guest' ? GuestLink : null;
  /** What the browser kept of a sign-in under way. */
  cookie: string | null;
  /** What it is to keep of it; `null`: nothing any more. */
  keep(cookie: { value: string; seconds: number } | null): void;
  /** The same person, as the journal names them. */
  by: Actor;
  origin: Origin;
  /** The revision in `If-Match`, when there is one. */
  ifMatch: string | null;
  etag(revision: number): void;
  /** How many rows there are in all. */
  total(count: number): void;
}

type AnswerOf<E extends Endpoint> = E['output'] extends 'file'
  ? FileAnswer
  : E['output'] extends 'redirect'
    ? { location: string }
    : OutputOf<E>;

/** A handler answers what its declaration says; one whose output is `nothing` only does its work. */
export type Handler<E extends Endpoint> = E['output'] extends 'nothing'
  ? (call: Call<E>) => Promise<void>
  : (call: Call<E>) => Promise<AnswerOf<E> | RowsOf<AnswerOf<E>>> | AnswerOf<E> | RowsOf<AnswerOf<E>>;

/** A long list comes row by row, and is written as it comes. */
type RowsOf<Answer> = Answer extends readonly (infer Row)[] ? AsyncIterable<Row> : never;

export type Mount = <const E extends Endpoint>(declaration: E, handler: Handler<E>) => void;

interface MountOptions {
  app: FastifyInstance;
  /** Who a token stands for. @throws 401 */
  authenticate: (token: string) => Promise<Signed>;
  /** Whose link a guest's token opens. @throws 401, 429 */
  authenticateGuest: (token: string) => Promise<GuestLink>;
  /** Is told of a request by somebody who may not make it. */
  onRefused: (account: Account, refused: { declaration: Endpoint; ip: string }) => Promise<void>;
  idempotency: Idempotency;
  menusAccess: Config['menusAccess'];
  /** What a program shows instead of an account, where the right is `metrics`. */
  metricsToken: string | null;
  uploadMaxMb: number;
  inbox: Inbox;
  /** Whether people come by HTTPS: cookies go by nothing else then. */
  secure: boolean;
  /** Receives every declaration mounted: OpenAPI and the tests of rights read it. */
  declarations: Endpoint[];
}

/** Of a sign-in under way by the provider of the firm: nothing else is kept in cookies. Lax: the provider leads back here. */
const COOKIE = 'diplo_sign_in';
const COOKIE_RULES = { path: `${API_PREFIX}/auth`, httpOnly: true, sameSite: 'lax' } as const;
const PDF_MIME = 'application/pdf';
const FILE_POLICY = "sandbox; default-src 'none'";
/** Browsers show no PDF in a sandbox; ours are made by the converter, and run nothing. */
const PDF_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";
const DEPTH_MAX = 50;
/** Long lists that may be on their way at once, and those of one address: each holds some rows until they are read. */
const STREAMS_MAX = 60;
const STREAMS_BY_ONE_MAX = 12;
/** A client that reads nothing for so long (ms) is let go. */
const STALLED_MS = 30_000;
/** Characters of a long list written at once. */
const CHUNK_LENGTH = 65_536;
/** Who makes a request, known before its body is read. */
const callers = new WeakMap<FastifyRequest, Identified>();
interface Identified {
  signed: Signed | null;
  guest: GuestLink | null;
}
const NOBODY_SIGNED: Identified = { signed: null, guest: null };
const BEARER = /^Bearer ([^\s]+)$/i;
const NOT_BY_TOKEN =
  'Ce jeton ne permet pas cela. Les comptes, l’administration, les signatures et les scellés demandent une personne.';
/** @param scopes those that would do */
const notOfScope = (scopes: readonly TokenScope[]): string =>
  `Ce jeton ne permet pas cela : il y faut la portée ${scopes.map((one) => `« ${SCOPE_LABELS[one]} »`).join(' ou ')}.`;
const LINK_NEEDED = 'Ouvrez de nouveau le lien que vous avez reçu.';
const LOGIN_NEEDED = 'Connectez-vous pour continuer.';

/** Who makes a request, if they may make it. @throws 401, 403 */
function createIdentify({
  authenticate,
  authenticateGuest,
  onRefused,
  menusAccess,
  metricsToken,
}: Pick<MountOptions, 'authenticate' | 'authenticateGuest' | 'onRefused' | 'menusAccess' | 'metricsToken'>) {
  const menusPublic = menusAccess === 'public';
  return async (request: FastifyRequest, declaration: Endpoint): Promise<Identified> => {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const open = declaration.right === 'public' || declaration.right === 'link';
    if (open || (!token && isAllowed(declaration.right, 'nobody', menusPublic))) return NOBODY_SIGNED;
    // A guest's token opens nothing of ours, and ours nothing of a guest's: each is signed with a key of its own.
    if (declaration.right === 'guest') {
      if (!token) throw unauthorized(LINK_NEEDED);
      return { signed: null, guest: await authenticateGuest(token) };
    }
    if (!token) throw unauthorized(LOGIN_NEEDED);
    if (declaration.right === 'metrics' && metricsToken !== null && sameText(token, metricsToken)) return NOBODY_SIGNED;
    const signed = await authenticate(token);
    if (signed.mustLink && !declaration.beforeLink) throw linkNeeded();
    if (signed.mustChangePassword && !signed.mustLink && !declaration.beforePasswordChange) throw passwordToChange();
    if (signed.mustSetUpFactor && !declaration.beforeFactor) throw otpToSetUp();
    const isInScope = !signed.scopes || scopesFor(declaration).some((scope) => signed.scopes?.includes(scope));
    if (!isInScope || !isAllowed(declaration.right, signed.account.role, menusPublic)) {
      if (!declaration.offered) await onRefused(signed.account, { declaration, ip: request.ip });
      const scopes = scopesFor(declaration);
      throw isInScope ? forbidden() : forbidden(scopes.length > 0 ? notOfScope(scopes) : NOT_BY_TOKEN);
    }
    return { signed, guest: null };
  };
}

/** Turns declarations into routes. The order of the checks is: who, may they, is the input right, then the handler. */
export function createMount({
  app,
  authenticate,
  authenticateGuest,
  onRefused,
  idempotency,
  menusAccess,
  metricsToken,
  uploadMaxMb,
  inbox,
  secure,
  declarations,
}: MountOptions): Mount {
  const identify = createIdentify({ authenticate, authenticateGuest, onRefused, menusAccess, metricsToken });
  const streams = createStreamLimit();

  return (declaration, handler) => {
    declarations.push(declaration);
    const url = `${API_PREFIX}${declaration.path.replace(/\{(\w+)\}/g, ':$1')}`;

    /** @param finish what is done with what was received, before it is thrown away */
    const run = async <T>(request: FastifyRequest, finish: (received: ReadBody) => Promise<T>): Promise<T> => {
      if (Object.values(request.params as object).some((value) => String(value).includes('\0')))
        throw notFound('élément');
      const received = await readBody(request, declaration, {
        maxMb: declaration.fileMaxBytes === undefined ? uploadMaxMb : declaration.fileMaxBytes / 1024 / 1024,
        inbox,
      });
      try {
        return await finish(received);
      } finally {
        await received.discard();
      }
    };

    const handle = async (
      { file, files, ...received }: ReadBody,
      { request, reply, who: { signed, guest } }: { request: FastifyRequest; reply: FastifyReply; who: Identified },
    ): Promise<unknown> => {
      const fields = withoutBroken(received.fields);
      const faults: Fault[] = [];
      const query = parsePart('query', declaration.query, withoutBroken(request.query), faults);
      const body = declaration.checkedBy ? fields : parsePart('body', declaration.body, fields, faults);
      if (declaration.file === 'required' && !file)
        faults.push({ loc: ['body', 'file'], msg: 'Le fichier est requis', type: 'missing' });
      if (faults.length > 0) throw invalid(faults);

      const origin: Origin = { ip: request.ip, userAgent: request.headers['user-agent'] ?? null };
      const account: Account | null = signed?.account ?? null;
      const call = {
        params: request.params,
        query,
        body,
        file,
        files,
        signed,
        guest,
        by: { id: account?.id ?? null, email: account?.email ?? guest?.told ?? null, ip: origin.ip },
        origin,
        cookie: request.cookies[COOKIE] ?? null,
        keep: (kept: { value: string; seconds: number } | null) =>
          reply.setCookie(COOKIE, kept?.value ?? '', { ...COOKIE_RULES, secure, maxAge: kept?.seconds ?? 0 }),
        ifMatch: request.headers['if-match']?.replace(/^W\//, '').replace(/^"|"$/g, '') ?? null,
        etag: (revision: number) => reply.header('ETag', `"${revision}"`),
        total: (count: number) => reply.header('X-Total-Count', String(count)),
      };
      return (handler as (call: unknown) => unknown)(call);
    };

    app.route({
      method: declaration.method,
      url,
      // A file goes out as it is: its length is told, and most are compressed already.
      ...(declaration.output === 'file' ? { compress: false as const } : {}),
      bodyLimit: declaration.bodyMaxBytes ?? BODY_BYTES,
      // Before the body is read: a stranger's is not even received.
      onRequest: async (request) => {
        callers.set(request, await identify(request, declaration));
      },
      handler: async (request, reply) => {
        const who = callers.get(request) ?? NOBODY_SIGNED;
        reply.header('Cache-Control', 'no-store');
        if (declaration.output === 'file') {
          const answer = await run(request, (received) => handle(received, { request, reply, who }));
          return sendFile(reply, answer as FileAnswer);
        }
        if (declaration.output === 'redirect') {
          const answer = await run(request, (received) => handle(received, { request, reply, who }));
          return reply.redirect((answer as { location: string }).location, 303);
        }
        const present = (answer: unknown) => {
          if (declaration.output === 'nothing') return undefined;
          if (isStream(answer)) {
            streams.take(request, reply);
            return streamed(reply, declaration.output as z.ZodType, answer);
          }
          const output = declaration.output as z.ZodType;
          return declaration.query || !Array.isArray(answer)
            ? output.parse(answer)
            : pageList(answer, { output, request, reply });
        };
        const status = declaration.output === 'nothing' ? 204 : (declaration.status ?? 200);
        if (!declaration.idempotent) {
          const answer = present(await run(request, (received) => handle(received, { request, reply, who })));
          return reply.status(status).send(answer);
        }
        const once = await run(request, (received) =>
          idempotency.once(
            { request, signed: who.signed, fingerprint: fingerprintOf(request, received) },
            async () => ({
              status,
              answer: present(await handle(received, { request, reply, who })),
            }),
          ),
        );
        return reply.status(once.status).send(once.answer);
      },
    });
  };
}

/** All that a request asks: its fields, its query, and each file by its name and bytes. */
const fingerprintOf = (request: FastifyRequest, { fields, files }: ReadBody): string =>
  JSON.stringify([
    withoutBroken(fields ?? null),
    withoutBroken(request.query ?? null),
    files.map(({ fileName, mimeType, content }) => [fileName, mimeType, sha256Of(content)]),
  ]);

/** Compared in a time that says nothing of where they differ. */
const sameText = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
};

/** For whom a request takes its share of what is limited: an account, the link of a guest, else an address. */
export function holderOf(request: FastifyRequest): { key: string; isMember: boolean } {
  const { signed, guest } = callers.get(request) ?? NOBODY_SIGNED;
  return { key: signed?.account.id ?? guest?.id ?? addressKey(request.ip), isMember: signed !== null };
}

/** The account that a request came with, once it is known. */
export const accountOf = (request: FastifyRequest): string | null => callers.get(request)?.signed?.account.id ?? null;

const isStream = (answer: unknown): answer is AsyncIterable<unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;

/** Keeps a place for each long list until the last of it is read. @throws 503 when there is none */
function createStreamLimit() {
  let all = 0;
  const byOne = new Map<string, number>();
  return {
    take({ ip }: FastifyRequest, { raw }: FastifyReply): void {
      const address = addressKey(ip);
      const mine = byOne.get(address) ?? 0;
      if (all >= STREAMS_MAX || mine >= STREAMS_BY_ONE_MAX) throw unavailable(BUSY_LISTS);
      all += 1;
      byOne.set(address, mine + 1);
      raw.setTimeout(STALLED_MS, () => raw.destroy());
      raw.once('close', () => {
        all -= 1;
        const left = (byOne.get(address) ?? 1) - 1;
        if (left > 0) byOne.set(address, left);
        else byOne.delete(address);
      });
    },
  };
}
const BUSY_LISTS = 'Trop de listes sont lues à la fois. Réessayez dans un instant.';

/** A list written row by row: never the whole of it in memory, however many ask for it at once. */
function streamed(reply: FastifyReply, output: z.ZodType, rows: AsyncIterable<unknown>): Readable {
  const row = (output as unknown as z.ZodArray).element as z.ZodType;
  async function* json(): AsyncGenerator<string> {
    let chunk = '[';
    let first = true;
    for await (const one of rows) {
      chunk += `${first ? '' : ','}${JSON.stringify(row.parse(one))}`;
      first = false;
      // One row may be long too: it goes in parts.
      while (chunk.length >= CHUNK_LENGTH) {
        // Not between the two halves of one character.
        const end = chunk.charCodeAt(CHUNK_LENGTH - 1) >>> 10 === 0x36 ? CHUNK_LENGTH - 1 : CHUNK_LENGTH;
        yield chunk.slice(0, end);
        chunk = chunk.slice(end);
      }
    }
    yield `${chunk}]`;
  }
  reply.type('application/json; charset=utf-8');
  return Readable.from(json(), { objectMode: false, highWaterMark: CHUNK_LENGTH });
}

/** A list short enough to be read whole is searched, ordered and paged all the same, as every list is. */
function pageList(
  rows: unknown[],
  { output, request, reply }: { output: z.ZodType; request: FastifyRequest; reply: FastifyReply },
): unknown {
  const faults: Fault[] = [];
  const query = parsePart('query', listQuery, request.query, faults) as ListQuery;
  if (faults.length > 0) throw invalid(faults);
  const page = pageOf(query);
  const cut = <Row>(all: Row[]): Row[] => (page ? all.slice(page.offset, page.offset + page.limit) : all);
  if (query.search === undefined && query.sort === undefined) {
    reply.header('X-Total-Count', String(rows.length));
    return output.parse(cut(rows));
  }
  const found = searchRows(output.parse(rows) as Record<string, unknown>[], query);
  reply.header('X-Total-Count', String(found.length));
  return cut(found);
}

/**
 * Texts without NUL, which PostgreSQL cannot hold, and without half characters, which change once stored. No deeper than
 * any declaration. And no `length` that is an object: zod compares the length of whatever it is given, text or not.
 */
function withoutBroken(value: unknown, depth = 0): unknown {
  // No declaration is this deep: it will be refused as it is.
  if (depth > DEPTH_MAX) return null;
  if (typeof value === 'string') return value.replace(/\0/g, '').toWellFormed();
  if (Array.isArray(value)) return value.map((one) => withoutBroken(one, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'length' && typeof inner === 'object' ? null : withoutBroken(inner, depth + 1),
    ]),
  );
}

function parsePart(place: 'body' | 'query', schema: z.ZodType | undefined, raw: unknown, faults: Fault[]): unknown {
  if (!schema) return undefined;
  // `null` is taken where it says something: nothing was sent, elsewhere.
  const parsed = schema.safeParse(raw === null && schema.safeParse(null).success ? null : (raw ?? {}));
  if (parsed.success) return parsed.data;
  faults.push(...faultsOf(parsed.error, place));
  return undefined;
}

function sendFile(reply: FastifyReply, answer: FileAnswer): FastifyReply {
  // Whatever it claims to be, a stored file never becomes a page of ours.
  reply.header('Content-Type', answer.mimeType);
  if (answer.size !== null) reply.header('Content-Length', String(answer.size));
  reply.header('Content-Disposition', dispositionOf(answer.disposition, answer.fileName));
  reply.header('X-Content-Type-Options', 'nosniff');
  reply.header('Content-Security-Policy', answer.mimeType === PDF_MIME ? PDF_POLICY : FILE_POLICY);
  if (answer.etag) {
    const etag = `"${answer.etag}"`;
    reply.header('ETag', etag).header('Cache-Control', 'private, no-cache');
    if (reply.request.headers['if-none-match'] === etag) {
      answer.stream.destroy();
      return reply.code(304).removeHeader('Content-Length').send();
    }
  }
  if (answer.maxAge) reply.header('Cache-Control', `private, max-age=${answer.maxAge}`);
  return reply.send(answer.stream);
}

/** RFC 6266: an ASCII name for the old, the true one in UTF-8. */
function dispositionOf(kind: FileAnswer['disposition'], fileName: string): string {
  const clean =
    fileName.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim() || 'fichier';
  const ascii = clean
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(clean.normalize('NFC').toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
