import { setImmediate } from 'node:timers/promises';

/** How long a piece of background work gives way at most (ms): with people who ask all day, it goes on all the same. */
const GIVEN_MS = 200;
/** How long nobody has asked when nobody waits (ms): between two requests of somebody at work is no time of one's own. */
const QUIET_MS = 10;
/** How long a request counts (ms): a long download, and who sends a byte a second, keep nobody else waiting. */
const COUNTED_MS = 1_000;

/** How many requests are being answered. */
export interface Traffic {
  /** A request has come. @returns what tells that it is answered */
  began(): () => void;
  /** Before a piece of work that can wait: until nobody does, within bounds. Others are heard in any case. */
  giveWay(): Promise<void>;
}

export function createTraffic(): Traffic {
  let asked = 0;
  /** When the last of them was answered, on the clock of `performance`. */
  let answered = Number.NEGATIVE_INFINITY;
  let quiet: NodeJS.Timeout | undefined;
  const waiting = new Set<() => void>();
  const letGo = (): void => {
    for (const go of waiting) go();
  };
  const letGoWhenQuiet = (): void => {
    clearTimeout(quiet);
    quiet = setTimeout(letGo, QUIET_MS).unref();
  };
  return {
    began() {
      asked += 1;
      clearTimeout(quiet);
      let isCounted = true;
      const ended = (): void => {
        clearTimeout(timer);
        if (!isCounted) return;
        isCounted = false;
        asked -= 1;
        answered = performance.now();
        if (asked === 0 && waiting.size > 0) letGoWhenQuiet();
      };
      const timer = setTimeout(ended, COUNTED_MS).unref();
      return ended;
    },
    async giveWay() {
      // SQLite answers at once: without a pause nobody would be heard.
      await setImmediate();
      if (asked === 0 && performance.now() - answered >= QUIET_MS) return;
      await new Promise<void>((done) => {
        const go = (): void => {
          clearTimeout(timer);
          waiting.delete(go);
          done();
        };
        const timer = setTimeout(go, GIVEN_MS);
        waiting.add(go);
        if (asked === 0) letGoWhenQuiet();
      });
    },
  };
}
