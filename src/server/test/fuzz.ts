import type { InjectOptions } from 'fastify';
import { z } from 'zod';
import { type Endpoint, pathOf } from '#shared/contract/endpoint.ts';
import { docxOf, p } from './docx.maker.ts';
import { type Caller, multipart, type TestApp } from './test.app.ts';

/** Requests made from the declarations: valid, nearly valid, absurd. The same seed makes the same ones. */

type Random = () => number;

/** mulberry32: small, and the same everywhere. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of them. */
export const pick = <T>(random: Random, all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const TEXTS = [
  '',
  ' ',
  'x',
  'Crème « Éclat »',
  '\u0000',
  '\ud800',
  '😀'.repeat(130),
  'x'.repeat(60_000),
  // Repeated: what an expression would try from every place.
  ' '.repeat(60_000),
  '1 '.repeat(30_000),
  'a, '.repeat(1_500),
  '( '.repeat(120),
  '1 % ; '.repeat(700),
  "' OR 1=1--",
  '<script>alert(1)</script>',
  '{{nom_commercial}}',
  '%00',
  '../../etc/passwd',
  '2026-02-30',
  '2026-03-15',
  '5,5',
  '< 10',
  '1e999',
  '-0',
  'NaN',
  'constructor',
  '__proto__',
  'toString',
  '\u202e\u2066',
  'null',
];
const ABSURD: readonly unknown[] = [
  null,
  true,
  -1,
  0.1,
  1e308,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [[]],
  { length: { toString: 1 } },
  { length: -1 },
  { constructor: { prototype: 1 } },
  { toString: null },
  { toJSON: 1 },
  { toString: 1 },
  { valueOf: 1 },
  Array.from({ length: 600 }, () => 'x'),
  ...TEXTS,
];

type Schema = Record<string, unknown>;

/** A value that the JSON schema would take, most of the time. */
function drawn(schema: Schema, random: Random, known: readonly string[]): unknown {
  if (random() < 0.12) return pick(random, ABSURD);
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices) return drawn(pick(random, choices), random, known);
  if (Array.isArray(schema.enum)) return pick(random, schema.enum);
  if ('const' in schema) return schema.const;
  switch (schema.type) {
    case 'object': {
      const value: Record<string, unknown> = {};
      for (const [name, inner] of Object.entries((schema.properties ?? {}) as Record<string, Schema>))
        if (random() < 0.7) value[name] = drawn(inner, random, known);
      if (random() < 0.1) value[pick(random, ['inconnu', '__proto__', 'constructor', 'length'])] = pick(random, ABSURD);
      return value;
    }
    case 'array':
      return Array.from({ length: Math.floor(random() * 4) }, () => drawn(schema.items as Schema, random, known));
    case 'integer':
    case 'number':
      return pick(random, [0, 1, 2, 5.5, -3, 1e12, 200]);
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    default:
      // A field of a catalogue says nothing of its kind: whatever comes is read.
      if (schema.type === undefined && random() < 0.3) return pick(random, ABSURD);
      return random() < 0.5 && known.length > 0 ? pick(random, known) : pick(random, TEXTS);
  }
}

const schemas = new WeakMap<Endpoint, { body: Schema; query: Schema }>();
function schemasOf(one: Endpoint): { body: Schema; query: Schema } {
  const known = schemas.get(one);
  if (known) return known;
  const read = (schema: z.ZodType | undefined): Schema =>
    schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema) : { type: 'object' };
  const made = { body: read(one.body), query: read(one.query) };
  schemas.set(one, made);
  return made;
}

const DOCX = docxOf({ body: p('{{nom_commercial}} {{#fichiers}}{{nom}}{{/fichiers}}') });
const FILES: readonly Buffer[] = [
  DOCX,
  DOCX.subarray(0, 300),
  Buffer.alloc(0),
  Buffer.from('texte'),
  Buffer.from('PK\u0003\u0004'),
  Buffer.from('{"type":"service_account"}'),
  Buffer.from('{"type":{"length":{"toString":1}}}'),
  docxOf({ body: p('{{#a}}{{#b}}{{/a}}{{/b}}') }),
  docxOf({ body: p('{{constructor}}{{#toString}}x{{/toString}}') }),
];

export interface Known {
  /** Ids that exist, and some that do not. */
  ids: readonly string[];
  callers: readonly Caller[];
}

/** One request to this endpoint. */
export function requestTo(one: Endpoint, random: Random, { ids }: Pick<Known, 'ids'>): InjectOptions {
  const params = Object.fromEntries(
    [...one.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [
      name,
      random() < 0.7 ? pick(random, ids) : pick(random, TEXTS).toWellFormed(),
    ]),
  );
  const { body, query } = schemasOf(one);
  const wanted = drawn(query, random, ids);
  const search =
    typeof wanted === 'object' && wanted !== null && random() < 0.8
      ? `?${new URLSearchParams(Object.entries(wanted).map(([name, value]): [string, string] => [name, plain(value)]))}`
      : '';
  const headers: Record<string, string> = {};
  if (random() < 0.1) headers['if-match'] = pick(random, ['"1"', '*', 'W/"2"', 'x'.repeat(500), '"']);
  if (random() < 0.1) headers['idempotency-key'] = pick(random, ['a', 'x'.repeat(300), 'é', ' ']);
  const request: InjectOptions = { method: one.method, url: `${pathOf(one, params)}${search}`, headers };
  if (one.method === 'GET' || one.method === 'DELETE') return request;
  return { ...request, ...bodyOf(one, { schema: body, random, ids, headers }) };
}

function bodyOf(
  one: Endpoint,
  {
    schema,
    random,
    ids,
    headers,
  }: { schema: Schema; random: Random; ids: readonly string[]; headers: Record<string, string> },
): InjectOptions {
  const kind =
    random() < 0.9 ? pick(random, one.consumes ?? ['json']) : pick(random, ['json', 'form', 'multipart', 'none']);
  const value = random() < 0.05 ? deep(pick(random, [10, 60, 3_000])) : drawn(schema, random, ids);
  const broken = random() < 0.08;
  if (kind === 'multipart') {
    const fields = typeof value === 'object' && value !== null ? value : {};
    const { body, contentType } = multipart(
      Object.fromEntries(Object.entries(fields).map(([name, inner]) => [name.replace(/["\r\n]/g, ''), plain(inner)])),
      random() < 0.9 ? { name: pick(random, TEXTS).replace(/["\r\n]/g, ''), bytes: pick(random, FILES) } : undefined,
    );
    return {
      headers: {
        ...headers,
        'content-type': broken
          ? pick(random, ['multipart/form-data', 'multipart/form-data; boundary=', `${contentType}x`])
          : contentType,
      },
      payload: broken ? body.subarray(0, Math.floor(body.length * random())) : body,
    };
  }
  if (kind === 'form') {
    const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return {
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: broken
        ? '%%%=%&&='
        : new URLSearchParams(fields.map(([name, inner]): [string, string] => [name, plain(inner)])).toString(),
    };
  }
  if (kind === 'none') return { headers, payload: pick(random, TEXTS) };
  const text = JSON.stringify(value) ?? '';
  return {
    headers: {
      ...headers,
      'content-type': pick(random, ['application/json', 'application/json; charset=utf-8', 'application/json ;x']),
    },
    payload: broken ? text.slice(0, Math.floor(text.length * random())) : text,
  };
}

const plain = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 70_000).toWellFormed();

/** What to leave alone: it would end the sessions that the others use, or take a second of hashing each. */
const LEFT_ALONE = new Set([
  'PATCH /auth/me/password',
  'DELETE /auth/sessions',
  'POST /users/{id}/password',
  'PATCH /users/{id}',
  'POST /users',
  'POST /auth/signup',
  'POST /demo',
]);

/** Something of each kind, and who may do what with it. */
export async function populate(app: TestApp): Promise<Known> {
  const [admin, editor, viewer] = [await app.as('admin'), await app.as('editor'), await app.as('viewer')];
  const ids = ['absent', '', '0', '-1', '%2e%2e', '00000000-0000-0000-0000-000000000000'];
  for (let turn = 0; turn < 3; turn += 1) {
    const { body: product } = await editor.post('/products', { nom_commercial: `Crème ${turn}`, ph: '5,5' });
    const { body: template } = await editor.upload('/templates', {
      fields: { name: `Fiche ${turn}` },
      file: { name: 'f.docx', bytes: DOCX },
    });
    const { body: generation } = await editor.post('/generations', {
      template_id: template.id,
      product_id: product.id,
    });
    const { body: attachment } = await editor.upload('/attachments', {
      fields: { product_id: product.id, field_key: 'formula' },
      file: { name: 'a.csv', bytes: Buffer.from('x') },
    });
    const { body: menu } = await editor.post('/menus', {
      name: 'Carte',
      items: [{ name: 'a', price: 1, category: 'c' }],
    });
    ids.push(product.id, template.id, generation.id, attachment.id, menu.id, menu.items[0].id);
  }
  return { ids, callers: [admin, admin, editor, editor, viewer, app.anonymous] };
}

export interface Outcome {
  request: InjectOptions;
  status: number;
  ms: number;
}

/** Sends `count` requests, one after the other, and tells of each. */
export async function* fuzz(
  app: TestApp,
  { seed, count, known }: { seed: number; count: number; known: Known },
): AsyncGenerator<Outcome> {
  const random = seeded(seed);
  const declared = app.declarations.filter((one) => !LEFT_ALONE.has(`${one.method} ${one.path}`));
  for (let turn = 0; turn < count; turn += 1) {
    const request = requestTo(pick(random, declared), random, known);
    const from = performance.now();
    const { status } = await pick(random, known.callers).raw(request);
    yield { request, status, ms: performance.now() - from };
  }
}
