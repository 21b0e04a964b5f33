import { setTimeout } from 'node:timers/promises';
import { indexSome } from '../db/fulltext.ts';
import { type Db, isPostgres } from '../db/open.ts';

/** Some 15 ms, in which these can't be saved. */
const AT_ONCE = 25;
const EACH_MS = 400;

/**
 * Puts the texts that wait (`indexedLater`) into the search index as they come, until something has ended, and once more. On SQLite none
 * waits.
 * @param pause before some of them
 */
export async function indexUntil(db: Db, until: Promise<unknown>, pause: () => Promise<void>): Promise<void> {
  if (!isPostgres(db)) return;
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  const ended = until.then(end, end);
  for (let isLast = false; !isLast; ) {
    isLast = isOver;
    do await pause();
    while ((await indexSome(db, AT_ONCE)) === AT_ONCE);
    if (!isLast) await Promise.race([ended, setTimeout(EACH_MS)]);
  }
}
