import { PRODUCT_KINDS } from '#shared/contract/product.kinds.ts';
import { printValue } from '#shared/fields/field.text.ts';
import { escapeText } from '#shared/imports/workbook.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { FIELDS } from '#shared/products/product.fields.ts';
import { STATUS_LABELS } from '#shared/products/product.status.ts';
import { csvOf, saveBlob, saveText } from '../ui/csv.ts';

const HEADINGS = [
  'Statut',
  'Progression (%)',
  ...FIELDS.map((field) => field.label + (field.unit ? ` (${field.unit})` : '')),
  // After what was always there: a sheet that is read by the rank of its columns goes on.
  'Nature',
  'Points',
];

const kindAndPoints = ({ type_produit, control_covered, control_total }: Product): string[] => [
  PRODUCT_KINDS[type_produit],
  control_covered === null ? '' : `${control_covered} / ${control_total}`,
];

/** Products with all their fields as a spreadsheet reads them: semicolons, formulas neutralised. */
export function exportCsv(products: readonly Product[]): void {
  const rows = products.map((product) => [
    STATUS_LABELS[product.status],
    String(product.progression),
    ...FIELDS.map((field) => printValue(field, product[field.name]).replace(/[\u00a0\u202f]/g, ' ')),
    ...kindAndPoints(product),
  ]);
  saveText('produits-diplo.csv', csvOf([HEADINGS, ...rows]));
}

/** The same as an Excel file: numbers stay numbers, and a text never becomes a formula. */
export async function exportExcel(products: readonly Product[]): Promise<void> {
  const { default: writeExcelFile } = await import('write-excel-file/universal');
  const rows = products.map((product) => [
    textCell(STATUS_LABELS[product.status]),
    { value: product.progression, type: Number },
    ...FIELDS.map((field) => {
      const value = product[field.name];
      return typeof value === 'number' ? { value, type: Number } : textCell(printValue(field, value));
    }),
    ...kindAndPoints(product).map(textCell),
  ]);
  const header = HEADINGS.map((title) => ({ ...textCell(title), fontWeight: 'bold' as const }));
  const blob = await writeExcelFile([header, ...rows], { stickyRowsCount: 1 }).toBlob();
  saveBlob('produits-diplo.xlsx', blob);
}

const textCell = (value: string) => ({ value: escapeText(value), type: String });
