import { type Micros, readPercent } from '../fields/percent.ts';
import { withoutEnds } from '../fields/text.ts';

/**
 * A limit of the annexes under a strict grammar: one value, or lettered cases whose letters are those of the product text.
 * Everything else is quoted and left to a person.
 */
export interface LimitCase {
  /** « b »; `null` where there is one value for all. */
  letter: string | null;
  product_text: string;
  limit_text: string;
  /** Millionths of a percent; the maximum includes it. */
  value: Micros | null;
  /** « acid », « as zinc »: what the number counts. */
  basis: string | null;
}

export interface Limit {
  cases: LimitCase[];
  parse: 'certain' | 'partial' | 'none';
  /** Paragraphs beside the numbers: footnotes, sums. */
  conditions: string[];
}

const clean = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\u00ad/g, '')
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/\r/g, '')
    .trim();

/** Paragraphs that are conditions, not numbers. */
const CONDITION =
  /^(?:footnote\b|\(?\*+\d*\)?\s*:|\(\*+\)\s|-?\s*\(?in case of combined use|when mixed with other|if mixed with other|\*\s*:)/i;

const NUMBER = String.raw`(\d{1,3}(?:[.,]\d{1,6})?)`;
const BASIS = String.raw`(\(\s*(?:as|of|calculated as)?\s*[^()]{2,80}\)?|(?:calculated )?as [A-Za-z][A-Za-z .]{0,40}|(?:Retinol Equivalents? ?)?\(?RE\)?)`;
const MARK = String.raw`(?:\(?\*+\d*\)?|\(\d{1,2}\s?\))`;
const VALUE = new RegExp(`^[-–]?\\s*(?:≤\\s*)?${NUMBER}\\s*(%|ppm|mg/kg)\\s*${BASIS}?\\s*${MARK}?\\s*[.;’'"]?$`, 'i');
const TYPED = new RegExp(`^${NUMBER}\\s*%\\s+([A-Z][A-Za-z -]+ products?)\\.?$`, 'i');
const LETTER = /^\(?([a-z])\)\s*/i;

interface Value {
  value: Micros;
  basis: string | null;
  product: string | null;
}

function readValue(text: string): Value | null {
  const bare = text.replace(/\s+/g, ' ').trim();
  const found = VALUE.exec(bare);
  if (found) {
    const micros = readPercent(found[1] ?? '');
    if (micros === null) return null;
    // A percent is ten thousand parts in a million.
    const value = found[2] === '%' ? micros : micros / 10_000;
    if (!Number.isInteger(value)) return null;
    const said = found[3] === undefined ? null : withoutEnds(found[3], /[(\s]/, /[)\s.]/);
    const basis = said?.includes('(') ? `${said})` : said;
    // « (after mixing) » says when, not what.
    if (basis && /^after mixing\b/i.test(basis)) return { value, basis: null, product: null };
    if (basis && /\d\s*%|\d\s*:\s*\d|mixture|ratio|corresponding|sum of|\bfor\b|exceed/i.test(basis)) return null;
    return { value, basis, product: null };
  }
  const typed = TYPED.exec(bare);
  const micros = typed ? readPercent(typed[1] ?? '') : null;
  return typed && micros !== null ? { value: micros, basis: null, product: typed[2] ?? null } : null;
}

/** The lettered parts of a cell, in order; `null` when it is not made of them alone. */
export function lettered(text: string): { letter: string; text: string }[] | null {
  const parts: { letter: string; text: string }[] = [];
  for (const line of clean(text).split('\n')) {
    const bare = line.trim();
    if (!bare) continue;
    const found = LETTER.exec(bare);
    if (found) parts.push({ letter: (found[1] ?? '').toLowerCase(), text: bare.slice(found[0].length).trim() });
    else if (parts.length === 0) return null;
    else
      parts[parts.length - 1] = {
        ...(parts.at(-1) as { letter: string; text: string }),
        text: `${parts.at(-1)?.text}\n${bare}`,
      };
  }
  const letters = parts.map(({ letter }) => letter);
  return parts.length > 1 && new Set(letters).size === letters.length ? parts : null;
}

const NOTHING = (product: string, limit: string, conditions: string[] = []): Limit => ({
  cases: casesOf(product, limit),
  parse: 'none',
  conditions,
});
/** The product types of a row whose numbers are not read. */
const casesOf = (product: string, limit: string): LimitCase[] => {
  const types = lettered(product);
  const one = { limit_text: limit, value: null, basis: null };
  return types
    ? types.map(({ letter, text }) => ({ letter, product_text: text, ...one }))
    : [{ letter: null, product_text: clean(product), ...one }];
};

/** « (a) and (b) 1 % », « For (a) and (b): 0,2 % »: one number for the letters that are named. */
const SHARED = /^(?:for\s+)?(\(?[a-z]\)(?:\s*(?:,|and)\s*\(?[a-z]\))+)\s*:?\s*(.+)$/i;

export function readLimit(product: string, limit: string): Limit {
  const paragraphs = clean(limit)
    .split(
      /\n(?=[^\S\n]{0,20}(?:footnote\b|\*\s?:|\(\*|-?\s?\(?in case of combined use|when mixed with other|if mixed with other))/i,
    )
    .map((one) => one.trim())
    .filter(Boolean);
  const conditions = paragraphs.filter((one) => CONDITION.test(one));
  const rest = paragraphs
    .filter((one) => !CONDITION.test(one))
    .join('\n')
    .trim();
  if (!rest) return NOTHING(product, limit, conditions);
  const types = lettered(product);
  const single = readValue(rest);
  if (single) {
    const one = { limit_text: rest, value: single.value, basis: single.basis };
    if (single.product)
      return product.trim()
        ? NOTHING(product, limit, conditions)
        : { cases: [{ letter: null, product_text: single.product, ...one }], parse: 'certain', conditions };
    return {
      cases: types
        ? types.map(({ letter, text }) => ({ letter, product_text: text, ...one }))
        : [{ letter: null, product_text: clean(product), ...one }],
      parse: 'certain',
      conditions,
    };
  }
  const shared = SHARED.exec(rest.replace(/\s+/g, ' '));
  if (shared && types) {
    const letters = [...(shared[1] ?? '').matchAll(/([a-z])\)/gi)].map(([, letter = '']) => letter.toLowerCase());
    const value = readValue(shared[2] ?? '');
    if (value && letters.join() === types.map(({ letter }) => letter).join())
      return {
        cases: types.map(({ letter, text }) => ({
          letter,
          product_text: text,
          limit_text: rest,
          value: value.value,
          basis: value.basis,
        })),
        parse: 'certain',
        conditions,
      };
  }
  const limits = lettered(rest);
  if (!limits || !types) return NOTHING(product, limit, conditions);
  const read = limits.map(({ letter, text }) => ({ letter, text, value: readValue(text) }));
  const byLetter = new Map(read.map((one) => [one.letter, one]));
  const sameLetters = read.map(({ letter }) => letter).join() === types.map(({ letter }) => letter).join();
  const cases = types.map(({ letter, text }): LimitCase => {
    const found = byLetter.get(letter);
    return {
      letter,
      product_text: text,
      limit_text: found?.text ?? '',
      value: sameLetters ? (found?.value?.value ?? null) : null,
      basis: found?.value?.basis ?? null,
    };
  });
  const all = sameLetters && read.every(({ value }) => value !== null);
  return { cases, parse: all ? 'certain' : 'partial', conditions };
}
