import { createHash, randomUUID } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Control } from '#shared/control/control.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { dayOf, printInstant } from '#shared/fields/date.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { snapshotOf } from '#shared/products/product.snapshot.ts';
import type { Actor } from '../caller.ts';
import type { ControlService } from '../control/control.service.ts';
import { searchText } from '../db/fulltext.ts';
import { inTransaction } from '../db/open.ts';
import type { DossierRow } from '../db/tables.ts';
import type { DocumentService, DossierPiece } from '../documents/document.service.ts';
import { Refusal } from '../errors.ts';
import type { ProductService } from '../products/product.service.ts';
import type { RegulationService } from '../regulation/regulation.service.ts';
import type { Inbox } from '../storage/inbox.ts';
import type { createGatherer, GatherDependencies, Piece } from './dossier.gather.ts';
import { FOLDERS, type FolderKey, kindOfBytes, safeName } from './dossier.pieces.ts';
import * as store from './dossier.store.ts';
import { anomaliesOf, keptUntil, readMe, sheetsOf } from './dossier.words.ts';

export interface BuildDependencies extends GatherDependencies {
  products: ProductService;
  control: Pick<ControlService, 'control' | 'conformity' | 'assessment'>;
  regulation: Pick<RegulationService, 'active'>;
  documents: Pick<DocumentService, 'toPdf' | 'dossier'>;
  inbox: Inbox;
  version: string;
  clock: () => Date;
}

/** A larger PDF is annexed as a file (bytes), and so is what would make all of them too much together. */
const SHOWN_MAX = 100 * 1024 * 1024;
const SHOWN_TOTAL = 300 * 1024 * 1024;
const SCHEMA = 1;

/** What a dossier shows of a piece; `isMissed`: nothing, where people would look for it. */
type Shown = Omit<DossierPiece, 'title' | 'path' | 'sha256'> & { isMissed: boolean };

/** Makes a dossier: its PDF, its archive, its manifest, and the row that will name them. Nothing is recorded yet. */
export function createBuilder(deps: BuildDependencies, { piecesOf }: ReturnType<typeof createGatherer>) {
  const { db, products, formulas, control, regulation, documents, files, inbox, version, clock } = deps;

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
      // The DIP's own Word file is there as a PDF already.
      if (piece.path.startsWith('00-dip/')) return listed('le même document en PDF précède');
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

  const build = async (
    productId: string,
    { by, signal, progress }: { by: Actor; signal: AbortSignal; progress: (done: number, total: number) => void },
  ) => {
    const product = await products.get(productId);
    const found: Control = await control.control(productId);
    const conformity = await control.conformity(productId);
    const assessment = await control.assessment(productId);
    const formula = await formulas.get(productId);
    const corpus = (await regulation.active())?.corpus ?? null;
    const { pieces, hasDip } = await piecesOf(productId);
    const snapshot = snapshotOf(product);
    const id = randomUUID();
    const sealedAt = clock().toISOString();
    const tool = `Diplo ${version}`;
    const anomalies = anomaliesOf(found, hasDip);
    const total = pieces.length + 2;
    const sections = new Map<FolderKey | 'dip', DossierPiece[]>();
    const unseen: string[] = [];
    let room = SHOWN_TOTAL;
    for (const [index, piece] of pieces.entries()) {
      if (signal.aborted) throw signal.reason;
      progress(index, total);
      const { isMissed, ...shown } = await shownOf(piece, room);
      if (isMissed) unseen.push(`${piece.title} : seulement dans l’archive, ${shown.reason}.`);
      room -= shown.bytes?.length ?? 0;
      const key = piece.path.startsWith('00-dip/') ? 'dip' : piece.folder;
      sections.set(key, [
        ...(sections.get(key) ?? []),
        { title: piece.title, path: piece.path, sha256: piece.sha256, ...shown },
      ]);
    }
    const { pdf, pages, refused } = await documents.dossier(
      {
        id,
        title: `Dossier d’information produit : ${productLabel(product)}`,
        subtitle: [
          `Formule ${product.ref_formule ?? 'sans référence'}, version ${product.version ?? 'non précisée'}`,
          `Personne responsable : ${conformity.pr_nom ?? product.resp_mise_marche ?? 'non renseignée'}`,
          `Scellé le ${printInstant(sealedAt)} (Paris)`,
          `Article 11 : ${counted(found.covered, 'point')} sur ${found.total}`,
        ],
        sealedAt,
        tool,
        sheets: sheetsOf(found, { anomalies, assessment }),
        sections: [
          { title: 'Le dossier d’information produit validé', pieces: sections.get('dip') ?? [] },
          ...(Object.keys(FOLDERS) as FolderKey[]).map((key) => ({
            title: FOLDERS[key].title,
            pieces: sections.get(key) ?? [],
          })),
        ],
      },
      signal,
    );
    progress(pieces.length, total);
    const all = [
      ...anomalies,
      ...unseen,
      ...refused.map(({ path, reason }) => `${pieces.find((one) => one.path === path)?.title ?? path} : ${reason}.`),
    ];
    const pdfStored = await files.save(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
    const manifest = {
      schema: SCHEMA,
      id,
      time: sealedAt,
      tool,
      product: {
        id: productId,
        nom_commercial: product.nom_commercial,
        nom_produit: product.nom_produit,
        ref_formule: product.ref_formule,
        ref_produit: product.ref_produit,
        version: product.version,
        revision: product.revision,
      },
      formula: { mode: formula.mode, revision: formula.revision, composition_sha256: formula.composition_sha256 },
      corpus: corpus && { date: corpus.date, sha256: corpus.sha256 },
      points: found.points.map(({ key, title, state, missing, reason }) => ({
        key,
        title,
        state,
        missing: missing.map(({ text }) => text),
        reason,
      })),
      signature: assessment.signature && {
        signed_on: assessment.signature.signed_on,
        entered_at: assessment.signature.entered_at,
        entered_by: assessment.signature.entered_by,
      },
      chronology: found.chronology,
      anomalies: all,
      files: pieces.map(({ path, size, sha256, title, point, piece_date, added_at, added_by }) => ({
        path,
        bytes: size,
        sha256,
        title,
        point,
        piece_date,
        added_at,
        added_by,
      })),
      pdf_sha256: pdfStored.sha256,
    };
    const zipStored = await saveZip(
      [
        { path: 'dossier.pdf', sha256: pdfStored.sha256, open: async () => Readable.from([pdf]) },
        ...pieces.map((piece) => ({
          path: piece.path,
          sha256: piece.sha256,
          open: async () => (await files.open(piece.fileId, { checked: true })).stream,
        })),
      ],
      { manifest, id, sealedAt, title: productLabel(product) },
    );
    progress(total - 1, total);
    const row: DossierRow = {
      id,
      product_id: productId,
      product_snapshot: JSON.stringify(snapshot),
      search_text: searchText(Object.values(snapshot).map((value) => value ?? '')),
      sealed_at: sealedAt,
      sealed_by: by.email,
      sha256: pdfStored.sha256,
      zip_sha256: zipStored.sha256,
      pages,
      anomalies: JSON.stringify(all),
      file_name: `Dossier_${safeName(productLabel(product))}_${dayOf(new Date(sealedAt))}`,
      pdf_file_id: pdfStored.id,
      zip_file_id: zipStored.id,
    };
    return { row, stored: [pdfStored, zipStored], until: keptUntil(conformity.dernier_lot_date) };
  };

  /** Written piece by piece: an archive is never whole in memory. */
  const saveZip = async (
    entries: readonly { path: string; sha256: string; open: () => Promise<NodeJS.ReadableStream> }[],
    { manifest, id, sealedAt, title }: { manifest: object; id: string; sealedAt: string; title: string },
  ) => {
    const zip = new ZipFile();
    const mtime = new Date(sealedAt);
    const written = new PassThrough();
    zip.outputStream.pipe(written);
    const fail = (error: unknown): void => {
      written.destroy(error instanceof Error ? error : new Error(String(error)));
    };
    zip.on('error', fail);
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    const notice = readMe({ id, sealedAt, title });
    const sums = `${entries.map(({ path, sha256 }) => `${sha256}  ${path}`).join('\n')}\n${sha256Of(text)}  manifeste.json\n${sha256Of(notice)}  LISEZMOI.txt\n`;
    for (const { path, open } of entries)
      zip.addReadStreamLazy(path, { mtime, compress: !/\.(?:pdf|jpe?g|png|zip|docx|xlsx)$/i.test(path) }, (done) => {
        open().then(
          (stream) => {
            stream.once('error', fail);
            done(null, stream);
          },
          (error) => {
            fail(error);
          },
        );
      });
    zip.addBuffer(Buffer.from(text), 'manifeste.json', { mtime });
    zip.addBuffer(Buffer.from(sums), 'SHA256SUMS', { mtime });
    zip.addBuffer(Buffer.from(notice), 'LISEZMOI.txt', { mtime });
    zip.end();
    const arrived = await inbox.receive(written);
    return files.save(arrived);
  };

  return build;
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');
