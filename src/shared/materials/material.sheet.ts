import { nameKey } from '../fields/name.ts';
import { printNumber, toMicros } from '../fields/percent.ts';
import { ROLE_LABELS, ROLES, type Role } from '../formulas/formula.ts';
import { readPartAmount } from '../formulas/paste.amount.ts';
import { type Column, type Draft, type Drafts, readSheetRows, type SheetRow } from '../records/record.sheet.ts';
import { MATERIAL_KINDS, type MaterialInput } from './material.contract.ts';

/** Raw materials as a table: one row for each constituent and each allergen, the name of the material on each. */
export const MATERIAL_COLUMNS = [
  { name: 'id', label: 'Identifiant' },
  {
    name: 'trade_name',
    label: 'Nom commercial',
    words: [
      'Trade name',
      'Tradename',
      'Matière première',
      'Matières premières',
      'Raw material',
      'Rohstoff',
      'Handelsname',
      'Nombre comercial',
      'Nome commerciale',
      'Materia prima',
      'Produit',
      'Nom',
    ],
  },
  {
    name: 'supplier',
    label: 'Fournisseur',
    words: ['Supplier', 'Lieferant', 'Proveedor', 'Fornitore', 'Fabricant', 'Manufacturer'],
  },
  { name: 'code', label: 'Code', words: ['Référence', 'Ref', 'Code article', 'Code MP', 'Item code', 'Artikelnummer'] },
  { name: 'kind', label: 'Nature', words: ['Type', 'Kind', 'Catégorie'] },
  { name: 'perfume_code', label: 'Code du parfum', words: ['Code parfum', 'Fragrance code'] },
  { name: 'form', label: 'Forme', words: ['Form', 'Aspect', 'Forme physique'] },
  { name: 'note', label: 'Note', words: ['Remarque', 'Remarques', 'Notes', 'Commentaire', 'Comment'] },
  { name: 'part', label: 'Ligne', words: ['Type de ligne'] },
  {
    name: 'inci',
    label: 'Nom INCI',
    words: [
      'INCI',
      'INCI name',
      'Constituant',
      'Composition',
      'Composition INCI',
      'Component',
      'Ingrédient',
      'Ingredient',
    ],
  },
  { name: 'cas', label: 'Numéro CAS', words: ['CAS', 'CAS No', 'N° CAS', 'CAS number', 'CAS-Nr'] },
  {
    name: 'percent',
    label: '%',
    words: [
      'Pourcentage',
      'Percent',
      '% m/m',
      '% INCI',
      '% dans la matière première',
      'Concentration',
      'Teneur',
      '% in raw material',
      '% (m/m)',
      'Content',
    ],
  },
  { name: 'percent_min', label: '% minimum', words: ['% min', 'Min', 'Minimum', 'Min %', 'percent_min'] },
  { name: 'percent_max', label: '% maximum', words: ['% max', 'Max', 'Maximum', 'Max %', 'percent_max'] },
  { name: 'role', label: 'Rôle', words: ['Role', 'Fonction', 'Function'] },
] as const satisfies readonly Column[];

const [CONSTITUENT, ALLERGEN] = ['constituant', 'allergène'];

const say = (percent: number | null | undefined): string =>
  percent === null || percent === undefined ? '' : printNumber(toMicros(percent), 0);

/** The rows of one raw material; a bare one has one row. */
export function materialRows(
  id: string,
  values: MaterialInput,
  substanceOf: (id: string) => { inci: string; cas: readonly string[] } | undefined,
): string[][] {
  const { trade_name, supplier, code, kind, perfume_code, form, note } = values;
  const head = [id, trade_name, supplier, code, kind, perfume_code, form, note].map((value) => value ?? '');
  const nameOf = (substance: string): string[] => {
    const found = substanceOf(substance);
    return [found?.inci ?? '', found?.cas.join(' ; ') ?? ''];
  };
  const rows = [
    ...values.components.map((one) => [
      ...head,
      CONSTITUENT,
      ...nameOf(one.substance_id),
      say(one.percent),
      say(one.percent_min),
      say(one.percent_max),
      one.role ? ROLE_LABELS[one.role] : '',
    ]),
    ...values.allergens.map((one) => [...head, ALLERGEN, ...nameOf(one.substance_id), say(one.percent), '', '', '']),
  ].map((cells) => cells.map((cell) => cell ?? ''));
  return rows.length > 0 ? rows : [[...head, '', '', '', '', '', '', '']];
}

/** A part of the file: its substance is a name yet. */
export interface DraftPart {
  inci: string;
  cas: string[];
  percent: number | null;
  percent_min: number | null;
  percent_max: number | null;
  role: Role | null;
}

export interface MaterialDraft extends Draft {
  given: Partial<Omit<MaterialInput, 'components' | 'allergens'>>;
  components: DraftPart[];
  allergens: DraftPart[];
  /** The file has columns for its parts. */
  hasParts: boolean;
}

export function draftMaterials(
  rows: readonly (readonly string[])[],
  chosen?: readonly (string | null)[],
): Drafts<MaterialDraft> {
  const read = readSheetRows(rows, { columns: MATERIAL_COLUMNS, chosen });
  const drafts = new Map<string, MaterialDraft>();
  let last: MaterialDraft | null = null;
  for (const row of read.rows) {
    const { cells } = row;
    // A name that is not said again is that of the row above.
    const draft: MaterialDraft | null = cells.trade_name || cells.id ? draftFor(drafts, row) : last;
    if (!draft) {
      const nameless = headOf(row);
      nameless.faults.push('Le nom commercial est requis.');
      drafts.set(`line ${row.line}`, nameless);
      continue;
    }
    addPart(draft, row);
    last = draft;
  }
  return { columns: read.columns, drafts: [...drafts.values()], totals: read.totals };
}

function draftFor(drafts: Map<string, MaterialDraft>, row: SheetRow): MaterialDraft {
  const { id, trade_name = '', supplier = '', code = '' } = row.cells;
  const key = id ? `id ${id}` : [trade_name, supplier, code].map(nameKey).join('\n');
  const known = drafts.get(key);
  if (!known) {
    const draft = headOf(row);
    drafts.set(key, draft);
    return draft;
  }
  const { given } = headOf(row);
  for (const [name, value] of Object.entries(given))
    if (value !== null && value !== known.given[name as keyof typeof given])
      known.faults.push(
        `Ligne ${row.line} : « ${value} » n’est pas ce que disent les autres lignes de cette matière première.`,
      );
  return known;
}

function headOf({ line, cells }: SheetRow): MaterialDraft {
  const faults: string[] = [];
  const given: MaterialDraft['given'] = {};
  if (cells.trade_name !== undefined) given.trade_name = cells.trade_name;
  for (const name of ['supplier', 'code', 'perfume_code', 'form', 'note'] as const)
    if (cells[name] !== undefined) given[name] = cells[name] || null;
  if (cells.kind) {
    const kind = MATERIAL_KINDS.find((one) => nameKey(one) === nameKey(cells.kind ?? ''));
    if (kind) given.kind = kind;
    else faults.push(`Nature : « ${cells.kind} » n’est pas l’une de ${MATERIAL_KINDS.join(', ')}.`);
  }
  const hasParts = cells.inci !== undefined;
  return {
    line,
    id: cells.id || null,
    label: cells.trade_name || `ligne ${line}`,
    faults,
    given,
    components: [],
    allergens: [],
    hasParts,
  };
}

type PartAmount = NonNullable<ReturnType<typeof readPartAmount>>;
/** « 1-3 »: both its bounds say something. */
const isRange = ({ percent_min, percent_max }: PartAmount): boolean =>
  percent_min !== null && percent_min > 0 && percent_max !== null && percent_max < 100;
/** What « > 1 » says to the column of the least, and « < 5 » to that of the most. */
const boundOf = (name: 'percent_min' | 'percent_max', amount: PartAmount): number | null =>
  name === 'percent_min' ? amount.percent_min : amount.percent_max;

function addPart(draft: MaterialDraft, { line, cells }: SheetRow): void {
  const { inci = '' } = cells;
  const columns = ['percent', 'percent_min', 'percent_max'] as const;
  if (!inci) {
    if (columns.some((name) => cells[name])) draft.faults.push(`Ligne ${line} : un pourcentage sans nom INCI.`);
    return;
  }
  const part: DraftPart = {
    inci,
    cas: (cells.cas ?? '').split(/[,;/|\s]+/).filter((number) => number && number !== '-'),
    percent: null,
    percent_min: null,
    percent_max: null,
    role: null,
  };
  for (const name of columns) {
    const cell = cells[name] ?? '';
    const amount = readPartAmount(cell);
    if (!amount) draft.faults.push(`Ligne ${line} : « ${cell} » n’est pas un pourcentage.`);
    else if (name === 'percent') Object.assign(part, amount);
    else if (amount.percent === null && isRange(amount))
      draft.faults.push(
        `Ligne ${line} : « ${cell} » est une fourchette, dans une colonne qui n’en prend qu’une borne.`,
      );
    else part[name] = amount.percent ?? boundOf(name, amount) ?? part[name];
  }
  if (cells.role) {
    part.role =
      ROLES.find((one) => nameKey(ROLE_LABELS[one]) === nameKey(cells.role ?? '') || one === cells.role) ?? null;
    if (!part.role && cells.part !== undefined)
      draft.faults.push(`Ligne ${line} : « ${cells.role} » n’est pas un rôle connu.`);
  }
  const isAllergen = nameKey(cells.part ?? '').startsWith('allerg');
  if (!isAllergen) draft.components.push(part);
  else if (part.percent === null) draft.faults.push(`Ligne ${line} : le pourcentage de l’allergène est requis.`);
  else draft.allergens.push(part);
}

/** As the raw material becomes: a row with its id says all of it, one with its name leaves what is empty. */
export function mergedMaterial(
  before: MaterialInput | null,
  draft: MaterialDraft,
  partOf: (part: DraftPart) => string,
): Partial<MaterialInput> {
  const given = draft.id
    ? draft.given
    : Object.fromEntries(Object.entries(draft.given).filter(([, value]) => value !== null));
  const components = draft.components.map(({ inci, cas, ...rest }) => ({
    substance_id: partOf({ inci, cas, ...rest }),
    ...rest,
  }));
  const allergens = draft.allergens.map((part) => ({ substance_id: partOf(part), percent: part.percent ?? 0 }));
  const saysParts = draft.hasParts && (draft.id !== null || components.length > 0);
  const saysAllergens = draft.hasParts && (draft.id !== null || allergens.length > 0);
  return {
    ...before,
    ...given,
    ...(saysParts ? { components } : {}),
    ...(saysAllergens ? { allergens } : {}),
  } as Partial<MaterialInput>;
}
