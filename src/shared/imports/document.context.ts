import { withoutEnds } from '../fields/text.ts';
import { type ProductField, STEP_LIST } from '../products/product.fields.ts';
import { fieldsMeant, readFieldName, wordKey } from '../products/product.words.ts';
import type { OutlineParagraph } from './document.outline.ts';

/** Characters of a paragraph that may be a heading, or a label. */
export const LABEL_LENGTH = 120;

/** « 3.1. pH : », « • pH », « pH¹ » → « pH »: a label without its rank and its marks. */
export function bareLabel(text: string): string {
  const cut = withoutEnds(text.slice(0, LABEL_LENGTH + 40), /[\s•·▪◦‣*–—-]/, /[\s:=.…_¹²³*†]/);
  const ranked = /^(?:[A-Z]\.?\d{1,2}(?:\.\d{1,2}){0,4}|\d{1,2}(?:\.\d{1,2}){0,4}|[a-z])[.)]?\s{1,10}/.exec(cut)?.[0];
  return ranked && readFieldName(cut).meant.length === 0 ? cut.slice(ranked.length) : cut;
}

const STEP_KEYS = STEP_LIST.map(({ title }, step) => ({ key: wordKey(title), step }));

/** Rank of what may be a heading: its own, or that of a numbered line that says what headings say; `null` for none. */
export function headingOf({ text, level }: OutlineParagraph): number | null {
  if (text.length > LABEL_LENGTH || text.trim() === '') return null;
  if (level !== null) return level;
  const said = text.trim();
  if (/^(?:partie|part|annexe|chapitre|section)\s{1,5}[a-z0-9]{1,3}\b/i.test(said) && !said.endsWith('.')) return 1;
  const rank = /^\d{1,2}((?:\.\d{1,2}){0,4})[.)]?\s/.exec(said);
  if (!rank || said.includes(':')) return null;
  const bare = bareLabel(said);
  const isKnown = fieldsMeant(bare).length > 0 || STEP_KEYS.some(({ key }) => key === wordKey(bare));
  return isKnown ? 1 + (rank[1]?.split('.').length ?? 1) : null;
}

/** What the headings above say: whose values stand below them. */
export interface Context {
  headings: { level: number; text: string }[];
  /** The first heading is the title of the whole, whatever its rank. */
  title: string | null;
  /** What was said just above: the words before a table, the group of a row. */
  above: string;
}

/** What stands between two paragraphs is said of the second: a line that announces a list is said of all its lines. */
export function pass(context: Context, text: string, isLabelled: boolean): void {
  if (text.trim() === '') return;
  const isGoingOn = context.above.trimEnd().endsWith(':') && (isLabelled || /^\s*[•·▪◦‣*–—-]/.test(text));
  if (!isGoingOn) context.above = text;
}

export const newContext = (): Context => ({ headings: [], title: null, above: '' });

export function enter(context: Context, level: number, text: string): void {
  context.title ??= text;
  context.headings = [...context.headings.filter((one) => one.level < level), { level, text }];
  context.above = '';
}

/** Of the fields that a word may mean, those that the headings above are about. */
export function inContext(fields: readonly ProductField[], { headings, above }: Context): readonly ProductField[] {
  if (fields.length < 2) return fields;
  const keys = [...headings.map(({ text }) => wordKey(bareLabel(text))), wordKey(above.slice(0, LABEL_LENGTH))].filter(
    Boolean,
  );
  for (const key of keys.toReversed()) {
    const close = fields.filter((field) => isAbout(key, field));
    if (close.length === 1) return close;
  }
  return fields;
}

/** Words too common to tell one step from another. */
const COMMON = new Set([
  'informations',
  'analyses',
  'analyse',
  'profil',
  'information',
  'produit',
  'donnees',
  'autres',
  'resultats',
  'observations',
  'sur',
  'les',
  'des',
  'et',
  'de',
  'la',
  'le',
  'du',
  'l',
  'd',
]);
/** Letters by which words are of one family: « physiques » and « physico-chimiques ». */
const STEM = 5;
const stems = (key: string): string[] =>
  key
    .split(' ')
    .filter((word) => word.length > 3 && !COMMON.has(word))
    .map((word) => word.slice(0, STEM));

/** Whether a heading shares a word with the title of the step of a field, or with its label. */
export function isAbout(key: string, field: ProductField): boolean {
  const said = new Set(stems(key));
  const own = [...stems(wordKey(STEP_LIST[field.step]?.title ?? '')), ...stems(wordKey(field.label))];
  return own.some((stem) => said.has(stem));
}
