import type { Attachment } from '#shared/attachments/attachment.contract.ts';
import type { Anchor, AnchorKind } from '#shared/comments/comment.contract.ts';
import { ASSESSMENT_FIELDS } from '#shared/control/assessment.fields.ts';
import { POINT_TITLES, POINTS_OF, type PointKey, pointName } from '#shared/control/point.titles.ts';
import { DETERGENT_FIELDS } from '#shared/detergents/detergent.fields.ts';
import type { Formula } from '#shared/formulas/formula.contract.ts';
import { nameOfLine } from '#shared/formulas/formula.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { FIELDS } from '#shared/products/product.fields.ts';
import { CONFORMITY_FIELDS } from '#shared/regulation/conformity.fields.ts';
import type { CommentRow } from '../db/tables.ts';
import type { GuestEyes } from './comment.service.ts';

/** What the places of a product are called. */
export interface Places {
  product: Product;
  formula: Formula;
  files: readonly Attachment[];
}

/** Fields that may be commented, by name: those of the form and of the records of a product. */
const FIELD_LABELS: ReadonlyMap<string, string> = new Map(
  [...FIELDS, ...CONFORMITY_FIELDS, ...ASSESSMENT_FIELDS, ...DETERGENT_FIELDS].map(({ name, label }) => [name, label]),
);

/** How a place is called; `null` for one that is not, or no longer, of this product. */
export function nameOfPlace({ kind, key }: { kind: AnchorKind; key: string }, places: Places): string | null {
  const { product, formula, files } = places;
  switch (kind) {
    case 'product':
      return key === '' ? 'Le produit' : null;
    case 'field':
      return FIELD_LABELS.get(key) ?? null;
    case 'point': {
      const known = POINTS_OF[product.type_produit].find((one): one is PointKey => one === key);
      return known ? `${pointName(known)} ${POINT_TITLES[known]}` : null;
    }
    case 'line': {
      const line = formula.lines.find(({ id }) => id === key);
      if (!line) return null;
      const shelf = {
        substances: new Map(formula.substances.map((one) => [one.id, one])),
        materials: new Map(formula.materials.map((one) => [one.id, one])),
      };
      return nameOfLine(line, shelf) || 'Ligne sans nom';
    }
    case 'document': {
      const file = files.find(({ id }) => id === key);
      return file ? (file.alias ?? file.file_name) : null;
    }
  }
}

/** Whether a guest reads that place: what the link does not show is not named by what is said of it. */
export const isPlaceOf = ({ seesFormula, pieces }: GuestEyes, { kind, key }: { kind: string; key: string }): boolean =>
  kind === 'line' ? seesFormula : kind === 'document' ? pieces.includes(key) : true;

/** Whether a guest reads a comment. */
export const isShownTo = (guest: GuestEyes, row: CommentRow): boolean =>
  row.for_guests === 1 && isPlaceOf(guest, { kind: row.anchor_kind, key: row.anchor_key });

/** A kept anchor as it is shown: called as its place is today, or as it was when it is there no more. */
export function anchorOf(
  row: { anchor_kind: string; anchor_key: string; anchor_label: string },
  places: Places,
): Anchor {
  const kind = row.anchor_kind as AnchorKind;
  const label = nameOfPlace({ kind, key: row.anchor_key }, places);
  return { kind, key: row.anchor_key, label: label ?? row.anchor_label, lost: label === null };
}
