import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db, Executor } from './open.ts';

interface Moment {
  answers: Map<unknown, Map<string, Promise<unknown>>>;
  isOver: boolean;
}
const moments = new AsyncLocalStorage<Moment>();

/**
 * Reads what `work` asks of the database once: a document, or a look at a file, asks the same of a product ten times, and all
 * of it is to be of one moment. Only for work that writes nothing; what it has started and not awaited reads anew once it is over.
 */
export async function atOneMoment<T>(work: () => Promise<T>): Promise<T> {
  const around = moments.getStore();
  if (around && !around.isOver) return work();
  const moment: Moment = { answers: new Map(), isOver: false };
  try {
    return await moments.run(moment, work);
  } finally {
    moment.isOver = true;
  }
}

/** The moment that is under way, told apart from others; `null` outside of one. */
export function momentNow(): object | null {
  const moment = moments.getStore();
  return moment && !moment.isOver ? moment : null;
}

/** What is written, and what it reads for that, is of no moment. */
export const outsideOfMoments = <T>(work: () => T): T => moments.exit(work);

/**
 * A reading that `atOneMoment` asks once for the same arguments, which JSON tells apart; outside of one it reads each time.
 * Its answer is shared: nobody changes it.
 * @param key what its answers are kept under
 */
export function readOnce<Args extends readonly unknown[], T>(
  read: (...args: Args) => Promise<T>,
  key: unknown = read,
): (...args: Args) => Promise<T> {
  return (...args) => {
    const moment = moments.getStore();
    if (!moment || moment.isOver) return read(...args);
    const answers = moment.answers.get(key) ?? new Map<string, Promise<unknown>>();
    moment.answers.set(key, answers);
    const asked = JSON.stringify(args);
    const answer = (answers.get(asked) as Promise<T> | undefined) ?? read(...args);
    answers.set(asked, answer);
    return answer;
  };
}

/** What is asked at once, in one statement of a moment. @throws what the first one is refused with, before the second one's */
export async function bothInOrder<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  const [one, other] = await Promise.allSettled([first, second]);
  if (one.status === 'rejected') throw one.reason;
  if (other.status === 'rejected') throw other.reason;
  return [one.value, other.value];
}

/** The same for what a transaction asks too: within one it is read each time. Two rooms that read by one `read` share its answers. */
export function readOnceBeside<Args extends readonly unknown[], T>(
  db: Db,
  read: (executor: Executor, ...args: Args) => Promise<T>,
): (executor: Executor, ...args: Args) => Promise<T> {
  const once = readOnce((...args: Args) => read(db, ...args), read);
  return (executor, ...args) => (executor === db ? once(...args) : read(executor, ...args));
}
