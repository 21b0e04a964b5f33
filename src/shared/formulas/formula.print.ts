/** What a document prints of a formula in lines, already written in its language. */

import { printPercent, toMicros } from '../fields/percent.ts';
import type { Writer } from '../fields/writer.ts';
import {
  expandedLines,
  type FormulaLine,
  isPartlyUnknown,
  isPerfume,
  nameOfLine,
  printQuantity,
  quantitiesOf,
  type Shelf,
  totalsOf,
} from './formula.ts';
import type { InciList } from './inci.list.ts';

type Item = Record<string, string>;

export interface PrintedFormula {
  formule_lignes: Item[];
  substances: Item[];
  /** Raw materials of several substances, by their trade names. */
  melanges: string;
  liste_inci: string;
  allergenes: Item[];
  total_formule: string;
  parfums: Item[];
}

/** The names each item of a list has. */
export const FORMULA_ITEMS = {
  formule_lignes: [
    'numero',
    'phase',
    'nom_commercial',
    'fournisseur',
    'inci',
    'cas',
    'ce',
    'fonction',
    'pourcentage',
    'nano',
  ],
  substances: ['inci', 'cas', 'ce', 'pourcentage', 'plage', 'fonctions', 'provenances'],
  allergenes: ['nom', 'pourcentage', 'entree', 'seuil'],
  parfums: ['nom', 'code', 'fournisseur'],
} as const satisfies Partial<Record<keyof PrintedFormula, readonly string[]>>;

/** Without a formula in lines, nothing is printed of one. */
export const NO_FORMULA: PrintedFormula = {
  formule_lignes: [],
  substances: [],
  melanges: '',
  liste_inci: '',
  allergenes: [],
  total_formule: '',
  parfums: [],
};

/** @param inci the legal list of the same lines */
export function printFormula(
  { lines, shelf }: { lines: readonly FormulaLine[]; shelf: Shelf },
  { inci, writer: { language, figures, word } }: { inci: InciList; writer: Writer },
): PrintedFormula {
  /** As many as needed for 100: in English as pharmacists write it. */
  const amount = (text: string): string =>
    language === 'en' ? figures(text).replace(/^q\.s\.p\. /, 'q.s. to ') : text;
  const quantities = quantitiesOf(lines);
  const list = (all: readonly string[]): string => all.join(', ');
  /** All that a substance may be of the product; at least so much where a part of it is not known. */
  const rangeOf = (one: ReturnType<typeof expandedLines>[number]): string => {
    if (one.quantity === null) return '';
    const { min, max } = one.quantity;
    const least = printPercent(min);
    if (isPartlyUnknown(one)) return figures(`≥\u00a0${least}`);
    return figures(min === max ? least : `${least.replace(/\u00a0%$/, '')}–${printPercent(max)}`);
  };
  const materials = lines.flatMap(({ material_id }) => shelf.materials.get(material_id ?? '') ?? []);
  return {
    formule_lignes: lines.map((line, index) => {
      const material = shelf.materials.get(line.material_id ?? '');
      const parts = (material?.components ?? []).flatMap(
        ({ substance_id }) => shelf.substances.get(substance_id) ?? [],
      );
      const substance = shelf.substances.get(line.substance_id ?? '');
      const named = substance ? [substance] : parts;
      return {
        numero: String(index + 1),
        phase: line.phase ?? '',
        nom_commercial: material?.trade_name ?? '',
        fournisseur: material?.supplier ?? '',
        inci:
          material && isPerfume(material) ? 'Parfum' : list(named.map((one) => one.inci)) || nameOfLine(line, shelf),
        cas:
          list(named.flatMap(({ cas, without_cas }) => (without_cas ? [word('sans CAS')] : cas))) || (line.cas ?? ''),
        ce: list(named.flatMap(({ ec }) => ec)) || (line.ec ?? ''),
        fonction: line.function ?? list(substance?.functions ?? []),
        pourcentage: amount(printQuantity(line, quantities[index] ?? null)),
        nano: line.nano || named.some((one) => one.nano) ? '[nano]' : '',
      };
    }),
    substances: expandedLines(lines, shelf).map((one) => ({
      inci: one.name,
      cas: one.substance?.without_cas ? word('sans CAS') : list(one.cas),
      ce: list(one.ec),
      pourcentage: one.quantity === null ? '' : figures(printPercent(one.quantity.mean)),
      plage: rangeOf(one),
      fonctions: list(one.functions),
      provenances: list([...new Set(one.sources.map(({ name }) => name))]),
    })),
    melanges: list(materials.filter(({ components }) => components.length > 1).map(({ trade_name }) => trade_name)),
    liste_inci: inci.text,
    allergenes: inci.allergens
      .filter(({ declared }) => declared)
      .map(({ name, percent, entry, threshold }) => ({
        nom: name,
        pourcentage: figures(printPercent(toMicros(percent))),
        entree: entry,
        seuil: figures(printPercent(toMicros(threshold))),
      })),
    total_formule: lines.length > 0 ? figures(printPercent(totalsOf(lines).total)) : '',
    parfums: materials.filter(isPerfume).map(({ trade_name, perfume_code, supplier }) => ({
      nom: trade_name,
      code: perfume_code ?? '',
      fournisseur: supplier ?? '',
    })),
  };
}
