import { nameKey } from '../fields/name.ts';
import { isPhototoxic, RELEASERS } from './alerts.tables.ts';
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
  isName: (key: string) => boolean;
  cas?: readonly string[];
  /** Products that it surely is not about. */
  isNotFor?: (types: ProductTypes) => boolean;
}

/** Rules outside the rows of the annexes. */
const ALERTS: readonly AlertRow[] = [
  {
    // In no row of the exports: placed on the market from 31 July 2024, made available until 31 July 2026.
    isName: (key) => RELEASERS.some(({ name }) => name === key),
    cas: RELEASERS.map(({ cas }) => cas),
    text: 'Libère du formaldéhyde : au-dessus de 0,001 % (10 ppm) de formaldéhyde libéré en tout, l’étiquette porte « libère du formaldéhyde ».',
    source: 'Règlement (UE) 2022/1181, préambule de l’annexe V, point 2',
    since: '2024-07-31',
  },
  {
    isName: isPhototoxic,
    text: 'Peut contenir des furocoumarines : dans un produit solaire ou bronzant, moins de 1 mg/kg en tout.',
    source: 'Annexe II, entrée 358 ; avis SCCP/0942/05 et norme IFRA sur les huiles à furocoumarines',
    since: null,
    isNotFor: ({ sun }) => sun === false,
  },
  {
    isName: (key) => /(?:mycin|cycline|cillin|phenicol|sulfonamide)$|bacitracin|^cef/.test(key),
    text: 'Les antibiotiques sont interdits : vérifiez si c’en est un.',
    source: 'Annexe II, entrée 39',
    since: null,
  },
  {
    isName: (key) => /^cyclo(?:tetra|penta|hexa)siloxane$|^cyclomethicone$/.test(key),
    cas: ['556-67-2', '541-02-6', '540-97-6'],
    text: 'D4, D5 et D6 sont restreints dans les cosmétiques.',
    source: 'Règlement (UE) 2024/1328 (REACH, annexe XVII, entrée 70)',
    since: null,
  },
  {
    isName: (key) => /perfluoro|polyfluoro|\bptfe\b|polytetrafluoro|\bfluoro(?:alkyl|octyl|hexyl|decyl)/.test(key),
    text: 'Une substance PFAS est interdite dans les cosmétiques en France.',
    source: 'Loi n° 2025-188, décret n° 2025-1376',
    since: null,
  },
  {
    isName: (key) =>
      /^(?:polyethylene|nylon-?\d+|polymethyl methacrylate|polystyrene|polyurethane-?\d+|polypropylene|polyethylene terephthalate|acrylates copolymer)$/.test(
        key,
      ),
    text: 'Des particules de ce polymère peuvent être des microplastiques.',
    source: 'Règlement (UE) 2023/2055 (REACH, annexe XVII, entrée 78)',
    since: null,
  },
];

/** What concerns this substance in this product, beside the rows of the annexes. */
export const alertsOf = ({ inci, cas }: Pick<Subject, 'inci' | 'cas'>, types: ProductTypes): Alert[] =>
  ALERTS.filter(
    ({ isName, cas: numbers = [], isNotFor }) =>
      !isNotFor?.(types) && (isName(nameKey(inci)) || numbers.some((one) => cas.includes(one))),
  ).map(({ text, source, since }) => ({ text, source, since }));

/** « … (Règlement (UE) 2022/1181). » */
export const sayAlert = ({ text, source }: Alert): string => `${text.replace(/\.$/, '')} (${source}).`;
