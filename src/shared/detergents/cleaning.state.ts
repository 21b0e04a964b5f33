import { type Computed, classify, type Mixture } from '../clp/clp.compute.ts';
import type { ClpTerm } from '../clp/clp.substance.ts';
import { isSurfactantClass } from '../clp/content.classes.ts';
import { nameKey } from '../fields/name.ts';
import { type Micros, shareOf, toMicros, toPercent, WHOLE } from '../fields/percent.ts';
import { changedSince, type Stamp } from '../findings/stamp.ts';
import { certifiedParts } from '../formulas/certificate.ts';
import type { Formula } from '../formulas/formula.contract.ts';
import { expandedLines, isPartlyUnknown, isPerfume, quantitiesOf, type Shelf } from '../formulas/formula.ts';
import type { Product } from '../products/product.contract.ts';
import type { SubstanceInput } from '../substances/substance.contract.ts';
import { type Composition, type ContentIngredient, type ContentLabel, contentLabelOf, contentsOf } from './content.ts';
import { COMPOSITION_ACTS, type CompositionAct, type DetergentValues } from './detergent.contract.ts';
import { type ComponentSheet, componentSheetOf } from './sheet.ts';

/** What each act on a composition stood on; one that was not kept, or was not done, is absent. */
export type ActStamps = Readonly<Partial<Record<CompositionAct, Stamp | null>>>;

/** A cleaning product, as its label, its classification, its points and its findings are read. */
export interface CleaningSource {
  product: Product;
  formula: Formula;
  shelf: Shelf;
  /** Values of the substances that are in it, by id. */
  profiles: ReadonlyMap<string, SubstanceInput>;
  /** Values of what perfumes and certificates bring, by id. */
  certified: ReadonlyMap<string, SubstanceInput>;
  record: DetergentValues;
  stamps: ActStamps;
  /** Of the newest file that an act is. */
  fileStamps: ActStamps;
  /** Of what the file is now. */
  stamp: Stamp;
  /** `YYYY-MM-DD` */
  today: string;
}

export interface CleaningState {
  record: DetergentValues;
  /** The acts that stood on another composition. */
  changed: readonly CompositionAct[];
  contents: readonly ContentIngredient[];
  label: ContentLabel;
  sheet: ComponentSheet;
  clp: Computed;
  /** The day of the formula, where somebody said it. */
  established_on: string | null;
}

/** What people confirmed of a formula, as the INCI list and the label take it. */
export function compositionOf({
  formula,
  shelf,
  profiles,
}: Pick<CleaningSource, 'formula' | 'shelf' | 'profiles'>): Composition {
  const about = (wanted: Formula['confirmations'][number]['kind']): string[] =>
    formula.confirmations.flatMap((one) => (one.kind === wanted && one.about ? [one.about] : []));
  return {
    lines: formula.mode === 'table' ? formula.lines : [],
    shelf,
    profiles,
    options: {
      oldStock: formula.confirmations.some(({ kind }) => kind === 'old_stock'),
      leftOut: about('left_out'),
      included: about('allergen_included'),
      apart: about('allergen_apart'),
    },
  };
}

/** Words in the names of substances of which additivity may fail: annex I, 3.2.3.3.4 and 3.3.3.3.4. Each with an example. */
export const PARTICULAR_NAMES: readonly { word: RegExp; example: string }[] = [
  { word: /\b(?:acid|acide)\b/, example: 'Citric Acid' },
  { word: /hydroxide|hydroxyde/, example: 'Sodium Hydroxide' },
  { word: /ethanolamine/, example: 'Ethanolamine' },
  { word: /\bammoni(?:a|aque)\b/, example: 'Ammonia' },
  { word: /metasilicate/, example: 'Sodium Metasilicate' },
  { word: /\bphenol|cresol|xylenol/, example: 'Chlorocresol' },
  { word: /aldehyde|\bglutaral\b|\bglyoxal\b|\bmethanal\b/, example: 'Glutaral' },
];

const isParticular = ({ inci, tensioactif, classes_detergent }: SubstanceInput): boolean =>
  tensioactif === true ||
  classes_detergent.some((one) => isSurfactantClass(one) || one === 'phénols et phénols halogénés') ||
  PARTICULAR_NAMES.some(({ word }) => word.test(nameKey(inci)));

/** A breakdown that leaves out more than this (percent) leaves something of the mixture unknown. */
const BREAKDOWN_GAP = 0.5;

/** The mixture as the calculation takes it: each substance once, impurities too, of a range its upper bound. */
export function mixtureOf({
  formula,
  shelf,
  profiles,
  certified,
  product,
}: Pick<CleaningSource, 'formula' | 'shelf' | 'profiles' | 'certified' | 'product'>): Mixture {
  const lines = formula.mode === 'table' ? formula.lines : [];
  const gaps: { name: string; reason: string }[] = [];
  const found = new Map<string, { values: SubstanceInput; max: number }>();
  if (lines.length === 0) gaps.push({ name: 'la formule n’est pas un tableau', reason: 'Rien n’est calculé' });
  let least = 0;
  const put = (values: SubstanceInput, id: string, most: Micros): void => {
    if (values.clp.length === 0 && !values.clp_non_classe)
      gaps.push({ name: values.inci, reason: 'Classification de la substance à dire, ou « non classée »' });
    found.set(id, { values, max: Math.min(WHOLE, (found.get(id)?.max ?? 0) + most) });
  };
  for (const one of expandedLines(lines, shelf)) {
    const { name, substance, quantity, sources } = one;
    least += one.may_contain ? 0 : (quantity?.min ?? 0);
    const values = substance && profiles.get(substance.id);
    if (!substance || !values) {
      for (const source of sources) {
        const material = shelf.materials.get(source.material_id ?? '');
        gaps.push({
          name: material?.trade_name ?? name,
          reason:
            material && isPerfume(material)
              ? 'Parfum dont la classification est à lire dans sa fiche de données de sécurité'
              : 'Sans composition ni classification',
        });
      }
      continue;
    }
    put(values, substance.id, quantity?.max ?? 0);
    if (isPartlyUnknown(one)) gaps.push({ name: values.inci, reason: 'Quantité inconnue' });
  }
  const quantities = quantitiesOf(lines);
  for (const [index, { material_id }] of lines.entries()) {
    const material = shelf.materials.get(material_id ?? '');
    // What is known of a perfume, and what certificates add, is in the mixture: never less than that.
    for (const { substance_id, share, isWhole } of material ? certifiedParts(material) : []) {
      const values = certified.get(substance_id);
      if (!values) continue;
      const quantity = quantities[index] ?? null;
      put(values, substance_id, quantity && share ? shareOf(quantity.max, share.max) : 0);
      if (!quantity || !share || !isWhole) gaps.push({ name: values.inci, reason: 'Quantité inconnue' });
    }
    const known = material?.components.reduce((sum, one) => sum + (one.percent ?? one.percent_max ?? 0), 0) ?? 0;
    if (material && !isPerfume(material) && material.components.length > 0 && known < 100 - BREAKDOWN_GAP)
      gaps.push({ name: material.trade_name, reason: 'Composition incomplète' });
  }
  if (least > WHOLE + toMicros(0.01)) gaps.push({ name: 'la formule', reason: 'La composition dépasse 100\u00a0%' });
  return {
    terms: [...found.values()].map(
      ({ values, max }): ClpTerm => ({
        inci: values.inci,
        percent: toPercent(max),
        isParticular: isParticular(values),
        clp: values.clp,
        clp_non_classe: values.clp_non_classe,
        ate: values.ate,
        aigu_inconnu: values.aigu_inconnu,
        m_aigu: values.m_aigu,
        m_chronique: values.m_chronique,
        lcs: values.lcs,
      }),
    ),
    measured: { orale: product.dl50_orale, cutanee: product.dl50_cutanee, inhalation: product.cl50_inhalation },
    ph: product.ph,
    gaps,
  };
}

const ACTS = Object.keys(COMPOSITION_ACTS) as readonly CompositionAct[];

export function cleaningStateOf(source: CleaningSource): CleaningState {
  const { record, stamps, fileStamps, stamp, today, formula } = source;
  const composition = compositionOf(source);
  const when = { firstPlaced: today, at: today };
  return {
    record,
    // Done by a file or by a value: the one that is of today's composition counts.
    changed: ACTS.filter((act) => {
      const kept = [stamps[act], fileStamps[act]].filter((one) => one !== undefined && one !== null);
      return kept.length > 0 && kept.every((one) => changedSince(one, stamp).includes('composition'));
    }),
    contents: contentsOf(composition),
    label: contentLabelOf(composition, record, when),
    sheet: componentSheetOf(composition, record, when),
    clp: classify(mixtureOf(source)),
    established_on: formula.established_on,
  };
}
