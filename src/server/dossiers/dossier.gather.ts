import type { Attachment } from '#shared/attachments/attachment.contract.ts';
import type { ProductKind } from '#shared/contract/product.kinds.ts';
import { pointOf, pointsOf } from '#shared/control/piece.point.ts';
import type { PointKey } from '#shared/control/point.titles.ts';
import { dayOf } from '#shared/fields/date.ts';
import { safeName } from '#shared/fields/file.name.ts';
import { nameOfLine } from '#shared/formulas/formula.ts';
import type { AttachmentService } from '../attachments/attachment.service.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { Db } from '../db/open.ts';
import { conflict } from '../errors.ts';
import type { FormulaService } from '../formulas/formula.service.ts';
import type { GenerationService } from '../generations/generation.service.ts';
import type { FileService } from '../storage/files.service.ts';
import { MissingFile } from '../storage/storage.ts';
import { DOCUMENT, FOLDERS, FOLDERS_OF, type FolderKey, folderOf } from './dossier.pieces.ts';

export interface GatherDependencies {
  db: Db;
  formulas: FormulaService;
  attachments: AttachmentService;
  generations: Pick<GenerationService, 'sealedFiles'>;
  files: FileService;
  audit: AuditService;
}

/** A piece of the dossier: a stored file, where it goes, and what is told of it. */
export interface Piece {
  fileId: string;
  path: string;
  title: string;
  folder: FolderKey;
  /** The validated document itself, as one of its files. */
  isDocument: boolean;
  point: PointKey | null;
  /** With those of the other places where it stands. */
  points: ReadonlySet<PointKey | null>;
  sha256: string;
  size: number;
  piece_date: string | null;
  added_at: string;
  added_by: string | null;
}

/** Finds what belongs into the dossier of a product, and whether all of it is there. */
export function createGatherer({ db, formulas, attachments, generations, files, audit }: GatherDependencies) {
  /** Every piece, in the order of the folders; names never meet. */
  const piecesOf = async (productId: string, kind: ProductKind): Promise<{ pieces: Piece[]; hasDip: boolean }> => {
    const { mode, ...formula } = await formulas.get(productId);
    // The lines of a table that is one no more are not what the product is made of.
    const lines = mode === 'table' ? formula.lines : [];
    const used = (name: 'material_id' | 'substance_id'): string[] => [
      ...new Set(lines.flatMap((line) => line[name] ?? [])),
    ];
    const shelf = {
      substances: new Map(formula.substances.map((one) => [one.id, one])),
      materials: new Map(formula.materials.map((one) => [one.id, one])),
    };
    const ofProduct = await attachments.listOf({ type: 'product', id: productId });
    const ofLibrary = async (type: 'material' | 'substance', name: 'material_id' | 'substance_id') => {
      const owned = await attachments.listOfMany(type, used(name), db);
      return lines.flatMap((line) => {
        const id = line[name];
        return id ? (owned.get(id) ?? []).map((file) => ({ file, of: nameOfLine(line, shelf) })) : [];
      });
    };
    const told: { file: Attachment; of: string | null }[] = [
      ...ofProduct.map((file) => ({ file, of: null })),
      ...(await ofLibrary('material', 'material_id')),
      ...(await ofLibrary('substance', 'substance_id')),
    ];
    const added = await audit.actorsOf(
      'attachment.create',
      told.map(({ file }) => file.id),
    );
    const seen = new Set<string>();
    const found = told
      .filter(({ file }) => !seen.has(file.id) && seen.add(file.id))
      .map(({ file, of }) => {
        const point = pointOf(file, kind);
        const name = file.alias ?? file.file_name;
        return {
          file,
          point,
          points: pointsOf(file, kind),
          folder: folderOf(point, kind),
          title: of ? `${of} : ${name}` : name,
        };
      })
      .toSorted(
        (a, b) =>
          FOLDERS[a.folder].folder.localeCompare(FOLDERS[b.folder].folder) ||
          a.file.created_at.localeCompare(b.file.created_at) ||
          a.file.id.localeCompare(b.file.id),
      );
    const counts = new Map<FolderKey, number>();
    const pieces: Piece[] = [];
    const fileIds = await attachments.fileIdsOf(found.map(({ file }) => file.id));
    for (const { file, point, points, folder, title } of found) {
      const rank = (counts.get(folder) ?? 0) + 1;
      counts.set(folder, rank);
      pieces.push({
        fileId: fileIds.get(file.id) ?? '',
        isDocument: false,
        path: `${FOLDERS[folder].folder}/${String(rank).padStart(2, '0')}-${safeName(file.file_name)}`,
        title,
        folder,
        point,
        points,
        sha256: file.sha256,
        size: file.size,
        piece_date: file.issued_on,
        added_at: file.created_at,
        added_by: added.get(file.id) ?? null,
      });
    }
    const documents = await generations.sealedFiles(productId);
    const ofDip = documents.flatMap(({ file_name, validated_at, template, files: stored }, index) =>
      stored.map(({ id, format, sha256, size }): Piece => {
        const name = safeName(file_name.replace(/\.docx$/i, `.${format}`));
        // Several of one product and one day may bear one name.
        const rank = documents.length > 1 ? `${String(index + 1).padStart(2, '0')}-` : '';
        return {
          fileId: id,
          isDocument: true,
          path: `${DOCUMENT[kind].folder}/${rank}${name}`,
          title: `${template} (${format === 'pdf' ? 'PDF' : 'Word'})`,
          folder: FOLDERS_OF[kind][0] ?? 'annexes',
          point: null,
          points: new Set<PointKey>(),
          sha256,
          size,
          piece_date: dayOf(new Date(validated_at)),
          added_at: validated_at,
          added_by: null,
        };
      }),
    );
    return { pieces: [...ofDip, ...pieces], hasDip: ofDip.length > 0 };
  };

  /** @throws 409 naming the first piece that the storage has lost */
  const checkPieces = async (pieces: readonly Piece[]): Promise<void> => {
    for (const { fileId, title } of pieces)
      try {
        const { stream } = await files.open(fileId);
        // A stream that is opened tells only then that there is nothing.
        await new Promise<void>((done, failed) => {
          stream.once('error', failed);
          stream.once('readable', () => done());
          stream.once('end', () => done());
        });
        stream.destroy();
      } catch (error) {
        if (isLost(error))
          throw conflict(`« ${title} » manque dans le stockage : remettez ce fichier, puis scellez de nouveau.`);
        throw error;
      }
  };

  return { piecesOf, checkPieces };
}

/** Whether something failed because a stored file is gone. */
export const isLost = (error: unknown): boolean =>
  error instanceof MissingFile || (error instanceof Error && 'code' in error && error.code === 'ENOENT');
