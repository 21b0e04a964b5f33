import { nameKey } from '../fields/name.ts';
import { inThousands, writeNumber } from '../fields/number.ts';
import { printPercent, toMicros } from '../fields/percent.ts';
import type { Writer } from '../fields/writer.ts';
import { completed } from './exposure.completed.ts';
import { LOCAL_EFFECT_LABELS, LOCAL_EFFECTS, type Margins } from './exposure.contract.ts';
import { EXPOSURE_ROWS, ORAL_DEFAULT, SCCS_SOURCE } from './exposure.table.ts';
import { HYPOTHESES, type HypothesisKey } from './hypotheses.ts';
import { notesInEnglish, sayStudy } from './margin.notes.ts';
import {
  amountOf,
  isAboveTtc,
  isBelow,
  isByArea,
  isByKilogram,
  printDailyAmount,
  printSafely,
  weightOf,
} from './margins.ts';

/** What a document prints of exposure and margins, already written in its language. */
export interface PrintedMargins {
  marges: Record<string, string>[];
  /** Of every substance: without a point of departure, the dose if all of it were absorbed. */
  doses: Record<string, string>[];
  /** Without a profile, a point of departure nor a threshold of concern, and without words of the assessor. */
  marges_a_documenter: Record<string, string>[];
  /** What the assessor says of local effects. */
  effets_locaux: Record<string, string>[];
  voies_exposition: string;
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
  effets_locaux: ['effet', 'texte'],
} as const satisfies Partial<Record<keyof PrintedMargins, readonly string[]>>;

export const NO_MARGINS: PrintedMargins = {
  marges: [],
  doses: [],
  marges_a_documenter: [],
  effets_locaux: [],
  voies_exposition: '',
  profils: [],
  categorie_exposition: '',
  quantite_jour: '',
  facteur_retention: '',
  poids_corporel: '',
  source_exposition: '',
};

/** Nobody knows how much of it the skin takes: as if it were all of it, which is the most there can be. */
const WHOLLY = '100 % (majorant)';

export function printMargins({ exposure: given, rows, to_document }: Margins, writer: Writer): PrintedMargins {
  const { language, word } = writer;
  const figures = (text: string): string => writer.figures(inThousands(text));
  const exposure = completed(given);
  const joined = (said: readonly (string | null | undefined)[]): string =>
    said
      .flatMap((one) => one?.trim() || [])
      // A sentence that is over goes on with a semicolon, without its full stop.
      .map((one, index, all) => (index < all.length - 1 ? one.replace(/\.$/, '') : one))
      .join(language === 'en' ? '; ' : '\u00a0; ');
  /** What its page says of a substance, and the assessor’s words about it in this product. */
  const said = ({ inci, profile }: Margins['to_document'][number]): string =>
    joined([profile, exposure.remarks[nameKey(inci)]]);
  const percent = (value: number): string => figures(printPercent(toMicros(value)));
  /** The upper bound of a range is said to be one. */
  const most = (value: number, bound: 'exact' | 'max'): string =>
    `${bound === 'max' ? '≤\u00a0' : ''}${percent(value)}`;
  const number = (value: number | null | undefined): string => figures(writeNumber(value));
  const daily = (value: number): string => figures(printDailyAmount(value));
  const safely: typeof printSafely = (...given) => figures(printSafely(...given));
  const shareOf = (one: Pick<Margins['to_document'][number], 'percent' | 'bound'>): string =>
    one.percent === null ? word('quantité inconnue') : most(one.percent, one.bound);
  /** Where a number of a row is from: what was said of it, or the supposition that stands for it. */
  const sourceOf = (row: Margins['rows'][number], given: string | null, ...keys: HypothesisKey[]): string => {
    const key = row.supposed.find((one) => keys.includes(one));
    return given ?? (key ? `${word('hypothèse')}, ${HYPOTHESES[key].source}` : '');
  };
  const bioavailability = (row: Margins['rows'][number]): string => {
    const value = row.oral_bioavailability ?? (row.supposed.includes('biodisponibilite_50') ? ORAL_DEFAULT : null);
    if (value === null) return '';
    const source = sourceOf(row, row.oral_bioavailability_source, 'biodisponibilite_50');
    return `${number(value)}\u00a0%${source ? ` (${source})` : ''}`;
  };
  /** Neither a margin nor a threshold of concern, and no word of the assessor. */
  const isOpen = (row: Margins['rows'][number]): boolean => row.pod === null && row.ttc === null && !row.remark;
  const perDay = language === 'en' ? 'bw/day' : 'pc/j';
  const category = EXPOSURE_ROWS.find(({ key }) => key === exposure.category);
  const weight = weightOf(exposure);
  const amount = amountOf(exposure);
  const isKnown = exposure.revision > 0;
  return {
    marges: rows.map((row) => ({
      inci: row.inci,
      pourcentage: most(row.percent, row.bound),
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
            : `TTC ${number(row.ttc)}\u00a0µg/kg ${perDay}${row.sed_mg_kg_d === null ? '' : `, SED ${safely(row.sed_mg_kg_d * 1_000, 'up')}\u00a0µg/kg ${perDay}`}${isAboveTtc(row) ? (language === 'en' ? ' (exceeded)' : ' (dépassé)') : ''}`,
      calcul_sed: figures(row.written.sed),
      calcul_pod: figures(row.written.pod),
      calcul_mos: figures(row.written.mos),
      // A threshold of margins is none where there is no margin.
      seuil: row.mos === null ? '' : number(row.threshold),
      remarque: joined([...(language === 'en' ? notesInEnglish(row, exposure, writer) : [row.note]), row.remark]),
      etude: sayStudy(row, language),
      biodisponibilite: bioavailability(row),
      absorption_source: sourceOf(row, row.dermal_absorption_source, 'absorption_50', 'absorption_10'),
    })),
    doses: [...rows, ...to_document].every(({ sed_mg_kg_d }) => sed_mg_kg_d === null)
      ? []
      : [
          ...rows.map(({ inci, percent: c, bound, a_mg_kg_d, absorption, sed_mg_kg_d }) => ({
            inci,
            pourcentage: most(c, bound),
            a: a_mg_kg_d === null ? '' : daily(a_mg_kg_d),
            absorption: figures(absorption),
            sed: sed_mg_kg_d === null ? '' : safely(sed_mg_kg_d, 'up'),
          })),
          ...to_document.map((one) => ({
            inci: one.inci,
            pourcentage: shareOf(one),
            a: given.a_mg_kg_d === null ? '' : daily(given.a_mg_kg_d),
            absorption: word(WHOLLY),
            sed: one.sed_mg_kg_d === null ? '' : safely(one.sed_mg_kg_d, 'up'),
          })),
        ],
    marges_a_documenter: [...rows.filter(isOpen), ...to_document.filter((one) => said(one) === '')].map((one) => ({
      inci: one.inci,
      pourcentage: shareOf(one),
    })),
    effets_locaux: LOCAL_EFFECTS.flatMap((key) => {
      const texte = exposure.local_effects[key]?.trim();
      return texte ? [{ effet: word(LOCAL_EFFECT_LABELS[key]), texte }] : [];
    }),
    voies_exposition: exposure.routes.map(word).join(', '),
    profils: to_document
      .filter((one) => said(one) !== '')
      .map((one) => ({ inci: one.inci, pourcentage: shareOf(one), profil: said(one) })),
    categorie_exposition: word(category?.label ?? (exposure.category || exposure.a_mg_kg_d !== null ? 'Autre' : '')),
    quantite_jour: [
      exposure.amount_g_day !== null && `${number(exposure.amount_g_day)} g`,
      exposure.amount_mg_kg_day !== null &&
        (amount === null || 'mg_kg' in amount) &&
        `${number(exposure.amount_mg_kg_day)} mg/kg ${perDay}`,
    ]
      .filter(Boolean)
      .join(language === 'en' ? ', i.e. ' : ', soit '),
    facteur_retention: number(exposure.retention_factor),
    poids_corporel:
      isByKilogram(exposure) && !rows.some(isByArea)
        ? word('Non employé : la quantité est donnée par kilogramme')
        : isKnown && weight !== null
          ? `${number(weight)} kg`
          : '',
    source_exposition: exposure.source === SCCS_SOURCE ? word(SCCS_SOURCE) : (exposure.source ?? ''),
  };
}
