import { Piscina } from 'piscina';
import { COMPILED } from '../compiled.ts';
import type { DossierInput, DossierPdf, DossierPiece } from './dossier.pdf.ts';
import { createPieceCleaner, PieceFault } from './piece.cleaner.ts';

/** Memory of the thread (MB), bytes of the annexes not counted. */
const MEMORY_MB = 384;
/** How long it may take to bring clean pages together (ms): thirty annexes take two or three seconds. */
const DEADLINE_MS = 120_000;
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

/** Makes the PDF of a dossier: each piece read in a process of its own, then all of them in a thread. */
export function createDossierMaker() {
  const pool = new Piscina<DossierInput, DossierPdf>({
    filename: new URL('./dossier.worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: DOSSIERS_AT_ONCE,
    idleTimeout: 5_000,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 32 },
    env: COMPILED,
  });
  // A thread that dies has rejected what it was asked, and is replaced.
  pool.on('error', () => undefined);
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
        throw error instanceof PieceFault ? new DossierFault(piece.title, error) : error;
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
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]);
      return pool.run({ ...input, sections }, { signal: deadline }).catch((error: unknown) => {
        throw signal.aborted ? error : new DossierFault(null, error);
      });
    },
    async close(): Promise<void> {
      closing.abort();
      await pool.destroy();
    },
  };
}
