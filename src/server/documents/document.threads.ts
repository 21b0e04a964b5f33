import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import { Piscina } from 'piscina';
import { bodyFault, busy, invalid, Refusal, refusedThere } from '../errors.ts';
import { COMPILED } from './compiled.ts';
import type { Outcome, Task } from './document.worker.ts';
import { type Begun, inTime } from './in.time.ts';
import { PRIORITIES, type Purpose } from './pdf/line.ts';

/** One for each core, two at least: a document that takes its whole time leaves a thread to the others. */
const THREADS = Math.min(4, Math.max(2, availableParallelism()));

const WAITING_MAX = 100;

const IDLE_MS = 60_000;

/** Memory of one thread (MB), buffers not counted: those are bounded by the limits of `docx.ts`. */
const MEMORY_MB = 192;

const TOO_HEAVY = 'Ce document demande trop de travail pour être lu : allégez-le, puis réessayez.';

export type DocumentPool = Piscina<{ task: Task; begun: Begun }, Outcome>;

/** Threads that read documents: one starts when there is work, and goes a minute after the last. */
export function createPool(): DocumentPool {
  const pool: DocumentPool = new Piscina({
    filename: new URL('./document.worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 32 },
    env: COMPILED,
  });
  // A thread that dies has rejected what it was asked, and is replaced.
  pool.on('error', () => undefined);
  return pool;
}

/** Work on documents, in threads with deadlines. */
export function createThreads(pool: DocumentPool, deadlineMs: number) {
  const turns = new PQueue({ concurrency: THREADS });

  const inThread = async (
    source: DocumentSource,
    ask: (bytes: Uint8Array | string) => Task,
    purpose: Purpose = 'preview',
  ): Promise<unknown> => {
    // What is to be sealed has waited before the converter already, in a line of its own length.
    if (turns.size >= WAITING_MAX && purpose !== 'seal') throw busy();
    const work = async (): Promise<unknown> => {
      const bytes = typeof source === 'function' ? await source() : 'path' in source ? source.path : source;
      let outcome: Outcome;
      try {
        const task = ask(bytes);
        outcome = await inTime((begun, signal) => pool.run({ task, begun }, { signal }), deadlineMs);
      } catch (error) {
        if (isOverrun(error)) throw Object.assign(invalid([bodyFault('file', TOO_HEAVY)]), { cause: error });
        throw error;
      }
      if ('refused' in outcome) throw refusedThere(outcome.refused);
      return outcome.value;
    };
    return turns.add(work, { priority: PRIORITIES[purpose] });
  };
  const asBuffer = (value: unknown): Buffer => {
    const bytes = value as Uint8Array<ArrayBuffer>;
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
  const simply =
    <T>(
      name: Exclude<Task['name'], 'fill' | 'review' | 'mend' | 'compare' | 'csv' | 'workbook' | 'formula' | 'annex'>,
    ) =>
    (source: DocumentSource): Promise<T> =>
      inThread(source, (bytes) => ({ name, bytes })) as Promise<T>;
  const written = async (task: Task): Promise<Buffer> => asBuffer(await inThread(NO_BYTES, () => task));

  /** Whether it is so; of what is too heavy to be looked at, the good is supposed. */
  const is = (name: 'showsWords' | 'hasWords', bytes: Buffer, purpose: Purpose): Promise<boolean> =>
    inThread(bytes, (one) => ({ name, bytes: one }), purpose).then(
      (value) => value === true,
      (error) => {
        if (error instanceof Refusal && error.status === 422) return name === 'showsWords';
        throw error;
      },
    );

  return {
    turns,
    inThread,
    asBuffer,
    simply,
    written,
    is,
  };
}

/** A document: its bytes, a file that holds them, or how to get them once it is its turn. */
export type DocumentSource = Buffer | { path: string } | (() => Promise<Buffer>);
export const NO_BYTES = Buffer.alloc(0);

/** A thread stopped at its deadline, or dead of the memory it took. */
export function isOverrun(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === 'AbortError' ||
    error.name === 'TimeoutError' ||
    ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
  );
}
