import { type Db, inTransaction } from '../db/open.ts';

import type { DocumentService, DossierPiece } from '../documents/document.service.ts';
import { Refusal } from '../errors.ts';
import type { FileService } from '../storage/files.service.ts';
import type { Piece } from './dossier.gather.ts';
import { kindOfBytes } from './dossier.pieces.ts';
import * as store from './dossier.store.ts';

/** A larger PDF is annexed as a file (bytes), and so is what would make all of them too much together. */
const SHOWN_MAX = 100 * 1024 * 1024;

/** What a dossier shows of a piece; `isMissed`: nothing, where people would look for it. */
type Shown = Omit<DossierPiece, 'title' | 'path' | 'sha256' | 'dates'> & { isMissed: boolean };

interface ShowingDeps {
  db: Db;
  documents: Pick<DocumentService, 'toPdf' | 'dossier'>;
  files: FileService;
}

/** What the PDF of a dossier shows of its pieces. */
export function createShowing({ db, documents, files }: ShowingDeps) {
  /** A Word file as a PDF: made once, the same in every dossier. */
  const convertedOf = async ({ sha256 }: Piece, bytes: Buffer): Promise<Buffer> => {
    const known = await store.findConversion(db, sha256);
    const kept = known ? await files.read(known).catch(() => null) : null;
    if (kept) return kept;
    const pdf = await documents.toPdf(bytes, 'seal');
    const stored = await files.save(pdf);
    await inTransaction(db, async (trx) => {
      await files.record(trx, stored);
      await store.keepConversion(trx, { sha256, file_id: stored.id });
    });
    return pdf;
  };

  /** What of a piece is shown in the PDF: by its content, never by its name. */
  const shownOf = async (piece: Piece, room: number): Promise<Shown> => {
    const listed = (reason: string, { isMissed = false } = {}): Shown => ({
      bytes: null,
      kind: 'listed',
      reason,
      isMissed,
    });
    const missed = (reason: string): Shown => listed(reason, { isMissed: true });
    if (piece.size > SHOWN_MAX) return missed('plus de 100 Mio');
    if (piece.size > room) return missed('le dossier entier dépasserait 300 Mio');
    const bytes = await files.read(piece.fileId);
    const kind = kindOfBytes(bytes);
    if (kind === 'pdf' || kind === 'jpeg' || kind === 'png') return { bytes, kind, reason: null, isMissed: false };
    if (kind === 'zip' && /\.docx$/i.test(piece.path)) {
      // The validated document's own Word file is there as a PDF already.
      if (piece.isDocument) return listed('le même document en PDF précède');
      try {
        return { bytes: await convertedOf(piece, bytes), kind: 'pdf', reason: null, isMissed: false };
      } catch (error) {
        if (error instanceof Refusal && error.status === 422)
          return missed('ce document Word n’a pas pu être converti');
        throw error;
      }
    }
    return listed('ce format ne se montre pas dans un PDF');
  };

  return {
    shownOf,
  };
}
