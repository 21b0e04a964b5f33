import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PdfConverter } from '../documents/pdf/converter.ts';

/**
 * A double that speaks Gotenberg's protocol and makes real PDFs by a converter behind it.
 * @param instead answers otherwise, when it returns true
 */
export async function gotenbergServer(
  behind: PdfConverter,
  instead: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean> = () => false,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    try {
      const body = Buffer.concat(await Array.fromAsync(request));
      if (request.url === '/health') return void response.end('{}');
      if (await instead(request, response)) return;
      const type = request.headers['content-type'] ?? '';
      const form = await new Response(body, { headers: { 'content-type': type } }).formData();
      const file = form.get('files');
      if (request.url !== '/forms/libreoffice/convert' || !(file instanceof File)) throw new Error('not the protocol');
      response.end(await behind.convert(Buffer.from(await file.arrayBuffer())));
    } catch {
      response.writeHead(400).end();
    }
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await behind.close();
    },
  };
}
