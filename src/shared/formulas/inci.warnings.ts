import { printPercent } from '../fields/percent.ts';
import { certifiedParts } from './certificate.ts';
import { type FormulaLine, type Ingredient, isPartlyUnknown, isPerfume, type Shelf } from './formula.ts';
import { allergenOf, type Contribution, plantNumbered } from './inci.allergens.ts';
import { has, labelName, mayBeLeftOut } from './inci.label.ts';
import type { Candidate, InciOptions, InciWarning } from './inci.list.ts';

type Warning = Omit<InciWarning, 'confirm'> & Partial<InciWarning>;

const named = ({ sources }: Ingredient): string =>
  [...new Set(sources.filter(({ quantity }) => quantity === null).map(({ name }) => name))].join(', ');

/** Said of an amount that nobody knows, or knows roughly. */
export function amountWarnings(all: readonly Candidate[], expanded: readonly Ingredient[]): Warning[] {
  const warnings: Warning[] = [];
  for (const { inci, micros, may_contain } of all)
    if (micros === null && !may_contain)
      warnings.push({
        code: 'NO_AMOUNT',
        message: `« ${inci} » : la quantité est inconnue, sa place dans la liste est à vérifier.`,
      });
  for (const one of expanded) {
    if (one.quantity && isPartlyUnknown(one) && !one.may_contain)
      warnings.push({
        code: 'NO_AMOUNT',
        message: `« ${labelName(one.name)} » : une part est de quantité inconnue (${named(one)}), sa place dans la liste est à vérifier.`,
      });
    if (one.quantity && one.quantity.min !== one.quantity.max)
      warnings.push({
        code: 'RANGE',
        message: `« ${labelName(one.name)} » est une fourchette : l’ordre prend sa moyenne, ${printPercent(one.quantity.mean)}.`,
      });
    if (one.sources.some(({ role, material_id }) => role === null && material_id !== null && one.substance !== null))
      warnings.push({
        code: 'ROLE',
        message: `« ${labelName(one.name)} » : son rôle dans la matière première est à préciser.`,
      });
  }
  return warnings;
}

/**
 * What no name of the common glossary holds: an accent, a percentage, the trade name of a perfume. Regulation (EC) No 1223/2009,
 * articles 19(1)(g) and 33; the glossary is that of Decision (EU) 2022/677.
 */
const NO_GLOSSARY_NAME = /[À-ÖØ-öø-ÿŒœ%]|^(?:parfum|fragrance|aroma)\s+\p{L}/iu;

export const NOT_INCI = 'NOT_INCI';
/** Said of a name that the label would print and the glossary does not hold. */
export const nameWarnings = (all: readonly Candidate[]): Warning[] =>
  all
    .filter(({ inci }) => NO_GLOSSARY_NAME.test(inci))
    .map(({ inci }) => ({
      code: NOT_INCI,
      message: `« ${inci} » n’est pas écrit comme un nom INCI (accent, pourcentage ou nom commercial) : donnez le nom du glossaire commun avant d’imprimer.`,
    }));

/** Said of what a person may leave out of the list. */
export function leftOutWarnings(expanded: readonly Ingredient[], isLeftOut: (one: Ingredient) => boolean): Warning[] {
  const warnings: Warning[] = [];
  for (const one of expanded)
    if (mayBeLeftOut(one) && !isLeftOut(one) && !one.may_contain)
      warnings.push({
        code: 'LEFT_OUT',
        message: `« ${labelName(one.name)} » n’est là que comme impureté ou auxiliaire : elle reste dans la liste tant que personne ne confirme qu’elle en est absente.`,
        confirm: { kind: 'left_out', about: one.name },
      });
  return warnings;
}

export const PLANT_NUMBER = 'PLANT_NUMBER';
/** Said of what bears the number of a plant whose oil or extract is an allergen, under another name. */
export const plantWarnings = (expanded: readonly Ingredient[]): Warning[] =>
  expanded.flatMap(({ name, cas, may_contain }) => {
    const plant = may_contain ? null : plantNumbered(name, cas);
    return plant
      ? [
          {
            code: PLANT_NUMBER,
            message: `« ${labelName(name)} » porte le numéro CAS de « ${plant.name} » (III/${plant.entry}), allergène à étiqueter : si c’en est, nommez-le ainsi.`,
          },
        ]
      : [];
  });

/** Said of an allergen that a line and a certificate both bring. */
export function allergenWarnings(
  contributions: readonly Contribution[],
  { included = [], apart = [] }: Pick<InciOptions, 'included' | 'apart'>,
): Warning[] {
  const warnings: Warning[] = [];
  for (const [allergen, given] of Map.groupBy(contributions, (one) => one.allergen))
    if (
      !has([...included, ...apart], allergen.name) &&
      given.some(({ isCertified }) => isCertified) &&
      given.some(({ isCertified }) => !isCertified)
    )
      warnings.push({
        code: 'ALLERGEN_TWICE',
        message: `${allergen.name} est-il déjà compris dans le parfum ? En attendant, les deux quantités sont ajoutées.`,
        confirm: { kind: 'allergen_included', about: allergen.name },
      });
  return warnings;
}

/** Said of a raw material whose composition or certificate is missing. */
export function materialWarnings(lines: readonly FormulaLine[], shelf: Shelf): Warning[] {
  const warnings: Warning[] = [];
  for (const line of lines) {
    const material = line.material_id ? shelf.materials.get(line.material_id) : undefined;
    if (!material) continue;
    for (const { substance_id, isWhole } of certifiedParts(material)) {
      const substance = shelf.substances.get(substance_id);
      if (!isWhole && substance && allergenOf(substance.inci, substance.cas))
        warnings.push({
          code: 'NO_AMOUNT',
          message: `« ${material.trade_name} » : la quantité de « ${substance.inci} » n’y est pas dite, sa mention comme allergène est à vérifier.`,
        });
    }
    if (isPerfume(material) && material.allergens.length === 0)
      warnings.push({
        code: 'BLACK_BOX',
        message: `« ${material.trade_name} » : le certificat d’allergènes manque. Les allergènes de ce parfum sont à vérifier.`,
      });
    else if (!isPerfume(material) && material.components.length === 0)
      warnings.push({
        code: 'NO_BREAKDOWN',
        message: `« ${material.trade_name} » : sa composition manque. Elle est à vérifier.`,
      });
  }
  const perfume = lines.some(
    (line) =>
      !line.may_contain &&
      labelName(shelf.substances.get(line.substance_id ?? '')?.inci ?? line.label ?? '') === 'Parfum',
  );
  if (perfume && !lines.some((line) => shelf.materials.get(line.material_id ?? '')?.kind === 'parfum'))
    warnings.push({
      code: 'BLACK_BOX',
      message: 'Parfum : sans matière première ni certificat, ses allergènes sont à vérifier.',
    });
  return warnings;
}

export const OLD_STOCK: Warning = {
  code: 'OLD_STOCK',
  message:
    'Liste réduite aux 24 premiers allergènes : elle ne vaut que pour le stock mis sur le marché avant le 01/08/2026, jusqu’au 31/07/2028.',
};
