/** What the process that reads one piece may take. */
export interface Limits {
  /** Bytes that the process may hold. */
  memory: number;
  /** Seconds of processor that one piece may take: not of the clock, which goes on while others work. */
  processor: number;
}

/** How the process ends when a piece asks for too much. */
export const ENDED = { memory: 101, processor: 102 } as const;
