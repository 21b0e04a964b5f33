import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import { bodyFault, busy, invalid, Refusal, refusedThere } from '../errors.ts';
import { type DocumentPool, MEMORY } from './document.pool.ts';
import type { Outcome, Task } from './document.worker.ts';
import { Overrun } from './guarded.ts';
import { PRIORITIES, type Purpose } from './pdf/line.ts';

/** One for each core, two at least: a document that takes its whole time leaves a process to the others. */
const AT_ONCE = Math.min(4, Math.max(2, availableParallelism()));

const WAITING_MAX = 100;

const TOO_HEAVY = 'Ce document demande trop de travail pour être lu : allégez-le, puis réessayez.';

/**
 * Work on documents, in processes with limits.
 * @param seconds of processor that a document may take
 */
export function createReading(pool: DocumentPool, seconds: number) {
  const turns = new PQueue({ concurrency: AT_ONCE });

  const inProcess = async (
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
        outcome = await pool.run(ask(bytes), { memory: MEMORY, processor: seconds });
      } catch (error) {
        if (error instanceof Overrun) throw Object.assign(invalid([bodyFault('file', TOO_HEAVY)]), { cause: error });
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
    <T>(name: SimpleTask) =>
    (source: DocumentSource): Promise<T> =>
      inProcess(source, (bytes) => ({ name, bytes })) as Promise<T>;
  const written = async (task: Task): Promise<Buffer> => asBuffer(await inProcess(NO_BYTES, () => task));

  /** Whether it is so; of what is too heavy to be looked at, the good is supposed. */
  const is = (name: 'showsWords' | 'hasWords', bytes: Buffer, purpose: Purpose): Promise<boolean> =>
    inProcess(bytes, (one) => ({ name, bytes: one }), purpose).then(
      (value) => value === true,
      (error) => {
        if (error instanceof Refusal && error.status === 422) return name === 'showsWords';
        throw error;
      },
    );

  return {
    turns,
    inProcess,
    asBuffer,
    simply,
    written,
    is,
  };
}

/** What a process is asked about bytes alone. */
type SimpleTask = Exclude<
  Task['name'],
  | 'fill'
  | 'review'
  | 'mend'
  | 'compare'
  | 'csv'
  | 'workbook'
  | 'formula'
  | 'annex'
  | 'sheetFile'
  | 'sheetDrafts'
  | 'libraryTable'
  | 'templateFits'
  | 'readOld'
  | 'archive'
  | 'archived'
>;

/** A document: its bytes, a file that holds them, or how to get them once it is its turn. */
export type DocumentSource = Buffer | { path: string } | (() => Promise<Buffer>);
export const NO_BYTES = Buffer.alloc(0);
