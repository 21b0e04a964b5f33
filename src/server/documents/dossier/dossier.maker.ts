import { Piscina } from 'piscina';
import type { DossierInput, DossierPdf } from './dossier.pdf.ts';

/** Memory of the thread (MB), bytes of the annexes not counted. */
const MEMORY_MB = 384;
/** How long one dossier may take (ms): thirty annexes take two or three seconds. */
const DEADLINE_MS = 120_000;

export interface DossierMaker {
  make(input: DossierInput, signal: AbortSignal): Promise<DossierPdf>;
  close(): Promise<void>;
}

/** Makes the PDF of a dossier, one at a time. */
export function createDossierMaker(): DossierMaker {
  const pool = new Piscina<DossierInput, DossierPdf>({
    filename: new URL('./dossier.worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 5_000,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 32 },
    // It reads what strangers made: nothing it runs needs to know the settings.
    env: {},
  });
  // A thread that dies has rejected what it was asked, and is replaced.
  pool.on('error', () => undefined);
  return {
    make: (input, signal) => pool.run(input, { signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]) }),
    close: () => pool.destroy(),
  };
}
