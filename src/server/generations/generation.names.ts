/** How the files of a document are called. */
import { dayOf } from '#shared/fields/date.ts';
import { plainName } from '#shared/fields/file.name.ts';
import type { Language } from '#shared/fields/writer.ts';
import type { Generation } from '#shared/generations/generation.contract.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import type { GenerationRow } from '../db/tables.ts';

export type Format = 'docx' | 'pdf';
export const PDF_MIME = 'application/pdf';

export const pdfName = (docxName: string): string => docxName.replace(/\.docx$/i, '.pdf');

/** A document in people's words: of which product, by which template. */
export function titleOf(row: Pick<GenerationRow, 'product_snapshot' | 'template_snapshot'>): string {
  const product: Generation['product'] = JSON.parse(row.product_snapshot);
  const template: Generation['template'] = JSON.parse(row.template_snapshot);
  return `${productLabel(product)} (${template.name})`;
}

/** `DIP_Creme-Eclat_CV-2026-014_DIP-complet_2026-03-15.docx`: plain letters, so that every system takes it. */
export function fileNameOf(
  product: Product,
  { now, template }: { now: Date; template: { name: string; language: Language } },
): string {
  // Two templates of one product and one day are two documents.
  const parts: [text: string, most: number][] = [
    [product.nom_commercial ?? product.nom_produit ?? 'produit', 60],
    [product.ref_formule ?? '', 60],
    [template.name, 40],
    [dayOf(now), 10],
  ];
  const plain = parts.filter(([text]) => text !== '').map(([text, most]) => plainName(text, most));
  // The edition in English is another document: « product information file ».
  const kind = product.type_produit === 'nettoyage' ? 'Dossier' : template.language === 'en' ? 'PIF' : 'DIP';
  return `${kind}_${plain.filter(Boolean).join('_')}.docx`;
}
