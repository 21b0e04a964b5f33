import { nameKey } from '../fields/name.ts';
import { writeNumber } from '../fields/number.ts';
import { printPercent, toMicros } from '../fields/percent.ts';
import type { Language, Writer } from '../fields/writer.ts';
import { completed } from './exposure.completed.ts';
import type { Margins } from './exposure.contract.ts';
import { ADULT_KG, EXPOSURE_ROWS, SCCS_SOURCE } from './exposure.table.ts';
import { HYPOTHESES, type HypothesisKey } from './hypotheses.ts';
import { isAboveTtc, isBelow, printDailyAmount, printSafely } from './margins.ts';

/** What a document prints of exposure and margins, already written in its language. */
export interface PrintedMargins {
  marges: Record<string, string>[];
  /** Of every substance: without a point of departure, the dose if all of it were absorbed. */
  doses: Record<string, string>[];
  marges_a_documenter: Record<string, string>[];
  profils: Record<string, string>[];
  categorie_exposition: string;
  quantite_jour: string;
  facteur_retention: string;
  poids_corporel: string;
  source_exposition: string;
}

/** The names each item of a list has. */
export const MARGIN_ITEMS = {
  marges: [
    'inci',
    'pourcentage',
    'a',
    'absorption',
    'sed',
    'pod',
    'pod_source',
    'mos',
    'calcul_sed',
    'calcul_pod',
    'calcul_mos',
    'seuil',
    'remarque',
    'etude',
    'biodisponibilite',
    'absorption_source',
  ],
  doses: ['inci', 'pourcentage', 'a', 'absorption', 'sed'],
  marges_a_documenter: ['inci', 'pourcentage'],
  profils: ['inci', 'pourcentage', 'profil'],
} as const satisfies Partial<Record<keyof PrintedMargins, readonly string[]>>;

export const NO_MARGINS: PrintedMargins = {
  marges: [],
  doses: [],
  marges_a_documenter: [],
  profils: [],
  categorie_exposition: '',
  quantite_jour: '',
  facteur_retention: '',
  poids_corporel: '',
  source_exposition: '',
};

/** « Étude subchronique, 90 jours, lapin, voie cutanée »: on what a point of departure stands. */
export const sayStudy = (
  { study, duration, species, route }: Pick<Margins['rows'][number], 'study' | 'duration' | 'species' | 'route'>,
  language: Language = 'fr',
): string =>
  [study, duration, species, route && (language === 'en' ? `route: ${route}` : `voie ${route}`)]
    .filter(Boolean)
    .join(', ');

/** What is supposed where nobody measured; by whom it was accepted stands in the French edition. */
const supposedInEnglish = (key: HypothesisKey): string =>
  `${HYPOTHESES[key].short_en}: assumption (${HYPOTHESES[key].source})`;

/** Nobody knows how much of it the skin takes: as if it were all of it, which is the most there can be. */
const WHOLLY = '100 % (majorant)';

export function printMargins(
  { exposure: given, rows, to_document }: Margins,
  { language, figures, word }: Writer,
): PrintedMargins {
  const exposure = completed(given);
  /** What its page says of a substance, and the assessor’s words about it in this product. */
  const said = ({ inci, profile }: Margins['to_document'][number]): string =>
    [profile, exposure.remarks[nameKey(inci)]].filter(Boolean).join(' ; ');
  const percent = (value: number): string => figures(printPercent(toMicros(value)));
  const number = (value: number | null | undefined): string => figures(writeNumber(value));
  const daily = (value: number): string => figures(printDailyAmount(value));
  const safely: typeof printSafely = (...given) => figures(printSafely(...given));
  const amountOf = (one: { percent: number | null }): string =>
    one.percent === null ? word('quantité inconnue') : percent(one.percent);
  const perDay = language === 'en' ? 'bw/day' : 'pc/j';
  const category = EXPOSURE_ROWS.find(({ key }) => key === exposure.category);
  const weight = exposure.body_weight ?? (exposure.population === 'adulte' ? ADULT_KG : null);
  const isKnown = exposure.revision > 0;
  return {
    marges: rows.map((row) => ({
      inci: row.inci,
      pourcentage: percent(row.percent),
      a: row.a_mg_kg_d === null ? '' : daily(row.a_mg_kg_d),
      absorption: figures(row.absorption),
      sed: row.sed_mg_kg_d === null ? '' : safely(row.sed_mg_kg_d, 'up'),
      pod: row.pod === null ? '' : [number(row.pod), row.pod_kind].filter(Boolean).join(' '),
      pod_source: row.pod_source ?? '',
      mos:
        row.mos !== null
          ? `${safely(row.mos, 'down')}${isBelow(row) ? ` (< ${number(row.threshold)})` : ''}`
          : row.ttc === null
            ? ''
            : `TTC ${number(row.ttc)} µg/kg ${perDay}${isAboveTtc(row) ? (language === 'en' ? ' (exceeded)' : ' (dépassé)') : ''}`,
      calcul_sed: figures(row.written.sed),
      calcul_pod: figures(row.written.pod),
      calcul_mos: figures(row.written.mos),
      seuil: number(row.threshold),
      remarque: [language === 'en' ? row.supposed.map(supposedInEnglish).join('; ') : row.note, row.remark]
        .filter(Boolean)
        .join(' ; '),
      etude: sayStudy(row, language),
      biodisponibilite:
        row.oral_bioavailability === null
          ? ''
          : `${number(row.oral_bioavailability)} %${row.oral_bioavailability_source ? ` (${row.oral_bioavailability_source})` : ''}`,
      absorption_source: row.dermal_absorption_source ?? '',
    })),
    doses:
      given.a_mg_kg_d === null
        ? []
        : [
            ...rows.map(({ inci, percent: c, a_mg_kg_d, absorption, sed_mg_kg_d }) => ({
              inci,
              pourcentage: percent(c),
              a: a_mg_kg_d === null ? '' : daily(a_mg_kg_d),
              absorption: figures(absorption),
              sed: sed_mg_kg_d === null ? '' : safely(sed_mg_kg_d, 'up'),
            })),
            ...to_document.map((one) => ({
              inci: one.inci,
              pourcentage: amountOf(one),
              a: daily(given.a_mg_kg_d ?? 0),
              absorption: word(WHOLLY),
              sed: one.sed_mg_kg_d === null ? '' : safely(one.sed_mg_kg_d, 'up'),
            })),
          ],
    marges_a_documenter: to_document
      .filter((one) => said(one) === '')
      .map((one) => ({ inci: one.inci, pourcentage: amountOf(one) })),
    profils: to_document
      .filter((one) => said(one) !== '')
      .map((one) => ({ inci: one.inci, pourcentage: amountOf(one), profil: said(one) })),
    categorie_exposition: word(category?.label ?? (exposure.category || exposure.a_mg_kg_d !== null ? 'Autre' : '')),
    quantite_jour: [
      exposure.amount_g_day !== null && `${number(exposure.amount_g_day)} g`,
      exposure.amount_mg_kg_day !== null && `${number(exposure.amount_mg_kg_day)} mg/kg ${perDay}`,
    ]
      .filter(Boolean)
      .join(language === 'en' ? ', i.e. ' : ', soit '),
    facteur_retention: number(exposure.retention_factor),
    poids_corporel:
      exposure.amount_mg_kg_day !== null
        ? word('Non employé : la quantité est donnée par kilogramme')
        : isKnown && weight !== null
          ? `${number(weight)} kg`
          : '',
    source_exposition: exposure.source === SCCS_SOURCE ? word(SCCS_SOURCE) : (exposure.source ?? ''),
  };
}
