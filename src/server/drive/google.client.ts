import { importPKCS8, SignJWT } from 'jose';
import { DriveFault } from './drive.ts';
import type { ServiceAccount } from './google.account.ts';
import { faultOfAnswer, unreachable } from './google.faults.ts';

export interface GoogleRequest {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** `/drive/v3/files`, or a whole address of the same origin. */
  url: string;
  query?: Record<string, string>;
  json?: unknown;
  body?: Uint8Array;
  headers?: Record<string, string>;
  /** Statuses that are an answer, not a fault, beside 2xx. */
  accept?: readonly number[];
  /** The answer is bytes. */
  binary?: boolean;
}

export interface GoogleAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what Google answers is read field by field
  body: any;
  bytes: Buffer;
}

export interface GoogleUpload {
  method: 'POST' | 'PATCH';
  url: string;
  query: Record<string, string>;
  metadata: Record<string, unknown>;
  /** Bytes in all, and the bytes from there on. */
  size: number;
  open: (from: number) => Promise<AsyncIterable<Buffer>>;
  mimeType: string;
  accept?: readonly number[];
}

export interface GoogleTiming {
  /** Longest wait for one answer (ms). */
  timeoutMs: number;
  /** Tries of one call, and the first pause between two of them (ms); each pause is twice the one before, 32 s at most. */
  tries: number;
  pauseMs: number;
}

export const GOOGLE_TIMING: GoogleTiming = { timeoutMs: 60_000, tries: 5, pauseMs: 1_000 };
const PAUSE_MAX_MS = 32_000;
/** Above this size a file is sent in pieces (Google: multipart uploads are for 5 MB and less). */
const MULTIPART_MAX = 5 * 1024 * 1024;
/** A piece: a multiple of 256 KiB, as Google wants. */
const PIECE = 8 * 256 * 1024;
const ANSWER_MAX = 64 * 1024 * 1024;
/** Sees and makes files in folders that people made: `drive.file` would not see the root folder. */
const SCOPE = 'https://www.googleapis.com/auth/drive';
const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token';
const GOOGLE_API = 'https://www.googleapis.com';
const TOKEN_MARGIN_MS = 60_000;

/** @param baseUrl another address for everything, for an emulator; `null` for Google's own */
export function googleClient(
  account: ServiceAccount,
  { baseUrl, timing = GOOGLE_TIMING }: { baseUrl: string | null; timing?: GoogleTiming },
) {
  const api = baseUrl ?? GOOGLE_API;
  // Never the address in the credentials: whoever uploads them must not choose where we call.
  const tokenUrl = baseUrl ? `${baseUrl}/token` : GOOGLE_TOKEN_URL;
  let token: { value: string; expiresAt: number } | null = null;

  const addressOf = (url: string, query: Record<string, string> = {}): string => {
    const address = new URL(url, api);
    if (address.origin !== new URL(api).origin) throw unreachable('foreignAddress');
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    return address.href;
  };

  const fetchOnce = async (url: string, init: RequestInit): Promise<GoogleAnswer> => {
    try {
      const response = await fetch(url, {
        ...init,
        // Nothing is followed elsewhere; and a 308 is how Google says that a piece has arrived.
        redirect: 'manual',
        signal: AbortSignal.timeout(timing.timeoutMs),
      });
      const bytes = await readBounded(response);
      return { status: response.status, headers: response.headers, body: null, bytes };
    } catch (error) {
      if (error instanceof DriveFault) throw error;
      throw unreachable(error instanceof Error ? error.name : 'network');
    }
  };

  const fetchToken = async (): Promise<string> => {
    if (token && token.expiresAt - TOKEN_MARGIN_MS > Date.now()) return token.value;
    const key = await importPKCS8(account.private_key, 'RS256');
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({
        alg: 'RS256',
        typ: 'JWT',
        ...(account.private_key_id ? { kid: account.private_key_id } : {}),
      })
      .setIssuer(account.client_email)
      .setAudience(tokenUrl)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key);
    const answer = await fetchOnce(tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
    });
    const { access_token, expires_in } = readJson(answer, account.client_email);
    if (typeof access_token !== 'string') throw unreachable('badAnswer');
    token = { value: access_token, expiresAt: Date.now() + (Number(expires_in) || 3_600) * 1_000 };
    return access_token;
  };

  /** Tries, and tries again after a pause what may pass by itself. */
  const retrying = async <T>(work: () => Promise<T>, tries = timing.tries): Promise<T> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof DriveFault) || error.kind === 'never' || attempt + 1 >= tries) throw error;
        const pause = timing.pauseMs * 2 ** attempt * (1 + Math.random() / 2);
        await new Promise((done) => setTimeout(done, Math.min(PAUSE_MAX_MS, error.retryAfterMs ?? pause)));
      }
    }
  };

  /** One call with a token; a token that Google no longer takes is renewed once. */
  const callOnce = async (request: GoogleRequest): Promise<GoogleAnswer> => {
    const { method = 'GET', url, query, json, body, headers, accept = [], binary = false } = request;
    for (let renewed = false; ; renewed = true) {
      const answer = await fetchOnce(addressOf(url, query), {
        method,
        headers: {
          Authorization: `Bearer ${await fetchToken()}`,
          ...(json === undefined ? {} : { 'Content-Type': 'application/json; charset=UTF-8' }),
          ...headers,
        },
        ...(json === undefined
          ? body
            ? { body: body as NonNullable<RequestInit['body']> }
            : {}
          : { body: JSON.stringify(json) }),
      });
      if (answer.status === 401 && !renewed) {
        token = null;
        continue;
      }
      if (accept.includes(answer.status)) return answer;
      if (binary && answer.status === 200) return answer;
      return { ...answer, body: readJson(answer, account.client_email) };
    }
  };
  const call = (request: GoogleRequest): Promise<GoogleAnswer> => retrying(() => callOnce(request));

  const uploadWhole = async ({ method, url, query, metadata, open, mimeType, accept = [] }: GoogleUpload) => {
    const boundary = `diplo-${crypto.randomUUID()}`;
    const body = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n${JSON.stringify(metadata)}\r\n--${boundary}\r\nContent-Type: ${mimeType}\r\n\r\n`,
      ),
      ...(await Array.fromAsync(await open(0))),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    return call({
      method,
      url,
      query: { ...query, uploadType: 'multipart' },
      headers: { 'Content-Type': `multipart/related; boundary=${boundary}` },
      body,
      accept,
    });
  };

  const uploadInPieces = async ({ method, url, query, metadata, size, open, mimeType, accept = [] }: GoogleUpload) => {
    const opened = await call({
      method,
      url,
      query: { ...query, uploadType: 'resumable' },
      headers: { 'X-Upload-Content-Type': mimeType, 'X-Upload-Content-Length': String(size) },
      json: metadata,
      accept,
    });
    if (accept.includes(opened.status)) return opened;
    const session = opened.headers.get('Location');
    if (!session) throw unreachable('noSession');
    const pieces = createPieces(open);
    try {
      let from = 0;
      let failures = 0;
      for (;;) {
        let answer: GoogleAnswer;
        const piece = await pieces.at(from);
        try {
          answer = await callOnce({
            method: 'PUT',
            url: session,
            headers: { 'Content-Range': `bytes ${from}-${from + piece.length - 1}/${size}` },
            body: piece,
            accept: [308],
          });
        } catch (error) {
          failures += 1;
          if (!(error instanceof DriveFault) || error.kind === 'never' || failures >= timing.tries) throw error;
          // How much arrived is asked before going on: nothing is sent twice, nothing is left out.
          answer = await call({
            method: 'PUT',
            url: session,
            headers: { 'Content-Range': `bytes */${size}` },
            accept: [308, 404, 410],
          });
          // The session is gone: the whole file is sent again, later.
          if (answer.status === 404 || answer.status === 410) throw unreachable('sessionGone');
        }
        if (answer.status !== 308) return answer;
        const arrived = /^bytes=0-(\d+)$/.exec(answer.headers.get('Range') ?? '')?.[1];
        from = arrived ? Number(arrived) + 1 : 0;
      }
    } finally {
      await pieces.close();
    }
  };

  return {
    /** @throws DriveFault */
    call,
    /** Sends bytes, in one piece or in several; `url` and `method` say whether the file is new. @throws DriveFault */
    upload: (upload: GoogleUpload): Promise<GoogleAnswer> =>
      upload.size > MULTIPART_MAX ? uploadInPieces(upload) : uploadWhole(upload),
    /** A fresh token. @throws DriveFault */
    authorize: async (): Promise<void> => {
      token = null;
      await retrying(fetchToken);
    },
  };
}

/**
 * Google's HTTP interface, with what each call needs to be trusted: a token, a time limit, retries of what may be
 * retried and of nothing else. Why no client library: docs/decisions/0006.
 */
export type GoogleClient = ReturnType<typeof googleClient>;

/** A file read piece after piece; what is asked for again, or from the middle, is opened there anew. */
function createPieces(open: GoogleUpload['open']) {
  let last: { from: number; bytes: Buffer } | null = null;
  let source: AsyncIterator<Buffer> | null = null;
  let rest: Buffer = Buffer.alloc(0);
  return {
    async at(from: number): Promise<Buffer> {
      if (last?.from === from) return last.bytes;
      if (!source || last === null || from !== last.from + last.bytes.length) {
        await source?.return?.();
        source = (await open(from))[Symbol.asyncIterator]();
        rest = Buffer.alloc(0);
      }
      const chunks = [rest];
      for (let got = rest.length; got < PIECE; ) {
        const { value, done } = await source.next();
        if (done) break;
        chunks.push(value);
        got += value.length;
      }
      const bytes = Buffer.concat(chunks);
      rest = bytes.subarray(PIECE);
      last = { from, bytes: bytes.subarray(0, PIECE) };
      return last.bytes;
    },
    async close() {
      await source?.return?.();
    },
  };
}

/** @throws DriveFault when it is a refusal, or when a success cannot be read */
// biome-ignore lint/suspicious/noExplicitAny: what Google answers is read field by field
function readJson({ status, bytes, headers }: GoogleAnswer, account: string): any {
  const text = bytes.toString('utf8');
  let body: unknown = null;
  try {
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    if (status < 400) throw unreachable('badAnswer');
  }
  if (status >= 200 && status < 300) return body;
  throw faultOfAnswer({ status, body, retryAfter: headers.get('Retry-After') }, account);
}

async function readBounded(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > ANSWER_MAX) throw unreachable('tooLarge');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
