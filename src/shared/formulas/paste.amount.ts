/** How much of it there is: what a cell says, or where in a line it stands. */

import { CAS, EC, nameKey } from '../fields/name.ts';
import { type Micros, readPercent, toPercent, WHOLE } from '../fields/percent.ts';
import { singleSpaced, withoutEnds } from '../fields/text.ts';

/** `100`: the complement to a hundred. `ph`: what it takes to reach a pH. `other`: as much as it takes. */
export type Enough = 'none' | '100' | 'ph' | 'other';

export interface Amount {
  percent: Micros | null;
  /** A range is kept as it is: `percent` is then null. */
  min: Micros | null;
  max: Micros | null;
  qs: Enough;
  /** `g`: grams, of a hundred or not. `other`: a unit that gives no percentage. */
  unit: '%' | 'g' | 'other' | null;
  approximate: boolean;
}

export const NOTHING: Amount = { percent: null, min: null, max: null, qs: 'none', unit: null, approximate: false };

const NUMBER = String.raw`\d{1,7}(?:[.,]\d+)?`;
const PER_MASS = String.raw`(?:\(?(?:w|p|m|wt)\.? ?\/ ?(?:w|p|m|wt)\.?\)?)`;
const UNIT = String.raw`(?:% ?${PER_MASS}?|${PER_MASS}|per ?cent\b|pour ?cent\b|pct\b|g ?(?:\/|pour|per|pro|p\.?) ?100 ?g\b|gr?\b\.?|grammes?\b|grams?\b|gramm\b|mg\b|kg\b|µg\b|ml\b|cl\b|l\b|ppm\b|ppb\b|oz\b|lbs?\b|ui\b|iu\b|gouttes?\b|drops?\b|tropfen\b|gocce\b|gotas\b)`;

const NUM100 = String.raw`100(?:[.,]0+)?(?: ?(?:%|g\b|gr\b|ml\b|grammes?\b))?`;
/** « q.s.p. 100 », « qs to 100 », « ad 100 », « complément à 100 »: the rest, to a hundred. */
const COMPLEMENT = new RegExp(
  String.raw`(?:(?<![\p{L}\d])(?:q\.? ?s\.? ?p\.?|c\.? ?s\.? ?p\.?)(?![\p{L}])(?: ?(?:à|a|pour|to|ad|:|=)? ?${NUM100})?|(?<![\p{L}\d])(?:q\.? ?s\.?|q\.? ?b\.?|c\.? ?s\.?|quantit[ée] suffisante|quantum (?:satis|sufficit)|compl[ée]ment|complemento|balance|rest|reste|make ?up|up|auf|ad|à|a|to|hasta|fino|jusqu['’]à|zu|bis) ?(?:(?:à|a|to|ad|pour|for|up to|auf|zu|pour faire|:|=) ?){0,4}${NUM100}|(?<![\p{L}\d.,])${NUM100} ?(?:q\.? ?s\.? ?p?\.?)(?![\p{L}])|(?<![\p{L}\d])(?:balance|compl[ée]ment) ?$)`,
  'iu',
);
/** « qs », « a.n. », « q.s. pH 5,5 », « à pH »: nobody knows how much. */
const ENOUGH =
  /(?<![\p{L}\d])(?:(?:q\.? ?s\.?|q\.? ?b\.?|c\.? ?s\.?|a\.n\.|a\.? ?r\.|n\. ?b\.|s\. ?q\.|quantit[ée] suffisante|quantum satis|traces?|as needed|si n[ée]cessaire)(?![\p{L}])(?: ?(?:(?:to|pour|à|a|for|ad|auf) ?)?(?:adjust\w* ?)?p\.?h\b[^%;|]*)?|(?:to|à|a|ad|auf|für|pour) p\.?h\b[^%;|]*) ?$/iu;

const enough = (text: string): { found: string; index: number; qs: Enough } | null => {
  const whole = COMPLEMENT.exec(text);
  if (whole) return { found: whole[0], index: whole.index, qs: '100' };
  const some = ENOUGH.exec(text);
  return some ? { found: some[0], index: some.index, qs: /p\.?h/i.test(some[0]) ? 'ph' : 'other' } : null;
};

const LESS = String.raw`(?:<|≤|<=|max\.?|maxi|maximum|inf[ée]rieure? à|less than|jusqu['’]à|up to|bis zu)`;
const MORE = String.raw`(?:>|≥|>=|min\.?|mini|minimum|sup[ée]rieure? à|more than|au moins)`;
const ABOUT = String.raw`(?:~|≈|env\.?|environ|about|approx\.?|ca\.?|circa|etwa)`;
const TO = String.raw`(?: ?(?:-|–|—|÷|\.\.\.?|…) ?| (?:à|a|to|bis|et|and|y|e|al?) )`;

const RANGE = new RegExp(
  `(?:(?:de|from|entre|von|da|between) )?[>≥]? ?(?<low>${NUMBER}) ?(?<unit1>${UNIT})?${TO}[<≤]?=? ?(?<high>${NUMBER}) ?(?<unit2>${UNIT})?`,
  'iu',
);
const BOUND = new RegExp(`(?<sign>${LESS}|${MORE}) ?=? ?(?<value>${NUMBER}) ?(?<unit>${UNIT})?`, 'iu');
const SINGLE = new RegExp(`(?<about>${ABOUT})? ?(?<value>${NUMBER}) ?(?<unit>${UNIT})?`, 'iu');

const unitOf = (text: string | undefined): Amount['unit'] => {
  if (!text) return null;
  const unit = nameKey(text);
  if (/100/.test(unit) || /%|\/|cent|pct/.test(unit)) return '%';
  return /^g/.test(unit) && !/^goutte|^gocc|^gota/.test(unit) ? 'g' : 'other';
};

const isLess = (sign: string): boolean => new RegExp(`^${LESS}`, 'iu').test(sign);

/** A number as it was written; `null` above a hundred, where it is no percentage. */
const microsOf = (text: string | undefined, unit: Amount['unit']): Micros | null =>
  text === undefined || unit === 'other' ? null : readPercent(text);

function rangeOf(groups: Record<string, string | undefined>): Amount | null {
  const unit = unitOf(groups.unit2 ?? groups.unit1);
  const [min, max] = [microsOf(groups.low, unit), microsOf(groups.high, unit)];
  return min === null || max === null || min >= max ? null : { ...NOTHING, min, max, unit };
}

function boundOf(groups: Record<string, string | undefined>): Amount | null {
  const unit = unitOf(groups.unit);
  const value = microsOf(groups.value, unit);
  if (value === null) return null;
  return isLess(groups.sign ?? '')
    ? { ...NOTHING, min: 0, max: value, unit }
    : { ...NOTHING, min: value, max: WHOLE, unit };
}

const matchWhole = (pattern: RegExp, text: string): Record<string, string | undefined> | null => {
  const found = new RegExp(`^${pattern.source}$`, 'iu').exec(text);
  return found?.groups ? { ...found.groups } : null;
};

/** What a cell of a table says. @returns null when it is no amount */
export function amountOfCell(cell: string): Amount | null {
  const text = singleSpaced(cell.normalize('NFKC'));
  if (!text) return null;
  const qs = enough(text);
  if (qs && withoutEnds(text.replace(qs.found, ''), /[(\s]/, /[)\s.]/).length <= 12) return { ...NOTHING, qs: qs.qs };
  const range = matchWhole(RANGE, text);
  if (range) return rangeOf(range);
  const bound = matchWhole(BOUND, text);
  if (bound) return boundOf(bound);
  const single = matchWhole(SINGLE, text);
  if (!single) return null;
  const unit = unitOf(single.unit);
  return { ...NOTHING, percent: microsOf(single.value, unit), unit, approximate: single.about !== undefined };
}

/** Names that end with a number, which is then no amount: « Polysorbate 20 », « Red 33 ». */
const NUMBERED =
  /(?:^|[\s(])(?:polysorbate|poloxamer|poloxamine|quaternium|polyquaternium|carbomer|ceramide|peg|ppg|\p{L}*eth|tween|span|arlacel|montanov|sepigel|sepiplus|sepinov|lanette|cremophor|kolliphor|simulgel|eumulgin|emulgade|cetiol|myritol|brij|myrj|lipoxol|silicone|dc|dow corning|xiameter|fluid|euxyl|geogard|cosgard|microcare|acticide|vitamine?|coenzyme|nylon|polyamide|aerosil|tinosorb|uvinul|eusolex|parsol|ci|c\.i\.|colou?r index|red|yellow|blue|green|orange|violet|black|brown|pink|rouge|jaune|bleu|vert|rosso|giallo|rot|gelb|acid|basic|disperse|solvent|pigment|hc|food|n°|no\.?|nr\.?|num[eé]ro|type|grade|spf|fps|ip|omega|om[eé]ga|hydroxy|isotridec\p{L}*|alcool|alcohol|ethanol)(?: ?(?:no\.?|n°|nr\.?|#))?[ :]*$/iu;

/** « Polysorbate 20 », « Alcohol 96 » are names; « Carbomer 0.20 », « Cetyl Alcohol 2 » have an amount. */
const isOfName = (before: string, number: string): boolean =>
  NUMBERED.test(before) &&
  !/[.,]/.test(number) &&
  !(/(?:alcool|alcohol|ethanol) $/iu.test(before) && Number(number) < LEAST_STRENGTH);
/** Spirits are named by their strength, from here on (% vol.). */
const LEAST_STRENGTH = 40;

interface Found {
  value: string;
  start: number;
  end: number;
  unit: string | undefined;
  about: boolean;
}

/** What tells whether a number is free stands within so many characters of it. */
const NEAR = 120;
/** A line with more numbers than this is no ingredient: the others are not looked at. */
const NUMBERS_MAX = 50;

/** The numbers of a line that are no part of a name. */
function freeNumbers(text: string): Found[] {
  const found: Found[] = [];
  for (const match of text.matchAll(new RegExp(NUMBER, 'gu'))) {
    if (found.length >= NUMBERS_MAX) break;
    const start = match.index;
    const from = Math.max(0, start - NEAR);
    const before = text.slice(from, start);
    let end = start + match[0].length;
    const rest = text.slice(end, end + NEAR);
    const unit = new RegExp(`^ ?${UNIT}`, 'iu').exec(rest);
    if (/[\p{L}\d#°/_+.,'’]$/u.test(before) || /\S[-–]$/u.test(before) || /(?:^|[^\s])[-–]$/u.test(before)) continue;
    if (!unit && /^(?:[\p{L}/'’°*]|[-–]\S|[.,]\d|:\d)/u.test(rest)) continue;
    if (unit && !/%/.test(unit[0]) && /^[\p{L}]/u.test(rest) && !/^(?:g|gr|mg|kg|ml|l|ppm|µg)\b/iu.test(rest)) continue;
    if (!(unit && unitOf(unit[0]) === '%') && isOfName(before, match[0])) continue;
    if (unit) end += unit[0].length;
    const about = new RegExp(`${ABOUT} ?$`, 'iu').exec(before);
    found.push({
      value: match[0],
      start: about ? from + about.index : start,
      end,
      unit: unit?.[0].trim(),
      about: about !== null,
    });
  }
  return found;
}

/** A strength, or a purity: « solution à 10 % », « 10 % Citric Acid Solution », « 70 % MA ». */
function isStrength(text: string, { start, end, unit }: Found): boolean {
  const [before, after] = [text.slice(Math.max(0, start - NEAR), start), text.slice(end, end + NEAR)];
  return (
    /^\s*(?:\p{L}[\p{L}-]*\s+){0,3}(?:solution|sol\.|aqueous|aqueuse|l[öo]sung|soluzione|soluci[oó]n|aq\.?)(?![\p{L}])/iu.test(
      after,
    ) ||
    /^\s*(?:vol\.?|m\.?a\.?|a\.?m\.?|actifs?|active(?: matter)?|de mati[eè]re active|pure?t?[eé]?|purity|grade|titr\p{L}*|d[’'](?:actif|huile)|in (?:water|glycerin)|dans (?:l[’']eau|la glyc))(?![\p{L}])/iu.test(
      after,
    ) ||
    /(?:solution|sol\.|l[öo]sung|soluzione|soluci[oó]n|dilu[eé]\p{L}*)\s+(?:à|a|at|@|de|of|al|zu)\s*$/iu.test(before) ||
    (unit !== undefined &&
      /(?:^|[\s(])(?:puret[eé]|purity|titr[eé]\p{L}*|m\.?a\.?|actifs?)\s*(?:[àa:=]|de|of)?\s*$/iu.test(before))
  );
}

/** Where the brackets of a line hold more than an amount. */
function bracketsOf(text: string): [number, number][] {
  const places: [number, number][] = [];
  for (const match of text.matchAll(/[([][^()[\]]*[)\]]/gu)) {
    if (amountOfCell(match[0].slice(1, -1)) === null) places.push([match.index, match.index + match[0].length]);
  }
  return places;
}

/** « (60,8 ml) »: the same amount, measured otherwise. */
const OTHER_MEASURE = /\(\d{1,6}(?:[.,]\d{1,4})? ?(?:ml|cl|g|kg|mg|oz|lbs?|gouttes?|drops?|tropfen)\)/giu;

export interface ReadLine {
  name: string;
  cas: string | null;
  ec: string | null;
  amount: Amount;
  /** It holds a strength, which only an ingredient has. */
  strong: boolean;
}

/**
 * A line of text: a name, and how much of it.
 * @param last in this text amounts are bare numbers at the end of lines: a number with « % » before one is a strength
 */
export function readLine(source: string, { last = false }: { last?: boolean } = {}): ReadLine {
  let text = singleSpaced(source.normalize('NFKC'))
    // « Aqua ........ 68 % »: what leads the eye to the amount.
    .replace(/\.{4,}|(?<!\d)\.{3}|(?<!\d)…|_{3,}|·{3,}/g, ' ')
    // « 1 234 g »
    .replace(/(?<![\d.,])(\d{1,3}) (\d{3})(?=(?:[.,]\d{1,6})? ?(?:g|kg|mg|ml)\b)/gu, '$1$2');
  const cas = CAS.exec(text)?.[0] ?? null;
  const ec = EC.exec(text.replace(cas ?? ' ', ' '))?.[0] ?? null;
  for (const number of [cas, ec])
    if (number)
      text = singleSpaced(
        text.replace(
          new RegExp(
            String.raw`\(? ?(?:(?:n°|no\.?) ?)?(?:CAS|EC|CE|EINECS|ELINCS)?(?: ?(?:n°|no\.?|nr\.?|#))? ?:? ?${number} ?\)?`,
            'iu',
          ),
          ' ',
        ),
      );
  const strong = freeNumbers(text).some((one) => isStrength(text, one));
  const cut = (start: number, end: number, amount: Amount): ReadLine => ({
    name: cleanName(`${text.slice(0, start)}   ${text.slice(end)}`.replace(OTHER_MEASURE, ' ')),
    cas,
    ec,
    amount,
    strong,
  });

  const qs = enough(text);
  if (qs) return cut(qs.index, qs.index + qs.found.length, { ...NOTHING, qs: qs.qs });

  const brackets = bracketsOf(text);
  const inBrackets = (start: number): boolean => brackets.some(([from, to]) => start >= from && start < to);
  // « 60-80 % », « 5 à 10 » at the end: a range stands by itself, or has its sign.
  for (const match of text.matchAll(new RegExp(RANGE.source, 'giu'))) {
    const end = match.index + match[0].length;
    const start = end - match[0].trimStart().length;
    const stands = /(?:^|[\s:;,=(–—])$/u.test(text.slice(0, start)) && /^(?:[\s),;.]|$)/u.test(text.slice(end));
    const isAmount = unitOf(match.groups?.unit2) === '%' || text.slice(end).trim() === '';
    const amount = stands && isAmount && !inBrackets(start) ? rangeOf({ ...match.groups }) : null;
    if (amount) return cut(start, end, amount);
  }
  const free = freeNumbers(text).filter((one) => !inBrackets(one.start) && !isStrength(text, one));
  // « Sodium Laureth Sulfate (27 %) 18 »: between brackets, before the amount, is a strength.
  const isInner = ({ start, end }: Found): boolean =>
    /[([]\s?$/.test(text.slice(0, start)) && /^\s?[)\]]/.test(text.slice(end));
  const outer = free.filter((one) => !isInner(one) && (one.unit === undefined || unitOf(one.unit) === '%')).at(-1);
  const numbers = free.filter((one) => !(outer && isInner(one) && one.start < outer.start));
  const percents = numbers.filter(({ unit }) => unitOf(unit) === '%');
  const chosen = (last ? undefined : percents.at(-1)) ?? numbers.at(-1);
  if (!chosen) return cut(text.length, text.length, NOTHING);

  // The number is the end of a range, or has a bound before it.
  for (const [pattern, read] of [
    [RANGE, rangeOf],
    [BOUND, boundOf],
  ] as const)
    for (const match of text.matchAll(new RegExp(pattern.source, 'giu'))) {
      const end = match.index + match[0].length;
      const startsFree = !/[\p{L}\d][-–.,/]?$/u.test(text.slice(0, match.index)) || match.index === 0;
      if (match.index > chosen.start || end < chosen.end || !startsFree) continue;
      const first = match.groups?.low;
      if (first && !numbers.some(({ start }) => Math.abs(start - text.indexOf(first, match.index)) < 4)) continue;
      const amount = read({ ...match.groups });
      if (amount) return cut(match.index, end, amount);
    }
  const unit = unitOf(chosen.unit);
  return cut(chosen.start, chosen.end, {
    ...NOTHING,
    percent: microsOf(chosen.value, unit),
    unit,
    approximate: chosen.about,
  });
}

/** How many numbers of a text are no part of a name. */
export const countNumbers = (text: string): number => freeNumbers(singleSpaced(text.normalize('NFKC'))).length;

/** Whether a line holds a number with « % », and a bare number after it. */
export const lastNumberIsBare = (source: string): boolean => {
  const text = singleSpaced(source.normalize('NFKC'));
  const brackets = bracketsOf(text);
  const free = freeNumbers(text).filter(({ start }) => !brackets.some(([from, to]) => start >= from && start < to));
  const one = free.at(-1);
  return one !== undefined && unitOf(one.unit) === null;
};

/** A name without what joined it to its amount: bullets, dots, dashes, marks of a footnote, empty brackets. */
export function cleanName(text: string): string {
  const bare = singleSpaced(text.replace(/\.{2,}|…|_{2,}/g, ' ').replace(/[([]\s*[)\]]/g, ' ')).replace(
    /^[ \-–—•·*●▪◦>|:;,=.]+(?=\S)/u,
    '',
  );
  return withoutEnds(withoutEnds(bare, null, /[ *¹²³†‡|:;,=]/).replace(/ [-–—.(]+$/u, ''), /\s/, /[ *|:;,=]/);
}

/**
 * The share of one part in a raw material, in percents: « 60-80 », « < 1 », « 12,5 »; nothing for an empty cell.
 * @returns null for what is none of these
 */
export function readPartAmount(
  text: string,
): { percent: number | null; percent_min: number | null; percent_max: number | null } | null {
  if (['', '-', '–'].includes(text.trim())) return { percent: null, percent_min: null, percent_max: null };
  const amount = amountOfCell(text);
  if (amount?.qs !== 'none' || amount.unit === 'g' || amount.unit === 'other') return null;
  if (amount.percent === null && amount.max === null) return null;
  const number = (micros: number | null): number | null => (micros === null ? null : toPercent(micros));
  return { percent: number(amount.percent), percent_min: number(amount.min), percent_max: number(amount.max) };
}
