import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importSPKI, jwtVerify } from 'jose';

/**
 * A Google of our own, on loopback: it verifies the signed assertion, keeps bytes, knows shared drives and folders,
 * resumable uploads and read-only files, and can be told to fail at a given moment in a given way.
 */
export interface FakeGoogle {
  url: string;
  /** The JSON file of a service account that it knows. */
  credentials: Buffer;
  account: string;
  /** A folder of a shared drive in which the account may write. */
  folder: string;
  /** A folder of somebody's own drive; a file; a folder the account may only read. */
  ownFolder: string;
  file: string;
  readOnlyFolder: string;
  /** Fails the next `times` times at that moment; `onHit` is told of each. */
  fail(failure: Failure): void;
  /** Everything works again. */
  mend(): void;
  /** Nothing answers at all, as when the network is gone. */
  down(isDown: boolean): void;
  /** What is there and not in the bin, folders apart. */
  files(): FakeFile[];
  folders(): FakeFile[];
  /** The tokens it gave are worth nothing any more. */
  forgetTokens(): void;
  /** Another folder of the shared drive. @returns its id */
  addFolder(name: string): string;
  /** Somebody puts it in the bin. */
  trash(id: string): void;
  /** Calls received, by what they were for. */
  calls(): Record<string, number>;
  close(): Promise<void>;
}

export interface FakeFile {
  id: string;
  name: string;
  mimeType: string;
  parents: string[];
  properties: Record<string, string>;
  bytes: Buffer;
  readOnly: boolean;
  trashed: boolean;
  driveId: string | null;
}

export const MOMENTS = ['token', 'folder', 'first byte', 'middle', 'after the last byte'] as const;
export type Moment = (typeof MOMENTS)[number];

export const FAULTS = [
  '401',
  '403 rateLimitExceeded',
  '403 storageQuotaExceeded',
  '403 insufficientFilePermissions',
  '404',
  '429',
  '500',
  '503',
  'hang',
  'cut',
  'answer lost',
  'garbage',
] as const;
export type Fault = (typeof FAULTS)[number];

interface Failure {
  at: Moment;
  fault: Fault;
  times: number;
  onHit?: () => void;
}

const FOLDER = 'application/vnd.google-apps.folder';
const DRIVE = '0AFakeSharedDrive';
const newId = (): string => `1${randomBytes(16).toString('hex')}`;

class Failing extends Error {}

export async function fakeGoogle({ port = 0 }: { port?: number } = {}): Promise<FakeGoogle> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }) as string;
  const account = 'diplo@essai.iam.gserviceaccount.com';
  const tokens = new Set<string>();
  const store = new Map<string, FakeFile>();
  const sessions = new Map<
    string,
    { id: string | null; metadata: Metadata; received: Buffer; size: number; mimeType: string }
  >();
  const calls: Record<string, number> = {};
  let failure: Failure | null = null;
  let isDown = false;

  interface Metadata {
    id?: string;
    name?: string;
    mimeType?: string;
    parents?: string[];
    properties?: Record<string, string>;
    trashed?: boolean;
    contentRestrictions?: { readOnly: boolean; ownerRestricted?: boolean }[];
  }

  const add = (file: Partial<FakeFile> & { name: string }): string => {
    const id = file.id ?? newId();
    store.set(id, {
      mimeType: FOLDER,
      parents: [],
      properties: {},
      bytes: Buffer.alloc(0),
      readOnly: false,
      trashed: false,
      driveId: DRIVE,
      ...file,
      id,
    });
    return id;
  };
  const folder = add({ name: 'Dossiers produits' });
  const ownFolder = add({ name: 'Mes documents', driveId: null });
  const readOnlyFolder = add({ name: 'À lire', readOnly: true });
  const file = add({ name: 'notes.txt', mimeType: 'text/plain' });

  const answer = (
    response: ServerResponse,
    status: number,
    body: unknown,
    headers: Record<string, string> = {},
  ): void => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(status === 204 ? undefined : JSON.stringify(body));
  };
  const refuse = (response: ServerResponse, status: number, reason: string, headers = {}): void =>
    answer(response, status, { error: { code: status, message: reason, errors: [{ reason }] } }, headers);

  /** Acts as told, if this is the moment. @returns true when nothing more is to be answered */
  const failNow = (moment: Moment, request: IncomingMessage, response: ServerResponse): boolean => {
    if (!failure || failure.at !== moment || failure.times <= 0) return false;
    // Before the end there is no answer to lose: the connection is.
    const lost = failure.fault === 'answer lost';
    if (lost && (moment === 'token' || moment === 'folder' || moment === 'after the last byte')) return false;
    failure.times -= 1;
    failure.onHit?.();
    const [status = '', reason] = failure.fault.split(' ');
    if (failure.fault === 'hang') {
      // Neither an answer nor an end: whoever waits has to give up by himself.
      request.socket.setTimeout(0);
      return true;
    }
    if (failure.fault === 'cut' || lost) request.socket.destroy();
    else if (failure.fault === 'garbage') {
      response.writeHead(200, { 'Content-Type': 'application/json', Connection: 'close' });
      response.end('{"id": ');
    } else {
      const words: Record<string, string> = {
        401: 'authError',
        404: 'notFound',
        429: 'rateLimitExceeded',
        500: 'internalError',
        503: 'backendError',
      };
      refuse(response, Number(status), reason ?? words[status] ?? 'badRequest', { Connection: 'close' });
    }
    return true;
  };
  /** What was asked is done, and the answer never arrives. */
  const losesAnswer = (moment: Moment, request: IncomingMessage): boolean => {
    if (!failure || failure.at !== moment || failure.times <= 0 || failure.fault !== 'answer lost') return false;
    failure.times -= 1;
    failure.onHit?.();
    request.socket.destroy();
    return true;
  };

  async function readBody(request: IncomingMessage, response: ServerResponse, moments: boolean): Promise<Buffer> {
    const expected = Number(request.headers['content-length'] ?? 0);
    const chunks: Buffer[] = [];
    let size = 0;
    if (moments && failNow('first byte', request, response)) throw new Failing();
    let tried = false;
    for await (const chunk of request) {
      chunks.push(chunk);
      size += chunk.length;
      if (moments && !tried && size >= expected / 2) {
        tried = true;
        if (failNow('middle', request, response)) throw new Failing();
      }
    }
    if (moments && failNow('after the last byte', request, response)) throw new Failing();
    return Buffer.concat(chunks);
  }

  const isTrashed = (one: FakeFile): boolean =>
    one.trashed ||
    one.parents.some((id) => {
      const parent = store.get(id);
      return parent !== undefined && isTrashed(parent);
    });

  const present = (one: FakeFile) => ({
    id: one.id,
    name: one.name,
    mimeType: one.mimeType,
    trashed: isTrashed(one),
    parents: one.parents,
    ...(one.driveId ? { driveId: one.driveId } : {}),
    capabilities: { canAddChildren: one.mimeType === FOLDER && !one.readOnly },
    webViewLink: `https://drive.google.com/file/d/${one.id}/view`,
    contentRestrictions: one.mimeType !== FOLDER && one.readOnly ? [{ readOnly: true }] : [],
    ...(one.mimeType === FOLDER
      ? {}
      : { size: String(one.bytes.length), sha256Checksum: createHash('sha256').update(one.bytes).digest('hex') }),
  });

  /** Creates or changes a file. @returns the refusal, if any */
  const write = (
    response: ServerResponse,
    {
      id,
      metadata,
      bytes,
      mimeType,
    }: { id: string | null; metadata: Metadata; bytes: Buffer | null; mimeType?: string },
  ): FakeFile | null => {
    if (id) {
      const found = store.get(id);
      if (!found) {
        refuse(response, 404, 'notFound');
        return null;
      }
      if (found.readOnly && bytes) {
        refuse(response, 403, 'cannotModifyReadOnly');
        return null;
      }
      // A content manager may lock a file, not lock it for managers alone.
      if (metadata.contentRestrictions?.some(({ ownerRestricted }) => ownerRestricted)) {
        refuse(response, 403, 'insufficientFilePermissions');
        return null;
      }
      if (bytes) found.bytes = bytes;
      if (metadata.name) found.name = metadata.name;
      if (metadata.trashed !== undefined) found.trashed = metadata.trashed;
      if (metadata.contentRestrictions) found.readOnly = metadata.contentRestrictions.some(({ readOnly }) => readOnly);
      return found;
    }
    const parent = store.get(metadata.parents?.[0] ?? '');
    // As with Google, a folder in the bin takes files: they are in the bin with it.
    if (!parent) {
      refuse(response, 404, 'notFound');
      return null;
    }
    if (!parent.driveId) {
      refuse(response, 403, 'storageQuotaExceeded');
      return null;
    }
    if (parent.readOnly) {
      refuse(response, 403, 'insufficientFilePermissions');
      return null;
    }
    if (metadata.id && store.has(metadata.id)) {
      refuse(response, 409, 'alreadyExists');
      return null;
    }
    const made = add({
      ...(metadata.id ? { id: metadata.id } : {}),
      name: metadata.name ?? 'Untitled',
      mimeType: metadata.mimeType ?? mimeType ?? 'application/octet-stream',
      parents: metadata.parents ?? [],
      properties: metadata.properties ?? {},
      bytes: bytes ?? Buffer.alloc(0),
    });
    return store.get(made) ?? null;
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake');
    const path = url.pathname;
    const count = (name: string): void => {
      calls[name] = (calls[name] ?? 0) + 1;
    };

    if (path === '/token') {
      count('token');
      const body = new URLSearchParams((await readBody(request, response, false)).toString());
      if (failNow('token', request, response)) return;
      const verified = await jwtVerify(body.get('assertion') ?? '', await importSPKI(publicPem, 'RS256'), {
        audience: `${base()}/token`,
        issuer: account,
      }).catch(() => null);
      if (!verified || !String(verified.payload.scope).includes('auth/drive'))
        return answer(response, 400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' });
      const token = randomBytes(16).toString('hex');
      tokens.add(token);
      if (losesAnswer('token', request)) return;
      return answer(response, 200, { access_token: token, expires_in: 3_599, token_type: 'Bearer' });
    }

    const token = /^Bearer (\w+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (!token || !tokens.has(token)) return refuse(response, 401, 'authError');
    const session = path.startsWith('/upload/session/') ? sessions.get(path.slice('/upload/session/'.length)) : null;
    // Without this, nothing of a shared drive exists: the commonest mistake with this API.
    if (!session && path !== '/drive/v3/files/generateIds' && url.searchParams.get('supportsAllDrives') !== 'true')
      return refuse(response, 404, 'notFound');
    const id = /^\/(?:upload\/)?drive\/v3\/files\/([^/]+)$/.exec(path)?.[1] ?? null;

    if (path === '/drive/v3/files/generateIds') {
      count('generateIds');
      return answer(response, 200, { ids: [newId()] });
    }

    if (path.startsWith('/upload/')) {
      count('upload');
      if (session === undefined) return refuse(response, 404, 'notFound');
      if (session) return uploadPiece(request, response, session);
      if (url.searchParams.get('uploadType') === 'resumable') {
        const metadata = JSON.parse((await readBody(request, response, false)).toString()) as Metadata;
        if (id === null && metadata.id && store.has(metadata.id)) return refuse(response, 409, 'alreadyExists');
        const key = randomBytes(8).toString('hex');
        sessions.set(key, {
          id,
          metadata,
          received: Buffer.alloc(0),
          size: Number(request.headers['x-upload-content-length']),
          mimeType: String(request.headers['x-upload-content-type']),
        });
        return answer(response, 200, {}, { Location: `${base()}/upload/session/${key}` });
      }
      const body = await readBody(request, response, true);
      const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1] ?? '';
      const { metadata, bytes, mimeType } = splitRelated(body, boundary);
      if (bytes.length > 5 * 1024 * 1024) return refuse(response, 413, 'uploadTooLarge');
      const written = write(response, { id, metadata, bytes, mimeType });
      if (!written || losesAnswer('after the last byte', request)) return;
      return answer(response, 200, present(written));
    }

    if (request.method === 'GET' && path === '/drive/v3/files') {
      count('list');
      const q = url.searchParams.get('q') ?? '';
      const stamp = /value='((?:[^'\\]|\\.)*)'/.exec(q)?.[1]?.replace(/\\(.)/g, '$1');
      const parent = /'([^']+)' in parents/.exec(q)?.[1];
      const shared =
        url.searchParams.get('includeItemsFromAllDrives') === 'true' && url.searchParams.get('driveId') === DRIVE;
      const files = [...store.values()].filter(
        (one) => shared && !isTrashed(one) && one.parents.includes(parent ?? '') && one.properties.diplo === stamp,
      );
      return answer(response, 200, { files: files.map(present) });
    }

    if (request.method === 'POST' && path === '/drive/v3/files') {
      count('folder');
      const metadata = JSON.parse((await readBody(request, response, false)).toString()) as Metadata;
      if (failNow('folder', request, response)) return;
      const written = write(response, { id: null, metadata, bytes: null });
      if (!written || losesAnswer('folder', request)) return;
      return answer(response, 200, present(written));
    }

    const found = id ? store.get(id) : undefined;
    if (!found) return refuse(response, 404, 'notFound');
    if (request.method === 'GET' && url.searchParams.get('alt') === 'media') {
      response.writeHead(200, { 'Content-Type': found.mimeType });
      response.end(found.bytes);
      return;
    }
    if (request.method === 'GET') {
      count('get');
      return answer(response, 200, present(found));
    }
    if (request.method === 'PATCH') {
      count('change');
      const metadata = JSON.parse((await readBody(request, response, false)).toString()) as Metadata;
      const written = write(response, { id, metadata, bytes: null });
      if (written) answer(response, 200, present(written));
      return;
    }
    if (request.method === 'DELETE') {
      // A content manager of a shared drive may put things in the bin, not destroy them.
      return refuse(response, 403, 'insufficientFilePermissions');
    }
    refuse(response, 400, 'badRequest');
  }

  async function uploadPiece(
    request: IncomingMessage,
    response: ServerResponse,
    session: { id: string | null; metadata: Metadata; received: Buffer; size: number; mimeType: string },
  ): Promise<void> {
    const range = String(request.headers['content-range']);
    const asked = /^bytes \*\/\d+$/.test(range);
    const incomplete = (): void => {
      const end = session.received.length - 1;
      response.writeHead(308, end >= 0 ? { Range: `bytes=0-${end}` } : {});
      response.end();
    };
    if (!asked) {
      const from = Number(/^bytes (\d+)-/.exec(range)?.[1]);
      const body = await readBody(request, response, true);
      if (from !== session.received.length) return refuse(response, 400, 'badRange');
      session.received = Buffer.concat([session.received, body]);
    }
    if (session.received.length < session.size) return incomplete();
    const already = session.metadata.id ? store.get(session.metadata.id) : undefined;
    const written =
      already && session.id === null && already.bytes.equals(session.received)
        ? already
        : write(response, {
            id: session.id,
            metadata: session.metadata,
            bytes: session.received,
            mimeType: session.mimeType,
          });
    if (!written || losesAnswer('after the last byte', request)) return;
    answer(response, 200, present(written));
  }

  const server = createServer((request, response) => {
    if (isDown) {
      request.socket.destroy();
      return;
    }
    handle(request, response).catch((error) => {
      if (!(error instanceof Failing)) request.socket.destroy();
    });
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  const base = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: base(),
    account,
    folder,
    ownFolder,
    readOnlyFolder,
    file,
    credentials: Buffer.from(
      JSON.stringify({
        type: 'service_account',
        client_email: account,
        private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
        private_key_id: 'k1',
        // Never followed: calls to it would fail.
        token_uri: 'http://127.0.0.1:9/ailleurs',
      }),
    ),
    fail: (next) => {
      failure = next;
    },
    mend: () => {
      failure = null;
    },
    down: (value) => {
      isDown = value;
    },
    files: () => [...store.values()].filter((one) => one.mimeType !== FOLDER && one.id !== file && !isTrashed(one)),
    folders: () =>
      [...store.values()].filter((one) => one.mimeType === FOLDER && !isTrashed(one) && one.parents.length > 0),
    forgetTokens: () => tokens.clear(),
    addFolder: (name) => add({ name }),
    trash: (id) => {
      const found = store.get(id);
      if (found) found.trashed = true;
    },
    calls: () => calls,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

function splitRelated(
  body: Buffer,
  boundary: string,
): { metadata: Record<string, never>; bytes: Buffer; mimeType: string } {
  const mark = Buffer.from(`--${boundary}`);
  const second = body.indexOf(mark, mark.length);
  const last = body.lastIndexOf(mark);
  const head = body.subarray(mark.length, second).toString();
  const metadata = JSON.parse(head.slice(head.indexOf('\r\n\r\n') + 4));
  const part = body.subarray(second + mark.length, last - 2);
  const start = part.indexOf('\r\n\r\n');
  const mimeType = /Content-Type: (.+)/.exec(part.subarray(0, start).toString())?.[1]?.trim() ?? '';
  return { metadata, bytes: Buffer.from(part.subarray(start + 4)), mimeType };
}
