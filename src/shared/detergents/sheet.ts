import { SHEET_BANDS } from '../clp/content.classes.ts';
import { nameKey } from '../fields/name.ts';
import { toMicros } from '../fields/percent.ts';
import { type Composition, type ContentIngredient, contentsOf } from './content.ts';
import type { DetergentFieldValues } from './detergent.fields.ts';

/** One line of the sheet for physicians. */
export interface SheetLine {
  tranche: string;
  nom: string;
  inci: string;
  /** As they are printed: « 68891-38-3, 9004-82-4 ». */
  cas: string;
}
export interface ComponentSheet {
  lignes: SheetLine[];
  en_ligne: string[];
}

const UNKNOWN = 'à vérifier';
/** Of a range the upper bound: nothing is said to be less than it may be. */
const bandOf = ({ quantity }: ContentIngredient): string =>
  quantity === null ? UNKNOWN : (SHEET_BANDS.find(({ from }) => quantity.max >= toMicros(from))?.label ?? UNKNOWN);

const COLOURANT = /^c\.?i\.?\s*\d{5}/;
const isColourant = ({ name, functions }: ContentIngredient): boolean =>
  COLOURANT.test(nameKey(name)) || functions.some((one) => /colou?rant|dye/i.test(one.slice(0, 200)));
/** Without amounts; perfumes and colourants by those words. Annex VII, part D. */
const publicName = (one: ContentIngredient): string =>
  nameKey(one.label) === 'parfum' || nameKey(one.label) === 'aroma'
    ? 'parfum'
    : isColourant(one)
      ? 'colorant'
      : one.label;

/**
 * The sheet for medical personnel, and the list of a website. Regulation (EC) 648/2004, article 9(3), annex VII, parts C and D.
 * The list is owed to consumers: empty for another public.
 */
export function componentSheetOf(
  composition: Composition,
  { public: people }: Pick<DetergentFieldValues, 'public'>,
): ComponentSheet {
  const contents = contentsOf(composition).toSorted((a, b) => (b.quantity?.max ?? -1) - (a.quantity?.max ?? -1));
  return {
    lignes: contents.map((one) => ({ tranche: bandOf(one), nom: one.name, inci: one.label, cas: one.cas.join(', ') })),
    en_ligne: people === null || people === 'consommateur' ? [...new Set(contents.map(publicName))] : [],
  };
}
