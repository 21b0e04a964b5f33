import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { COMPILED } from '../compiled.ts';
import type { Cleaned, Dirty } from './piece.clean.ts';
import { ENDED, type Limits } from './piece.limits.ts';

const PROGRAM = fileURLToPath(new URL('./piece.child.ts', import.meta.url));
/** Bytes that the process may hold: what it is made of, room to work, and copies of the piece. */
const [MEMORY, COPIES] = [300_000_000, 6];
/** Seconds of processor for one piece: 674 pages take one. */
const PROCESSOR = 20;
/** Tries with a piece when the process ends and nobody knows why: the machine was out of memory, somebody killed it. */
const TRIES = 3;

const REASONS: Readonly<Record<number, string>> = {
  [ENDED.memory]: 'cette pièce demande trop de mémoire pour être montrée',
  [ENDED.processor]: 'cette pièce demande trop de temps pour être montrée',
};

/** The process that reads a piece ended three times, and nobody knows why. */
export class PieceFault extends Error {
  constructor() {
    super('the process that reads pieces ended three times');
    this.name = 'PieceFault';
  }
}

/** @param program what reads the pieces; tests give one that dies */
export function createPieceCleaner(program = PROGRAM) {
  let child: ChildProcess | null = null;

  /** Who waits for it is told by its end. */
  const close = (): void => {
    child?.kill('SIGKILL');
    child = null;
  };
  const begun = async (): Promise<ChildProcess> => {
    if (child?.connected) return child;
    child = fork(program, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: COMPILED,
      execArgv: [],
    });
    // One that cannot be begun, or told anything, has ended.
    child.on('error', () => undefined);
    await answerOf(child);
    return child;
  };
  const cleanOnce = async (piece: Dirty): Promise<Cleaned | null> => {
    const current = await begun();
    const limits: Limits = { memory: MEMORY + COPIES * piece.bytes.length, processor: PROCESSOR };
    const answer = answerOf(current);
    current.send({ piece, limits });
    const said = await answer;
    if (typeof said !== 'number') return said as Cleaned;
    close();
    const reason = REASONS[said];
    return reason ? { reason } : null;
  };

  return {
    /** @throws PieceFault when the process dies again and again without saying why */
    async clean(piece: Dirty, signal: AbortSignal): Promise<Cleaned> {
      signal.addEventListener('abort', close, { once: true });
      try {
        for (let turn = 0; turn < TRIES; turn += 1) {
          signal.throwIfAborted();
          const cleaned = await cleanOnce(piece);
          if (cleaned) return cleaned;
        }
        signal.throwIfAborted();
        throw new PieceFault();
      } finally {
        signal.removeEventListener('abort', close);
      }
    },
    close,
  };
}

/** What the process says next; the code it ended with, -1 where it was killed or could not be reached. */
async function answerOf(child: ChildProcess): Promise<unknown> {
  const over = new AbortController();
  const { signal } = over;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message),
      once(child, 'exit', { signal }).then(([code]) => code ?? -1),
    ]);
  } catch {
    return -1;
  } finally {
    over.abort();
  }
}
