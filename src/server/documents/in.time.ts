/** How long a thread may take to be there (ms): on a busy machine the first one takes seconds. */
const STARTING_MS = 120_000;

/** A thread says here that it has taken a task. */
export type Begun = SharedArrayBuffer;
export const sayBegun = (begun: Begun): void => {
  const flag = new Int32Array(begun);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
};

/**
 * Runs a task in a thread. Its deadline begins when the thread takes it, not while one is started on a busy machine.
 * @param run gives the task to a thread, which calls `sayBegun`; the signal stops it
 * @param ms from then on
 */
export async function inTime<T>(run: (begun: Begun, signal: AbortSignal) => Promise<T>, ms: number): Promise<T> {
  const begun = new SharedArrayBuffer(4);
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let isDone = false;
  const taken = Atomics.waitAsync(new Int32Array(begun), 0, 0, STARTING_MS);
  void Promise.resolve(taken.value).then(() => {
    if (!isDone) timer = setTimeout(() => over.abort(), ms);
  });
  try {
    return await run(begun, over.signal);
  } finally {
    isDone = true;
    clearTimeout(timer);
  }
}
