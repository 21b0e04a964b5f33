import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Signed } from '../caller.ts';
import { databaseFault } from '../db/faults.ts';
import { type Db, inTransaction, isDuplicate } from '../db/open.ts';

import { conflict, wrongKey } from '../errors.ts';
import * as store from './idempotency.store.ts';

interface Done {
  status: number;
  answer: unknown;
}

const KEPT_MS = 24 * 3_600_000;
/** A call that died in the middle does not hold its key for ever. */
const ABANDONED_MS = 5 * 60_000;
const KEY = /^[\x21-\x7e]{1,200}$/;

export function createIdempotency(db: Db, clock: () => Date) {
  const before = (ms: number): string => new Date(clock().getTime() - ms).toISOString();

  return {
    /**
     * Runs `work` once per `Idempotency-Key`; later calls with the same body, which `fingerprint` tells, get the first
     * one's answer.
     */
    async once(
      { request, signed, fingerprint }: { request: FastifyRequest; signed: Signed | null; fingerprint: string },
      work: () => Promise<Done>,
    ): Promise<Done> {
      const key = request.headers['idempotency-key'];
      if (key === undefined) return work();
      if (typeof key !== 'string' || !KEY.test(key)) throw wrongKey('Clé invalide.');
      const scope = `${signed?.account.id ?? ''} ${request.method} ${request.url.split('?')[0]?.replace(/\/$/, '')}`;
      const requestHash = createHash('sha256').update(fingerprint).digest('hex');
      await store.forget(db, { scope, key, before: before(KEPT_MS), abandonedBefore: before(ABANDONED_MS) });
      try {
        await store.begin(db, { scope, key, request_hash: requestHash, created_at: clock().toISOString() });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        return answerOfFirst(await store.find(db, scope, key), requestHash);
      }
      const done = await work().catch(async (error) => {
        // Nothing was done, and the same key may try again; unless nobody knows, when it is held as by a call that died.
        if (databaseFault(error) !== 'unanswered') await store.remove(db, scope, key);
        throw error;
      });
      // It is done, and who asked is told, whatever becomes of the note of it: the key is held as by a call that died.
      const answer = JSON.stringify(done.answer ?? null);
      await inTransaction(db, (trx) => store.finish(trx, { scope, key, status: done.status, answer })).catch((error) =>
        request.log.error({ err: error }, 'idempotency key not finished'),
      );
      return done;
    },

    sweep: (): Promise<void> => store.sweep(db, before(KEPT_MS)),
  };
}

export type Idempotency = ReturnType<typeof createIdempotency>;

function answerOfFirst(first: store.First | undefined, requestHash: string): Done {
  if (!first) throw conflict('Cette demande vient d’échouer. Réessayez.');
  if (first.request_hash !== requestHash) throw wrongKey('Cette clé a déjà servi pour une autre demande.');
  if (first.status === null || first.answer === null) throw conflict('Cette demande est déjà en cours.');
  return { status: first.status, answer: JSON.parse(first.answer) };
}
