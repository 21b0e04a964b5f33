import { DERMAL_DEFAULT, LOW_ABSORPTION, ORAL_DEFAULT } from './exposure.table.ts';

export interface Hypothesis {
  label: string;
  /** As it stands in a row. */
  short: string;
  /** The same in a document in English. */
  short_en: string;
  source: string;
  /** What is said where its study asks for it and nobody applied it; the same in English. */
  omitted?: string;
  omitted_en?: string;
  /** Used only once a person accepted it for this substance; the others are used, and told as long as nobody did. */
  isAsked?: boolean;
}

/** What is supposed where nobody measured: never a number of the product’s own, so a person answers for each. */
export const HYPOTHESES = {
  absorption_50: {
    label: `Absorption cutanée de ${DERMAL_DEFAULT} % sans étude`,
    short: `absorption cutanée ${DERMAL_DEFAULT} %`,
    short_en: `dermal absorption ${DERMAL_DEFAULT} %`,
    source: 'SCCS/1647/22, 3-3.5.1',
  },
  absorption_10: {
    label: `Absorption cutanée de ${LOW_ABSORPTION.percent} % au-delà de ${LOW_ABSORPTION.above} Da, log Pow sous ${LOW_ABSORPTION.below} ou au-dessus de ${LOW_ABSORPTION.over}`,
    short: `absorption cutanée ${LOW_ABSORPTION.percent} %`,
    short_en: `dermal absorption ${LOW_ABSORPTION.percent} %`,
    source: 'ECHA, guide R.7c, absorption cutanée par défaut',
    isAsked: true,
  },
  biodisponibilite_50: {
    label: `Biodisponibilité orale de ${ORAL_DEFAULT} % sans étude`,
    short: `biodisponibilité orale ${ORAL_DEFAULT} %`,
    short_en: `oral bioavailability ${ORAL_DEFAULT} %`,
    source: 'SCCS/1647/22',
  },
  loael_3: {
    label: 'LOAEL (DMENO) ÷ 3 à la place d’un NOAEL (DSENO)',
    short: 'LOAEL ÷ 3',
    short_en: 'LOAEL ÷ 3',
    source: 'SCCS/1647/22',
    omitted: 'le POD est un LOAEL (DMENO), sans facteur d’incertitude',
    omitted_en: 'the POD is a LOAEL, without an uncertainty factor',
  },
  subaigue_3: {
    label: 'Étude subaiguë (28 jours) ÷ 3 à la place d’une étude de 90 jours',
    short: 'étude subaiguë ÷ 3',
    short_en: 'subacute study ÷ 3',
    source: 'SCCS/1647/22',
    omitted: 'l’étude du POD est subaiguë, sans facteur d’incertitude',
    omitted_en: 'the POD comes from a subacute study, without an uncertainty factor',
  },
} as const satisfies Record<string, Hypothesis>;
export type HypothesisKey = keyof typeof HYPOTHESES;
export const HYPOTHESIS_KEYS = Object.keys(HYPOTHESES) as HypothesisKey[];
export const sayHypothesis = (key: HypothesisKey): Hypothesis => HYPOTHESES[key];
