import { nameKey } from '../fields/name.ts';
import type { Subject } from './decide.opinion.ts';
import type { ProductTypes } from './facts.ts';

/** A rule that stands in no row of the annexes, or outside them: a person has to look. */
export interface Alert {
  text: string;
  source: string;
  /** From when it applies: `YYYY-MM-DD`; `null` where its source gives no day. */
  since: string | null;
}

interface AlertRow extends Alert {
  name: RegExp;
  cas?: readonly string[];
  /** Products that it surely is not about. */
  isNotFor?: (types: ProductTypes) => boolean;
}

/**
 * Substances that release formaldehyde. Source: Regulation (EU) 2022/1181, Annex V, preamble, point 2, which is in no row of the
 * exports: placed on the market from 31 July 2024, made available until 31 July 2026. Names: those of Annex V whose opinions of
 * the SCCS say so (SCCS/1632/21).
 */
const RELEASERS =
  /^(?:dmdm hydantoin|imidazolidinyl urea|diazolidinyl urea|quaternium-15|sodium hydroxymethylglycinate|2-bromo-2-nitropropane-1,3-diol|bronopol|5-bromo-5-nitro-1,3-dioxane|methenamine|benzylhemiformal|7-ethylbicyclooxazolidine|polyoxymethylene urea)$/;
const RELEASERS_CAS = [
  '6440-58-0',
  '39236-46-9',
  '78491-02-8',
  '4080-31-3',
  '51229-78-8',
  '70161-44-3',
  '52-51-7',
  '30007-47-7',
  '100-97-0',
  '14548-60-8',
  '7747-35-5',
  '68611-64-3',
];

/**
 * Oils and extracts in which furocoumarins are found. Source: SCCP/0942/05, « Furocoumarins in cosmetic products », and the IFRA
 * standard « Citrus oils and other furocoumarins-containing essential oils ».
 */
const PHOTOTOXIC =
  /^citrus (?:\w+ ){0,2}(?:bergamia|aurantifolia|limon|limonum|paradisi|grandis|aurantium amara|medica|hystrix|latifolia|sinensis|reticulata|nobilis)\b|^citrus (?:aurantium|limon|paradisi|grandis|aurantifolia)\b|^angelica archangelica|^ruta graveolens|^cuminum cyminum|^tagetes\b|^ficus carica|^lippia citriodora|^apium graveolens|^petroselinum|^heracleum|^psoralea|^ammi majus|^commiphora erythr|^opoponax/;

/** Rules outside the rows of the annexes. */
const ALERTS: readonly AlertRow[] = [
  {
    name: RELEASERS,
    cas: RELEASERS_CAS,
    text: 'Libère du formaldéhyde : au-dessus de 0,001 % (10 ppm) de formaldéhyde libéré en tout, l’étiquette porte « libère du formaldéhyde ».',
    source: 'Règlement (UE) 2022/1181, préambule de l’annexe V, point 2',
    since: '2024-07-31',
  },
  {
    name: PHOTOTOXIC,
    text: 'Peut contenir des furocoumarines : dans un produit solaire ou bronzant, moins de 1 mg/kg en tout.',
    source: 'Annexe II, entrée 358 ; avis SCCP/0942/05 et norme IFRA sur les huiles à furocoumarines',
    since: null,
    isNotFor: ({ sun }) => sun === false,
  },
  {
    name: /(?:mycin|cycline|cillin|phenicol|sulfonamide)$|bacitracin|^cef/,
    text: 'Les antibiotiques sont interdits : vérifiez si c’en est un.',
    source: 'Annexe II, entrée 39',
    since: null,
  },
  {
    name: /^cyclo(?:tetra|penta|hexa)siloxane$|^cyclomethicone$/,
    cas: ['556-67-2', '541-02-6', '540-97-6'],
    text: 'D4, D5 et D6 sont restreints dans les cosmétiques.',
    source: 'Règlement (UE) 2024/1328 (REACH, annexe XVII, entrée 70)',
    since: null,
  },
  {
    name: /perfluoro|polyfluoro|\bptfe\b|polytetrafluoro|\bfluoro(?:alkyl|octyl|hexyl|decyl)/,
    text: 'Une substance PFAS est interdite dans les cosmétiques en France.',
    source: 'Loi n° 2025-188, décret n° 2025-1376',
    since: null,
  },
  {
    name: /^(?:polyethylene|nylon-?\d+|polymethyl methacrylate|polystyrene|polyurethane-?\d+|polypropylene|polyethylene terephthalate|acrylates copolymer)$/,
    text: 'Des particules de ce polymère peuvent être des microplastiques.',
    source: 'Règlement (UE) 2023/2055 (REACH, annexe XVII, entrée 78)',
    since: null,
  },
];

/** What concerns this substance in this product, beside the rows of the annexes. */
export const alertsOf = ({ inci, cas }: Pick<Subject, 'inci' | 'cas'>, types: ProductTypes): Alert[] =>
  ALERTS.filter(
    ({ name, cas: numbers = [], isNotFor }) =>
      !isNotFor?.(types) && (name.test(nameKey(inci)) || numbers.some((one) => cas.includes(one))),
  ).map(({ text, source, since }) => ({ text, source, since }));

/** « … (Règlement (UE) 2022/1181). » */
export const sayAlert = ({ text, source }: Alert): string => `${text.replace(/\.$/, '')} (${source}).`;
