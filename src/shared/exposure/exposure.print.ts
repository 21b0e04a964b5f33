import { nameKey } from '../fields/name.ts';
import { writeNumber } from '../fields/number.ts';
import { printPercent, toMicros } from '../fields/percent.ts';
import { completed } from './exposure.completed.ts';
import type { Margins } from './exposure.contract.ts';
import { ADULT_KG, EXPOSURE_ROWS } from './exposure.table.ts';
import { isBelow, printDailyAmount, printSafely } from './margins.ts';

/** What a document prints of exposure and margins, already written in French. */
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
export const sayStudy = ({
  study,
  duration,
  species,
  route,
}: Pick<Margins['rows'][number], 'study' | 'duration' | 'species' | 'route'>): string =>
  [study, duration, species, route && `voie ${route}`].filter(Boolean).join(', ');

/** Nobody knows how much of it the skin takes: as if it were all of it, which is the most there can be. */
const WHOLLY = '100 % (majorant)';

export function printMargins({ exposure: given, rows, to_document }: Margins): PrintedMargins {
  const exposure = completed(given);
  /** What its page says of a substance, and the assessor’s words about it in this product. */
  const said = ({ inci, profile }: Margins['to_document'][number]): string =>
    [profile, exposure.remarks[nameKey(inci)]].filter(Boolean).join(' ; ');
  const percent = (value: number): string => printPercent(toMicros(value));
  const amountOf = (one: { percent: number | null }): string =>
    one.percent === null ? 'quantité inconnue' : percent(one.percent);
  const category = EXPOSURE_ROWS.find(({ key }) => key === exposure.category);
  const weight = exposure.body_weight ?? (exposure.population === 'adulte' ? ADULT_KG : null);
  const isKnown = exposure.revision > 0;
  return {
    marges: rows.map((row) => ({
      inci: row.inci,
      pourcentage: percent(row.percent),
      a: row.a_mg_kg_d === null ? '' : printDailyAmount(row.a_mg_kg_d),
      absorption: row.absorption,
      sed: row.sed_mg_kg_d === null ? '' : printSafely(row.sed_mg_kg_d, 'up'),
      pod: row.pod === null ? '' : [writeNumber(row.pod), row.pod_kind].filter(Boolean).join(' '),
      pod_source: row.pod_source ?? '',
      mos:
        row.mos !== null
          ? `${printSafely(row.mos, 'down')}${isBelow(row) ? ` (< ${writeNumber(row.threshold)})` : ''}`
          : row.ttc === null
            ? ''
            : `TTC ${writeNumber(row.ttc)} µg/kg pc/j`,
      calcul_sed: row.written.sed,
      calcul_pod: row.written.pod,
      calcul_mos: row.written.mos,
      seuil: writeNumber(row.threshold),
      remarque: [row.note, row.remark].filter(Boolean).join(' ; '),
      etude: sayStudy(row),
      biodisponibilite:
        row.oral_bioavailability === null
          ? ''
          : `${writeNumber(row.oral_bioavailability)} %${row.oral_bioavailability_source ? ` (${row.oral_bioavailability_source})` : ''}`,
      absorption_source: row.dermal_absorption_source ?? '',
    })),
    doses:
      given.a_mg_kg_d === null
        ? []
        : [
            ...rows.map(({ inci, percent: c, a_mg_kg_d, absorption, sed_mg_kg_d }) => ({
              inci,
              pourcentage: percent(c),
              a: a_mg_kg_d === null ? '' : printDailyAmount(a_mg_kg_d),
              absorption,
              sed: sed_mg_kg_d === null ? '' : printSafely(sed_mg_kg_d, 'up'),
            })),
            ...to_document.map((one) => ({
              inci: one.inci,
              pourcentage: amountOf(one),
              a: printDailyAmount(given.a_mg_kg_d ?? 0),
              absorption: WHOLLY,
              sed: one.sed_mg_kg_d === null ? '' : printSafely(one.sed_mg_kg_d, 'up'),
            })),
          ],
    marges_a_documenter: to_document
      .filter((one) => said(one) === '')
      .map((one) => ({ inci: one.inci, pourcentage: amountOf(one) })),
    profils: to_document
      .filter((one) => said(one) !== '')
      .map((one) => ({ inci: one.inci, pourcentage: amountOf(one), profil: said(one) })),
    categorie_exposition: category?.label ?? (exposure.category || exposure.a_mg_kg_d !== null ? 'Autre' : ''),
    quantite_jour: [
      exposure.amount_g_day !== null && `${writeNumber(exposure.amount_g_day)} g`,
      exposure.amount_mg_kg_day !== null && `${writeNumber(exposure.amount_mg_kg_day)} mg/kg pc/j`,
    ]
      .filter(Boolean)
      .join(', soit '),
    facteur_retention: writeNumber(exposure.retention_factor),
    poids_corporel:
      exposure.amount_mg_kg_day !== null
        ? 'Non employé : la quantité est donnée par kilogramme'
        : isKnown && weight !== null
          ? `${writeNumber(weight)} kg`
          : '',
    source_exposition: exposure.source ?? '',
  };
}
