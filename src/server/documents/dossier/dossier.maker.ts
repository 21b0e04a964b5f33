import { moduleBeside } from '../../program.ts';
import { createGuardedPool } from '../guarded.pool.ts';
import { ProcessFault } from '../guarded.ts';
import type { DossierInput, DossierPdf, DossierPiece } from './dossier.pdf.ts';
import { createPieceCleaner } from './piece.cleaner.ts';

const WORK = moduleBeside(import.meta.url, 'dossier.worker');
/** Of the thread that brings clean pages together. */
const HEAP_MB = 384;
/** Bytes that its process may hold: room to work, and copies of the pieces. */
const [MEMORY, COPIES] = [1_000_000_000, 8];
/** Seconds of processor: thirty annexes take two or three. */
const PROCESSOR = 120;
/** How long its process waits for the next dossier (ms). */
const IDLE_MS = 5_000;
/** Dossiers made at once: one that has trouble with its pieces leaves a turn to another. */
export const DOSSIERS_AT_ONCE = 2;

/** A dossier could not be made; of a piece, by its title, or of all of them. */
export class DossierFault extends Error {
  readonly piece: string | null;
  constructor(piece: string | null, cause: unknown) {
    super(`the dossier could not be made${piece === null ? '' : `: ${piece}`}`, { cause });
    this.name = 'DossierFault';
    this.piece = piece;
  }
}

/** Makes the PDF of a dossier: each piece read in a process of its own, then all of them in another. */
export function createDossierMaker() {
  const pool = createGuardedPool<DossierInput, DossierPdf>({ work: WORK, heapMb: HEAP_MB, idleMs: IDLE_MS });
  const closing = new AbortController();

  const cleaned = async (
    sections: DossierInput['sections'],
    signal: AbortSignal,
  ): Promise<DossierInput['sections']> => {
    const cleaner = createPieceCleaner();
    const clean = async (piece: DossierPiece): Promise<DossierPiece> => {
      const { kind, bytes } = piece;
      if (kind === 'listed' || kind === 'refused' || bytes === null) return piece;
      const found = await cleaner.clean({ kind, bytes }, signal).catch((error: unknown) => {
        throw error instanceof ProcessFault ? new DossierFault(piece.title, error) : error;
      });
      return 'pdf' in found
        ? { ...piece, kind: 'pdf', bytes: found.pdf }
        : { ...piece, kind: 'refused', bytes: null, reason: found.reason };
    };
    try {
      const all: DossierInput['sections'][number][] = [];
      for (const section of sections) {
        const pieces: DossierPiece[] = [];
        for (const piece of section.pieces) pieces.push(await clean(piece));
        all.push({ ...section, pieces });
      }
      return all;
    } finally {
      cleaner.close();
    }
  };

  return {
    /** @throws DossierFault */
    async make(input: DossierInput, given: AbortSignal): Promise<DossierPdf> {
      const signal = AbortSignal.any([given, closing.signal]);
      const sections = await cleaned(input.sections, signal);
      const held = sections.flatMap(({ pieces }) => pieces).reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0);
      const limits = { memory: MEMORY + COPIES * held, processor: PROCESSOR };
      try {
        return await pool.run({ ...input, sections }, limits, signal);
      } catch (error) {
        throw signal.aborted ? error : new DossierFault(null, error);
      }
    },
    close(): void {
      closing.abort();
      pool.close();
    },
  };
}
