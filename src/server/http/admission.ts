import { PassThrough, type Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { unavailable, wrongKind } from '../errors.ts';
import { holderOf } from './mount.ts';

interface Share {
  all: number;
  byOne: number;
}
/** Bytes of bodies that requests may hold in memory, together and of one account, link or address; those without an account have a quarter. */
const HELD: Share = { all: 96 * 1024 * 1024, byOne: 32 * 1024 * 1024 };
const HELD_BY_STRANGERS: Share = { all: HELD.all / 4, byOne: 8 * 1024 * 1024 };
/** Files that may arrive at once: each holds some buffers, and goes to the disk. */
const UPLOADS: Share = { all: 100, byOne: 30 };
const UPLOADS_OF_STRANGERS: Share = { all: 25, byOne: 4 };
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
  const held = createShares(HELD, HELD_BY_STRANGERS);
  const uploads = createShares(UPLOADS, UPLOADS_OF_STRANGERS);

  app.addHook('preParsing', async (request, reply, payload) => {
    reply.raw.once('finish', () => drain(payload as Readable, () => request.raw.destroy()));
    // Node throws away what nobody reads, as long as nobody has begun.
    if (BODYLESS.has(request.method)) return payload;
    // What is small here may be large once opened: nobody who writes to us needs it.
    if (request.headers['content-encoding'] !== undefined)
      throw wrongKind('Un contenu compressé n’est pas accepté : envoyez-le tel quel.');
    const holder = holderOf(request);
    if (/^\s*multipart\//i.test(request.headers['content-type'] ?? '')) {
      const isIn = uploads.take(holder, 1);
      reply.raw.once('close', () => uploads.give(holder, 1));
      if (!isIn) throw unavailable(FULL);
      return payload;
    }
    let mine = 0;
    reply.raw.once('close', () => held.give(holder, mine));
    const counted = new PassThrough();
    // Where no body is expected nobody reads it: who hangs up in the middle is then nobody's error.
    counted.on('error', () => undefined);
    payload.on('data', (chunk: Buffer) => {
      mine += chunk.length;
      if (!held.take(holder, chunk.length)) counted.destroy(unavailable(FULL));
    });
    payload.on('error', (error) => counted.destroy(error));
    return payload.pipe(counted);
  });
}

type Holder = ReturnType<typeof holderOf>;

/** What is taken, by whom: those without an account never take what members need. */
function createShares(ofAll: Share, ofStrangers: Share) {
  let all = 0;
  let byStrangers = 0;
  const byOne = new Map<string, number>();
  const add = ({ key, isMember }: Holder, amount: number): number => {
    all += amount;
    if (!isMember) byStrangers += amount;
    const mine = (byOne.get(key) ?? 0) + amount;
    if (mine > 0) byOne.set(key, mine);
    else byOne.delete(key);
    return mine;
  };
  return {
    /** Takes it in any case: it is given back when the answer is over. @returns whether there was room */
    take(holder: Holder, amount: number): boolean {
      const mine = add(holder, amount);
      const isFull = all > ofAll.all || mine > (holder.isMember ? ofAll : ofStrangers).byOne;
      return !isFull && (holder.isMember || byStrangers <= ofStrangers.all);
    },
    give: (holder: Holder, amount: number): void => void add(holder, -amount),
  };
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
