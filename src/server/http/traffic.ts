import { setImmediate } from 'node:timers/promises';

/** How long a piece of background work gives way at most (ms): with people who ask all day, it goes on all the same. */
const GIVEN_MS = 100;

/** How many requests are being answered. */
export interface Traffic {
  began(): void;
  ended(): void;
  /** Before a piece of work that can wait: until nobody does, within bounds. Others are heard in any case. */
  giveWay(): Promise<void>;
}

export function createTraffic(): Traffic {
  let asked = 0;
  let waiting: (() => void)[] = [];
  return {
    began() {
      asked += 1;
    },
    ended() {
      asked -= 1;
      if (asked > 0) return;
      for (const go of waiting) go();
      waiting = [];
    },
    async giveWay() {
      // SQLite answers at once: without a pause nobody would be heard.
      await setImmediate();
      if (asked === 0) return;
      await new Promise<void>((go) => {
        const timer = setTimeout(go, GIVEN_MS);
        waiting.push(() => {
          clearTimeout(timer);
          go();
        });
      });
    },
  };
}
