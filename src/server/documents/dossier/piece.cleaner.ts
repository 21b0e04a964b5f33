import { moduleBeside } from '../../program.ts';
import { ENDED, type Limits } from '../guarded.limits.ts';
import { createGuarded, Overrun } from '../guarded.ts';
import type { Cleaned, Dirty } from './piece.worker.ts';

const WORK = moduleBeside(import.meta.url, 'piece.worker');
const HEAP_MB = 2_048;
/** Bytes that the process may hold: what it is made of, room to work, and copies of the piece. */
const [MEMORY, COPIES] = [300_000_000, 6];
/** Seconds of processor for one piece: 674 pages take one. */
const PROCESSOR = 20;

const REASONS: Readonly<Record<number, string>> = {
  [ENDED.memory]: 'cette pièce demande trop de mémoire pour être montrée',
  [ENDED.processor]: 'cette pièce demande trop de temps pour être montrée',
};

/** @param program what reads the pieces; tests give one that dies */
export function createPieceCleaner(program?: string) {
  const process = createGuarded<Dirty, Cleaned>(WORK, HEAP_MB, program);
  return {
    /** @throws ProcessFault when the process dies again and again without saying why */
    async clean(piece: Dirty, signal: AbortSignal): Promise<Cleaned> {
      const limits: Limits = { memory: MEMORY + COPIES * piece.bytes.length, processor: PROCESSOR };
      try {
        return await process.run(piece, limits, signal);
      } catch (error) {
        const reason = error instanceof Overrun ? REASONS[error.code] : undefined;
        if (reason === undefined) throw error;
        return { reason };
      }
    },
    close: process.close,
  };
}
