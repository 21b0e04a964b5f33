import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * The web app: its files, and `index.html` for every address of a screen. What lies under `/api` is never a page.
 * @param folder where Vite built it; without it the server answers the API alone
 */
export function servePages(app: FastifyInstance, folder: string | null): void {
  const built = folder !== null && existsSync(join(folder, 'index.html'));
  if (built)
    app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: 'index.html',
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        // Files under assets/ carry a hash in their name: they never change.
        const lasting = /[/\\]assets[/\\]/.test(path);
        reply.header('Cache-Control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      request.method === 'GET' && !request.url.startsWith('/api') && !/\.\w+$/.test(request.url.split('?')[0] ?? '');
    if (built && isPage) return reply.header('Cache-Control', 'no-cache').sendFile('index.html');
    return reply.status(404).send({ detail: 'Adresse inconnue' });
  });
}
