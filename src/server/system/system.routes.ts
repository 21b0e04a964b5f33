import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import * as contract from '#shared/system/system.contract.ts';
import { notFound, unavailable } from '../errors.ts';
import type { Mount } from '../http/mount.ts';
import type { MailService } from '../mail/mail.service.ts';
import type { Health } from './health.service.ts';
import type { Metrics } from './metrics.ts';
import { openapiOf } from './openapi.ts';

interface SystemDependencies {
  health: Health;
  mail: Pick<MailService, 'test'>;
  /** `null` when nobody asked for any. */
  metrics: Metrics | null;
  version: string;
  declarations: readonly Endpoint[];
}

export function systemRoutes(mount: Mount, { health, mail, metrics, version, declarations }: SystemDependencies): void {
  mount(contract.health, async () => {
    const fault = await health.fault();
    if (fault) throw unavailable(fault);
    return { status: 'ok' as const, version };
  });
  mount(contract.healthParts, () => health.parts());
  mount(contract.testMail, ({ signed, by }) => mail.test({ ...by, email: signed.account.email }));
  mount(contract.metrics, async () => {
    if (!metrics) throw notFound('adresse');
    const { text, type } = await metrics.read();
    const bytes = Buffer.from(text, 'utf8');
    return {
      stream: Readable.from(bytes),
      size: bytes.length,
      mimeType: type,
      fileName: 'metrics.txt',
      disposition: 'inline',
    };
  });
  // Strangers may ask for it, and it takes a third of a second to write: once, when every declaration is there.
  let described: ReturnType<typeof openapiOf> | undefined;
  mount(contract.openapi, () => {
    described ??= openapiOf(declarations, version);
    return described;
  });
}

const DOCS_PAGE = `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API de Diplo</title>
<link rel="stylesheet" href="/api/docs/files/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="/api/docs/files/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;
/** No validator: nothing calls out. */
const DOCS_START = `SwaggerUIBundle({ url: '/api/v1/openapi.json', dom_id: '#api', deepLinking: true, validatorUrl: null });
`;
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `/api/docs`: the same description, readable. */
export function docsPage(app: FastifyInstance): void {
  app.register(fastifyStatic, {
    root: dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    prefix: '/api/docs/files/',
    decorateReply: false,
    allowedPath: (path) => /^\/swagger-ui(-bundle\.js|\.css)$/.test(path),
  });
  app.get('/api/docs', (_, reply) =>
    reply.type('text/html; charset=utf-8').header('Content-Security-Policy', DOCS_POLICY).send(DOCS_PAGE),
  );
  app.get('/api/docs/start.js', (_, reply) => reply.type('text/javascript; charset=utf-8').send(DOCS_START));
}
