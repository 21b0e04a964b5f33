import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import fastifyFormbody from '@fastify/formbody';
import fastifyHelmet from '@fastify/helmet';
import fastifyMultipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify';
import { z } from 'zod';
import type { SignInWays } from '#shared/auth/sign.in.words.ts';
import { API_PREFIX, BODY_BYTES, type Endpoint } from '#shared/contract/endpoint.ts';
import { TOKEN_PREFIX } from '#shared/tokens/token.contract.ts';
import { attachmentRoutes } from './attachments/attachment.routes.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { createRefusalLog } from './audit/refusals.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { backupRoutes } from './backup/backup.routes.ts';
import { batchRoutes } from './batches/batch.routes.ts';
import { commentRoutes } from './comments/comment.routes.ts';
import { type Config, isExposed } from './config.ts';
import { controlRoutes } from './control/control.routes.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { deadlineRoutes } from './deadlines/deadline.routes.ts';
import { demoRoutes } from './demo/demo.routes.ts';
import type { Deps } from './deps.ts';
import { dossierRoutes } from './dossiers/dossier.routes.ts';
import { driveRoutes } from './drive/drive.routes.ts';
import { duplicateRoutes } from './duplicates/duplicate.routes.ts';
import { effectRoutes } from './effects/effect.routes.ts';
import { badRequest, wrongHost, wrongKind } from './errors.ts';
import { exportRoutes } from './exports/export.routes.ts';
import { exposureRoutes } from './exposure/exposure.routes.ts';
import { followRoutes } from './follow/follow.routes.ts';
import { formulaRoutes } from './formulas/formula.routes.ts';
import { generationRoutes } from './generations/generation.routes.ts';
import { guestRoutes } from './guests/guest.routes.ts';
import { admitBodies } from './http/admission.ts';
import { translateErrors } from './http/errors.ts';
import { createHostCheck } from './http/hosts.ts';
import { namesTwice } from './http/json.ts';
import { createLogger } from './http/log.ts';
import { accountOf, createMount, type Mount } from './http/mount.ts';
import { servePages } from './http/pages.ts';
import { sayIssue } from './http/sentences.ts';
import { importRoutes } from './imports/import.routes.ts';
import { intakeRoutes } from './intake/intake.routes.ts';
import { jobRoutes } from './jobs/job.routes.ts';
import { lotRoutes } from './lots/lot.routes.ts';
import { materialRoutes } from './materials/material.routes.ts';
import { menuRoutes } from './menus/menu.routes.ts';
import { noticeRoutes } from './notices/notice.routes.ts';
import { productRoutes } from './products/product.routes.ts';
import { regulationRoutes } from './regulation/regulation.routes.ts';
import { requestRoutes } from './requests/request.routes.ts';
import { reviewRoutes } from './reviews/review.routes.ts';
import { studyRoutes } from './studies/study.routes.ts';
import { substanceRoutes } from './substances/substance.routes.ts';
import { createMetrics } from './system/metrics.ts';
import { docsPage, systemRoutes } from './system/system.routes.ts';
import { templateRoutes } from './templates/template.routes.ts';
import { tokenRoutes } from './tokens/token.routes.ts';
import { trashRoutes } from './trash/trash.routes.ts';
import { userRoutes } from './users/user.routes.ts';

/** Nothing of what a browser offers to pages beyond the page itself. */
const PERMISSIONS =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()';
/** A year. RFC 6797 */
const HSTS_SECONDS = 31_536_000;
/** A request whose body trickles in is cut after this long (ms). */
const REQUEST_TIMEOUT_MS = 120_000;

export interface AppOptions {
  deps: Deps;
  config: Pick<
    Config,
    | 'menusAccess'
    | 'metrics'
    | 'uploadMaxMb'
    | 'trustProxy'
    | 'logFormat'
    | 'logLevel'
    | 'host'
    | 'publicUrl'
    | 'oidcIssuer'
    | 'oidcLabel'
    | 'oidcOnly'
  >;
  version: string;
  /** Where the built web app is; `null` for the API alone. */
  webFolder: string | null;
}

export interface App {
  server: FastifyInstance;
  /** Every endpoint mounted, with its right. */
  declarations: readonly Endpoint[];
}

/** Builds the whole server from its dependencies; listens to nothing. */
export async function buildApp({ deps, config, version, webFolder }: AppOptions): Promise<App> {
  z.config({ localeError: sayIssue });
  const app = Fastify({
    loggerInstance: createLogger(config),
    // Told in the answer to whoever asks for help, and found in the log.
    genReqId: () => randomUUID().slice(0, 8),
    // Addresses may carry a signature: requests are logged below by route, never by address.
    logController: new LogController({ disableRequestLogging: true }),
    // Each route says how much it takes (`endpoint.ts`); what is no route takes this.
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: config.trustProxy ?? false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: 'idle',
    // What is not even a request, before any of ours sees it.
    clientErrorHandler: (error, socket) => refuseRaw(error, socket),
    // An address that cannot be read leads nowhere.
    frameworkErrors: (_, __, reply) => {
      (reply as FastifyReply).status(404).send({ detail: 'Adresse inconnue' });
    },
  });
  translateErrors(app);
  const metrics =
    config.metrics === null ? null : createMetrics({ version, ...deps, ...deps.health, clock: () => new Date() });
  deps.documents.watchConverter((why) => {
    app.log.warn({ why }, 'the converter was replaced');
    metrics?.converterReplaced(why);
  });
  countTraffic(app, deps.traffic);
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const url = request.routeOptions.url ?? '';
    // The files of the web app are one: each has a name of its own.
    const [route, status] = [url.startsWith(API_PREFIX) ? url : 'web', reply.statusCode];
    metrics?.answered({ method, route, status, seconds: reply.elapsedTime / 1000 });
    const line = { method, route, status, ms: Math.round(reply.elapsedTime), user: accountOf(request) };
    if (status >= 500) request.log.warn(line, 'request');
    else request.log.info(line, 'request');
  });
  hideFromSearch(app);
  noteProxies(app, deps.proxies);
  refuseOtherHosts(app, config);
  refuseCrossSite(app);
  admitBodies(app);
  acceptBodies(app, config.uploadMaxMb);
  await addHeaders(app, config);
  await app.register(fastifyCookie);
  await app.register(fastifyCompress, {
    global: true,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // Bodies are taken as they come (`admitBodies`).
    globalDecompression: false,
  });

  const declarations: Endpoint[] = [];
  const mount = createMount({
    app,
    authenticate: (token) => (token.startsWith(TOKEN_PREFIX) ? deps.tokens : deps.auth).authenticate(token),
    authenticateGuest: deps.guests.authenticate,
    onRefused: createRefusalLog(deps.audit).note,
    idempotency: deps.idempotency,
    menusAccess: config.menusAccess,
    metricsToken: config.metrics === 'admin' ? null : config.metrics,
    uploadMaxMb: config.uploadMaxMb,
    inbox: deps.inbox,
    secure: config.publicUrl?.protocol === 'https:',
    declarations,
  });
  authRoutes(mount, deps.auth, deps.users, deps.mail);
  userRoutes(mount, deps.users, deps.auth.resetOtp);
  productRoutes(mount, deps.products);
  const above = { saved: deps.formulas.recordChanged, attachments: deps.attachments };
  substanceRoutes(mount, deps.substances, { ...above, suggest: deps.formulas.suggest });
  materialRoutes(mount, deps.materials, above);
  formulaRoutes(mount, deps.formulas);
  regulationRoutes(mount, deps.regulation);
  exposureRoutes(mount, deps.exposures);
  controlRoutes(mount, deps.control);
  lifeRoutes(mount, deps);
  togetherRoutes(mount, deps);
  documentRoutes(mount, deps);
  batchRoutes(mount, deps.batches);
  importRoutes(mount, deps.imports);
  tokenRoutes(mount, deps.tokens);
  noticeRoutes(mount, deps.notices);
  intakeRoutes(mount, deps.intake, deps.imports);
  exportRoutes(mount, deps.exports);
  menuRoutes(mount, deps.menus, { tries: deps.tries, exposed: isExposed(config) });
  dashboardRoutes(mount, deps.dashboard);
  demoRoutes(mount, deps.demo);
  duplicateRoutes(mount, deps.duplicates);
  driveRoutes(mount, deps.drive);
  auditRoutes(mount, deps.audit);
  jobRoutes(mount, deps.jobs);
  trashRoutes(mount, deps.trash);
  backupRoutes(mount, deps.backups);
  systemRoutes(mount, { health: deps.health, mail: deps.mail, metrics, version, declarations });
  docsPage(app);
  servePages(app, webFolder, waysOf(config));
  return { server: app, declarations };
}

/** What a browser may do with an answer. */
async function addHeaders(app: FastifyInstance, config: Pick<Config, 'publicUrl'>): Promise<void> {
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Emotion writes the styles of MUI into the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        frameSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default'],
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    // Only meaningful behind HTTPS, and harmful on plain http://localhost.
    strictTransportSecurity:
      config.publicUrl?.protocol === 'https:' ? { maxAge: HSTS_SECONDS, includeSubDomains: false } : false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  });
}

/** Background work gives way to who is being answered. */
function countTraffic(app: FastifyInstance, traffic: Deps['traffic']): void {
  app.addHook('onRequest', async (_, reply) => {
    finished(reply.raw, traffic.began());
  });
}

/** A proxy tells whom it speaks for; one that is not trusted is not believed, and an administrator is told. */
function noteProxies(app: FastifyInstance, proxies: Deps['proxies']): void {
  app.addHook('onRequest', async (request) => {
    const told = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
    if (told && (request.ips?.length ?? 1) < 2 && proxies.note(request.ip))
      request.log.warn(`forwarded headers from ${request.ip}, which TRUST_PROXY does not name`);
  });
}

/** Before anything else: a request made under another name is none of ours. */
function refuseOtherHosts(app: FastifyInstance, config: Pick<Config, 'host' | 'publicUrl'>): void {
  const isOurs = createHostCheck(config);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Permissions-Policy', PERMISSIONS);
    const hosts = request.raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
    if (hosts > 1 || request.headers.host?.trim() === '') throw badRequest('L’en-tête Host doit être dit une fois.');
    if (!isOurs(request.host ?? '')) throw wrongHost(request.host ?? '');
  });
}

/** @param error of Node's parser of HTTP */
function refuseRaw({ code }: NodeJS.ErrnoException, socket: Socket): void {
  // Who has hung up reads nothing.
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const [status, detail] =
    code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'L’adresse ou les en-têtes de la requête sont trop longs.']
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'La requête a mis trop longtemps à arriver.']
        : ['400 Bad Request', 'La requête reçue est illisible.'];
  const body = JSON.stringify({ detail });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** A page of another site can send a form here without asking: it is refused whatever it carries. */
function refuseCrossSite(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const changes = request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'OPTIONS';
    if (changes && request.headers['sec-fetch-site'] === 'cross-site' && request.url.startsWith(API_PREFIX))
      return reply.status(403).send({ detail: 'Demande refusée : elle vient d’un autre site.' });
  });
}

function acceptBodies(app: FastifyInstance, uploadMaxMb: number): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  // Many clients declare JSON and send nothing: no body is no fault by itself.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const charset = /;\s?charset="?([\w-]{1,40})/i.exec(request.headers['content-type'] ?? '')?.[1];
    if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset))
      done(wrongKind('Le JSON s’envoie en UTF-8.'), undefined);
    else if (body.length === 0) done(null, undefined);
    else if (!isUtf8(body as Buffer)) done(badRequest('Le JSON reçu n’est pas écrit en UTF-8.'), undefined);
    else {
      const text = String(body);
      void parseJson(request, text, (error, value) => {
        const twice = !error && namesTwice(text);
        done(
          twice ? badRequest('Le JSON reçu dit deux fois le même champ : ne gardez que l’un des deux.') : error,
          value,
        );
      });
    }
  });
  app.register(fastifyFormbody);
  app.register(fastifyMultipart, {
    throwFileSizeLimit: true,
    limits: {
      fileSize: uploadMaxMb * 1024 * 1024,
      files: 1,
      fields: 20,
      fieldSize: 100_000,
      fieldNameSize: 100,
      parts: 30,
    },
  });
}

/** How one signs in besides by password. */
const waysOf = ({ oidcIssuer, oidcLabel, oidcOnly }: AppOptions['config']): SignInWays | null =>
  oidcIssuer ? { label: oidcLabel, only: oidcOnly } : null;

/** What is attached to a file, and what is made of it. */
function documentRoutes(mount: Mount, { dossiers, attachments, templates, generations }: Deps): void {
  dossierRoutes(mount, dossiers);
  attachmentRoutes(mount, attachments);
  templateRoutes(mount, templates);
  generationRoutes(mount, generations);
}

/** Nothing here is for a search engine: least of all the page of a guest. */
function hideFromSearch(app: FastifyInstance): void {
  app.addHook('onRequest', async (_, reply) => {
    reply.header('X-Robots-Tag', 'noindex');
  });
}

/** How people work on a file together, those outside too. */
function togetherRoutes(mount: Mount, { reviews, comments, guests, requests }: Deps): void {
  reviewRoutes(mount, reviews);
  commentRoutes(mount, comments);
  guestRoutes(mount, guests);
  requestRoutes(mount, requests);
}

/** What the file of a product gains once it is sold. */
function lifeRoutes(mount: Mount, { lots, studies, effects, deadlines, follow }: Deps): void {
  deadlineRoutes(mount, deadlines);
  lotRoutes(mount, lots);
  studyRoutes(mount, studies);
  effectRoutes(mount, effects);
  followRoutes(mount, follow);
}
