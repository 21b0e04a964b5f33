import { importPKCS8, SignJWT } from 'jose';
import { DriveFault } from './drive.ts';
import type { ServiceAccount } from './google.account.ts';
import { faultOfAnswer, unreachable } from './google.faults.ts';
import type { GoogleAnswer, GoogleRequest, GoogleTiming } from './google.requests.ts';
import { createGoogleUpload } from './google.upload.ts';

export const GOOGLE_TIMING: GoogleTiming = { timeoutMs: 60_000, tries: 5, pauseMs: 1_000 };
const PAUSE_MAX_MS = 32_000;
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
  const googleUpload = createGoogleUpload({ timing, callOnce, call });

  return {
    /** @throws DriveFault */
    call,
    ...googleUpload,
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
