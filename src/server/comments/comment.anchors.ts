import type { Attachment } from '#shared/attachments/attachment.contract.ts';
import type { Anchor, AnchorKind } from '#shared/comments/comment.contract.ts';
import { ASSESSMENT_FIELDS } from '#shared/control/assessment.fields.ts';
import { POINT_TITLES, POINTS_OF, type PointKey, pointName } from '#shared/control/point.titles.ts';
import { DETERGENT_FIELDS } from '#shared/detergents/detergent.fields.ts';
import type { Formula } from '#shared/formulas/formula.contract.ts';
import { nameOfLine } from '#shared/formulas/formula.ts';
import { FORMULA_FIELDS, GUEST_FIELDS, INNER_FIELDS } from '#shared/guests/guest.fields.ts';
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
export function isPlaceOf(
  { as, seesFormula, pieces }: GuestEyes,
  { kind, key }: { kind: string; key: string },
): boolean {
  switch (kind) {
    case 'line':
      return seesFormula;
    case 'document':
      return pieces.includes(key);
    case 'point':
      return as === 'evaluateur';
    case 'field':
      return as === 'evaluateur' ? !INNER.has(key) : SENT.has(key) || (seesFormula && OF_FORMULA.has(key));
    default:
      return true;
  }
}
const [INNER, SENT, OF_FORMULA] = [INNER_FIELDS, GUEST_FIELDS, FORMULA_FIELDS].map(
  (names): ReadonlySet<string> => new Set(names),
) as [ReadonlySet<string>, ReadonlySet<string>, ReadonlySet<string>];

/**
 * Whether a guest reads a comment. What another guest says, and what is answered, may be about what this link does not show:
 * who reads the whole file alone reads it.
 */
export function isShownTo(guest: GuestEyes, { row, parent }: { row: CommentRow; parent: CommentRow | null }): boolean {
  const isAnother = [row, parent].some((one) => one !== null && one.guest_id !== null && one.guest_id !== guest.id);
  return (
    row.for_guests === 1 &&
    (guest.as === 'evaluateur' || !isAnother) &&
    isPlaceOf(guest, { kind: row.anchor_kind, key: row.anchor_key })
  );
}

/** A kept anchor as it is shown: called as its place is today, or as it was when it is there no more. */
export function anchorOf(
  row: { anchor_kind: string; anchor_key: string; anchor_label: string },
  places: Places,
): Anchor {
  const kind = row.anchor_kind as AnchorKind;
  const label = nameOfPlace({ kind, key: row.anchor_key }, places);
  return { kind, key: row.anchor_key, label: label ?? row.anchor_label, lost: label === null };
}
