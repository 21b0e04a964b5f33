/** What one task may take of the process that does it. */
export interface Limits {
  /** Bytes that the process may hold. */
  memory: number;
  /** Seconds of processor: not of the clock, which goes on while others work. */
  processor: number;
}

/** How the process ends when a task asks for too much. */
export const ENDED = { memory: 101, processor: 102 } as const;

/** What it says of a task: what the work gave, or what it threw. */
export type Said = { value: unknown } | { failed: unknown };
