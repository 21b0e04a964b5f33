import PQueue from 'p-queue';
import { CONVERT_DEADLINE_MS, type PdfConverter } from './converter.ts';

/** Why a PDF is wanted. A document somebody seals goes before one that somebody reads, and a picture goes last. */
export type Purpose = 'seal' | 'preview' | 'thumbnail';

interface Terms {
  priority: number;
  /** How long one may take (ms), once it is its turn. */
  deadlineMs: number;
  /** How many may wait. */
  waitingMax: number;
}

const TERMS: Record<Purpose, Terms> = {
  seal: { priority: 2, deadlineMs: CONVERT_DEADLINE_MS, waitingMax: 50 },
  preview: { priority: 1, deadlineMs: 30_000, waitingMax: 20 },
  thumbnail: { priority: 0, deadlineMs: 15_000, waitingMax: 200 },
};

/** Thrown when too many wait already. */
export const LINE_FULL = new Error('too many documents are waiting');

export interface Line {
  /**
   * Converts when it is its turn. @param read gives the document then, so that what waits holds no memory
   * @throws PdfFailure, or LINE_FULL
   */
  convert(read: () => Promise<Buffer>, purpose: Purpose): Promise<Buffer>;
}

/** What only shows gives its place after this long (ms), when a document that somebody seals waits for one. */
const GRACE_MS = 5_000;

/**
 * The line before the converter. What only shows (a preview, a picture) never takes every place at once where there are
 * several, and gives the only one back when it keeps it for long: who seals a document does not wait for a reader.
 */
export function createLine(converter: PdfConverter, graceMs = GRACE_MS): Line {
  const all = new PQueue({ concurrency: converter.atOnce });
  const showing = new PQueue({ concurrency: Math.max(1, converter.atOnce - 1) });
  const waiting: Record<Purpose, number> = { seal: 0, preview: 0, thumbnail: 0 };
  /** What only shows and runs now, with when it began. */
  const shown = new Set<{ since: number; controller: AbortController }>();

  const run = async (read: () => Promise<Buffer>, purpose: Purpose): Promise<Buffer> => {
    const { deadlineMs } = TERMS[purpose];
    if (purpose === 'seal') return converter.convert(await read(), { deadlineMs });
    const mine = { since: performance.now(), controller: new AbortController() };
    shown.add(mine);
    try {
      return await converter.convert(await read(), { deadlineMs, signal: mine.controller.signal });
    } finally {
      shown.delete(mine);
    }
  };

  /** Asks the one that shows for longest to give its place, once its grace is over. @returns how to take that back */
  const askForPlace = (): (() => void) => {
    if (all.pending < converter.atOnce) return () => undefined;
    const timer = setInterval(() => {
      for (const one of shown) if (performance.now() - one.since > graceMs) return one.controller.abort();
    }, graceMs / 10);
    return () => clearInterval(timer);
  };

  return {
    async convert(read, purpose) {
      const { priority, waitingMax } = TERMS[purpose];
      if (waiting[purpose] >= waitingMax) throw LINE_FULL;
      waiting[purpose] += 1;
      let waits = true;
      const takeBack = purpose === 'seal' ? askForPlace() : () => undefined;
      const begin = (): void => {
        if (waits) waiting[purpose] -= 1;
        waits = false;
        takeBack();
      };
      const inTurn = (): Promise<Buffer> =>
        all.add(
          () => {
            begin();
            return run(read, purpose);
          },
          { priority },
        );
      try {
        return await (purpose === 'seal' ? inTurn() : showing.add(inTurn, { priority }));
      } finally {
        begin();
      }
    },
  };
}
