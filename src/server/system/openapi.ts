import { z } from 'zod';
import { API_PREFIX, type Endpoint } from '#shared/contract/endpoint.ts';
import { RIGHTS } from '#shared/contract/rights.ts';
import { scopesFor } from '#shared/contract/scopes.ts';

const MEDIA = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const;

const toSchema = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return rest;
};

/** OpenAPI 3.1 of the whole API, computed from the declarations that validate it. */
export function openapiOf(declarations: readonly Endpoint[], version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const declaration of declarations) {
    const path = `${API_PREFIX}${declaration.path}`;
    paths[path] ??= {};
    paths[path][declaration.method.toLowerCase()] = operationOf(declaration);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Diplo',
      version,
      description: 'Dossiers d’information produit : produits, modèles, documents générés, validés et conservés.',
      license: { name: 'MIT' },
    },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: ERROR_SCHEMA },
    },
  };
}

const ERROR_SCHEMA = {
  type: 'object',
  required: ['detail'],
  properties: {
    detail: {
      anyOf: [
        { type: 'string', description: 'Une phrase en français' },
        {
          type: 'array',
          items: {
            type: 'object',
            required: ['loc', 'msg', 'type'],
            properties: {
              loc: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
              msg: { type: 'string' },
              type: { type: 'string' },
            },
          },
        },
      ],
    },
    code: { type: 'string', description: 'Un mot pour les programmes, où la phrase ne suffit pas' },
    findings: { type: 'array', description: 'Ce qui est constaté avant de sceller (409)' },
  },
};

/** Of what answers no JSON. */
const STATUSES: Readonly<Record<string, number>> = { nothing: 204, redirect: 303 };

function operationOf(declaration: Endpoint): Record<string, unknown> {
  const { method, right } = declaration;
  const needsToken = right !== 'public' && right !== 'link';
  const success = STATUSES[String(declaration.output)] ?? declaration.status ?? 200;
  const hasBody = declaration.body !== undefined || declaration.file !== undefined;
  const refusals = [
    '400',
    // Doors without an account refuse too: a password, a code, a link.
    ...(needsToken || method !== 'GET' ? ['401'] : []),
    ...(needsToken ? ['403'] : []),
    '404',
    ...(method === 'GET' ? [] : ['409']),
    ...(isRevised(declaration) ? ['412'] : []),
    ...(hasBody ? ['413', '415'] : []),
    '422',
    '429',
    '500',
    '503',
  ];
  return {
    tags: [declaration.tag],
    summary: declaration.summary,
    description: `Droit : ${RIGHTS[right].label}.${needsToken ? ` Jetons : ${scopesFor(declaration).join(', ') || 'aucun'}.` : ''}`,
    operationId: `${declaration.method.toLowerCase()}${declaration.path.replace(/(?<!\W)\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '')}`,
    ...(needsToken ? { security: [{ bearer: [] }] } : {}),
    parameters: parametersOf(declaration),
    ...bodyOf(declaration),
    responses: {
      [success]: successOf(declaration),
      ...Object.fromEntries(
        refusals.map((status) => [
          status,
          {
            description: 'Erreur',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        ]),
      ),
    },
  };
}

/** What is changed or removed by its own address. */
const isRevised = ({ method, path }: Endpoint): boolean =>
  ['PUT', 'PATCH', 'DELETE'].includes(method) && path.includes('{');

function parametersOf(declaration: Endpoint): unknown[] {
  const path = [...declaration.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const schema = (declaration.query ? toSchema(declaration.query, 'input') : {}) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  const query = Object.entries(schema.properties ?? {}).map(([name, one]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    schema: one,
  }));
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  return [
    ...path,
    ...query,
    ...(declaration.idempotent
      ? [header('Idempotency-Key', 'La même clé rend la réponse du premier appel, sans le refaire.')]
      : []),
    ...(isRevised(declaration)
      ? [
          header(
            'If-Match',
            'La révision lue (ETag). Une autre a été enregistrée depuis : 412. Absente : rien n’est comparé.',
          ),
        ]
      : []),
  ];
}

function bodyOf(declaration: Endpoint): Record<string, unknown> {
  if (!declaration.body && !declaration.file) return {};
  const schema = (declaration.body ? toSchema(declaration.body, 'input') : { type: 'object' }) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  const content = (declaration.consumes ?? ['json']).map((kind) => {
    if (kind !== 'multipart') return [MEDIA[kind], { schema }];
    const required = [...(schema.required ?? []), ...(declaration.file === 'required' ? ['file'] : [])];
    const one = { type: 'string', format: 'binary' };
    const many = { type: 'array', items: one, maxItems: declaration.files };
    const properties = { ...schema.properties, file: declaration.files ? many : one };
    return [MEDIA[kind], { schema: { ...schema, properties, required } }];
  });
  return { requestBody: { required: true, content: Object.fromEntries(content) } };
}

function successOf(declaration: Endpoint): Record<string, unknown> {
  if (declaration.output === 'redirect') return { description: 'Vers une autre page' };
  if (declaration.output === 'nothing') return { description: 'Fait' };
  if (declaration.output === 'file')
    return {
      description: 'Le fichier',
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    };
  return {
    description: 'Fait',
    content: { 'application/json': { schema: toSchema(declaration.output as z.ZodType, 'output') } },
  };
}
