import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { dayOf, printInstant } from '#shared/fields/date.ts';
import { safeName } from '#shared/fields/file.name.ts';
import { changedSince } from '#shared/findings/stamp.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { snapshotOf } from '#shared/products/product.snapshot.ts';
import type { Actor } from '../caller.ts';
import type { ControlService } from '../control/control.service.ts';
import { searchText } from '../db/fulltext.ts';
import { atOneMoment } from '../db/moment.ts';
import type { DossierRow } from '../db/tables.ts';
import type { DocumentService, DossierPiece } from '../documents/document.service.ts';
import type { ExposureService } from '../exposure/exposure.service.ts';
import { JobFault } from '../jobs/job.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { Inbox } from '../storage/inbox.ts';
import type { createGatherer, GatherDependencies } from './dossier.gather.ts';
import { createLooking } from './dossier.looking.ts';
import { manifestOf } from './dossier.manifest.ts';
import { DOCUMENT, FOLDERS, FOLDERS_OF, type FolderKey } from './dossier.pieces.ts';
import { sayDates, sheetsOf } from './dossier.sheets.ts';
import { createShowing } from './dossier.showing.ts';
import { anomaliesOf, keptUntil, saidFindings } from './dossier.words.ts';
import { createZip } from './dossier.zip.ts';

export interface BuildDependencies extends GatherDependencies {
  products: ProductService;
  control: Pick<
    ControlService,
    'controlOf' | 'look' | 'stampNow' | 'conformity' | 'assessment' | 'detergent' | 'names'
  >;
  exposures: Pick<ExposureService, 'sheet'>;
  documents: Pick<DocumentService, 'toPdf' | 'dossier' | 'workbook' | 'archived'>;
  inbox: Inbox;
  version: string;
  clock: () => Date;
}

/** How often the file is read again when it changed meanwhile. */
const GATHERINGS = 3;
const SHOWN_TOTAL = 300 * 1024 * 1024;

/** Reads all that a dossier says, of one state of the file. */
function createStillReading(
  { db, audit, products, control }: BuildDependencies,
  { look, dataFor, piecesOf }: ReturnType<typeof createLooking> & Pick<ReturnType<typeof createGatherer>, 'piecesOf'>,
) {
  const gather = (productId: string) =>
    atOneMoment(async () => {
      const product = await products.get(productId);
      const seen = await look(productId, product);
      return {
        product,
        ...seen,
        data: await dataFor(seen.known),
        ...(await piecesOf(productId, product.type_produit)),
      };
    });
  /** @throws JobFault when somebody keeps changing it */
  return async (productId: string) => {
    for (let turn = 0; turn < GATHERINGS; turn += 1) {
      // A signature that is recorded moves no part of the stamp: the journal tells of every write.
      const writes = await audit.countOf(productId, db);
      const gathered = await gather(productId);
      const isStill = changedSince(gathered.looked.stamp, await control.stampNow(productId)).length === 0;
      if (isStill && (await audit.countOf(productId, db)) === writes) return gathered;
    }
    throw new JobFault('Le dossier change pendant qu’il est scellé : il le sera quand personne n’y touche plus.', {
      again: 'later',
    });
  };
}

/** Makes a dossier: its PDF, its archive, its manifest, and the row that will name them. Nothing is recorded yet. */
export function createBuilder(deps: BuildDependencies, { piecesOf }: ReturnType<typeof createGatherer>) {
  const { documents, files, version, clock } = deps;
  const { shownOf } = createShowing(deps);

  const gatherStill = createStillReading(deps, { ...createLooking(deps), piecesOf });

  const build = async (
    productId: string,
    { by, signal, progress }: { by: Actor; signal: AbortSignal; progress: (done: number, total: number) => void },
  ) => {
    const { product, looked, found, known, data, pieces, hasDip } = await gatherStill(productId);
    const kind = product.type_produit;
    const { conformity } = known;
    const snapshot = snapshotOf(product);
    const id = randomUUID();
    const sealedAt = clock().toISOString();
    const tool = `Diplo ${version}`;
    const ownAnomalies = anomaliesOf(found, { hasDip, kind });
    const anomalies = [...ownAnomalies, ...saidFindings(found)];
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
      const key = piece.isDocument ? 'dip' : piece.folder;
      sections.set(key, [
        ...(sections.get(key) ?? []),
        { title: piece.title, path: piece.path, sha256: piece.sha256, dates: sayDates(piece), ...shown },
      ]);
    }
    const { pdf, pages, refused } = await documents.dossier(
      {
        id,
        title: `${DOCUMENT[kind].title} : ${productLabel(product)}`,
        subtitle: [
          `Formule ${product.ref_formule ?? 'sans référence'}, version ${product.version ?? 'non précisée'}`,
          `${kind === 'cosmetique' ? 'Personne responsable' : 'Responsable de la mise sur le marché'} : ${conformity.pr_nom ?? product.resp_mise_marche ?? 'non renseignée'}`,
          `Scellé le ${printInstant(sealedAt)} (Paris)`,
        ],
        sealedAt,
        tool,
        sheets: sheetsOf(found, known, { anomalies: ownAnomalies, pieces }),
        sections: [
          { title: DOCUMENT[kind].section, pieces: sections.get('dip') ?? [] },
          ...FOLDERS_OF[kind].map((key) => ({
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
    const manifest = manifestOf({
      id,
      sealedAt,
      tool,
      product,
      formula: known.formula,
      lines: looked.parts.composition.lines,
      corpus: kind === 'cosmetique' ? known.corpus : null,
      found,
      assessment: kind === 'cosmetique' ? known.assessment : null,
      anomalies: all,
      pieces,
      data,
      stamp: looked.stamp,
      pdf: pdfStored,
    });
    const zipStored = await saveZip(
      [
        { path: 'dossier.pdf', sha256: pdfStored.sha256, open: async () => Readable.from([pdf]) },
        ...data.map(({ path, sha256, bytes }) => ({ path, sha256, open: async () => Readable.from([bytes]) })),
        ...pieces.map((piece) => ({
          path: piece.path,
          sha256: piece.sha256,
          open: async () => (await files.open(piece.fileId, { checked: true })).stream,
        })),
      ],
      { manifest, id, sealedAt, kind, title: productLabel(product) },
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
      stamp: JSON.stringify(looked.stamp),
      file_name: `Dossier_${safeName(productLabel(product))}_${dayOf(new Date(sealedAt))}`,
      pdf_file_id: pdfStored.id,
      zip_file_id: zipStored.id,
    };
    return { row, stored: [pdfStored, zipStored], until: keptUntil(looked.found.retention) };
  };
  const { saveZip } = createZip(deps);

  return build;
}
