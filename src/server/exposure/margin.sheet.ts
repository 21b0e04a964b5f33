import type { Margins } from '#shared/exposure/exposure.contract.ts';
import { sayStudy } from '#shared/exposure/margin.notes.ts';
import type { Working } from '#shared/exposure/margins.ts';
import type { SheetCell } from '../documents/document.service.ts';

type Row = Margins['rows'][number] & { working: Working };
/** The address of a column of the row being written, by the title of the column: « B7 ». */
type Cells = (title: Title) => string;
type Title = (typeof COLUMNS)[number][0];

const known = (value: number | null | undefined): SheetCell => value ?? '';

/**
 * The columns of the workbook. What is computed is a formula on the cells beside it: an assessor changes an absorption and
 * sees the margin move.
 */
const COLUMNS = [
  ['INCI', ({ inci }: Row) => inci],
  ['C (%, borne haute)', ({ percent }: Row) => percent],
  ['Quantité (mg/kg pc/j)', ({ working: { amount } }: Row) => known(amount && 'mg_kg' in amount ? amount.mg_kg : null)],
  ['Quantité (g/j)', ({ working: { amount } }: Row) => known(amount && 'g' in amount ? amount.g : null)],
  ['Poids (kg)', ({ working }: Row) => known(weightOf(working))],
  ['Rétention', ({ working: { amount } }: Row) => known(amount?.retained)],
  [
    'A (mg/kg pc/j)',
    ({ a_mg_kg_d, working: { amount } }: Row, at: (title: string) => string): SheetCell =>
      amount === null || a_mg_kg_d === null
        ? ''
        : {
            formula:
              'mg_kg' in amount
                ? `${at('Quantité (mg/kg pc/j)')}*${at('Rétention')}`
                : `${at('Quantité (g/j)')}*1000/${at('Poids (kg)')}*${at('Rétention')}`,
            value: a_mg_kg_d,
          },
  ],
  ['Absorption (%)', ({ working: { skin } }: Row) => known('percent' in skin ? skin.percent : null)],
  ['Absorption (µg/cm²)', ({ working: { skin } }: Row) => known('percent' in skin ? null : skin.ug_cm2)],
  ['Surface (cm²)', ({ working: { skin } }: Row) => known('percent' in skin ? null : skin.cm2)],
  ['Applications par jour', ({ working: { skin } }: Row) => known('percent' in skin ? null : skin.per_day)],
  ['Ingéré (g/j)', ({ working: { swallowed } }: Row) => known(swallowed?.g)],
  ['Air (mg/m³)', ({ working: { breathed } }: Row) => known(breathed?.mg_m3)],
  ['Volume respiré (m³/j)', ({ working: { breathed } }: Row) => known(breathed?.m3)],
  [
    'SED (mg/kg pc/j)',
    ({ sed_mg_kg_d, working }: Row, at: (title: string) => string): SheetCell => {
      if (sed_mg_kg_d === null) return '';
      const [share, kg] = [`${at('C (%, borne haute)')}/100`, at('Poids (kg)')];
      const skin =
        'percent' in working.skin
          ? `${at('A (mg/kg pc/j)')}*${share}*${at('Absorption (%)')}/100`
          : `${at('Absorption (µg/cm²)')}*0.001*${at('Surface (cm²)')}*${at('Applications par jour')}/${kg}`;
      const swallowed = working.swallowed ? `+${at('Ingéré (g/j)')}*1000/${kg}*${share}` : '';
      const breathed = working.breathed ? `+${at('Air (mg/m³)')}*${at('Volume respiré (m³/j)')}*${share}/${kg}` : '';
      return { formula: `${skin}${swallowed}${breathed}`, value: sed_mg_kg_d };
    },
  ],
  ['POD (mg/kg pc/j)', ({ pod }: Row) => known(pod)],
  ['Nature', ({ pod_kind }: Row) => pod_kind ?? ''],
  ['Source du POD', ({ pod_source }: Row) => pod_source ?? ''],
  ['Étude', (row: Row) => sayStudy(row)],
  ['Biodisponibilité orale (%)', ({ pod, working }: Row) => known(pod === null ? null : working.oral)],
  ['Source de la biodisponibilité', ({ oral_bioavailability_source }: Row) => oral_bioavailability_source ?? ''],
  ['Diviseurs', ({ pod, working }: Row) => known(pod === null ? null : working.divisor)],
  [
    'POD systémique (mg/kg pc/j)',
    ({ pod, pod_sys }: Row, at: (title: string) => string): SheetCell =>
      pod === null || pod_sys === null
        ? ''
        : {
            formula: `${at('POD (mg/kg pc/j)')}*${at('Biodisponibilité orale (%)')}/100/${at('Diviseurs')}`,
            value: pod_sys,
          },
  ],
  [
    'MoS',
    ({ mos }: Row, at: (title: string) => string): SheetCell =>
      mos === null ? '' : { formula: `${at('POD systémique (mg/kg pc/j)')}/${at('SED (mg/kg pc/j)')}`, value: mos },
  ],
  ['TTC (µg/kg pc/j)', ({ ttc }: Row) => known(ttc)],
  ['Seuil', ({ threshold }: Row) => threshold],
  ['Remarque', ({ note, remark }: Row) => [note, remark].filter(Boolean).join(' ; ')],
] as const;

const weightOf = ({ amount, skin, swallowed, breathed }: Working): number | null =>
  (amount && 'kg' in amount ? amount.kg : null) ??
  ('percent' in skin ? null : skin.kg) ??
  swallowed?.kg ??
  breathed?.kg ??
  null;

/** « A », …, « Z », « AA ». */
const letterOf = (index: number): string =>
  (index < 26 ? '' : String.fromCharCode(64 + Math.floor(index / 26))) + String.fromCharCode(65 + (index % 26));

/** The margins of a product as the rows of a sheet, the substances still to document and the source below them. */
export function marginSheet({
  rows,
  to_document,
  source,
}: {
  rows: readonly Row[];
  to_document: Margins['to_document'];
  source: string;
}): SheetCell[][] {
  const titles = COLUMNS.map(([title]) => title);
  const blank = titles.map(() => '');
  return [
    titles,
    ...rows.map((row, index) => {
      const at: Cells = (title) => `${letterOf(titles.indexOf(title))}${index + 2}`;
      return COLUMNS.map(([, cell]) => cell(row, at as (title: string) => string));
    }),
    // Without a point of departure the dose is that of a whole absorption; without an amount it is the amount that lacks.
    ...to_document.map(({ inci, percent, sed_mg_kg_d, profile }) =>
      titles.map((title): SheetCell => {
        if (title === 'INCI') return inci;
        if (title === 'C (%, borne haute)') return known(percent);
        if (title === 'Absorption (%)') return sed_mg_kg_d === null ? '' : 100;
        if (title === 'SED (mg/kg pc/j)') return known(sed_mg_kg_d);
        if (title !== 'Remarque') return '';
        return percent === null ? 'quantité inconnue' : (profile ?? 'à documenter');
      }),
    ),
    [...blank.slice(1), source],
  ];
}
