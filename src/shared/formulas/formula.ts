/** What a formula is, and what follows from its lines without asking anybody: the composition, its total, its text. */
import { nameKey } from '../fields/name.ts';
import {
  type Micros,
  printNumber,
  printPercent,
  shareOf,
  TOTAL_TOLERANCE,
  toMicros,
  toPercent,
  WHOLE,
} from '../fields/percent.ts';

export const ROLES = ['ingrédient', 'solvant', 'conservateur', 'stabilisant', 'impureté', 'auxiliaire'] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_LABELS: Record<Role, string> = {
  ingrédient: 'Ingrédient',
  solvant: 'Solvant',
  conservateur: 'Conservateur',
  stabilisant: 'Stabilisant',
  impureté: 'Impureté',
  auxiliaire: 'Auxiliaire technologique',
};

export const ENOUGH = ['none', '100', 'ph', 'other'] as const;

/** A substance as a composition needs it. */
export interface SubstanceRef {
  id: string;
  inci: string;
  cas: readonly string[];
  ec: readonly string[];
  functions: readonly string[];
  nano: boolean;
  /** Somebody wrote that it has no CAS number. */
  without_cas?: boolean | undefined;
}

/** Part of a raw material: a percentage, or a range of it. `percent` of percents of the raw material. */
export interface Component {
  substance_id: string;
  percent: number | null;
  percent_min: number | null;
  percent_max: number | null;
  role: Role | null;
}

export interface MaterialAllergen {
  substance_id: string;
  percent: number;
}

/** A raw material as a composition needs it. */
export interface MaterialRef {
  id: string;
  trade_name: string;
  supplier: string | null;
  kind: string;
  perfume_code: string | null;
  components: readonly Component[];
  allergens: readonly MaterialAllergen[];
}

/** A line of a formula. Percentages are m/m of the finished product. */
/** The longest texts of a line (characters), and how many parts a mixture that was pasted has: a paste is cut to what a save takes. */
export const LINE_MOST = { phase: 8, function: 120, note: 1_000, number: 40, components: 60 } as const;

export interface FormulaLine {
  id: string;
  phase: string | null;
  material_id: string | null;
  substance_id: string | null;
  label: string | null;
  percent: number | null;
  percent_min: number | null;
  percent_max: number | null;
  qs: (typeof ENOUGH)[number];
  function: string | null;
  nano: boolean;
  may_contain: boolean;
  shade: string | null;
  note: string | null;
  /** What a sheet said beside the name: kept until a substance or a raw material holds it. */
  cas: string | null;
  ec: string | null;
  trade_name: string | null;
  supplier: string | null;
  /** A mixture: what is in it, with shares in percents of it where they are known. */
  components: ReadComponent[];
}

export interface ReadComponent {
  inci: string;
  percent_min: number | null;
  percent_max: number | null;
}

/** Nothing was read beside the name, or a record holds it. */
export const NOTHING_READ = { cas: null, ec: null, trade_name: null, supplier: null, components: [] } as const;

/** A line with nothing in it but what is given. */
export const lineWith = (values: Partial<FormulaLine> & Pick<FormulaLine, 'id'>): FormulaLine => ({
  phase: null,
  material_id: null,
  substance_id: null,
  label: null,
  percent: null,
  percent_min: null,
  percent_max: null,
  qs: 'none',
  function: null,
  nano: false,
  may_contain: false,
  shade: null,
  note: null,
  ...NOTHING_READ,
  components: [],
  ...values,
});

/** What the lines stand on. */
export interface Shelf {
  substances: ReadonlyMap<string, SubstanceRef>;
  materials: ReadonlyMap<string, MaterialRef>;
}

/** How much of a line there is, in millionths of a percent: a number, or the bounds of a range. */
export interface Quantity {
  min: Micros;
  max: Micros;
  /** What the order of the INCI list takes: the number, or the middle of the range. */
  mean: Micros;
}

export interface Totals {
  /** Of the lines with a number, the complement with them; of a range, the middle. */
  total: Micros;
  /** What the one « q.s.p. 100 » comes to; below zero when the others exceed a hundred. `null` without exactly one. */
  complement: Micros | null;
  /** What is missing to a hundred, below zero what is too much; 0 within 0,01 %. */
  gap: Micros;
  /** Lines whose amount nobody knows. */
  unknown: number;
  hasRange: boolean;
}

const exact = (percent: number): Quantity => {
  const micros = toMicros(percent);
  return { min: micros, max: micros, mean: micros };
};

/** @returns null when nobody knows */
export function quantityTyped(line: Pick<FormulaLine, 'percent' | 'percent_min' | 'percent_max'>): Quantity | null {
  if (line.percent !== null) return exact(line.percent);
  if (line.percent_min === null && line.percent_max === null) return null;
  const [min, max] = [toMicros(line.percent_min ?? 0), toMicros(line.percent_max ?? 100)];
  return { min, max, mean: Math.floor((min + max) / 2) };
}

type Counted = Pick<FormulaLine, 'percent' | 'percent_min' | 'percent_max' | 'qs' | 'may_contain'>;

/** Sums, exact. Shades that may be there are outside of them. */
export function totalsOf(lines: readonly Counted[]): Totals {
  const counted = lines.filter((line) => !line.may_contain);
  const quantities = counted.map((line) => (line.qs === 'none' ? quantityTyped(line) : null));
  const sum = quantities.reduce((total, quantity) => total + (quantity?.mean ?? 0), 0);
  const rests = counted.filter(({ qs }) => qs === '100').length;
  const complement = rests === 1 ? WHOLE - sum : null;
  const total = complement !== null && complement >= 0 ? WHOLE : sum;
  const gap = complement !== null && complement < 0 ? complement : WHOLE - total;
  return {
    total,
    complement,
    gap: Math.abs(gap) <= TOTAL_TOLERANCE ? 0 : gap,
    unknown: counted.filter((line, index) => line.qs !== '100' && quantities[index] === null).length,
    hasRange: quantities.some((quantity) => quantity !== null && quantity.min !== quantity.max),
  };
}

/** How much of each line there is, in their order; `null` where nobody knows. */
export function quantitiesOf(lines: readonly Counted[]): (Quantity | null)[] {
  const { complement } = totalsOf(lines);
  // The complement of ranges goes from what their upper bounds leave to what their lower bounds do.
  const others = lines.filter((line) => !line.may_contain && line.qs === 'none').map(quantityTyped);
  const sum = (bound: 'min' | 'max'): Micros => others.reduce((total, quantity) => total + (quantity?.[bound] ?? 0), 0);
  const rest: Quantity | null =
    complement === null || complement < 0
      ? null
      : { min: Math.max(0, WHOLE - sum('max')), max: Math.max(0, WHOLE - sum('min')), mean: complement };
  return lines.map((line) => (line.qs === '100' ? rest : line.qs === 'none' ? quantityTyped(line) : null));
}

/** What a total says in words; `null` when it is a hundred. */
export function gapSentence({ total, gap, complement, unknown }: Totals): string | null {
  if (complement !== null && complement < 0) return `La somme dépasse 100 % (${printPercent(WHOLE - complement)}).`;
  if (gap > 0) {
    const missing = `Total ${printPercent(total)} : il manque ${printPercent(gap)}`;
    return unknown > 0 ? `${missing}, dont les lignes sans quantité.` : `${missing}.`;
  }
  return gap < 0 ? `La somme dépasse 100 % (${printPercent(total)}).` : null;
}

/** How a line is called: the raw material, the substance, or what was typed. */
export function nameOfLine(line: Pick<FormulaLine, 'material_id' | 'substance_id' | 'label'>, shelf: Shelf): string {
  const substance = line.substance_id ? shelf.substances.get(line.substance_id)?.inci : undefined;
  const material = line.material_id ? shelf.materials.get(line.material_id)?.trade_name : undefined;
  return substance ?? material ?? line.label ?? '';
}

/** « 72,40 % », « q.s.p. 100 (72,40 %) », « 60–80 % », « q.s. ». */
export function printQuantity(line: FormulaLine, quantity: Quantity | null): string {
  if (line.qs === '100') return quantity === null ? 'q.s.p. 100' : `q.s.p. 100 (${printPercent(quantity.mean)})`;
  if (line.qs === 'ph') return 'q.s. pH';
  if (line.qs === 'other') return 'q.s.';
  if (quantity === null) return '';
  if (quantity.min === quantity.max) return printPercent(quantity.mean);
  if (quantity.min === 0) return `< ${printNumber(quantity.max, 0)}\u00a0%`;
  return quantity.max === WHOLE
    ? `> ${printNumber(quantity.min, 0)}\u00a0%`
    : `${printNumber(quantity.min, 0)}–${printNumber(quantity.max, 0)}\u00a0%`;
}

/** The formula as the text of the field « Ingrédients »: one line each, « Aqua – 72,40 % ». */
export function formulaText(lines: readonly FormulaLine[], shelf: Shelf): string {
  const quantities = quantitiesOf(lines);
  return lines
    .map((line, index) => {
      const amount = printQuantity(line, quantities[index] ?? null);
      const name = nameOfLine(line, shelf);
      const said = amount ? `${name} – ${amount}` : name;
      return line.may_contain ? `[+/-] ${said}` : said;
    })
    .join('\n');
}

/** Where some of a substance comes from. */
export interface Source {
  /** The rank of the line, from 0. */
  line: number;
  name: string;
  material_id: string | null;
  quantity: Quantity | null;
  role: Role | null;
}

/** One substance of the finished product, summed over all lines and components. */
export interface Ingredient {
  /** The substance; `null` for a name that is no substance yet. */
  substance: SubstanceRef | null;
  name: string;
  /** Of the substance; of a name that is none yet, those that a sheet gave. */
  cas: readonly string[];
  ec: readonly string[];
  quantity: Quantity | null;
  nano: boolean;
  may_contain: boolean;
  functions: string[];
  sources: Source[];
}

const sumOf = (quantities: readonly (Quantity | null)[]): Quantity | null => {
  const known = quantities.filter((quantity) => quantity !== null);
  if (known.length === 0) return null;
  const add = (bound: keyof Quantity): Micros => known.reduce((total, quantity) => total + quantity[bound], 0);
  return { min: add('min'), max: Math.min(WHOLE, add('max')), mean: add('mean') };
};

/** A perfume, or an aroma: a black box that the label calls by that one name. Article 19(1)(g). */
export const isPerfume = (material: Pick<MaterialRef, 'kind'>): boolean => material.kind === 'parfum';

/** Of a raw material, its parts; of one without a breakdown, itself. */
export function expandedLines(lines: readonly FormulaLine[], shelf: Shelf): Ingredient[] {
  const quantities = quantitiesOf(lines);
  const found = new Map<string, Omit<Ingredient, 'quantity'>>();
  const put = (
    { substance, name, line }: { substance: SubstanceRef | null; name: string; line: FormulaLine },
    source: Source,
  ): void => {
    const nano = line.nano || (substance?.nano ?? false);
    // A name is one substance: of a record, of the one that it was merged into, or of a line that only bears it.
    const key = `${nameKey(name)}\u0000${nano}\u0000${line.may_contain}`;
    const before = found.get(key);
    const one = (before?.substance || !substance ? before : null) ?? {
      substance,
      name,
      cas: substance?.cas ?? (line.cas ? [line.cas] : []),
      ec: substance?.ec ?? (line.ec ? [line.ec] : []),
      nano,
      may_contain: line.may_contain,
      functions: before?.functions ?? [],
      sources: before?.sources ?? [],
    };
    for (const said of [line.function, ...(substance?.functions ?? [])])
      if (said && !one.functions.includes(said)) one.functions.push(said);
    one.sources.push(source);
    found.set(key, one);
  };
  for (const [index, line] of lines.entries()) {
    const quantity = quantities[index] ?? null;
    const material = line.material_id ? shelf.materials.get(line.material_id) : undefined;
    const source = { line: index, name: nameOfLine(line, shelf), material_id: line.material_id };
    if (!material || isPerfume(material) || material.components.length === 0) {
      const substance = (line.substance_id ? shelf.substances.get(line.substance_id) : undefined) ?? null;
      const name = material && isPerfume(material) ? 'Parfum' : (substance?.inci ?? nameOfLine(line, shelf));
      put({ substance, name, line }, { ...source, quantity, role: null });
      continue;
    }
    for (const component of material.components) {
      const substance = shelf.substances.get(component.substance_id) ?? null;
      const share = quantityTyped(component);
      const part =
        quantity && share
          ? {
              min: shareOf(quantity.min, share.min),
              max: shareOf(quantity.max, share.max),
              mean: shareOf(quantity.mean, share.mean),
            }
          : null;
      put(
        { substance, name: substance?.inci ?? '', line },
        { ...source, name: material.trade_name, quantity: part, role: component.role },
      );
    }
  }
  return [...found.values()].map((one) => ({ ...one, quantity: sumOf(one.sources.map(({ quantity }) => quantity)) }));
}

/** Whether some of a substance is of no known amount: the sum of the rest is less than there is. */
export const isPartlyUnknown = ({ sources }: Pick<Ingredient, 'sources'>): boolean =>
  sources.some(({ quantity }) => quantity === null);

/** How much there is of a substance where all of it is known. */
export const wholeQuantity = (one: Pick<Ingredient, 'sources' | 'quantity'>): Quantity | null =>
  isPartlyUnknown(one) ? null : one.quantity;

export const percentOf = (quantity: Quantity | null): number | null =>
  quantity === null ? null : toPercent(quantity.mean);
