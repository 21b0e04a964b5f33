import { SHEET_BANDS } from '../clp/content.classes.ts';
import { nameKey } from '../fields/name.ts';
import { type Micros, toMicros } from '../fields/percent.ts';
import { wholeQuantity } from '../formulas/formula.ts';
import { allergensOf, type Composition, type ContentIngredient, contentsOf, type LabelDays } from './content.ts';
import { type DetergentFieldValues, isForConsumers } from './detergent.fields.ts';

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
const bandOf = (most: Micros | null): string =>
  most === null ? UNKNOWN : (SHEET_BANDS.find(({ from }) => most >= toMicros(from))?.label ?? UNKNOWN);

const COLOURANT = /^c\.?i\.?\s*\d{5}/;
const isColourant = ({ name, functions }: Pick<ContentIngredient, 'name' | 'functions'>): boolean =>
  COLOURANT.test(nameKey(name)) || functions.some((one) => /colou?rant|dye/i.test(one.slice(0, 200)));
/** Without amounts; perfumes and colourants by those words. Annex VII, part D. */
const publicName = (
  one: Pick<ContentIngredient, 'name' | 'label' | 'functions' | 'classes'> & { isAllergen: boolean },
): string =>
  // An allergen that the label names is named.
  !one.isAllergen && (one.classes?.includes('parfums') || ['parfum', 'aroma'].includes(nameKey(one.label)))
    ? 'parfum'
    : isColourant(one)
      ? 'colorant'
      : one.label;

const isImpurity = ({ sources }: Pick<ContentIngredient, 'sources'>): boolean =>
  sources.length > 0 && sources.every(({ role }) => role === 'impureté');

/** A perfume is one ingredient, but for those of its allergens that the label names. Annex VII, part C. */
function withAllergens(composition: Composition, when: LabelDays) {
  const declared = allergensOf(composition, when);
  const named = new Set(declared.map(({ nom }) => nameKey(nom)));
  // What nobody put in on purpose is no ingredient of the sheet. Annex VII, part C.
  const meant = contentsOf(composition).filter((one) => !isImpurity(one));
  const numbers = new Map([...composition.shelf.substances.values()].map(({ inci, cas }) => [nameKey(inci), cas]));
  const contents = meant.map((one) => {
    const { name, label, cas, functions, classes } = one;
    const isAllergen = named.has(nameKey(label));
    return { name, label, cas, functions, classes, isAllergen, most: wholeQuantity(one)?.max ?? null };
  });
  const listed = new Set(contents.map(({ label }) => nameKey(label)));
  const allergens = declared
    .filter(({ nom }) => !listed.has(nameKey(nom)))
    .map(({ nom, percent }) => ({
      name: nom,
      label: nom,
      cas: numbers.get(nameKey(nom)) ?? [],
      functions: [],
      classes: null,
      isAllergen: true,
      most: toMicros(percent),
    }));
  return [...contents, ...allergens].toSorted((a, b) => (b.most ?? -1) - (a.most ?? -1));
}

/**
 * The sheet for medical personnel, and the list of a website. Regulation (EC) 648/2004, article 9(3), annex VII, parts C and D.
 * The list is owed to consumers: empty for another public.
 */
export function componentSheetOf(
  composition: Composition,
  record: Pick<DetergentFieldValues, 'public'>,
  when: LabelDays,
): ComponentSheet {
  const contents = withAllergens(composition, when);
  return {
    lignes: contents.map((one) => ({
      tranche: bandOf(one.most),
      nom: one.name,
      inci: one.label,
      cas: one.cas.join(', '),
    })),
    en_ligne: isForConsumers(record) ? [...new Set(contents.map(publicName))] : [],
  };
}
