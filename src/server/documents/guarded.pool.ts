import type { Limits } from './guarded.limits.ts';
import { createGuarded, type Guarded } from './guarded.ts';

/**
 * Processes that do the same work: one begins when none is free, and ends when it has had none for `idleMs`. How many tasks
 * run at once is for the caller to say.
 */
export function createGuardedPool<Task, Value>({
  work,
  heapMb,
  idleMs,
}: {
  work: URL;
  heapMb: number;
  idleMs: number;
}) {
  const free: { process: Guarded<Task, Value>; timer: NodeJS.Timeout }[] = [];
  const all = new Set<Guarded<Task, Value>>();
  const begin = (): Guarded<Task, Value> => {
    const process = createGuarded<Task, Value>(work, heapMb);
    all.add(process);
    return process;
  };
  const end = (process: Guarded<Task, Value>): void => {
    all.delete(process);
    process.close();
  };
  const rest = (process: Guarded<Task, Value>): void => {
    const timer = setTimeout(() => {
      free.splice(
        free.findIndex((one) => one.process === process),
        1,
      );
      end(process);
    }, idleMs).unref();
    free.push({ process, timer });
  };
  return {
    /** @throws what `Guarded.run` throws */
    async run(task: Task, limits: Limits, signal?: AbortSignal): Promise<Value> {
      const next = free.pop();
      clearTimeout(next?.timer);
      const process = next?.process ?? begin();
      try {
        return await process.run(task, limits, signal);
      } finally {
        if (all.has(process)) rest(process);
      }
    },
    close(): void {
      for (const { timer } of free.splice(0)) clearTimeout(timer);
      for (const process of all) end(process);
    },
  };
}
