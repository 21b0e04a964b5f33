import { PRODUCT_KINDS, type ProductKind } from '#shared/contract/product.kinds.ts';
import { printDay } from '#shared/fields/date.ts';
import { FINDING_CODES, type FindingCode } from '#shared/findings/finding.ts';
import { PRODUCT_MARKS, type ProductMark } from '#shared/products/product.contract.ts';
import { REPEATED_FIELDS } from '#shared/products/product.fields.ts';

export const DAYS = [
  { name: 'marche_du', label: 'Mis sur le marché à partir du', kind: 'date', example: '' },
  { name: 'marche_au', label: 'Mis sur le marché jusqu’au', kind: 'date', example: '' },
] as const;

/** What the list of products is narrowed by, besides its search and the status. */
export const PRODUCT_FILTERS: readonly string[] = [
  ...REPEATED_FIELDS.map(({ name }) => name),
  ...DAYS.map(({ name }) => name),
  ...Object.keys(PRODUCT_MARKS),
  'finding',
  'type_produit',
  'review',
];

export const REVIEWS = { mine: 'À relire par moi', late: 'Relecture en retard' } as const;

export interface FilterProps {
  filters: Readonly<Record<string, string>>;
  onChange: (values: Record<string, string | null>) => void;
}

/** A filter in use, in words. */
export function sayFilter(name: string, value: string): string {
  if (name in PRODUCT_MARKS) return PRODUCT_MARKS[name as ProductMark];
  if (name === 'finding') return FINDING_CODES[value as FindingCode]?.label ?? value;
  if (name === 'type_produit') return PRODUCT_KINDS[value as ProductKind] ?? value;
  if (name === 'review') return REVIEWS[value as keyof typeof REVIEWS] ?? value;
  if (name === 'marche_du') return `À partir du ${printDay(value)}`;
  if (name === 'marche_au') return `Jusqu’au ${printDay(value)}`;
  const field = REPEATED_FIELDS.find((one) => one.name === name);
  return `${field?.grid ?? field?.label ?? name} : ${value}`;
}
