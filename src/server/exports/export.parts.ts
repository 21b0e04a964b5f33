import type { Readable } from 'node:stream';
import type { Attachment } from '#shared/attachments/attachment.contract.ts';
import { PRODUCT_KINDS } from '#shared/contract/product.kinds.ts';
import { printValue } from '#shared/fields/field.text.ts';
import { plainName, safeName, uniqueName } from '#shared/fields/file.name.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { FIELDS } from '#shared/products/product.fields.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { AttachmentService } from '../attachments/attachment.service.ts';
import type { ControlService } from '../control/control.service.ts';
import type { Db } from '../db/open.ts';
import type { DocumentService } from '../documents/document.service.ts';
import type { DossierService } from '../dossiers/dossier.service.ts';
import { Refusal } from '../errors.ts';
import type { ExposureService } from '../exposure/exposure.service.ts';
import type { FormulaService } from '../formulas/formula.service.ts';
import type { GenerationService } from '../generations/generation.service.ts';
import type { LotService } from '../lots/lot.service.ts';
import type { MaterialService } from '../materials/material.service.ts';
import type { ProductService } from '../products/product.service.ts';
import type { RegulationService } from '../regulation/regulation.service.ts';
import type { FileService } from '../storage/files.service.ts';
import type { StudyService } from '../studies/study.service.ts';
import type { SubstanceService } from '../substances/substance.service.ts';

export interface PartsDependencies {
  db: Db;
  products: ProductService;
  formulas: Pick<FormulaService, 'get'>;
  control: Pick<ControlService, 'conformity' | 'assessment' | 'detergent' | 'claims' | 'control'>;
  lots: Pick<LotService, 'list' | 'stop'>;
  studies: Pick<StudyService, 'list'>;
  regulation: Pick<RegulationService, 'verdicts'>;
  dossiers: Pick<DossierService, 'archivesOf' | 'productIds'>;
  exposures: Pick<ExposureService, 'get'>;
  substances: SubstanceService;
  materials: MaterialService;
  attachments: AttachmentService;
  generations: Pick<GenerationService, 'listSealed' | 'sealedFilesOf'>;
  files: FileService;
  documents: Pick<DocumentService, 'workbook'>;
}

/** A file of the archive: made here, or stored. */
export type ExportPart = { path: string; what: string } & (
  | { bytes: Buffer }
  | { open: () => Promise<Readable>; sha256: string; size: number }
);

/** Its name and its reference: two products of one name stand apart, whatever their order. */
const folderOf = (product: Product): string =>
  [productLabel(product), product.ref_produit ?? product.ref_formule ?? '']
    .map((text) => plainName(text, 60))
    .filter(Boolean)
    .join('_') || 'produit';

type SealedRow = Parameters<GenerationService['sealedFilesOf']>[0];

const json = (content: unknown): Buffer => Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
const NATURE = 'Nature';
/** Products of one workbook: writing it is bounded, and it is read again at once. */
export const ROWS_EACH = 2_000;

/** What cannot be computed of one product keeps nobody from the others, and says why. */
async function readable<T>(read: () => Promise<T>): Promise<T | { illisible: string }> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Refusal) return { illisible: error.message };
    throw error;
  }
}

/** What the rooms know of a product beside its form. */
function createFileOf({ formulas, control, lots, studies, regulation, exposures }: PartsDependencies) {
  return async (product: Product) => ({
    produit: product,
    formule: await formulas.get(product.id),
    conformite: await control.conformity(product.id),
    allegations: await control.claims(product.id),
    lots: await lots.list(product.id),
    arret: await lots.stop(product.id),
    etudes: await studies.list(product.id),
    // Points with why they are of no concern, remarks with what people answered.
    controle: await readable(() => control.control(product.id)),
    ...(product.type_produit === 'nettoyage'
      ? { nettoyage: await control.detergent(product.id) }
      : {
          evaluation: await control.assessment(product.id),
          exposition: await exposures.get(product.id),
          verdicts: await readable(() => regulation.verdicts(product.id, {})),
        }),
  });
}

/** What stands in the archive of everything, one file after the other. */
export function createParts(deps: PartsDependencies) {
  const { db, products, dossiers, substances, materials, attachments, generations, files, documents } = deps;
  const fileOf = createFileOf(deps);
  /** Files attached to records, each below the folder of its owner. */
  async function* attached(type: string, folders: ReadonlyMap<string, string>): AsyncGenerator<ExportPart> {
    const found = await attachments.listOfMany(type, [...folders.keys()], db);
    for (const [id, pieces] of found) {
      const fileIds = await attachments.fileIdsOf(pieces.map((piece) => piece.id));
      const taken = new Set<string>();
      for (const piece of pieces)
        yield pieceOf(piece, { fileId: fileIds.get(piece.id) ?? '', taken, folder: folders.get(id) ?? '' });
    }
  }
  const pieceOf = (
    { alias, file_name, sha256, size, field_key }: Attachment,
    { fileId, taken, folder }: { fileId: string; taken: Set<string>; folder: string },
  ): ExportPart => ({
    path: `${folder}/pieces/${uniqueName(safeName(alias ?? file_name), taken)}`,
    what: `Pièce jointe (${field_key})`,
    sha256,
    size,
    open: async () => (await files.open(fileId, { checked: true })).stream,
  });

  /** The document that was validated last, then those of before, in French and in English. */
  async function* sealed(rows: readonly SealedRow[], folder: string): AsyncGenerator<ExportPart> {
    const taken = new Set<string>();
    for (const [index, row] of rows.entries()) {
      const found = await generations.sealedFilesOf(row);
      const name = uniqueName(safeName(row.file_name.replace(/\.docx$/i, '')), taken);
      for (const { id: fileId, format, sha256, size } of found?.files ?? [])
        yield {
          path: index === 0 ? `${folder}/document-valide.${format}` : `${folder}/documents-valides/${name}.${format}`,
          what: `Document validé le ${found?.validated_at}`,
          sha256,
          size,
          open: async () => (await files.open(fileId, { checked: true })).stream,
        };
    }
  }

  async function* archives(id: string, folder: string): AsyncGenerator<ExportPart> {
    const taken = new Set<string>();
    for (const { fileId, name, sealed_at, sha256, size } of await dossiers.archivesOf(id))
      yield {
        path: `${folder}/dossiers-scelles/${uniqueName(`${safeName(name)}.zip`, taken)}`,
        what: `Dossier scellé le ${sealed_at}`,
        sha256,
        size,
        open: async () => (await files.open(fileId, { checked: true })).stream,
      };
  }

  async function* ofProducts(ids: readonly string[]): AsyncGenerator<ExportPart> {
    const taken = new Set<string>();
    const all = await generations.listSealed();
    const byProduct = (rows: typeof all) => Map.groupBy(rows, ({ product_id }) => product_id);
    const documentsOf = byProduct(all.filter(({ deleted_at }) => deleted_at === null));
    const written = new Set<string>();
    for (const id of ids) {
      const product = await products.known(id);
      if (!product) continue;
      const folder = uniqueName(`produits/${folderOf(product)}`, taken);
      yield { path: `${folder}/dossier.json`, what: 'Ce que le dossier dit', bytes: json(await fileOf(product)) };
      yield* attached('product', new Map([[id, folder]]));
      yield* sealed(documentsOf.get(id) ?? [], folder);
      yield* archives(id, folder);
      written.add(id);
    }
    // What is kept of products and documents that are in the trash, or gone: ten years, whatever becomes of them.
    const keptOf = byProduct(all.filter((one) => one.deleted_at !== null || !written.has(one.product_id)));
    for (const id of new Set([...keptOf.keys(), ...(await dossiers.productIds())])) {
      const folder = `documents-gardes/${plainName(id, 60)}`;
      yield* sealed(keptOf.get(id) ?? [], folder);
      if (!written.has(id)) yield* archives(id, folder);
    }
  }

  async function* library(
    what: 'substances' | 'matieres-premieres',
    {
      exchange,
      type,
      labels,
    }: { exchange: SubstanceService['exchange']; type: string; labels: readonly { id: string; label: string }[] },
  ): AsyncGenerator<ExportPart> {
    const { stream } = await exchange.export('xlsx');
    yield { path: `${what}.xlsx`, what: 'Bibliothèque', bytes: Buffer.concat(await stream.toArray()) };
    const taken = new Set<string>();
    const folders = new Map<string, string>();
    for (const { id, label } of labels)
      folders.set(id, uniqueName(`${what}/${plainName(label, 60) || 'fiche'}`, taken));
    yield* attached(type, folders);
  }

  return async function* everything(): AsyncGenerator<ExportPart> {
    const ids = await products.ids();
    const header = [...FIELDS.map(({ label, unit }) => (unit ? `${label} (${unit})` : label)), NATURE];
    for (let from = 0; from === 0 || from < ids.length; from += ROWS_EACH) {
      const rows = [header];
      for await (const { values, kind } of products.views(ids.slice(from, from + ROWS_EACH)))
        rows.push([...FIELDS.map((field) => printValue(field, values[field.name])), PRODUCT_KINDS[kind]]);
      const path = from === 0 ? 'produits.xlsx' : `produits-${from / ROWS_EACH + 1}.xlsx`;
      yield { path, what: 'Les fiches, un produit par ligne', bytes: await documents.workbook(rows) };
    }
    const [known, raw] = [await substances.all(), await materials.all()];
    yield* library('substances', {
      exchange: substances.exchange,
      type: 'substance',
      labels: known.map(({ id, values }) => ({ id, label: values.inci })),
    });
    yield* library('matieres-premieres', {
      exchange: materials.exchange,
      type: 'material',
      labels: raw.map(({ id, values }) => ({ id, label: values.trade_name })),
    });
    yield* ofProducts(ids);
  };
}
