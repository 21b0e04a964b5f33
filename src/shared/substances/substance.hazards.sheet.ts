/** What a substance is in a cleaning product, as cells of a table: each list in one cell, read back as it was written. */

import { CLP_CLASS_NAMES, printClass } from '../clp/clp.classes.ts';
import { ROUTES } from '../clp/clp.substance.ts';
import { SAID_CLASSES } from '../clp/content.classes.ts';
import { nameKey } from '../fields/name.ts';
import { parseNumber, writeNumber } from '../fields/number.ts';
import { withoutEnds } from '../fields/text.ts';
import { type Column, printList, readList, type SheetRow, withoutPercent, yesOf } from '../records/record.sheet.ts';
import type { SubstanceInput } from './substance.contract.ts';

export const HAZARD_COLUMNS = [
  { name: 'classes_detergent', label: 'Classes de composants (détergent)', words: ['Classe détergent'] },
  { name: 'tensioactif', label: 'Tensioactif', words: ['Surfactant', 'Agent de surface'] },
  { name: 'biodegradation_percent', label: 'Biodégradation finale (%)' },
  { name: 'biodegradation_methode', label: 'Méthode de biodégradation' },
  { name: 'biodegradation_source', label: 'Source de la biodégradation' },
  { name: 'phosphore_percent', label: 'Phosphore (%)' },
  { name: 'clp', label: 'Classes CLP', words: ['CLP', 'Classification CLP', 'CLP classification'] },
  { name: 'clp_non_classe', label: 'Non classée CLP' },
  { name: 'ate', label: 'ETA', words: ['ATE'] },
  { name: 'aigu_inconnu', label: 'Toxicité aiguë inconnue' },
  { name: 'm_aigu', label: 'Facteur M aigu' },
  { name: 'm_chronique', label: 'Facteur M chronique' },
  { name: 'lcs', label: 'Limites de concentration spécifiques', words: ['LCS', 'SCL'] },
  { name: 'clp_source', label: 'Source de la classification' },
] as const satisfies readonly Column[];

const yes = (value: boolean | null): string => (value === null ? '' : value ? 'Oui' : 'Non');

export const hazardCells = (values: SubstanceInput): string[] => [
  printList(values.classes_detergent ?? []),
  yes(values.tensioactif ?? null),
  writeNumber(values.biodegradation_percent),
  values.biodegradation_methode ?? '',
  values.biodegradation_source ?? '',
  writeNumber(values.phosphore_percent),
  printList((values.clp ?? []).map(printClass)),
  values.clp_non_classe ? 'Oui' : 'Non',
  printList(
    ROUTES.flatMap((route) => (values.ate?.[route] == null ? [] : [`${route} = ${writeNumber(values.ate[route])}`])),
  ),
  printList(values.aigu_inconnu ?? []),
  writeNumber(values.m_aigu),
  writeNumber(values.m_chronique),
  printList((values.lcs ?? []).map(printLimit)),
  values.clp_source ?? '',
];

type Given = Partial<SubstanceInput>;

/** « Skin Corr. 1A »: the class is the longest name it begins with. */
function readClass(text: string): { classe: (typeof CLP_CLASS_NAMES)[number]; categorie: string } | null {
  const key = nameKey(text);
  const classe = CLP_CLASS_NAMES.find((name) => key.startsWith(`${nameKey(name)} `));
  return classe ? { classe, categorie: key.slice(nameKey(classe).length + 1).trim() } : null;
}

/** « orale = 500 », « Eye Dam. 1 ≥ 10 % », « Eye Dam. 1 : C >= 10 % »: what stands before the last sign, and the number after it. */
function readPair(text: string): { name: string; value: number } | null {
  const at = Math.max(text.lastIndexOf('='), text.lastIndexOf('≥'));
  const value = parseNumber(text.slice(at + 1).replace('%', ''));
  const before = withoutEnds(text.slice(0, Math.max(0, at)), null, /[\s>]/);
  const name = withoutEnds(before.replace(/[\s:;,]C$/, ''), null, /[\s:;,]/).trim();
  return at === -1 || value === null ? null : { name, value };
}

/** A specific limit as it is kept: « Eye Dam. 1 = 10 »; `null` for what is none. */
export function limitOf(text: string): string | null {
  const pair = readPair(text);
  const classe = pair && readClass(pair.name);
  return pair && classe ? printLimit({ ...classe, min: pair.value }) : null;
}
const printLimit = (one: { classe: (typeof CLP_CLASS_NAMES)[number]; categorie: string; min: number }): string =>
  `${printClass(one)} = ${writeNumber(one.min)}`;

const LISTS: Readonly<
  Record<
    'classes_detergent' | 'aigu_inconnu' | 'clp' | 'lcs' | 'ate',
    (cell: string) => { given: Given } | { wrong: string }
  >
> = {
  classes_detergent: (cell) => {
    const all = readList(cell);
    const found = all.map((text) => SAID_CLASSES.find((name) => nameKey(name) === nameKey(text)) ?? null);
    const wrong = all.find((_, index) => found[index] === null);
    return wrong === undefined ? { given: { classes_detergent: found.filter((one) => one !== null) } } : { wrong };
  },
  aigu_inconnu: (cell) => {
    const all = readList(cell);
    const found = all.map((text) => ROUTES.find((name) => name === nameKey(text)) ?? null);
    const wrong = all.find((_, index) => found[index] === null);
    return wrong === undefined ? { given: { aigu_inconnu: found.filter((one) => one !== null) } } : { wrong };
  },
  clp: (cell) => {
    const all = readList(cell);
    const found = all.map(readClass);
    const wrong = all.find((_, index) => found[index] === null);
    return wrong === undefined ? { given: { clp: found.filter((one) => one !== null) } } : { wrong };
  },
  lcs: (cell) => {
    const all = readList(cell);
    const found = all.map((text) => {
      const pair = readPair(text);
      const classe = pair && readClass(pair.name);
      return pair && classe ? { ...classe, min: pair.value } : null;
    });
    const wrong = all.find((_, index) => found[index] === null);
    return wrong === undefined ? { given: { lcs: found.filter((one) => one !== null) } } : { wrong };
  },
  ate: (cell) => {
    const all = readList(cell);
    const found = all.map((text) => {
      const pair = readPair(text);
      const route = pair && ROUTES.find((name) => name === nameKey(pair.name));
      return pair && route ? ([route, pair.value] as const) : null;
    });
    const wrong = all.find((_, index) => found[index] === null);
    const none = Object.fromEntries(ROUTES.map((route) => [route, null]));
    return wrong === undefined
      ? {
          given: {
            ate: { ...none, ...Object.fromEntries(found.filter((one) => one !== null)) } as SubstanceInput['ate'],
          },
        }
      : { wrong };
  },
};
const NUMBERS = ['biodegradation_percent', 'phosphore_percent', 'm_aigu', 'm_chronique'] as const;
const TEXTS = ['biodegradation_methode', 'biodegradation_source', 'clp_source'] as const;

/** Reads these cells into what the file gives; what can't be read is a fault that quotes it. */
export function readHazards(cells: SheetRow['cells'], given: Given, faults: string[]): void {
  for (const name of NUMBERS) {
    const cell = cells[name];
    if (cell === undefined) continue;
    const value = cell === '' ? null : parseNumber(name.endsWith('_percent') ? withoutPercent(cell) : cell);
    if (cell !== '' && value === null) faults.push(`« ${cell} » n’est pas un nombre.`);
    given[name] = value;
  }
  for (const name of TEXTS) if (cells[name] !== undefined) given[name] = cells[name] || null;
  for (const name of Object.keys(LISTS) as (keyof typeof LISTS)[]) {
    const cell = cells[name];
    if (cell === undefined) continue;
    const read = LISTS[name](cell);
    if ('wrong' in read) {
      const { label } = HAZARD_COLUMNS.find((column) => column.name === name) ?? { label: name };
      faults.push(`${label} : « ${read.wrong} » n’est pas compris.`);
    } else Object.assign(given, read.given);
  }
  if (cells.tensioactif === '') given.tensioactif = null;
  const surfactant = cells.tensioactif === '' ? undefined : yesOf('Tensioactif', cells.tensioactif, faults);
  if (surfactant !== undefined) given.tensioactif = surfactant;
  const unclassified = yesOf('Non classée CLP', cells.clp_non_classe, faults);
  if (unclassified !== undefined) given.clp_non_classe = unclassified;
}

type HazardName = (typeof HAZARD_COLUMNS)[number]['name'];
/** How each of them is called. */
export const HAZARD_NAMES = Object.fromEntries(HAZARD_COLUMNS.map(({ name, label }) => [name, label])) as Record<
  HazardName,
  string
>;
export const isHazard = (name: string): name is HazardName => Object.hasOwn(HAZARD_NAMES, name);
/** One of these values as a cell writes it. */
export const printHazard = (name: HazardName, value: unknown): string =>
  hazardCells({ [name]: value } as unknown as SubstanceInput)[
    HAZARD_COLUMNS.findIndex((column) => column.name === name)
  ] ?? '';

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && !Array.isArray(value) && Object.values(value ?? {}).every((one) => one === null));

/** What a file adds to a record that is there: what it does not say stays. */
export const mergedHazards = (given: Given): Given =>
  Object.fromEntries(
    HAZARD_COLUMNS.flatMap(({ name }) => (isEmpty(given[name]) ? [] : [[name, given[name]]])),
  ) as Given;

/** Why the hazards of two records of one substance do not agree; `null` when they do, or when one says nothing. */
export function hazardsDisagree(one: Given, other: Given): string | null {
  const said = ({ clp = [] }: Given): string => clp.map(printClass).toSorted().join(', ');
  if (said(one) === '' || said(other) === '' || said(one) === said(other)) return null;
  return `Leurs classes de danger se contredisent (${said(one)} ; ${said(other)}) : accordez-les d’abord.`;
}
