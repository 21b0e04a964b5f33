import { CONVERT_DEADLINE_MS, type PdfConverter } from './converter.ts';

/** Why a PDF is wanted. A document somebody seals goes before one that somebody reads, and a picture goes last. */
export type Purpose = 'seal' | 'preview' | 'thumbnail';

/** Who goes first, before the converter and before whatever else a document needs. */
export const PRIORITIES: Record<Purpose, number> = { seal: 2, preview: 1, thumbnail: 0 };

interface Terms {
  /** How long one may take (ms), once it is its turn. */
  deadlineMs: number;
  /** How many may wait. */
  waitingMax: number;
}

const TERMS: Record<Purpose, Terms> = {
  seal: { deadlineMs: CONVERT_DEADLINE_MS, waitingMax: 50 },
  preview: { deadlineMs: 30_000, waitingMax: 20 },
  thumbnail: { deadlineMs: 30_000, waitingMax: 200 },
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

interface Waiting {
  purpose: Purpose;
  start: () => void;
}

/**
 * The line before the converter. What only shows (a preview, a picture) never takes every place at once where there are
 * several, and gives the only one back when it keeps it for long: who seals a document does not wait for a reader.
 */
export function createLine(converter: PdfConverter, graceMs = GRACE_MS): Line {
  const showingMax = Math.max(1, converter.atOnce - 1);
  /** In the order in which they are served. */
  const waiting: Waiting[] = [];
  let running = 0;
  /** What only shows and runs now, with when it began. */
  const shown = new Set<{ since: number; controller: AbortController }>();
  let asking: NodeJS.Timeout | undefined;

  const advance = (): void => {
    while (running < converter.atOnce) {
      const next = waiting.findIndex(({ purpose }) => purpose === 'seal' || shown.size < showingMax);
      const [one] = next < 0 ? [] : waiting.splice(next, 1);
      if (!one) break;
      one.start();
    }
    askForPlace();
  };

  /** Asks the one that shows for longest to give its place, once its grace is over. */
  const askForPlace = (): void => {
    clearTimeout(asking);
    const [longest] = shown;
    if (!longest || running < converter.atOnce || waiting[0]?.purpose !== 'seal') return;
    const left = longest.since + graceMs - performance.now();
    if (left <= 0) longest.controller.abort();
    else asking = setTimeout(askForPlace, left);
  };

  const run = async (read: () => Promise<Buffer>, purpose: Purpose): Promise<Buffer> => {
    const { deadlineMs } = TERMS[purpose];
    const mine = { since: performance.now(), controller: new AbortController() };
    running += 1;
    if (purpose !== 'seal') shown.add(mine);
    try {
      const docx = await read();
      return await converter.convert(docx, { deadlineMs, signal: mine.controller.signal });
    } finally {
      running -= 1;
      shown.delete(mine);
      advance();
    }
  };

  return {
    convert(read, purpose) {
      const { waitingMax } = TERMS[purpose];
      return new Promise((resolve, reject) => {
        if (waiting.filter((one) => one.purpose === purpose).length >= waitingMax) return reject(LINE_FULL);
        const start = (): void => void run(read, purpose).then(resolve, reject);
        const behind = waiting.findIndex((one) => PRIORITIES[one.purpose] < PRIORITIES[purpose]);
        waiting.splice(behind < 0 ? waiting.length : behind, 0, { purpose, start });
        advance();
      });
    },
  };
}
