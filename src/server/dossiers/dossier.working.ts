import { Readable } from 'node:stream';
import type { DossierPiece, DossierSheet } from '../documents/document.service.ts';
import { zipStream } from '../storage/zip.stream.ts';
import type { BuildDependencies } from './dossier.build.ts';
import type { Piece } from './dossier.gather.ts';
import { sayDates } from './dossier.sheets.ts';
import { createShowing } from './dossier.showing.ts';

/** Bytes of pieces that a working document shows. */
const SHOWN_TOTAL = 100 * 1024 * 1024;

/** A file as somebody is given it to work with: what it is made of, already in French. */
export interface Working {
  title: string;
  subtitle: readonly string[];
  sheets: readonly DossierSheet[];
  /** Title of the part that shows the pieces. */
  section: string;
  pieces: readonly Pick<Piece, 'fileId' | 'path' | 'title' | 'sha256' | 'size' | 'piece_date' | 'added_at'>[];
}

/** Documents to work with: nothing of them is sealed, and nothing is kept. */
export function createWorking(deps: BuildDependencies) {
  const { documents, files, version, clock } = deps;
  const { shownOf } = createShowing(deps);

  const pdf = async ({ title, subtitle, sheets, section, pieces }: Working): Promise<Buffer> => {
    const shown: DossierPiece[] = [];
    let room = SHOWN_TOTAL;
    for (const piece of pieces) {
      const whole: Piece = {
        ...piece,
        folder: 'annexes',
        isDocument: false,
        point: null,
        points: new Set(),
        added_by: null,
      };
      const { isMissed: _, ...how } = await shownOf(whole, room);
      room -= how.bytes?.length ?? 0;
      shown.push({ title: piece.title, path: piece.path, sha256: piece.sha256, dates: sayDates(piece), ...how });
    }
    const made = await documents.dossier(
      {
        id: 'de travail, non scellé',
        title,
        subtitle,
        sealedAt: clock().toISOString(),
        tool: `Diplo ${version}`,
        sheets,
        sections: [{ title: section, pieces: shown }],
      },
      AbortSignal.timeout(WORKING_MS),
    );
    return Buffer.from(made.pdf.buffer, made.pdf.byteOffset, made.pdf.byteLength);
  };

  return {
    pdf,
    workbook: documents.workbook,
    /** An archive of files that are made and of pieces as they are, written while it is read. */
    zip(made: readonly { path: string; bytes: Buffer }[], pieces: Working['pieces']): Readable {
      return zipStream([
        ...made.map(({ path, bytes }) => ({ path, compress: true, open: async () => Readable.from([bytes]) })),
        ...pieces.map(({ path, fileId }) => ({
          path,
          compress: false,
          open: async () => (await files.open(fileId, { checked: true })).stream,
        })),
      ]);
    },
  };
}
/** How long a working document may take (ms). */
const WORKING_MS = 120_000;
