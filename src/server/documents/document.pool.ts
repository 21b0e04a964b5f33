import { moduleBeside } from '../program.ts';
import type { Outcome, Task } from './document.worker.ts';
import { createGuardedPool } from './guarded.pool.ts';

/** Of the thread that reads one document (MB). */
const HEAP_MB = 192;
/** Bytes that a process may hold: what it is made of, its heap, and buffers, which the limits of `docx.ts` bound. */
export const MEMORY = 1_000_000_000;
/** A minute after its last document a process ends. */
const IDLE_MS = 60_000;

/** Processes that read documents. */
export const createPool = () =>
  createGuardedPool<Task, Outcome>({
    work: moduleBeside(import.meta.url, 'document.worker'),
    heapMb: HEAP_MB,
    idleMs: IDLE_MS,
  });

export type DocumentPool = ReturnType<typeof createPool>;
