import {
  BANDS,
  CONTENT_CLASS_NAMES,
  CONTENT_CLASSES,
  type ContentClass,
  isSurfactantClass,
  NAMED_ABOVE,
  NO_CONTENT_CLASS,
  PHOSPHORUS_LIMITS,
  type SaidClass,
} from '../clp/content.classes.ts';
import { exact, isAtLeast, over, sum, times, toNumber } from '../fields/exact.ts';
import { type Micros, toMicros, toPercent } from '../fields/percent.ts';
import {
  expandedLines,
  type FormulaLine,
  type Ingredient,
  isPartlyUnknown,
  isPerfume,
  type Quantity,
  quantitiesOf,
  type Shelf,
  wholeQuantity,
} from '../formulas/formula.ts';
import { has, labelName, mayBeLeftOut } from '../formulas/inci.label.ts';
import { type InciList, type InciOptions, inciListOf } from '../formulas/inci.list.ts';
import { PLANT_NUMBER } from '../formulas/inci.warnings.ts';
import type { SubstanceInput } from '../substances/substance.contract.ts';
import { type DetergentFieldValues, isForConsumers } from './detergent.fields.ts';

/** The composition of a cleaning product, as its label, its sheet and its points read it. */
export interface Composition {
  lines: readonly FormulaLine[];
  shelf: Shelf;
  /** Values of the substances that are in it, by id. */
  profiles: ReadonlyMap<string, SubstanceInput>;
  /** What people confirmed about it. */
  options: Pick<InciOptions, 'oldStock' | 'leftOut' | 'included' | 'apart'>;
}

/** An ingredient with the classes of contents it is of; `null` where nobody said. */
export interface ContentIngredient extends Ingredient {
  label: string;
  classes: readonly SaidClass[] | null;
  values: SubstanceInput | null;
  /** A raw material of which nobody gave the composition. */
  isUnbroken: boolean;
}

const isFragrance = (name: string): boolean => /^(?:parfum|aroma)$/i.test(labelName(name));

/** What the product is made of, impurities that a person left out aside, as in the INCI list. */
export function contentsOf({ lines, shelf, profiles, options }: Composition): ContentIngredient[] {
  const { leftOut = [] } = options;
  return expandedLines(lines, shelf)
    .filter((one) => one.name && !(mayBeLeftOut(one) && has(leftOut, one.name)))
    .map((one) => {
      const values = (one.substance && profiles.get(one.substance.id)) ?? null;
      const material = one.sources.length > 0 ? shelf.materials.get(one.sources[0]?.material_id ?? '') : undefined;
      const said = values?.classes_detergent ?? [];
      const classes =
        isFragrance(one.name) && said.length === 0 ? (['parfums'] satisfies SaidClass[] as SaidClass[]) : said;
      return {
        ...one,
        label: labelName(one.name),
        // Soap is named as soap only. Annex VII, part A.
        classes:
          classes.length === 0
            ? null
            : classes.includes('savon')
              ? classes.filter((c) => c === 'savon' || !isSurfactantClass(c))
              : classes,
        values,
        isUnbroken: one.substance === null && material !== undefined && !isPerfume(material),
      };
    });
}

export interface ContentFamily {
  classe: ContentClass;
  /** Percent by mass; of a range its upper bound. `null` where nobody knows. */
  percent: number | null;
  /** `null` where the composition does not decide it. */
  tranche: string | null;
  sources: { name: string; percent: number | null }[];
}

export interface ContentLabel {
  familles: ContentFamily[];
  toujours: ContentClass[];
  conservateurs: string[];
  allergenes: { nom: string; percent: number }[];
  texte: string;
  phosphore: { phosphore_g: number; limite_g: number } | null;
  a_verifier: string[];
}

const ABOVE = toMicros(NAMED_ABOVE);
/** The band of an amount; `null` where it is too little to be named. */
export const bandOf = (micros: Micros): string | null =>
  micros > ABOVE ? (BANDS.find(({ from }) => micros >= toMicros(from))?.label ?? null) : null;

/** « A, B », each once. */
const named = (names: readonly string[]): string => [...new Set(names)].join(', ');

/** What is named by band; what the composition does not decide is named without one. */
function familiesOf(contents: readonly ContentIngredient[]): { familles: ContentFamily[]; doubts: string[] } {
  const doubts: string[] = [];
  const familles = CONTENT_CLASS_NAMES.filter((classe) => CONTENT_CLASSES[classe] === 'banded').flatMap(
    (classe): (ContentFamily & { weight: Micros })[] => {
      const own = contents.filter(({ classes }) => classes?.includes(classe));
      if (own.length === 0) return [];
      const add = (bound: keyof Quantity): Micros =>
        own.reduce((total, { quantity }) => total + (quantity?.[bound] ?? 0), 0);
      const [min, max] = [add('min'), add('max')];
      const unknown = own.filter(isPartlyUnknown).map(({ label }) => label);
      const [low, high] = [bandOf(min), bandOf(max)];
      if (unknown.length > 0) doubts.push(`${classe} : quantité inconnue pour ${named(unknown)}.`);
      else if (low === null && high === null) return [];
      else if (low !== high)
        doubts.push(
          `${classe} : une fourchette va de « ${low ?? 'non cité'} » à « ${high ?? 'non cité'} » (${named(
            own.filter(({ quantity }) => quantity?.min !== quantity?.max).map(({ label }) => label),
          )}).`,
        );
      return [
        {
          classe,
          percent: unknown.length > 0 ? null : toPercent(max),
          tranche: unknown.length === 0 && low === high ? low : null,
          sources: own.map((one) => {
            const quantity = wholeQuantity(one);
            return { name: one.label, percent: quantity && toPercent(quantity.max) };
          }),
          weight: max,
        },
      ];
    },
  );
  return {
    familles: familles.toSorted((a, b) => b.weight - a.weight).map(({ weight: _, ...one }) => one),
    doubts,
  };
}

/** The phosphorus of a dose, in grams, against its limit; `null` where none applies or where it can't be told. Annex VI a. */
function phosphorusOf(
  contents: readonly ContentIngredient[],
  { usage, public: people, dose_g }: Pick<DetergentFieldValues, 'usage' | 'public' | 'dose_g'>,
): { phosphore: ContentLabel['phosphore']; doubts: string[] } {
  const limit = usage === 'linge' || usage === 'lave-vaisselle' ? PHOSPHORUS_LIMITS[usage] : null;
  if (limit === null || !isForConsumers({ public: people })) return { phosphore: null, doubts: [] };
  const unsaid = contents
    .filter(
      ({ classes, values }) =>
        classes?.some((one) => one === 'phosphates' || one === 'phosphonates') &&
        (values?.phosphore_percent ?? null) === null,
    )
    .map(({ label }) => label);
  const doubts = [
    ...(dose_g === null ? ['Phosphore : la dose du cycle principal manque.'] : []),
    ...(unsaid.length > 0 ? [`Phosphore : sa part manque dans la fiche de ${named(unsaid)}.`] : []),
  ];
  if (dose_g === null || unsaid.length > 0) return { phosphore: null, doubts };
  const counted = contents.flatMap((one) => {
    const { values, label } = one;
    const quantity = wholeQuantity(one);
    const share = values?.phosphore_percent ?? 0;
    if (share > 0 && quantity === null) doubts.push(`Phosphore : la quantité de ${label} est inconnue.`);
    return share > 0 && quantity ? [times(exact(toPercent(quantity.max)), exact(share))] : [];
  });
  if (doubts.length > 0) return { phosphore: null, doubts };
  const grams = over(times(exact(dose_g), sum(counted)), exact(10_000));
  return { phosphore: { phosphore_g: toNumber(grams), limite_g: limit }, doubts };
}

/** At the limit is over it: « moins de ». */
export const isOverPhosphorus = (phosphore: ContentLabel['phosphore']): boolean =>
  phosphore !== null && isAtLeast(exact(phosphore.phosphore_g), phosphore.limite_g);

const list = (names: readonly string[]): string => names.join(', ');

/** The words to print, by band and then what is named in any amount. */
function textOf({
  familles,
  toujours,
  conservateurs,
  allergenes,
}: Omit<ContentLabel, 'texte' | 'phosphore' | 'a_verifier'>): string {
  const byBand = Map.groupBy(familles, ({ tranche }) => tranche);
  const banded = [...BANDS.map(({ label }) => label as string | null), null].flatMap((tranche) => {
    const own = byBand.get(tranche);
    return own ? [`${tranche ?? 'tranche à vérifier'} : ${list(own.map(({ classe }) => classe))}`] : [];
  });
  const always = toujours.map((classe) =>
    classe === 'agents conservateurs' && conservateurs.length > 0 ? `${classe} (${list(conservateurs)})` : classe,
  );
  return [
    ...(banded.length > 0 ? [`Contient ${banded.join(' ; ')}.`] : []),
    ...(always.length > 0 ? [`${banded.length > 0 ? 'Contient aussi' : 'Contient'} : ${list(always)}.`] : []),
    ...(allergenes.length > 0 ? [`Allergènes : ${list(allergenes.map(({ nom }) => nom))}.`] : []),
  ].join(' ');
}

/** Days, `YYYY-MM-DD`, as for the INCI list. */
export interface LabelDays {
  firstPlaced: string;
  at: string;
}

const inciOf = ({ lines, shelf, options }: Composition, when: LabelDays): InciList =>
  inciListOf({ lines, shelf, quantities: quantitiesOf(lines) }, { ...options, ...when, rinse: true });

/** Allergens of perfumes that are named beside them. Regulation (EC) 648/2004, annex VII, part A. */
const declaredOf = ({ allergens }: Pick<InciList, 'allergens'>): ContentLabel['allergenes'] =>
  allergens.filter(({ declared }) => declared).map(({ name, percent }) => ({ nom: name, percent }));
export const allergensOf = (composition: Composition, when: LabelDays): ContentLabel['allergenes'] =>
  declaredOf(inciOf(composition, when));

/** Doubts of the INCI list that are about its allergens. */
const OF_ALLERGENS = new Set(['BLACK_BOX', 'ALLERGEN_TWICE', 'OLD_STOCK', PLANT_NUMBER]);

/**
 * The contents that the label of a detergent names. Regulation (EC) 648/2004, article 11(3) and annex VII, part A; annex VI a.
 */
export function contentLabelOf(
  composition: Composition,
  record: Pick<DetergentFieldValues, 'usage' | 'public' | 'dose_g'>,
  when: LabelDays,
): ContentLabel {
  const { lines } = composition;
  const contents = contentsOf(composition);
  const { familles, doubts } = familiesOf(contents);
  const toujours = CONTENT_CLASS_NAMES.filter(
    (classe) => CONTENT_CLASSES[classe] === 'any' && contents.some(({ classes }) => classes?.includes(classe)),
  );
  const conservateurs = contents
    .filter(({ classes }) => classes?.includes('agents conservateurs'))
    .map(({ label }) => label);
  const inci = inciOf(composition, when);
  const allergenes = declaredOf(inci);
  const { phosphore, doubts: phosphorus } = phosphorusOf(contents, record);
  const unbroken = contents
    .filter(({ isUnbroken, classes }) => isUnbroken && classes === null)
    .map(({ label }) => label);
  const unsaid = contents
    .filter(({ classes, isUnbroken }) => classes === null && !isUnbroken)
    .map(({ label }) => label);
  const total = contents.filter(({ quantity, may_contain }) => quantity !== null && !may_contain);
  const sumAbove = total.reduce((all, { quantity }) => all + (quantity?.min ?? 0), 0) > toMicros(100.01);
  const said = { familles, toujours, conservateurs: [...new Set(conservateurs)], allergenes };
  return {
    ...said,
    texte: textOf(said),
    phosphore,
    a_verifier: [
      ...(lines.length === 0 ? ['La formule n’est pas un tableau : rien n’est calculé.'] : []),
      ...(sumAbove ? ['La composition dépasse 100\u00a0% : aucune tranche n’est sûre.'] : []),
      ...(unbroken.length > 0 ? [`Sans composition : ${named(unbroken)}.`] : []),
      ...(unsaid.length > 0 ? [`Classe de composants à dire, ou « ${NO_CONTENT_CLASS} » : ${named(unsaid)}.`] : []),
      ...doubts,
      ...inci.warnings.filter(({ code }) => OF_ALLERGENS.has(code)).map(({ message }) => message),
      ...phosphorus,
    ],
  };
}
