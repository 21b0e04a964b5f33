import { printInstant } from '#shared/fields/date.ts';
import { changedSince } from '#shared/findings/stamp.ts';
import type { Generation, SealFinding } from '#shared/generations/generation.contract.ts';
import { IN_ENGLISH, isInEnglish } from '#shared/templates/template.language.ts';
import type { ControlService } from '../control/control.service.ts';
import type { Db } from '../db/open.ts';
import type { GenerationRow } from '../db/tables.ts';
import type { DocumentService } from '../documents/document.service.ts';
import type { Outbox } from '../drive/outbox.service.ts';
import type { UploadedFile } from '../http/file.ts';
import type { ProductService } from '../products/product.service.ts';
import type { FileService } from '../storage/files.service.ts';
import { sha256Of } from '../storage/inbox.ts';
import { titleOf } from './generation.names.ts';
import type { GenerationWithHashes } from './generation.store.ts';
import * as store from './generation.store.ts';

const UNTOUCHED = 'Ce fichier est le brouillon généré, octet pour octet : il n’a pas été complété.';

const CHANGED_THERE =
  'Ce document a été modifié sur le Drive depuis son envoi : téléchargez-le depuis le Drive et déposez-le ici. Sinon, c’est le document resté ici qui est validé.';
const sayOther = (row: Pick<GenerationRow, 'initiated_at' | 'product_snapshot' | 'template_snapshot'>): string =>
  `Ce fichier est un autre document généré, octet pour octet : ${titleOf(row)}, du ${printInstant(row.initiated_at)}.`;
const sayDeposited = ({ final_file_name, finalized_at }: GenerationWithHashes): string =>
  `Un document complété a déjà été déposé${finalized_at ? ` le ${printInstant(finalized_at)}` : ''}${final_file_name ? ` (« ${final_file_name} »)` : ''} : celui-ci le remplacera, et l’autre ne sera plus ici.`;

const OTHER_FORMULA =
  'La composition du produit n’est plus celle avec laquelle ce document a été rempli : vérifiez qu’il porte la bonne, ou générez-le de nouveau.';

interface Dependencies {
  db: Db;
  outbox: Pick<Outbox, 'isChangedThere'>;
  files: Pick<FileService, 'read'>;
  documents: Pick<DocumentService, 'review'>;
  products: Pick<ProductService, 'known' | 'withReference'>;
  control: Pick<ControlService, 'stampNow'>;
}

/** @returns what stands in the way of sealing a handed-in .docx, or the stored one (`null`) */
export const createReview =
  ({ db, files, documents, products, control, outbox }: Dependencies) =>
  async (row: GenerationWithHashes, file: UploadedFile | null): Promise<SealFinding[]> => {
    // The product as it was when the document was made, and as it is: either name will do.
    const snapshot: Generation['product'] = JSON.parse(row.product_snapshot);
    const now = await products.known(row.product_id);
    const distinct = (values: readonly (string | null | undefined)[]): string[] => [
      ...new Set(values.filter((value) => value !== null && value !== undefined)),
    ];
    const all = [snapshot, ...(now ? [now] : [])];
    const references = distinct(all.flatMap(({ ref_formule, ref_produit }) => [ref_formule, ref_produit]));
    const names = distinct(all.flatMap(({ nom_commercial, nom_produit }) => [nom_commercial, nom_produit]));
    const source = file ? file.content : () => files.read(row.docx_file_id);
    const { findings, candidates } = await documents.review(source, { references, names });
    const sha256 = file === null ? row.sha256 : sha256Of(file.content);
    const isDraft = file !== null && row.finalized_at === null && sha256 === row.sha256;
    const other = file === null || isDraft ? undefined : await store.findByBytes(db, sha256, { except: row.id });
    const isDeposited = file !== null && row.finalized_at !== null && sha256 !== row.sha256;
    const isChangedThere =
      file === null && (await outbox.isChangedThere({ owner_id: row.id, format: 'docx', sha256: row.sha256 }));
    const others = await products.withReference(candidates, { except: row.product_id, butNot: references });
    const stamp = now === null ? {} : await control.stampNow(row.product_id);
    const isOfOther = changedSince(JSON.parse(row.stamp ?? '{}'), stamp).includes('composition');
    return [
      // Told where it was made: it goes with the document.
      ...((JSON.parse(row.warnings) as string[]).some(isInEnglish)
        ? [{ code: 'language' as const, message: IN_ENGLISH, context: null }]
        : []),
      ...(isDraft ? [{ code: 'untouched' as const, message: UNTOUCHED, context: null }] : []),
      ...(other ? [{ code: 'other_draft' as const, message: sayOther(other), context: null }] : []),
      ...(isDeposited ? [{ code: 'deposited' as const, message: sayDeposited(row), context: null }] : []),
      ...(isChangedThere ? [{ code: 'changed_there' as const, message: CHANGED_THERE, context: null }] : []),
      ...(isOfOther ? [{ code: 'other_formula' as const, message: OTHER_FORMULA, context: null }] : []),
      ...others.map(({ label, reference }) => ({
        code: 'other_product' as const,
        message: `La référence ${reference} figure dans le document : c’est celle d’un autre produit, « ${label} ».`,
        context: reference,
      })),
      ...findings,
    ];
  };
