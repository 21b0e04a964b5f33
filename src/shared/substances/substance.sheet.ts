import { isCas, nameKey } from '../fields/name.ts';
import { parseNumber, writeNumber } from '../fields/number.ts';
import {
  type Column,
  type Draft,
  type Drafts,
  printList,
  readList,
  readSheetRows,
  type SheetRow,
  withoutPercent,
  yesOf,
} from '../records/record.sheet.ts';
import { CRAMER, ORIGINS, POD_KINDS, type SubstanceInput } from './substance.contract.ts';
import { HAZARD_COLUMNS, hazardCells, mergedHazards, readHazards } from './substance.hazards.sheet.ts';

/** Substances as a table: one row each. */
export const SUBSTANCE_COLUMNS = [
  { name: 'id', label: 'Identifiant' },
  {
    name: 'inci',
    label: 'Nom INCI',
    words: [
      'INCI',
      'INCI name',
      'Dénomination INCI',
      'Denominación INCI',
      'Nome INCI',
      'INCI-Name',
      'INCI-Bezeichnung',
      'Ingrédient',
      'Ingredient',
      'Nom',
      'Name',
      'Substance',
      'inci_name',
      'Désignation INCI',
    ],
  },
  {
    name: 'cas',
    label: 'Numéros CAS',
    words: ['CAS', 'CAS No', 'N° CAS', 'CAS number', 'CAS-Nr', 'CAS-Nummer', 'Numéro CAS', 'No CAS', 'cas_number'],
  },
  {
    name: 'ec',
    label: 'Numéros CE',
    words: [
      'CE',
      'EC',
      'EC No',
      'N° CE',
      'EINECS',
      'EINECS/ELINCS',
      'EC number',
      'Numéro CE',
      'EG-Nr',
      'einecs_number',
      'N° EINECS',
      'EINECS/ELINCS No',
    ],
  },
  {
    name: 'functions',
    label: 'Fonctions',
    words: ['Fonction', 'Function', 'Functions', 'Funktion', 'Función', 'Funzione'],
  },
  { name: 'nano', label: 'Nano', words: ['Nanomatériau', 'Nanomaterial', 'Nanoform'] },
  { name: 'origin', label: 'Origine' },
  { name: 'note', label: 'Note', words: ['Remarque', 'Remarques', 'Notes', 'Commentaire', 'Comment', 'Bemerkung'] },
  { name: 'pod', label: 'POD (mg/kg pc/j)', words: ['POD', 'NOAEL', 'NOAEL (mg/kg)'] },
  { name: 'pod_kind', label: 'Nature du POD' },
  { name: 'pod_source', label: 'Source du POD' },
  { name: 'route', label: 'Voie de l’étude' },
  { name: 'study', label: 'Étude' },
  { name: 'duration', label: 'Durée de l’étude' },
  { name: 'species', label: 'Espèce de l’étude' },
  { name: 'factors', label: 'Facteurs' },
  { name: 'oral_bioavailability', label: 'Biodisponibilité orale (%)' },
  { name: 'oral_bioavailability_source', label: 'Source de la biodisponibilité' },
  { name: 'dermal_absorption_percent', label: 'Absorption cutanée (%)' },
  { name: 'dermal_absorption_ug_cm2', label: 'Absorption cutanée (µg/cm²)' },
  { name: 'dermal_absorption_source', label: 'Source de l’absorption' },
  { name: 'molecular_weight', label: 'Masse molaire (Da)' },
  { name: 'log_pow', label: 'Log Pow' },
  { name: 'cramer', label: 'Classe de Cramer' },
  { name: 'genotoxic_alert', label: 'Alerte de génotoxicité' },
  { name: 'profile', label: 'Profil toxicologique' },
  ...HAZARD_COLUMNS,
] as const satisfies readonly Column[];

const NUMBERS = [
  'pod',
  'oral_bioavailability',
  'dermal_absorption_percent',
  'dermal_absorption_ug_cm2',
  'molecular_weight',
  'log_pow',
] as const;
const PERCENTS: ReadonlySet<string> = new Set(['oral_bioavailability', 'dermal_absorption_percent']);
const TEXTS = [
  'pod_source',
  'route',
  'study',
  'duration',
  'species',
  'oral_bioavailability_source',
  'dermal_absorption_source',
  'profile',
] as const;

export const ORIGIN_LABELS: Record<SubstanceInput['origin'], string> = {
  confirmed: 'confirmée',
  imported: 'importée',
  corpus: 'corpus',
};

export const substanceRows = (id: string, values: SubstanceInput): string[][] => [
  [
    id,
    values.inci,
    printList(values.cas),
    printList(values.ec),
    printList(values.functions),
    values.nano ? 'Oui' : 'Non',
    ORIGIN_LABELS[values.origin],
    values.note ?? '',
    writeNumber(values.pod),
    values.pod_kind ?? '',
    values.pod_source ?? '',
    values.route ?? '',
    values.study ?? '',
    values.duration ?? '',
    values.species ?? '',
    printList((values.factors ?? []).map(({ label, divisor }) => `${label} = ${writeNumber(divisor)}`)),
    writeNumber(values.oral_bioavailability),
    values.oral_bioavailability_source ?? '',
    writeNumber(values.dermal_absorption_percent),
    writeNumber(values.dermal_absorption_ug_cm2),
    values.dermal_absorption_source ?? '',
    writeNumber(values.molecular_weight),
    writeNumber(values.log_pow),
    values.cramer ?? '',
    values.genotoxic_alert ? 'Oui' : 'Non',
    values.profile ?? '',
    ...hazardCells(values),
  ],
];

export interface SubstanceDraft extends Draft {
  /** Only what the file has a column for. */
  given: Partial<SubstanceInput>;
}

/** Numbers are often held apart by commas, slashes or spaces too. */
const readNumbers = (cell: string): string[] =>
  readList(cell.replace(/[,/|\s]+/g, ' ; ')).filter((number) => number !== '-');

export function draftSubstances(
  rows: readonly (readonly string[])[],
  chosen?: readonly (string | null)[],
): Drafts<SubstanceDraft> {
  const read = readSheetRows(rows, { columns: SUBSTANCE_COLUMNS, chosen });
  return { columns: read.columns, drafts: read.rows.map(draftOf), totals: read.totals };
}

function draftOf({ line, cells }: SheetRow): SubstanceDraft {
  const faults: string[] = [];
  const given: Partial<SubstanceInput> = {};
  if (cells.inci !== undefined) given.inci = cells.inci;
  if (cells.cas !== undefined) given.cas = readNumbers(cells.cas);
  if (cells.ec !== undefined) given.ec = readNumbers(cells.ec);
  if (cells.functions !== undefined) given.functions = readList(cells.functions);
  if (cells.note !== undefined) given.note = cells.note || null;
  const nano = yesOf('Nano', cells.nano, faults);
  if (nano !== undefined) given.nano = nano;
  if (cells.origin) {
    const origin = ORIGINS.find(
      (one) => nameKey(ORIGIN_LABELS[one]) === nameKey(cells.origin ?? '') || one === cells.origin,
    );
    if (origin) given.origin = origin;
    else faults.push(`Origine : « ${cells.origin} » n’est pas une origine connue.`);
  }
  readToxicology(cells, given, faults);
  readHazards(cells, given, faults);
  return { line, id: cells.id || null, label: cells.inci || `ligne ${line}`, faults, given };
}

/** The numbers of studies, a comma or a point between their digits. */
function readToxicology(cells: SheetRow['cells'], given: Partial<SubstanceInput>, faults: string[]): void {
  const number = (text: string): number => parseNumber(text) ?? Number.NaN;
  for (const name of NUMBERS) {
    const cell = cells[name];
    if (cell === undefined) continue;
    // A column of percents may hold their sign.
    given[name] = cell === '' ? null : number(PERCENTS.has(name) ? withoutPercent(cell) : cell);
    if (Number.isNaN(given[name])) {
      faults.push(`« ${cell} » n’est pas un nombre.`);
      given[name] = null;
    }
  }
  for (const name of TEXTS) if (cells[name] !== undefined) given[name] = cells[name] || null;
  for (const [name, known] of [
    ['pod_kind', POD_KINDS],
    ['cramer', CRAMER],
  ] as const) {
    const cell = cells[name];
    if (cell === undefined) continue;
    const found = known.find((one) => one === cell.toUpperCase()) ?? null;
    if (cell && !found) faults.push(`« ${cell} » n’est pas l’une de ${known.join(', ')}.`);
    Object.assign(given, { [name]: found });
  }
  const alert = yesOf('Alerte de génotoxicité', cells.genotoxic_alert, faults);
  if (alert !== undefined) given.genotoxic_alert = alert;
  if (cells.factors !== undefined)
    given.factors = readList(cells.factors).flatMap((one) => {
      const at = one.lastIndexOf('=');
      const divisor = number(one.slice(at + 1));
      if (at === -1 || Number.isNaN(divisor)) {
        faults.push(`« ${one} » n’est pas un facteur : écrivez « raison = 3 ».`);
        return [];
      }
      return [{ label: one.slice(0, at).trim(), divisor }];
    });
}

/**
 * What a substance becomes. A row that names it by its id says all of it; one that only has its name adds to it: what is
 * empty in the file stays, numbers are added, and numbers that disagree are a fault.
 */
export function mergedSubstance(
  before: SubstanceInput | null,
  { given, id }: SubstanceDraft,
): { values: Partial<SubstanceInput>; faults: string[] } {
  if (before === null) return { values: { origin: 'imported', ...given }, faults: [] };
  if (id !== null) return { values: { ...before, ...given }, faults: [] };
  const faults: string[] = [];
  const right = (given.cas ?? []).filter(isCas);
  if (right.length > 0 && before.cas.length > 0 && !right.some((number) => before.cas.includes(number)))
    faults.push(
      `Le numéro CAS ${right.join(', ')} n’est pas celui de la fiche (${before.cas.join(', ')}) : corrigez l’un ou l’autre.`,
    );
  const union = (old: readonly string[], more: readonly string[] = []): string[] => {
    const known = new Set(old.map(nameKey));
    return [...old, ...more.filter((one) => !known.has(nameKey(one)))];
  };
  return {
    values: {
      ...before,
      cas: union(before.cas, given.cas),
      ec: union(before.ec, given.ec),
      functions: union(before.functions, given.functions),
      nano: before.nano || (given.nano ?? false),
      note: given.note || before.note,
      // What the file does not say of its toxicology stays.
      ...Object.fromEntries(
        [...NUMBERS, ...TEXTS, 'pod_kind', 'cramer'].flatMap((name) => {
          const value = given[name as keyof SubstanceInput];
          return value === undefined || value === null ? [] : [[name, value]];
        }),
      ),
      ...(given.factors && given.factors.length > 0 ? { factors: given.factors } : {}),
      genotoxic_alert: before.genotoxic_alert || (given.genotoxic_alert ?? false),
      ...mergedHazards(given),
    },
    faults,
  };
}
