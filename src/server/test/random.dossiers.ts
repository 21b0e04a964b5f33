import { readField } from '#shared/fields/field.reading.ts';
import { printValue } from '#shared/fields/field.text.ts';
import { type FieldValue, kindOf } from '#shared/fields/field.ts';
import { FIELDS, type ProductField } from '#shared/products/product.fields.ts';
import type { TemplateData } from '#shared/templates/placeholders.ts';
import { encodeXml } from '../documents/docx/xml.ts';
import { p, row, table } from './docx.maker.ts';

/** Random products printed by random templates, and what people do to what comes out. */

export function randomOf(seed: number) {
  let state = seed * 2_654_435_761 + 1;
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const whole = (below: number): number => Math.floor(next() * below);
  const pick = <T>(all: readonly T[]): T => all[whole(all.length)] as T;
  return { next, whole, pick };
}
export type Random = ReturnType<typeof randomOf>;

const WORDS =
  'crème visage éclat nuit Valorme Éclat tube airless 50 ml pH : conforme ; lot 24-118 (ISO 22716) « doux » 5,5 % aucune réaction d’irritation huile-en-eau R&D A/B'.split(
    ' ',
  );
const words = (random: Random, most: number): string =>
  Array.from({ length: 1 + random.whole(most) }, () => random.pick(WORDS)).join(' ');

/** A value that this field takes, or none. */
export function randomValue(field: ProductField, random: Random): FieldValue {
  if (random.next() < 0.15) return null;
  const number = (): string =>
    String(random.pick([5.5, 0.985, 12_500, 1_274, 3, 0, 0.12, 1_200_000.5])).replace('.', ',');
  const raw = {
    text: () => words(random, 5),
    longtext: () => Array.from({ length: 1 + random.whole(3) }, () => words(random, 12)).join('\n'),
    date: () => `20${10 + random.whole(16)}-0${1 + random.whole(9)}-${10 + random.whole(18)}`,
    number,
    measure: () => random.pick([number(), `< ${number()}`, 'Absence', 'ND', '10 à 20', 'Absence dans 1 g']),
    choice: () => null,
    yesno: () => null,
  }[kindOf(field)]();
  const { value, faults } = readField(field, raw);
  return faults.length > 0 ? null : value;
}

const escaped = encodeXml;

/** How a template may print a field: what is around its tag. */
const LAYOUTS: readonly ((field: ProductField, random: Random) => string)[] = [
  ({ label, name, unit }) => p(escaped(`${label} : {{${name}}}${unit ? ` ${unit}` : ''}`)),
  ({ label, name }) => p(escaped(`Selon le dossier, « ${label} » vaut {{${name}}}, sauf mention contraire.`)),
  ({ label, name }) => p(escaped(label)) + p(`{{${name}}}`),
  ({ label, name }) => table(row(escaped(label), `{{${name}}}{{^${name}}}Non renseigné{{/${name}}}`)),
  ({ label, name, unit }) => table(row(escaped(label), `{{${name}}}`, escaped(unit ?? '-'))),
  ({ label, name }) => p(`{{#${name}}}`) + p(escaped(`${label} relevé : {{${name}}}`)) + p(`{{/${name}}}`),
  ({ label, name }) => p(escaped(`${label} – {{${name} | sinon : à préciser}}`)),
  ({ label, name }) => p(escaped(`${label} = {{${name} | majuscules}}`)),
];

export interface RandomDossier {
  template: string;
  values: ReadonlyMap<string, FieldValue>;
  data: TemplateData;
}

/** A template of some fields in random layouts, and a product that it prints. */
export function randomDossier(seed: number): RandomDossier {
  const random = randomOf(seed);
  const fields = FIELDS.filter(() => random.next() < 0.5);
  const values = new Map<string, FieldValue>();
  const data: TemplateData = {};
  const blocks: string[] = [p(`Dossier d’information, modèle ${seed}`)];
  let rows: string[] = [];
  const closeRows = (): void => {
    if (rows.length > 0) blocks.push(table(...rows));
    rows = [];
  };
  for (const field of fields) {
    const value = randomValue(field, random);
    values.set(field.name, value);
    data[field.name] = printValue(field, value);
    // Most fields of a dossier stand in tables of many rows.
    if (random.next() < 0.4) rows.push(row(escaped(field.label), `{{${field.name}}}`));
    else {
      closeRows();
      blocks.push(random.pick(LAYOUTS)(field, random));
    }
    if (random.next() < 0.15) {
      closeRows();
      blocks.push(p(`Partie ${blocks.length} : ${words(random, 6).replace(/[«»&]/g, '')}`));
    }
  }
  closeRows();
  blocks.push(p('Fin du dossier, établi selon l’article 11.'));
  return { template: blocks.join(''), values, data };
}

/** What people do to a document in Word: passages added, taken away and moved, words changed, rows added. */
export function editedByHand(body: string, random: Random): string {
  // Whole tables, then the paragraphs outside of them.
  const blocks = body.match(/<w:tbl>.*?<\/w:tbl>|<w:p>.*?<\/w:p>|<w:p\/>/gs) ?? [];
  // What is written beside a value that was taken away is its new value: never both at one place.
  let isNear = false;
  return blocks
    .flatMap((block) => {
      const roll = isNear ? 1 : random.next();
      isNear = roll < 0.14;
      if (roll < 0.04) return [];
      if (roll < 0.1) return [block, p(escaped(`Ajout : ${words(random, 8)}`))];
      if (roll < 0.14) return [p(escaped(words(random, 10))), block];
      if (roll < 0.18) return [block.replace(/dossier|modèle|vaut|relevé/g, 'document')];
      if (roll < 0.2 && block.startsWith('<w:tbl>'))
        return [block.replace('</w:tbl>', `${row('Teinte', 'rose')}</w:tbl>`)];
      if (roll < 0.22) return [block, block];
      return [block];
    })
    .join('');
}
