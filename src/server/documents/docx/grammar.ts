import { fold } from '#shared/contract/list.ts';
import { editsBetween } from '#shared/formulas/nearest.ts';
import { labelTag } from '#shared/templates/label.tag.ts';
import { isDatePattern } from './dates.ts';
import { isOrdered } from './evaluate.ts';

/**
 * What may stand between the braces of a tag: a name, a comparison for a section, then filters.
 *
 *     {{nom}}  {{libelle : ph}}  {{ph | sinon : non mesuré}}  {{#ph > 7}}…{{/ph}}  {{#formule_lignes | trier : inci}}…{{/formule_lignes}}
 *
 * Nothing of it is ever run: every word is one of those below, or is refused where it stands.
 */
export type TagKind = 'value' | 'open' | 'inverted' | 'close';

export const COMPARISONS = ['=', '≠', '≥', '≤', '>', '<'] as const;
export interface Test {
  operator: (typeof COMPARISONS)[number];
  value: string;
}

/** Filters by the word one writes, with what follows its colon. */
const FILTERS = {
  sinon: { on: 'value', wants: 'text' },
  format: { on: 'value', wants: 'date' },
  décimales: { on: 'value', wants: 'digits' },
  majuscules: { on: 'value', wants: 'nothing' },
  minuscules: { on: 'value', wants: 'nothing' },
  initiale: { on: 'value', wants: 'nothing' },
  nombre: { on: 'value', wants: 'nothing' },
  somme: { on: 'value', wants: 'name' },
  lien: { on: 'value', wants: 'anything' },
  trier: { on: 'section', wants: 'order' },
  séparateur: { on: 'section', wants: 'text' },
} as const satisfies Record<string, { on: 'value' | 'section'; wants: string }>;
export type FilterName = keyof typeof FILTERS;

export interface Filter {
  name: FilterName;
  argument: string;
}

/** What a list says of the item it prints. */
export const ITEM_WORDS = ['@rang', '@total', '@premier', '@dernier'] as const;
export const isItemWord = (name: string): boolean => (ITEM_WORDS as readonly string[]).includes(name);

export interface Expression {
  kind: TagKind;
  name: string;
  test: Test | null;
  filters: Filter[];
}

/** Why a tag cannot be read, in words that say what was meant. */
export interface GrammarFault {
  code: 'bad-name' | 'unknown-filter' | 'bad-argument' | 'bad-test' | 'bad-place';
  message: string;
}

/** Letters, digits, `_`, `-`, apostrophes and single blanks: what a person may take for a name. */
const NAME = /^[\p{L}_][\p{L}\p{N}_'’-]*( [\p{L}\p{N}_'’-]+)*$/u;
const NAME_MAX = 100;
const KINDS: Record<string, TagKind> = { '#': 'open', '^': 'inverted', '/': 'close' };
/** As keyboards write them. */
const OPERATORS: readonly (readonly [written: string, Test['operator']])[] = [
  ['==', '='],
  ['>=', '≥'],
  ['<=', '≤'],
  ['!=', '≠'],
  ['<>', '≠'],
  ['≥', '≥'],
  ['≤', '≤'],
  ['≠', '≠'],
  ['=', '='],
  ['>', '>'],
  ['<', '<'],
];
const COMPARES = /[<>=!≥≤≠]/;
/** The same wishes as other engines, or another person, write them. */
const MEANT = new Map<string, FilterName>(
  Object.entries({
    upper: 'majuscules',
    uppercase: 'majuscules',
    lower: 'minuscules',
    lowercase: 'minuscules',
    capitalize: 'initiale',
    default: 'sinon',
    ifempty: 'sinon',
    date: 'format',
    formatd: 'format',
    formatn: 'décimales',
    round: 'décimales',
    count: 'nombre',
    length: 'nombre',
    sum: 'somme',
    sort: 'trier',
    join: 'séparateur',
    link: 'lien',
    url: 'lien',
    hyperlink: 'lien',
    separator: 'séparateur',
  } as const),
);
const FILTER_BY_WORD = new Map(Object.keys(FILTERS).map((name) => [fold(name), name as FilterName]));

/** @param text what stands between the braces, its blanks made single */
export function parseExpression(text: string): Expression | GrammarFault {
  const kind = KINDS[text.charAt(0)] ?? 'value';
  const [head = '', ...rest] = splitOutsideQuotes(kind === 'value' ? text : text.slice(1));
  const found = headOf(head.trim());
  const label = kind === 'value' ? /^libell[ée] ?: ?(.+)$/u.exec(found.name.normalize('NFC'))?.[1] : undefined;
  const name = label === undefined ? found.name.normalize('NFC') : labelTag(label);
  if (/^image\s*:/.test(text))
    return {
      code: 'bad-place',
      message: `« {{${text}}} » s’écrit seule, comme texte de remplacement de l’image à remplacer.`,
    };
  if (name.length > NAME_MAX || !(NAME.test(label ?? name) || isItemWord(name))) return badName(text);
  if (kind === 'close') return { kind, name, test: null, filters: [] };
  if (found.test && kind === 'value')
    return {
      code: 'bad-test',
      message: `« {{${text}}} » compare sans rien entourer : écrivez {{#${head.trim()}}}…{{/${name}}}.`,
    };
  if (found.test && found.test.value === '')
    return {
      code: 'bad-test',
      message: `« {{${text}}} » ne dit pas à quoi comparer : écrivez par exemple {{#${name} = Oui}}…{{/${name}}}.`,
    };
  if (found.test && /[=][<>]/.test(head))
    return {
      code: 'bad-test',
      message: `« {{${text}}} » se lit de deux façons : écrivez ≤ ou ≥, ou mettez entre guillemets ce qui doit être écrit ainsi : {{#${name} = "< 10"}}.`,
    };
  const wrong = found.test && testFault(found.test, { text, name });
  if (wrong) return wrong;
  const filters: Filter[] = [];
  for (const written of rest) {
    const filter = filterOf(written.trim(), { text, on: kind === 'value' ? 'value' : 'section' });
    if ('code' in filter) return filter;
    filters.push(filter);
  }
  return { kind, name, test: found.test, filters };
}

/** What a comparison can never hold on: told, since its passage would be gone from every document. */
function testFault({ operator, value }: Test, { text, name }: { text: string; name: string }): GrammarFault | null {
  const fault = (why: string): GrammarFault => ({ code: 'bad-test', message: `« {{${text}}} » ${why}` });
  const second = value.search(/\s(?:et|ou|and|or)\s/i);
  if (second >= 0 && COMPARES.test(value.slice(second)))
    return fault(
      `compare deux fois : une balise ne compare qu’une chose. Mettez une section dans l’autre : {{#${name} > 5}}{{#${name} < 7}}…{{/${name}}}{{/${name}}}.`,
    );
  if (operator !== '=' && operator !== '≠' && !isOrdered(value))
    return fault(
      `compare avec « ${value} », qui n’est ni un nombre ni une date : écrivez par exemple 5,5 ou 15/03/2026.`,
    );
  return null;
}

const badName = (text: string): GrammarFault => ({
  code: 'bad-name',
  message: `La balise « {{${text.slice(0, 60)}}} » est illisible : un nom ne contient que des lettres, des chiffres et _.`,
});

/** A name, and what it is compared with. */
function headOf(head: string): { name: string; test: Test | null } {
  if (!COMPARES.test(head)) return { name: head, test: null };
  for (let at = 0; at < head.length; at += 1)
    for (const [written, operator] of OPERATORS)
      if (head.startsWith(written, at))
        return { name: head.slice(0, at).trim(), test: { operator, value: unquoted(head.slice(at + written.length)) } };
  return { name: head, test: null };
}

function filterOf(written: string, { text, on }: { text: string; on: 'value' | 'section' }): Filter | GrammarFault {
  const colon = written.indexOf(':');
  const word = fold(colon < 0 ? written : written.slice(0, colon)).trim();
  const argument = colon < 0 ? '' : unquoted(written.slice(colon + 1));
  const name = FILTER_BY_WORD.get(word);
  if (!name) {
    const meant = MEANT.get(word) ?? nearestFilter(word);
    const all = Object.keys(FILTERS).join(', ');
    return {
      code: 'unknown-filter',
      message: `Dans « {{${text}}} », « ${word} » n’est pas un filtre${meant ? ` : vouliez-vous dire « ${meant} » ?` : ` : ceux qui existent sont ${all}.`}`,
    };
  }
  const wanted = FILTERS[name];
  if (wanted.on !== on)
    return {
      code: 'bad-argument',
      message:
        on === 'section'
          ? `Dans « {{${text}}} », « ${name} » s’écrit dans une balise de valeur, sans #.`
          : `Dans « {{${text}}} », « ${name} » s’écrit dans la balise qui ouvre une liste, avec #.`,
    };
  const wrong = ARGUMENTS[wanted.wants](argument);
  return wrong ? { code: 'bad-argument', message: `Dans « {{${text}}} », « ${name} » ${wrong}` } : { name, argument };
}

/** What is wrong with what follows a colon, or `null`. */
const ARGUMENTS: Record<(typeof FILTERS)[FilterName]['wants'], (argument: string) => string | null> = {
  text: (argument) => (argument === '' ? 'attend un texte après deux-points.' : null),
  date: (argument) => (isDatePattern(argument) ? null : 'attend une forme de date, comme jj/MM/aaaa ou j MMMM aaaa.'),
  digits: (argument) => (/^\d$/.test(argument) ? null : 'attend un nombre de décimales, de 0 à 9.'),
  anything: () => null,
  nothing: (argument) => (argument === '' ? null : 'ne prend rien après lui.'),
  name: (argument) => (NAME.test(argument) ? null : 'attend le nom d’une colonne de la liste.'),
  order: (argument) =>
    NAME.test(argument) ? null : 'attend le nom d’une colonne, suivi s’il le faut de « décroissant ».',
};

function nearestFilter(word: string): FilterName | null {
  const near = [...FILTER_BY_WORD].map(([known, name]) => ({ name, distance: editsBetween(word, known, 3) }));
  const [best] = near.toSorted((a, b) => a.distance - b.distance);
  return best && best.distance < 3 ? best.name : null;
}

const QUOTES: readonly (readonly [open: string, close: string])[] = [
  ['«', '»'],
  ['“', '”'],
  ['"', '"'],
  ['‘', '’'],
  ["'", "'"],
];

/** A text without the quotes around it: « », “ ”, ‘ ’, or straight ones. */
function unquoted(text: string): string {
  const trimmed = text.trim();
  for (const [open, close] of QUOTES)
    if (trimmed.length > 1 && trimmed.startsWith(open) && trimmed.endsWith(close)) {
      const inside = trimmed.slice(1, -1);
      // The blanks of French quotes are theirs; those of the others are meant.
      return open === '«' ? inside.replace(/^[\u00a0\u202f ]|[\u00a0\u202f ]$/g, '') : inside;
    }
  return trimmed;
}

/** The parts between bars; a bar within quotes is text. */
function splitOutsideQuotes(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let closing: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (closing) {
      if (character === closing) closing = null;
      continue;
    }
    const quote = QUOTES.find(([open]) => open === character);
    // One that is never closed is a letter like any other.
    if (quote && text.includes(quote[1], at + 1)) closing = quote[1];
    else if (character === '|') {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}
