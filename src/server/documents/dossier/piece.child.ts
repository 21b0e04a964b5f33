import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { cleanPiece, type Dirty } from './piece.clean.ts';
import { ENDED, type Limits } from './piece.limits.ts';

/**
 * A process of its own for pieces that strangers made: a thread of it reads them, and this one counts. What takes too much
 * memory or processor takes the process with it, and nothing else.
 */

/** How often it is counted (ms): a thread fills some 50 MB meanwhile. */
const EVERY_MS = 20;

if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 2_048 } });
  let watch: NodeJS.Timeout | undefined;
  worker.on('message', (answer) => {
    clearInterval(watch);
    process.send?.(answer);
  });
  // Out of its heap.
  worker.on('error', () => process.exit(ENDED.memory));
  process.on('message', ({ piece, limits }: { piece: Dirty; limits: Limits }) => {
    const begun = process.cpuUsage();
    watch = setInterval(() => {
      if (process.memoryUsage.rss() > limits.memory) process.exit(ENDED.memory);
      const { user, system } = process.cpuUsage(begun);
      if ((user + system) / 1e6 > limits.processor) process.exit(ENDED.processor);
    }, EVERY_MS);
    worker.postMessage(piece);
  });
  process.on('disconnect', () => process.exit(0));
  worker.once('online', () => process.send?.({ ready: true }));
} else {
  parentPort?.on('message', async (piece: Dirty) => {
    parentPort?.postMessage(await cleanPiece(piece));
  });
}
