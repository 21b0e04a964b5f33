import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { SIGN_IN_META, type SignInWays } from '#shared/auth/sign.in.words.ts';

/**
 * The frame that shows PDF files: our scripts run in it, without an origin, and reach nothing. `unsafe-inline` is for
 * the places of the letters on a page, which pdf.js writes as styles.
 */
const READER_POLICY =
  "sandbox allow-scripts; default-src 'none'; script-src 'self'; worker-src blob:; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Scripts, styles and fonts that a page loads; a worker has a policy of its own. */
const isPlain = (path: string): boolean => /\.(?:js|css|woff2)$/.test(path) && !basename(path).includes('worker');
const DOCUMENT_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/**
 * The web app: its files, and `index.html` for every address of a screen. What lies under `/api` is never a page.
 * @param folder where Vite built it; without it the server answers the API alone
 * @param ways how one signs in besides by password, which every page says in a `meta`
 */
export function servePages(app: FastifyInstance, folder: string | null, ways: SignInWays | null): void {
  const built = folder !== null && existsSync(join(folder, 'index.html'));
  const pageOf = built ? createPages(folder, ways) : null;
  if (built)
    app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, sent) => {
        // The compressed copy of a file is that file.
        const path = sent.replace(/\.(?:br|gz)$/, '');
        // Files under assets/ carry a hash in their name: they never change.
        const lasting = /[/\\]assets[/\\]/.test(path);
        reply.header('Cache-Control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
        if (lasting) {
          // Public files, that the reader's frame loads although it has no origin.
          reply.header('Access-Control-Allow-Origin', '*');
          reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
        }
        // A policy is for what is a document, or a worker: a page of twenty files carries it once.
        if (isPlain(path)) for (const name of DOCUMENT_HEADERS) reply.removeHeader(name);
        if (path.endsWith('reader.html')) reply.header('Content-Security-Policy', READER_POLICY);
      },
    });
  app.setNotFoundHandler((_, reply) => reply.status(404).send({ detail: 'Adresse inconnue' }));
  if (pageOf)
    app.get('/*', (request, reply) => {
      const path = request.url.split(/[?#]/)[0] ?? '';
      if (path.startsWith('/api') || /\.\w+$/.test(path)) return reply.callNotFound();
      // The sign-in page comes drawn: nobody waits for the app to be led there.
      if (path === '/') return reply.redirect('/login');
      const page = pageOf(path);
      reply.headers({ 'Cache-Control': 'no-cache', ETag: page.etag, Vary: 'Accept-Encoding' });
      if (request.headers['if-none-match']?.includes(page.etag)) return reply.status(304).send();
      reply.type('text/html; charset=utf-8');
      if (!/\bbr\b/.test(String(request.headers['accept-encoding']))) return reply.send(page.html);
      return reply.header('Content-Encoding', 'br').send(page.small());
    });
}

/** What a page runs before it draws anything: the scripts of the app wait for it. */
const FIRST = '<script src="/first.js"></script>';

const attribute = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

interface Page {
  html: string;
  /** As small as it gets (brotli), worked out when somebody first asks. */
  small: () => Buffer;
  /** Weak: it is compressed on its way. */
  etag: string;
}

/**
 * What the build says of itself: the files of the app, and those of each screen besides, the largest first: a browser has six
 * connections, and crumbs wait for one.
 */
interface Files {
  /** What runs before the app is there. */
  early: readonly string[];
  app: readonly string[];
  screens: Readonly<Record<string, readonly string[]>>;
  /** Pages that are the same for everybody, as HTML. */
  drawn: Readonly<Record<string, string>>;
}

/**
 * `index.html` for an address, with the files of its screen named in it: the browser asks for them with the app, not once
 * the app has been read.
 */
function createPages(folder: string, ways: SignInWays | null): (path: string) => Page {
  const finished = (html: string): Page => {
    let small: Buffer | undefined;
    return {
      html,
      small: () => {
        small ??= brotliCompressSync(html);
        return small;
      },
      etag: `W/"${createHash('sha256').update(html).digest('base64url')}"`,
    };
  };
  const said = ways ? `<meta name="${SIGN_IN_META}" content="${attribute(JSON.stringify(ways))}">` : '';
  const page = readFileSync(join(folder, 'index.html'), 'utf8').replace('</head>', () => `${said}</head>`);
  const path = join(folder, '../screens.json');
  const {
    early = [],
    app = [],
    screens = {},
    drawn = {},
  }: Partial<Files> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const naming = (ofScreen: readonly string[], content = ''): Page => {
    const links = [
      ...[...early, ...app].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
      // Behind what the early script asks for.
      ...ofScreen.map((file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`),
    ];
    // A drawn page is read at once, in its letters; on any other the app asks for them.
    const [font = ''] = content === '' ? (/<link\s+rel="preload"[^>]*>/.exec(page) ?? []) : [];
    return finished(
      page
        .replace(font, '')
        .replace(FIRST, () => `${FIRST}${links.join('')}`)
        .replace('<div id="root"></div>', () => `<div id="root">${content}</div>`),
    );
  };
  const pages = [...new Set([...Object.keys(screens), ...Object.keys(drawn)])].map((route) => ({
    rule: new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}/?$`),
    // Drawn, the sign-in page asks for a password: not where most people have none.
    page: naming(screens[route] ?? [], ways?.only ? '' : drawn[route]),
  }));
  const other = naming([]);
  return (path) => pages.find(({ rule }) => rule.test(path))?.page ?? other;
}
