import { refresh } from '#shared/auth/auth.contract.ts';
import type { BodyInputOf, Endpoint, OutputOf, ParamsOf, QueryInputOf } from '#shared/contract/endpoint.ts';
import { type ErrorBody, type ErrorCode, type Fault, GENERIC_ERROR, isErrorBody } from '#shared/contract/error.ts';
import { addressOf } from './address.ts';
import { forgetEarly, takeEarly } from './early.ts';
import { guestEnds, guestToken } from './guest.ts';
import { type Reply, replyOf } from './reply.ts';
import { accessToken, forgetTokens, isExpired, isOfThisTab, keepToken, refreshToken, sessionEnds } from './session.ts';

/** What the server refused, or that it did not answer (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody | null;

  constructor(status: number, body: ErrorBody | null, message: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
  }

  /** What a program does about it, where the sentence alone does not tell. */
  get code(): ErrorCode | undefined {
    return this.body?.code;
  }

  /** The faults of an invalid input, each with its place; none for any other error. */
  get faults(): Fault[] {
    return this.status === 422 && Array.isArray(this.body?.detail) ? this.body.detail : [];
  }
}

/** The first sentence about each field that the server found wrong, by its name. */
export function faultsByField(problem: unknown): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { loc, msg } of problem instanceof ApiError ? problem.faults : []) {
    found[String(loc.at(-1))] ??= msg;
    // One of several of a name is known by its whole place: `points.1.valeur`.
    found[loc.slice(1).join('.')] ??= msg;
  }
  return found;
}

/** What went wrong, as a person reads it. */
export const sentenceOf = (problem: unknown): string => (problem instanceof Error ? problem.message : String(problem));

const ANOTHER = 'Une autre personne s’est connectée dans ce navigateur. Reconnectez-vous pour continuer.';
const NO_ANSWER = 'Le serveur ne répond pas. Vérifiez votre connexion, puis réessayez : rien n’est perdu.';

export interface CallInput<E extends Endpoint> {
  params?: ParamsOf<E>;
  query?: QueryInputOf<E>;
  body?: BodyInputOf<E> | Record<string, unknown>;
  /** One, or several where the endpoint takes several. */
  file?: File | readonly File[] | null;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Told the share of the body that has left, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Calls an endpoint by its declaration. @throws ApiError */
export async function call<E extends Endpoint>(declaration: E, input: CallInput<E> = {}): Promise<OutputOf<E>> {
  return (await callForReply(declaration, input)).data;
}

export async function callForReply<E extends Endpoint>(
  declaration: E,
  input: CallInput<E> = {},
): Promise<Reply<OutputOf<E>>> {
  const early =
    declaration.method === 'GET' ? await takeEarly<OutputOf<E>>(addressOfCall(declaration, input)) : undefined;
  return early ?? replyOf(await send(declaration, input));
}

/** Where a call goes. */
export const addressOfCall = <E extends Endpoint>(
  { path }: Pick<E, 'path'>,
  { params, query }: Pick<CallInput<E>, 'params' | 'query'>,
): string => addressOf(path, params as Record<string, string> | undefined, query ?? {});

/** Fetches a file and hands it to the browser's downloads. */
export async function download<E extends Endpoint>(
  declaration: E,
  params: ParamsOf<E>,
  fileName: string | null,
  query?: QueryInputOf<E>,
): Promise<void> {
  const response = await send(declaration, { params, ...(query === undefined ? {} : { query }) } as CallInput<E>);
  const url = URL.createObjectURL(await response.blob());
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName ?? nameSaid(response) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** The name that the server gives a file (RFC 6266). */
const nameSaid = ({ headers }: Response): string =>
  decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '');

/** The bytes of a file. */
export async function readBytes<E extends Endpoint>(
  declaration: E,
  input: Pick<CallInput<E>, 'params' | 'query' | 'signal'>,
): Promise<ArrayBuffer> {
  return (await send(declaration, input)).arrayBuffer();
}

/** @throws ApiError once another account has signed in beside this tab */
function checkTab(token: string | null): void {
  if (token === null || isOfThisTab(token)) return;
  sessionEnds(ANOTHER);
  throw new ApiError(401, null, ANOTHER);
}

async function send<E extends Endpoint>(declaration: E, input: CallInput<E>): Promise<Response> {
  if (declaration.right === 'guest') return sendAsGuest(declaration, input);
  const open = declaration.right === 'public' || declaration.right === 'link';
  const token = accessToken() ?? (refreshToken() && !open ? await renew('') : null);
  // An expired token is refreshed first; a 401 is tried once more after a refresh.
  const fresh = token && isExpired(token) && refreshToken() ? await renew(token) : token;
  if (!open) checkTab(fresh);
  let response = await fetchOnce(declaration, input, fresh);
  if (response.status === 401 && token && declaration.right !== 'public') {
    const renewed = await renew(fresh ?? token);
    checkTab(renewed);
    response = await fetchOnce(declaration, input, renewed);
    if (response.status === 401 && accessToken() === renewed) endSession();
  }
  // Signed out in another tab: this one goes back to the sign-in page too.
  if (response.status === 401 && !token && !open && accessToken() === null) sessionEnds();
  if (response.ok) return response;
  throw await errorOf(response);
}

/** By the session of a link, whoever is signed in beside it. */
async function sendAsGuest<E extends Endpoint>(declaration: E, input: CallInput<E>): Promise<Response> {
  const response = await fetchOnce(declaration, input, guestToken());
  if (response.status === 401) guestEnds();
  if (response.ok) return response;
  throw await errorOf(response);
}

async function fetchOnce<E extends Endpoint>(
  declaration: E,
  { body, file, headers, signal, onProgress, ...where }: CallInput<E>,
  token: string | null,
): Promise<Response> {
  const address = addressOfCall<E>(declaration, where);
  if (declaration.method !== 'GET') forgetEarly();
  const init: RequestInit = {
    method: declaration.method,
    headers: {
      ...(token && declaration.right !== 'public' ? { Authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    credentials: 'same-origin',
    ...(signal ? { signal } : {}),
  };
  try {
    const request = withBody(init, declaration, body, file ? [file].flat() : []);
    return await (onProgress ? sendWithProgress(address, request, onProgress) : fetch(address, request));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, null, NO_ANSWER);
  }
}

/** What `fetch` does, telling how much of the body has left: `fetch` itself cannot. */
function sendWithProgress(url: string, init: RequestInit, onProgress: (share: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'GET', url);
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () => {
      const type = request.getResponseHeader('Content-Type');
      resolve(
        new Response(request.status === 204 ? null : request.responseText, {
          status: request.status,
          ...(type ? { headers: { 'Content-Type': type } } : {}),
        }),
      );
    };
    request.onerror = () => reject(new TypeError('Network failure'));
    request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
    init.signal?.addEventListener('abort', () => request.abort());
    request.send(init.body as XMLHttpRequestBodyInit | null);
  });
}

function withBody(
  init: RequestInit,
  declaration: Pick<Endpoint, 'consumes'>,
  body: unknown,
  files: readonly File[],
): RequestInit {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined);
  if (files.length > 0) {
    const form = new FormData();
    for (const [name, value] of fields) if (value !== null) form.append(name, String(value));
    for (const file of files) form.append('file', file, file.name);
    return { ...init, body: form };
  }
  if (body === undefined) return init;
  if (declaration.consumes?.[0] === 'form')
    return { ...init, body: new URLSearchParams(fields.map(([name, value]) => [name, String(value)])) };
  return { ...init, body: JSON.stringify(body), headers: { ...init.headers, 'Content-Type': 'application/json' } };
}

async function errorOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const known = isErrorBody(body) ? body : null;
  const detail = known?.detail;
  const message =
    typeof detail === 'string' ? detail : detail ? detail.map((fault) => fault.msg).join('\n') : GENERIC_ERROR;
  return new ApiError(response.status, known, message);
}

function endSession(): void {
  if (accessToken() === null && refreshToken() === null) return;
  forgetTokens();
  sessionEnds();
}

/**
 * A new access token. One tab refreshes at a time; the others take what it got.
 * @param spent the token that no longer serves
 * @throws ApiError 401 when the session is over
 */
async function renew(spent: string): Promise<string> {
  return navigator.locks.request('diplo-refresh', async () => {
    const current = accessToken();
    if (current && current !== spent && !isExpired(current)) return current;
    const refresh_token = refreshToken();
    const response = refresh_token
      ? await fetchOnce(refresh, { body: { refresh_token } }, null)
      : new Response(null, { status: 401 });
    if (response.ok) {
      const tokens = await response.json();
      keepToken(tokens.access_token);
      return tokens.access_token as string;
    }
    const error = await errorOf(response);
    // A server in trouble does not end a session; a refusal does, but not of one begun meanwhile.
    if (response.status < 500 && refreshToken() === refresh_token) endSession();
    throw error;
  });
}
