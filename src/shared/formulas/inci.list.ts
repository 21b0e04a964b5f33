/**
 * The list of ingredients that the label carries, in its legal order.
 * Source: Regulation (EC) 1223/2009, article 19(1)(g) and Annex III as amended by Regulation (EU) 2023/1545.
 */

import { nameKey } from '../fields/name.ts';
import { type Micros, toMicros, toPercent } from '../fields/percent.ts';
import { expandedLines, type FormulaLine, type Ingredient, percentOf, type Quantity, type Shelf } from './formula.ts';
import {
  ALL_ALLERGENS_FROM,
  ALLERGEN_THRESHOLD,
  FIRST_ALLERGENS_UNTIL,
  FRAGRANCE_ALLERGENS,
  type FragranceAllergen,
} from './fragrance.allergens.ts';
import {
  ALLERGEN_BY_CAS,
  ALLERGEN_BY_NAME,
  type AllergenRow,
  allergenOfIngredient,
  allergenRows,
  contributionsOf,
  loose,
} from './inci.allergens.ts';
import { has, labelName, mayBeLeftOut } from './inci.label.ts';
import {
  allergenWarnings,
  amountWarnings,
  leftOutWarnings,
  materialWarnings,
  nameWarnings,
  OLD_STOCK,
  plantWarnings,
} from './inci.warnings.ts';

export type InciGroup = 'main' | 'below_one' | 'colourant' | 'may_contain';

export interface InciItem {
  inci: string;
  percent: number | null;
  group: InciGroup;
  /** Where it comes from: the lines, by name, with their share of the finished product. */
  sources: { name: string; percent: number | null }[];
}

export interface InciWarning {
  code: string;
  message: string;
  /** What a person may confirm about it, and of which name; `null` when there is nothing to confirm. */
  confirm: { kind: 'left_out' | 'allergen_included'; about: string } | null;
}

export interface InciList {
  text: string;
  items: InciItem[];
  allergens: AllergenRow[];
  warnings: InciWarning[];
}

export interface InciOptions {
  rinse: boolean;
  /** The day the units at hand are placed on the market, `YYYY-MM-DD`. */
  firstPlaced: string;
  /** The day of the list, `YYYY-MM-DD`. */
  at: string;
  /** A person has confirmed that these units are stock placed before the day all allergens are due. */
  oldStock?: boolean;
  /** Names in the order a person wants below 1 %; the others follow. */
  order?: readonly string[];
  /** Impurities and auxiliaries a person confirmed as left out. */
  leftOut?: readonly string[];
  /** Allergens that a person said to be in the perfume already, and those said to be added to it. */
  included?: readonly string[];
  apart?: readonly string[];
  /** What the product is flavoured with, rather than perfumed. */
  aroma?: boolean;
}

const ONE: Micros = 1_000_000;

const COLOUR_INDEX = /^c\.?i\.?\s*\d{5}(?::\d)?\b/;
/** Colourants that Annex IV names without a colour index number. */
const NAMED_COLOURANTS = new Set([
  'caramel',
  'lactoflavin',
  'capsanthin, capsorubin',
  'beetroot red',
  'anthocyanins',
  'bromocresol green',
  'bromothymol blue',
]);
/** A function that says that an ingredient colours the product or the skin. */
const COLOURS = /(?<!\p{L})(?:colou?rants?|pigments?)(?!\p{L})/iu;
/** Said of a colourant that the list would name by another name than that of Annex IV. Article 19(1)(g). */
const colourantWarnings = (expanded: readonly Ingredient[]): Omit<InciWarning, 'confirm'>[] =>
  expanded.flatMap((one) => {
    const said = functionsSay(one);
    const isNamed = isColourant(labelName(one.name));
    return COLOURS.test(said) && !COLOURS_HAIR.test(said) && !FILTERS_RAYS.test(said) && !isNamed
      ? [
          {
            code: 'COLOURANT_NAME',
            message: `« ${labelName(one.name)} » colore le produit : l’étiquette nomme un colorant par son numéro CI (annexe IV), parmi les colorants.`,
          },
        ]
      : [];
  });
const isColourant = (name: string): boolean => COLOUR_INDEX.test(nameKey(name)) || NAMED_COLOURANTS.has(nameKey(name));
/** A function that says that hair is coloured, or rays are filtered: no colourant then, and its weight gives its place. */
const COLOURS_HAIR = /hair ?dye|hair ?colou?r|coloration (?:capillaire|des cheveux)|colorant capillaire/i;
const FILTERS_RAYS = /uv ?-?(?:filter|absorber)|filtre uv|absorbeur uv|ultraviolet/i;
for (const allergen of FRAGRANCE_ALLERGENS) {
  for (const name of [allergen.name, ...allergen.members]) ALLERGEN_BY_NAME.set(loose(name), allergen);
  for (const cas of allergen.cas) ALLERGEN_BY_CAS.set(cas, ALLERGEN_BY_CAS.has(cas) ? null : allergen);
}

export interface Candidate {
  key: string;
  inci: string;
  micros: Micros | null;
  may_contain: boolean;
  colourant: boolean;
  sources: InciItem['sources'];
}

/** What the list names, each once, summed over the lines it comes from. */
function candidatesOf(
  ingredients: readonly Ingredient[],
  { allergens, aroma }: { allergens: readonly AllergenRow[]; aroma: boolean },
): Candidate[] {
  const found = new Map<string, Candidate>();
  const put = (one: Omit<Candidate, 'key'>): void => {
    const key = `${nameKey(one.inci)}\u0000${one.may_contain}`;
    const before = found.get(key);
    found.set(
      key,
      before
        ? {
            ...before,
            micros: before.micros === null && one.micros === null ? null : (before.micros ?? 0) + (one.micros ?? 0),
            sources: [...before.sources, ...one.sources],
          }
        : { key, ...one },
    );
  };
  for (const one of ingredients) {
    if (!one.name) continue;
    const allergen = allergenOfIngredient(one.name, one.cas);
    // The name of the entry is due where it is declared, and takes the place of no other name elsewhere.
    const isDeclared = allergens.some(({ name, declared }) => declared && name === allergen?.name);
    const said = functionsSay(one);
    let inci = labelName(one.name);
    if (aroma && inci === 'Parfum') inci = 'Aroma';
    if (allergen && isDeclared && isGrouped(allergen)) inci = allergen.name;
    // Titanium dioxide that filters rays keeps its name. Annex VI/27.
    const filters = FILTERS_RAYS.test(said);
    if (filters && /^ci 77891$/.test(nameKey(inci))) inci = 'Titanium Dioxide';
    put({
      inci: one.nano ? `${inci} [nano]` : inci,
      micros: one.quantity?.mean ?? null,
      may_contain: one.may_contain,
      colourant: isColourant(inci) && !COLOURS_HAIR.test(said) && !filters,
      sources: one.sources.map(({ name, quantity }) => ({ name, percent: percentOf(quantity) })),
    });
  }
  // A fragrance allergen below its threshold is named only as an ingredient of its own; one above, whatever it came in.
  for (const one of allergens) {
    if (!one.declared || found.has(`${nameKey(one.name)}\u0000false`)) continue;
    put({ inci: one.name, micros: toMicros(one.percent), may_contain: false, colourant: false, sources: one.sources });
  }
  return [...found.values()];
}

/** The candidates in the order of the list: article 19, paragraph 1, point g, of Regulation (EC) No 1223/2009. */
function itemsOf(all: readonly Candidate[], order: readonly string[]): InciItem[] {
  const main = all.filter((one) => !one.may_contain && !one.colourant && one.micros !== null && one.micros >= ONE);
  const below = all.filter((one) => !one.may_contain && !one.colourant && (one.micros === null || one.micros < ONE));
  const wanted = order.map(nameKey);
  const place = ({ inci }: Candidate): number => {
    const at = wanted.indexOf(nameKey(inci));
    return at === -1 ? wanted.length : at;
  };
  const byWeight = (a: Candidate, b: Candidate): number => (b.micros ?? -1) - (a.micros ?? -1);
  return (
    [
      ['main', main.toSorted(byWeight)],
      ['below_one', below.toSorted((a, b) => place(a) - place(b) || byWeight(a, b))],
      ['colourant', all.filter((one) => !one.may_contain && one.colourant)],
      ['may_contain', all.filter((one) => one.may_contain)],
    ] as const
  ).flatMap(([group, ones]) =>
    ones.map(({ inci, micros, sources }) => ({
      inci,
      percent: micros === null ? null : toPercent(micros),
      group,
      sources,
    })),
  );
}

/** The list, its allergens, and what a person has to look at. */
export function inciListOf(
  {
    lines,
    shelf,
    quantities,
  }: { lines: readonly FormulaLine[]; shelf: Shelf; quantities: readonly (Quantity | null)[] },
  options: InciOptions,
): InciList {
  const { rinse, firstPlaced, at, oldStock = false, order = [], leftOut = [], included = [], aroma = false } = options;
  const expanded = expandedLines(lines, shelf);
  const isLeftOut = (one: Ingredient): boolean => mayBeLeftOut(one) && has(leftOut, one.name);
  const threshold = rinse ? ALLERGEN_THRESHOLD.rinse_off : ALLERGEN_THRESHOLD.leave_on;
  const shortList = oldStock && firstPlaced < ALL_ALLERGENS_FROM && at <= FIRST_ALLERGENS_UNTIL;
  const contributions = contributionsOf(expanded, lines, shelf, quantities);
  const allergens = allergenRows(contributions, { included, threshold, shortList });
  const all = candidatesOf(
    expanded.filter((one) => !isLeftOut(one)),
    { allergens, aroma },
  );
  const items = itemsOf(all, order);
  const warnings = [
    ...nameWarnings(all),
    ...colourantWarnings(expanded),
    ...amountWarnings(all, expanded),
    ...leftOutWarnings(expanded, isLeftOut),
    ...allergenWarnings(contributions, options),
    ...plantWarnings(expanded),
    ...materialWarnings(lines, shelf),
    ...(shortList ? [OLD_STOCK] : []),
  ];
  const list = items.filter(({ group }) => group !== 'may_contain').map(({ inci }) => inci);
  const shades = items.filter(({ group }) => group === 'may_contain').map(({ inci }) => inci);
  const text = [list.join(', '), shades.length > 0 ? `[+/- ${shades.join(', ')}]` : ''].filter(Boolean).join(' ');
  return { text, items, allergens, warnings: unique(warnings) };
}

const functionsSay = ({ functions }: Ingredient): string => functions.join(' ; ');

/** Whether the label says another name than that of the ingredient: several stand under one entry. */
const isGrouped = ({ members, name }: FragranceAllergen): boolean =>
  members.length > 0 && members.some((member) => nameKey(member) !== nameKey(name));

const unique = (warnings: readonly (Omit<InciWarning, 'confirm'> & Partial<InciWarning>)[]): InciWarning[] => [
  ...new Map(warnings.map((one) => [one.message, { confirm: null, ...one }])).values(),
];

/** How a label's text differs from the list. */
export interface LabelDifference {
  missing: string[];
  extra: string[];
  /** Names that stand elsewhere than where the order wants them. */
  moved: string[];
}

export function compareLabel(
  items: readonly Pick<InciItem, 'inci' | 'group'>[],
  label: readonly string[],
): LabelDifference {
  const key = (name: string): string => nameKey(labelName(name));
  const wanted = items.map(({ inci }) => key(inci));
  const given = label.map(key);
  const missing = items.filter((_, index) => !given.includes(wanted[index] ?? '')).map(({ inci }) => inci);
  const extra = label.filter((_, index) => !wanted.includes(given[index] ?? ''));
  // Below 1 %, colourants and shades stand in any order: each only after what comes before its group.
  const rank = new Map<string, number>();
  for (const [index, { group }] of items.entries())
    rank.set(
      wanted[index] ?? '',
      group === 'main' ? index : { below_one: 1e6, colourant: 2e6, may_contain: 3e6 }[group],
    );
  const moved: string[] = [];
  let highest = -1;
  for (const [index, name] of given.entries()) {
    const at = rank.get(name);
    if (at === undefined) continue;
    if (at < highest) moved.push(label[index] ?? '');
    highest = Math.max(highest, at);
  }
  return { missing, extra, moved };
}
