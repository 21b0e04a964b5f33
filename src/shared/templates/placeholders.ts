import { dayOf, printDay } from '../fields/date.ts';
import { readField } from '../fields/field.rule.ts';
import { printValue } from '../fields/field.text.ts';
import { type FieldValue, kindOf } from '../fields/field.ts';
import { FIELDS, type ProductValues, STEP_LIST } from '../products/product.fields.ts';
import { type ProductStatus, STATUS_LABELS } from '../products/product.schema.ts';
import type { PlaceholderInfo } from './template.contract.ts';

/** What a template may print besides the fields. */
const EXTRAS: readonly Omit<PlaceholderInfo, 'step' | 'unit'>[] = [
  {
    name: 'ingredients_lignes',
    label: 'Ingrédients, ligne par ligne (numero, nom)',
    group: 'Listes',
    kind: 'list',
    example: '{{#ingredients_lignes}}{{numero}} {{nom}}{{/ingredients_lignes}}',
  },
  {
    name: 'fichiers',
    label: 'Fichiers joints (numero, nom, cle, date, sha256)',
    group: 'Listes',
    kind: 'list',
    example: '{{#fichiers}}{{nom}} du {{date}}{{/fichiers}}',
  },
  {
    name: 'date_generation',
    label: 'Date de génération du document',
    group: 'Document',
    kind: 'date',
    example: '15/03/2026',
  },
  {
    name: 'redacteur',
    label: 'Personne qui génère le document',
    group: 'Document',
    kind: 'text',
    example: 'c.lenoir@valorme.fr',
  },
  { name: 'statut', label: 'Statut du produit', group: 'Document', kind: 'text', example: 'Brouillon' },
  {
    name: 'progression',
    label: 'Progression du produit, en pour cent',
    group: 'Document',
    kind: 'number',
    example: '84',
  },
  { name: 'modele_nom', label: 'Nom du modèle', group: 'Document', kind: 'text', example: 'DIP complet' },
  { name: 'modele_version', label: 'Version du modèle', group: 'Document', kind: 'text', example: '1' },
];

/** The names each item of a list has; they are known only inside it. */
const LIST_ITEMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['ingredients_lignes', ['numero', 'nom']],
  ['fichiers', ['numero', 'nom', 'cle', 'date', 'sha256']],
]);

/** Every placeholder, in the order of the form, then the others. */
export const PLACEHOLDERS: readonly PlaceholderInfo[] = [
  ...FIELDS.map((field) => ({
    name: field.name,
    label: field.label,
    group: STEP_LIST[field.step]?.title ?? '',
    step: field.step + 1,
    kind: kindOf(field),
    unit: field.unit ?? null,
    example: printValue(field, field.example),
  })),
  ...EXTRAS.map((extra) => ({ ...extra, step: null, unit: null })),
];

const BY_NAME = new Map(PLACEHOLDERS.map((placeholder) => [placeholder.name, placeholder]));
const KNOWN = new Set<string>([...BY_NAME.keys(), ...[...LIST_ITEMS.values()].flat()]);

export const isKnownPlaceholder = (name: string): boolean => KNOWN.has(name);
export const isList = (name: string): boolean => LIST_ITEMS.has(name);

/** Whether the name prints something where it stands. @param within the sections around it */
export const isKnownWithin = (name: string, within: readonly string[]): boolean =>
  BY_NAME.has(name) || within.some((section) => LIST_ITEMS.get(section)?.includes(name));
export const placeholderLabel = (name: string): string | null => BY_NAME.get(name)?.label ?? null;

/** Smallest number of letters to add, drop, replace or swap to go from one word to the other. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  let beforePrevious: number[] = [];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost);
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (beforePrevious[j - 2] ?? 0) + 1);
      row[j] = best;
    }
    beforePrevious = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}

/** The known name that the author of `{{nom_comercial}}` most likely meant, or `null`. */
export function suggestPlaceholder(name: string): string | null {
  const wanted = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '');
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const known of KNOWN) {
    const found = distance(wanted, known);
    if (found < bestDistance) {
      best = known;
      bestDistance = found;
    }
  }
  return best;
}

/** What a template prints of a product that has every field: for its picture. */
export function exampleData(template: TemplateSource['template'], now: Date): TemplateData {
  const values = Object.fromEntries(FIELDS.map((field) => [field.name, readField(field, field.example).value]));
  return templateData({
    values: values as ProductValues,
    status: 'DRAFT',
    progression: 100,
    attachments: [],
    template,
    author: EXTRAS.find(({ name }) => name === 'redacteur')?.example ?? '',
    now,
  });
}

export type TemplateData = { [name: string]: string | TemplateData[] };

export interface TemplateSource {
  values: ProductValues;
  status: ProductStatus;
  progression: number;
  attachments: readonly {
    file_name: string;
    alias: string | null;
    field_key: string;
    created_at: string;
    sha256: string;
  }[];
  template: { name: string; version: string };
  author: string;
  now: Date;
}

/** Everything a template may print about one product, already written in French. Empty values are empty strings. */
export function templateData(source: TemplateSource): TemplateData {
  const data: TemplateData = {};
  for (const field of FIELDS) data[field.name] = printValue(field, source.values[field.name] as FieldValue);
  data.ingredients_lignes = (source.values.ingredients ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((nom, index) => ({ numero: String(index + 1), nom }));
  data.fichiers = source.attachments.map((attachment, index) => ({
    numero: String(index + 1),
    nom: attachment.alias ?? attachment.file_name,
    cle: attachment.field_key,
    date: printDay(dayOf(new Date(attachment.created_at))),
    sha256: attachment.sha256,
  }));
  data.date_generation = printDay(dayOf(source.now));
  data.redacteur = source.author;
  data.statut = STATUS_LABELS[source.status];
  data.progression = String(source.progression);
  data.modele_nom = source.template.name;
  data.modele_version = source.template.version;
  return data;
}
