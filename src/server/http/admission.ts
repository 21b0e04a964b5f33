import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { addressKey } from '../caller.ts';
import { unavailable, wrongKind } from '../errors.ts';

/** Bytes of bodies that all requests together may hold in memory, and those of one address. */
const HELD_MAX = 96 * 1024 * 1024;
const HELD_BY_ONE_MAX = 32 * 1024 * 1024;
/** Files that may arrive at once: each holds some buffers, and goes to the disk. */
const UPLOADS_MAX = 100;
/** Bytes that are thrown away after the answer, so that the connection serves the next request; beyond, it is closed. */
const DRAINED_MAX = 8 * 1024 * 1024;
/** Methods whose body nobody reads. */
const BODYLESS = new Set(['GET', 'HEAD']);

const FULL = 'Le serveur reçoit trop de données à la fois. Rien n’est perdu : réessayez dans un instant.';

/**
 * What comes in is let in as far as memory allows; beyond, who sends is told to come back. Counted as it arrives: what a
 * request announces and does not send takes no place. What nobody has read once the answer is sent is thrown away: a
 * proxy would wait for it before it sends another person's request on the same connection.
 */
export function admitBodies(app: FastifyInstance): void {
  let held = 0;
  let uploads = 0;
  const heldBy = new Map<string, number>();

  const hold = (address: string, bytes: number): void => {
    held += bytes;
    const left = (heldBy.get(address) ?? 0) + bytes;
    if (left > 0) heldBy.set(address, left);
    else heldBy.delete(address);
  };

  app.addHook('preParsing', async (request, reply, payload) => {
    reply.raw.once('finish', () => drain(payload as Readable, () => request.raw.destroy()));
    // Node throws away what nobody reads, as long as nobody has begun.
    if (BODYLESS.has(request.method)) return payload;
    // What is small here may be large once opened: nobody who writes to us needs it.
    if (request.headers['content-encoding'] !== undefined)
      throw wrongKind('Un contenu compressé n’est pas accepté : envoyez-le tel quel.');
    if (/^\s*multipart\//i.test(request.headers['content-type'] ?? '')) {
      if (uploads >= UPLOADS_MAX) throw unavailable(FULL);
      uploads += 1;
      reply.raw.once('close', () => {
        uploads -= 1;
      });
      return payload;
    }
    const address = addressKey(request.ip);
    let mine = 0;
    reply.raw.once('close', () => hold(address, -mine));
    const counted = new PassThrough();
    // Where no body is expected nobody reads it: who hangs up in the middle is then nobody's error.
    counted.on('error', () => undefined);
    payload.on('data', (chunk: Buffer) => {
      mine += chunk.length;
      hold(address, chunk.length);
      if (held > HELD_MAX || (heldBy.get(address) ?? 0) > HELD_BY_ONE_MAX) counted.destroy(unavailable(FULL));
    });
    payload.on('error', (error) => counted.destroy(error));
    return payload.pipe(counted);
  });
}

/** Reads a body to its end for nobody. @param close is called when there is too much of it */
function drain(body: Readable, close: () => void): void {
  if (body.readableEnded || body.destroyed) return;
  let left = DRAINED_MAX;
  body.removeAllListeners('data');
  body.unpipe();
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) close();
  });
  body.resume();
}
