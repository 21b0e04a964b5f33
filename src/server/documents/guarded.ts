import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { moduleBeside } from '../program.ts';
import { COMPILED } from './compiled.ts';
import { ENDED, type Limits, type Said } from './guarded.limits.ts';

const PROGRAM = fileURLToPath(moduleBeside(import.meta.url, 'guarded.child'));

/** What a process that was killed ended with, and one that could not be reached. */
const KILLED = -1;

/** Tries with a task when the process ends and nobody knows why: the machine was out of memory, somebody killed it. */
const TRIES = 3;

/** The process ended on every try, and nobody knows why. */
export class ProcessFault extends Error {
  constructor() {
    super(`the process that works ended ${TRIES} times`);
    this.name = 'ProcessFault';
  }
}

/** A task took more than its limits. */
export class Overrun extends Error {
  readonly code: number;
  constructor(code: number) {
    super('the task took more than its limits');
    this.name = 'Overrun';
    this.code = code;
  }
}

export interface Guarded<Task, Value> {
  /**
   * One task at a time.
   * @throws Overrun, ProcessFault, what the work throws, or the reason of the signal
   */
  run: (task: Task, limits: Limits, signal?: AbortSignal) => Promise<Value>;
  /** Who waits for it is told by its end. */
  close: () => void;
}

/**
 * A process that does one task after the other, begun when it is needed and begun again when it ended.
 * @param work the module whose default export does a task
 * @param heapMb of the thread that works; buffers are counted by the limits of the task
 * @param program what runs the module; tests give one that dies
 */
export function createGuarded<Task, Value>(work: URL, heapMb: number, program = PROGRAM): Guarded<Task, Value> {
  let child: ChildProcess | null = null;

  const close = (): void => {
    child?.kill('SIGKILL');
    child = null;
  };
  /** @returns `null` when it ended before it was ready: killed, by whoever gave up meanwhile or by the machine */
  const begun = async (): Promise<ChildProcess | null> => {
    if (child?.connected) return child;
    const started = fork(program, [work.href, String(heapMb)], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: COMPILED,
      execArgv: [],
    });
    child = started;
    // One that cannot be begun, or told anything, has ended.
    started.on('error', () => undefined);
    return typeof (await answerOf(started)) === 'number' ? null : started;
  };
  /** What the work said, or the code with which the process ended. */
  const attempt = async (task: Task, limits: Limits): Promise<Said | number> => {
    const current = await begun();
    if (!current) return KILLED;
    current.ref();
    current.channel?.ref();
    const answer = answerOf(current);
    current.send({ task, limits });
    const said = await answer;
    if (typeof said === 'number') close();
    // An idle process keeps nobody from ending.
    current.unref();
    current.channel?.unref();
    return said;
  };

  return {
    async run(task, limits, signal) {
      signal?.addEventListener('abort', close, { once: true });
      try {
        for (let turn = 0; turn < TRIES; turn += 1) {
          signal?.throwIfAborted();
          const said = await attempt(task, limits);
          if (typeof said === 'number') {
            if (said === ENDED.memory || said === ENDED.processor) throw new Overrun(said);
            continue;
          }
          if ('failed' in said) throw said.failed;
          return said.value as Value;
        }
        signal?.throwIfAborted();
        throw new ProcessFault();
      } finally {
        signal?.removeEventListener('abort', close);
      }
    },
    close,
  };
}

/** What the process says next; the code it ended with, -1 where it was killed or could not be reached. */
async function answerOf(child: ChildProcess): Promise<Said | number> {
  const over = new AbortController();
  const { signal } = over;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as Said),
      once(child, 'exit', { signal }).then(([code]) => (code as number | null) ?? KILLED),
    ]);
  } catch {
    return KILLED;
  } finally {
    over.abort();
  }
}
