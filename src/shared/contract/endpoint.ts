import type { z } from 'zod';
import type { Right } from './rights.ts';

/**
 * What an endpoint is, declared once: the server mounts it, the browser calls through it, OpenAPI is computed from it.
 * A declaration without a right does not compile.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, parameters between braces: `/products/{id}`. */
  readonly path: `/${string}`;
  readonly right: Right;
  readonly tag: string;
  readonly summary: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Kinds of body taken; `json` unless said otherwise. */
  readonly consumes?: readonly ('json' | 'form' | 'multipart')[];
  /** Whether a multipart body carries a part named `file`. */
  readonly file?: 'required' | 'optional';
  /** As many parts of that name as it may carry; one unless said otherwise. */
  readonly files?: number;
  /** Largest file that it takes, in bytes; that of the installation unless said otherwise. */
  readonly fileMaxBytes?: number;
  /** The rule needs the database (a draft or not, a formula or not): the service reads the body by itself. */
  readonly checkedBy?: 'service';
  /** `file`: a stream of bytes; `nothing`: 204 without a body; `redirect`: the browser is led to another page. */
  readonly output: z.ZodType | 'file' | 'nothing' | 'redirect';
  readonly status?: 200 | 201 | 202;
  /** Open to who must change a password that somebody else gave: nothing else is. */
  readonly beforePasswordChange?: true;
  /** Open to an administrator who must first set up the second factor that the firm asks for. */
  readonly beforeFactor?: true;
  /** Open to who must first link the account to the provider of the firm, by which alone one signs in here. */
  readonly beforeLink?: true;
  /** The menu leads everybody there: a refusal is explained on the screen, and is no line of the journal. */
  readonly offered?: true;
  /** Largest JSON or form body taken, in bytes; `BODY_BYTES` unless said otherwise. */
  readonly bodyMaxBytes?: number;
  /**
   * Which tokens of programs may call it, where its method does not say so: `read` changes nothing, `intake` gives files
   * to be filed, `never` asks for a person. `scopesFor` reads it.
   */
  readonly token?: 'read' | 'intake' | 'never';
  /** A repeated call with the same `Idempotency-Key` header answers the first one's result. */
  readonly idempotent?: true;
}

/** Bytes of a body: of a few short texts, of many lines, of a record with long texts. */
export const BODY_BYTES = 128 * 1024;
export const LINES_BYTES = 2 * 1024 * 1024;
export const RECORD_BYTES = 5 * 1024 * 1024;

export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;

type Method = Endpoint['method'];
type Line = `${Method} /${string}`;
type Declared<L extends Line> = L extends `${infer M extends Method} ${infer Path extends `/${string}`}`
  ? { readonly method: M; readonly path: Path }
  : never;

/**
 * The endpoints of a room: `api('GET /products/{id}', 'member', { summary: 'Lire un produit', output: product })`.
 * @param all what is true of each of them
 */
export const endpointsOf =
  (tag: string, all: Pick<Endpoint, 'token'> = {}) =>
  <const L extends Line, const R extends Right, const E extends Omit<Endpoint, 'method' | 'path' | 'right' | 'tag'>>(
    line: L,
    right: R,
    rest: E,
  ): Declared<L> & { readonly right: R; readonly tag: string } & E => {
    const [method, path] = line.split(' ');
    return { ...({ method, path } as Declared<L>), right, tag, ...all, ...rest };
  };

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

export type ParamsOf<E extends Endpoint> = Record<ParamNames<E['path']>, string>;
export type QueryOf<E extends Endpoint> = E['query'] extends z.ZodType ? z.output<E['query']> : undefined;
export type QueryInputOf<E extends Endpoint> = E['query'] extends z.ZodType ? z.input<E['query']> : undefined;
export type BodyOf<E extends Endpoint> = E extends { checkedBy: 'service' }
  ? unknown
  : E['body'] extends z.ZodType
    ? z.output<E['body']>
    : undefined;
export type BodyInputOf<E extends Endpoint> = E['body'] extends z.ZodType ? z.input<E['body']> : undefined;
export type OutputOf<E extends Endpoint> = E['output'] extends z.ZodType
  ? z.output<E['output']>
  : E['output'] extends 'nothing'
    ? undefined
    : never;

export const API_PREFIX = '/api/v1';

/** `/products/{id}` with `{ id: 'a b' }` → `/api/v1/products/a%20b`. */
export function pathOf(declaration: Pick<Endpoint, 'path'>, params: Record<string, string> = {}): string {
  const path = declaration.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return `${API_PREFIX}${path}`;
}
