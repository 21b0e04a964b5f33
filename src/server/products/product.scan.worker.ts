import { parentPort, workerData } from 'node:worker_threads';
import { openSqlite } from '../db/open.ts';
import { list } from './product.list.store.ts';
import type { Answered, Asked } from './product.scan.ts';

/** One after the other: SQLite has the thread to itself. */
const { db } = openSqlite(workerData as string, { readonly: true });
let last: Promise<unknown> = Promise.resolve();

parentPort?.on('message', ({ id, query, total }: Asked) => {
  last = last.then(async () => {
    const answer = await list(db, query, total).then(
      (found): Answered => ({ id, found }),
      (error): Answered => ({ id, failure: String(error), code: error?.code }),
    );
    parentPort?.postMessage(answer);
  });
});
