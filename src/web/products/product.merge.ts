import { FIELDS, type ProductField } from '#shared/products/product.fields.ts';
import type { FormValues } from './product.values.ts';

/** A field that two people changed, each in their own way. */
export interface Clash {
  field: ProductField;
  mine: string;
  theirs: string;
}

/**
 * Brings two sets of changes together, field by field: what only one side has changed is taken from that side.
 * @param base what both began from, `mine` what stands in the form, `theirs` what the server holds now
 * @returns the values brought together, `mine` where both changed the same field, and those fields
 */
export function mergeValues({ base, mine, theirs }: Record<'base' | 'mine' | 'theirs', FormValues>): {
  values: FormValues;
  clashes: Clash[];
} {
  const values = { ...mine };
  const clashes: Clash[] = [];
  for (const field of FIELDS) {
    const { name } = field;
    if (mine[name] === theirs[name] || theirs[name] === base[name]) continue;
    if (mine[name] === base[name]) values[name] = theirs[name];
    else clashes.push({ field, mine: mine[name], theirs: theirs[name] });
  }
  return { values, clashes };
}
