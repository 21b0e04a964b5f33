import { type Classified, sensitises } from '../clp/clp.classes.ts';
import { type Computed, computedClasses } from '../clp/clp.compute.ts';
import { labelOf } from '../clp/clp.label.ts';
import type { DetergentValues } from './detergent.contract.ts';

type Concluded = Pick<DetergentValues, 'clp_conclusion' | 'clp_non_classe' | 'public'>;

/** Whether a person concluded: classes, or none. */
export const isConcluded = ({ clp_conclusion, clp_non_classe }: Omit<Concluded, 'public'>): boolean =>
  clp_conclusion.length > 0 || clp_non_classe === true;

/** Pictograms and signal word of what a person concluded. Where nobody said for whom, no pictogram is spared. */
export const dangerLabelOf = ({ clp_conclusion, public: people }: Omit<Concluded, 'clp_non_classe'>) =>
  labelOf(clp_conclusion, { isForConsumers: people === 'consommateur' });

/**
 * The sensitisers that the label names: by EUH208, or, of a mixture that sensitises by itself, beside its own statements. Of the
 * conclusion where there is one, else of the calculation. Regulation (EC) 1272/2008, annex II, 2.8.
 */
export function allergyNotice(
  { resultats, euh208 }: Pick<Computed, 'resultats' | 'euh208'>,
  record: Omit<Concluded, 'public'>,
): { names: readonly string[]; isEuh208: boolean } {
  const classes: readonly Classified[] = isConcluded(record) ? record.clp_conclusion : computedClasses(resultats);
  return { names: euh208, isEuh208: !sensitises(classes) };
}
