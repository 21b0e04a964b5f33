import { nameKey } from '../fields/name.ts';
import { type Micros, shareOf, toPercent } from '../fields/percent.ts';
import { certifiedParts } from './certificate.ts';
import type { FormulaLine, Ingredient, Quantity, Shelf } from './formula.ts';
import { ALL_ALLERGENS_FROM, type FragranceAllergen, isFirstAllergen } from './fragrance.allergens.ts';
import { has, labelName } from './inci.label.ts';

/** The allergen that a name stands for, with or without its common name in brackets. */
function allergenNamed(name: string): FragranceAllergen | null {
  const inside = [...name.matchAll(/\(([^()]*)\)/g)].map((match) => match[1] ?? '');
  for (const one of [name, labelName(name), ...inside]) {
    const found = ALLERGEN_BY_NAME.get(loose(one));
    if (found) return found;
  }
  return null;
}

const allergenNumbered = (cas: readonly string[]): FragranceAllergen | null =>
  cas.map((number) => ALLERGEN_BY_CAS.get(number)).find((found) => found != null) ?? null;

/** The allergen that a certificate speaks of: by its name, else by its CAS number. */
export const allergenOf = (name: string, cas: readonly string[] = []): FragranceAllergen | null =>
  allergenNamed(name) ?? allergenNumbered(cas);

/** All that is made of a plant shares its number: rosehip oil and rose water are no « Rose Flower Oil/Extract ». */
const isOfPlant = ({ name, members }: FragranceAllergen): boolean =>
  [name, ...members].some((one) => /\b(?:oil|extract)\b/i.test(one));

/** The allergen that an ingredient is: of a plant its name says so, never its number alone. Annex III/109 to 372. */
export function allergenOfIngredient(name: string, cas: readonly string[]): FragranceAllergen | null {
  const numbered = allergenNumbered(cas);
  return allergenNamed(name) ?? (numbered && !isOfPlant(numbered) ? numbered : null);
}

/** The allergen of a plant whose number an ingredient bears, and not its name: a person says whether it is that. */
export function plantNumbered(name: string, cas: readonly string[]): FragranceAllergen | null {
  const numbered = allergenNumbered(cas);
  return numbered && isOfPlant(numbered) && allergenNamed(name) === null ? numbered : null;
}

/** What every source adds of an allergen: lines and components that are one, and what certificates say of the rest. */
export function contributionsOf(
  ingredients: readonly Ingredient[],
  lines: readonly FormulaLine[],
  shelf: Shelf,
  perLine: readonly (Quantity | null)[],
): Contribution[] {
  const found: Contribution[] = [];
  for (const { name, cas, sources, may_contain } of ingredients) {
    if (may_contain) continue;
    const allergen = allergenOfIngredient(name, cas);
    if (!allergen) continue;
    // Of a range, what may be there at most: never towards safety.
    for (const source of sources)
      if (source.quantity) found.push({ allergen, micros: source.quantity.max, name: source.name, isCertified: false });
  }
  for (const [index, line] of lines.entries()) {
    const material = line.material_id ? shelf.materials.get(line.material_id) : undefined;
    const quantity = perLine[index];
    if (!material || !quantity || line.may_contain) continue;
    for (const { substance_id, share, isMore } of certifiedParts(material)) {
      const substance = shelf.substances.get(substance_id);
      const allergen = substance ? allergenOf(substance.inci, substance.cas) : null;
      if (allergen && share)
        found.push({
          allergen,
          micros: shareOf(quantity.max, share.max),
          name: material.trade_name,
          isCertified: !isMore,
        });
    }
  }
  return found;
}

/** The fragrance allergens of a formula, each against the threshold above which it is named. */
export function allergenRows(
  contributions: readonly Contribution[],
  { included, threshold, shortList }: { included: readonly string[]; threshold: Micros; shortList: boolean },
): AllergenRow[] {
  return [...Map.groupBy(contributions, ({ allergen }) => allergen)]
    .map(([allergen, given]): AllergenRow => {
      const all = has(included, allergen.name) ? largerOf(given) : given;
      const micros = all.reduce((total, one) => total + one.micros, 0);
      return {
        name: allergen.name,
        percent: toPercent(micros),
        threshold: toPercent(threshold),
        entry: `III/${allergen.entry}`,
        declared: micros > threshold && (!shortList || isFirstAllergen(allergen)),
        due_from: isFirstAllergen(allergen) ? null : ALL_ALLERGENS_FROM,
        sources: all.map(({ name, micros: part }) => ({ name, percent: toPercent(part) })),
      };
    })
    .toSorted((a, b) => b.percent - a.percent || a.name.localeCompare(b.name, 'fr'));
}

/** Said twice of the same amount, by a line and by the certificate: the larger, never towards safety. */
function largerOf(given: readonly Contribution[]): readonly Contribution[] {
  const [certified, own] = [given.filter((one) => one.isCertified), given.filter((one) => !one.isCertified)];
  const sum = (all: readonly Contribution[]): Micros => all.reduce((total, { micros }) => total + micros, 0);
  return sum(own) > sum(certified) ? own : certified;
}

export interface AllergenRow {
  name: string;
  percent: number;
  /** Percent, strictly above which the label names it. */
  threshold: number;
  /** « III/84 ». */
  entry: string;
  declared: boolean;
  /** The day from which it is due; `null` for those that always were. */
  due_from: string | null;
  sources: { name: string; percent: number }[];
}

export const ALLERGEN_BY_NAME = new Map<string, FragranceAllergen>();
/** A number that stands in several entries (citrus oils) decides for none of them: `null`. */
export const ALLERGEN_BY_CAS = new Map<string, FragranceAllergen | null>();
export const loose = (name: string): string => nameKey(name).replace(/[\s-]+/g, '');

export interface Contribution {
  allergen: FragranceAllergen;
  micros: Micros;
  name: string;
  /** From a certificate, rather than a line or a part of its own. */
  isCertified: boolean;
}
