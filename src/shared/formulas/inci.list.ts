/**
 * The list of ingredients that the label carries, in its legal order.
 * Source: Regulation (EC) 1223/2009, article 19(1)(g) and Annex III as amended by Regulation (EU) 2023/1545.
 */

import { singleSpaced } from '../fields/text.ts';
import {
  expandedLines,
  type FormulaLine,
  type Ingredient,
  isPerfume,
  percentOf,
  type Quantity,
  type Shelf,
} from './formula.ts';
import {
  ALL_ALLERGENS_FROM,
  ALLERGEN_THRESHOLD,
  FIRST_ALLERGENS_UNTIL,
  FRAGRANCE_ALLERGENS,
  type FragranceAllergen,
  isFirstAllergen,
} from './fragrance.allergens.ts';
import { nameKey } from './inci.name.ts';
import { type Micros, printPercent, shareOf, toMicros, toPercent } from './percent.ts';

export type InciGroup = 'main' | 'below_one' | 'colourant' | 'may_contain';

export interface InciItem {
  inci: string;
  percent: number | null;
  group: InciGroup;
  /** Where it comes from: the lines, by name, with their share of the finished product. */
  sources: { name: string; percent: number | null }[];
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
/** Intermediate products of the trade, and the one name the label gives them. Article 19(1)(g), and the glossary's note. */
const SAME_NAME: readonly [string, readonly string[]][] = [
  [
    'Aqua',
    [
      'aqua',
      'water',
      'eau',
      'aqua/water',
      'aqua / water',
      'aqua/water/eau',
      'aqua / water / eau',
      'aqua/eau',
      'aqua (water)',
      'water (aqua)',
      'eau (aqua)',
      'aqua (eau)',
      'purified water',
      'eau purifiee',
      'eau demineralisee',
      'deionized water',
      'demineralized water',
      'acqua',
      'agua',
      'wasser',
      'aqua purificata',
    ],
  ],
  [
    'Parfum',
    [
      'parfum',
      'fragrance',
      'perfume',
      'parfum (fragrance)',
      'fragrance (parfum)',
      'parfum/fragrance',
      'parfum / fragrance',
      'fragrance/parfum',
      'fragrance / parfum',
      'profumo',
      'perfum',
      'duft',
      'parfum, fragrance',
    ],
  ],
  ['Aroma', ['aroma', 'flavor', 'flavour', 'aroma (flavor)', 'aroma (flavour)', 'flavor (aroma)', 'arome']],
];
const BY_NAME = new Map(SAME_NAME.flatMap(([name, all]) => all.map((one) => [one, name] as const)));

/** The name as the label says it: Aqua, Parfum, Aroma; without the common name in brackets, « (Shea) ». */
export function labelName(name: string): string {
  const said = BY_NAME.get(nameKey(name));
  if (said) return said;
  const bare = singleSpaced(name)
    .replace(/ ?\[ ?nano ?\]/gi, '')
    .replace(/ \((?!\d)[\p{L} .'’-]+\)(?= |$)/gu, '')
    .trim();
  return BY_NAME.get(nameKey(bare)) ?? (bare || name.trim());
}

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
const isColourant = (name: string): boolean => COLOUR_INDEX.test(nameKey(name)) || NAMED_COLOURANTS.has(nameKey(name));
/** A function that says that hair is coloured, or rays are filtered: no colourant then, and its weight gives its place. */
const COLOURS_HAIR = /hair ?dye|hair ?colou?r|coloration (?:capillaire|des cheveux)|colorant capillaire/i;
const FILTERS_RAYS = /uv ?-?(?:filter|absorber)|filtre uv|absorbeur uv|ultraviolet/i;

const ALLERGEN_BY_NAME = new Map<string, FragranceAllergen>();
/** A number that stands in several entries (citrus oils) decides for none of them: `null`. */
const ALLERGEN_BY_CAS = new Map<string, FragranceAllergen | null>();
const loose = (name: string): string => nameKey(name).replace(/[\s-]+/g, '');
for (const allergen of FRAGRANCE_ALLERGENS) {
  for (const name of [allergen.name, ...allergen.members]) ALLERGEN_BY_NAME.set(loose(name), allergen);
  for (const cas of allergen.cas) ALLERGEN_BY_CAS.set(cas, ALLERGEN_BY_CAS.has(cas) ? null : allergen);
}

/** The allergen that a name, with or without its common name in brackets, or a CAS number stands for. */
export function allergenOf(name: string, cas: readonly string[] = []): FragranceAllergen | null {
  const inside = [...name.matchAll(/\(([^()]*)\)/g)].map((match) => match[1] ?? '');
  for (const one of [name, labelName(name), ...inside]) {
    const found = ALLERGEN_BY_NAME.get(loose(one));
    if (found) return found;
  }
  for (const number of cas) {
    const found = ALLERGEN_BY_CAS.get(number);
    if (found) return found;
  }
  return null;
}

interface Contribution {
  allergen: FragranceAllergen;
  micros: Micros;
  name: string;
  /** From a certificate, rather than a line or a part of its own. */
  isCertified: boolean;
}

/** What every source adds of an allergen: lines and components that are one, and what certificates say of the rest. */
function contributionsOf(
  ingredients: readonly Ingredient[],
  lines: readonly FormulaLine[],
  shelf: Shelf,
  perLine: readonly (Quantity | null)[],
): Contribution[] {
  const found: Contribution[] = [];
  for (const { name, substance, sources, may_contain } of ingredients) {
    if (may_contain) continue;
    const allergen = allergenOf(name, substance?.cas);
    if (!allergen) continue;
    // Of a range, what may be there at most: never towards safety.
    for (const source of sources)
      if (source.quantity) found.push({ allergen, micros: source.quantity.max, name: source.name, isCertified: false });
  }
  for (const [index, line] of lines.entries()) {
    const material = line.material_id ? shelf.materials.get(line.material_id) : undefined;
    const quantity = perLine[index];
    if (!material || !quantity || line.may_contain) continue;
    for (const { substance_id, percent } of material.allergens) {
      const substance = shelf.substances.get(substance_id);
      const allergen = substance ? allergenOf(substance.inci, substance.cas) : null;
      // A component that is the same substance counts once, by the breakdown.
      if (allergen && !material.components.some((component) => component.substance_id === substance_id))
        found.push({
          allergen,
          micros: shareOf(quantity.max, toMicros(percent)),
          name: material.trade_name,
          isCertified: true,
        });
    }
  }
  return found;
}

interface Candidate {
  key: string;
  inci: string;
  micros: Micros | null;
  may_contain: boolean;
  colourant: boolean;
  sources: InciItem['sources'];
}

const has = (names: readonly string[], name: string): boolean => names.some((one) => nameKey(one) === nameKey(name));
const mayBeLeftOut = ({ sources }: Ingredient): boolean =>
  sources.every(({ role }) => role === 'impureté' || role === 'auxiliaire');

/** The fragrance allergens of a formula, each against the threshold above which it is named. */
function allergenRows(
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
    const allergen = allergenOf(one.name, one.substance?.cas);
    const said = functionsSay(one);
    let inci = labelName(one.name);
    if (aroma && inci === 'Parfum') inci = 'Aroma';
    if (allergen && isGrouped(allergen)) inci = allergen.name;
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

type Warning = Omit<InciWarning, 'confirm'> & Partial<InciWarning>;

/** Said of an amount that nobody knows, or knows roughly. */
function amountWarnings(all: readonly Candidate[], expanded: readonly Ingredient[]): Warning[] {
  const warnings: Warning[] = [];
  for (const { inci, micros, may_contain } of all)
    if (micros === null && !may_contain)
      warnings.push({
        code: 'NO_AMOUNT',
        message: `« ${inci} » : la quantité est inconnue, sa place dans la liste est à vérifier.`,
      });
  for (const one of expanded) {
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

/** Said of what a person may leave out of the list. */
function leftOutWarnings(expanded: readonly Ingredient[], isLeftOut: (one: Ingredient) => boolean): Warning[] {
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

/** Said of an allergen that a line and a certificate both bring. */
function allergenWarnings(
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
function materialWarnings(lines: readonly FormulaLine[], shelf: Shelf): Warning[] {
  const warnings: Warning[] = [];
  for (const line of lines) {
    const material = line.material_id ? shelf.materials.get(line.material_id) : undefined;
    if (!material) continue;
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

const OLD_STOCK: Warning = {
  code: 'OLD_STOCK',
  message:
    'Liste réduite aux 24 premiers allergènes : elle ne vaut que pour le stock mis sur le marché avant le 01/08/2026, jusqu’au 31/07/2028.',
};

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
    ...amountWarnings(all, expanded),
    ...leftOutWarnings(expanded, isLeftOut),
    ...allergenWarnings(contributions, options),
    ...materialWarnings(lines, shelf),
    ...(shortList ? [OLD_STOCK] : []),
  ];
  const list = items.filter(({ group }) => group !== 'may_contain').map(({ inci }) => inci);
  const shades = items.filter(({ group }) => group === 'may_contain').map(({ inci }) => inci);
  const text = [list.join(', '), shades.length > 0 ? `[+/- ${shades.join(', ')}]` : ''].filter(Boolean).join(' ');
  return { text, items, allergens, warnings: unique(warnings) };
}

/** Said twice of the same amount, by a line and by the certificate: the larger, never towards safety. */
function largerOf(given: readonly Contribution[]): readonly Contribution[] {
  const [certified, own] = [given.filter((one) => one.isCertified), given.filter((one) => !one.isCertified)];
  const sum = (all: readonly Contribution[]): Micros => all.reduce((total, { micros }) => total + micros, 0);
  return sum(own) > sum(certified) ? own : certified;
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
