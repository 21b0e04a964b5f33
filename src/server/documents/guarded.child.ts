import { flushCompileCache } from 'node:module';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { ENDED, type Limits, type Said } from './guarded.limits.ts';

/**
 * A process of its own for what strangers made: a thread of it works, and this one counts. What takes too much memory or
 * processor takes the process with it, and nothing else. A thread that is stopped from outside would do less: Node aborts
 * the whole process where it stops one between making a zlib handle and opening it.
 * Run: `node guarded.child.ts <module whose default export does one task> <MB of its heap>`
 */

/** How often it is counted (ms): a thread fills some 50 MB meanwhile. */
const EVERY_MS = 20;

if (isMainThread) {
  const [, , module, heapMb] = process.argv;
  const worker = new Worker(new URL(import.meta.url), {
    workerData: module,
    resourceLimits: { maxOldGenerationSizeMb: Number(heapMb), maxYoungGenerationSizeMb: 32 },
  });
  let watch: NodeJS.Timeout | undefined;
  // First that it is there, then the answer to each task.
  worker.on('message', (said) => {
    clearInterval(watch);
    // Whoever asked may have been killed: nobody is there to be told of it.
    process.send?.(said, undefined, {}, (gone) => gone && process.exit(0));
  });
  // Out of its heap.
  worker.on('error', () => process.exit(ENDED.memory));
  process.on('message', ({ task, limits }: { task: unknown; limits: Limits }) => {
    const begun = process.cpuUsage();
    watch = setInterval(() => {
      if (process.memoryUsage.rss() > limits.memory) process.exit(ENDED.memory);
      const { user, system } = process.cpuUsage(begun);
      if ((user + system) / 1e6 > limits.processor) process.exit(ENDED.processor);
    }, EVERY_MS);
    worker.postMessage(task);
  });
  process.on('disconnect', () => process.exit(0));
} else {
  const { default: work } = (await import(workerData)) as { default: (task: unknown) => unknown };
  const done = async (task: unknown): Promise<Said> => {
    try {
      return { value: await work(task) };
    } catch (failed) {
      return { failed };
    }
  };
  parentPort?.on('message', async (task) => {
    parentPort?.postMessage(await done(task));
    // What this task was the first to need is kept compiled too.
    flushCompileCache();
  });
  parentPort?.postMessage({ ready: true });
  flushCompileCache();
}
