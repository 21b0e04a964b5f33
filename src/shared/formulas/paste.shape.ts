/** What a pasted text is made of, before any of its lines is read: a table, a label's list, pairs of lines. */
import { amountOfCell, NOTHING, readLine } from './paste.amount.ts';
import { type Kind, kindOf } from './paste.cells.ts';
import { headOf, noiseOf, titleOf } from './paste.words.ts';

/** The kind of most lines, those that are titles left out. */
export function commonKind(sources: readonly string[]): Kind {
  const kinds = sources.filter((source) => titleOf(source) === null).map(kindOf);
  const count = (kind: Kind): number => kinds.filter((one) => one === kind).length;
  const held = count('table') + count('columns') + count('semicolon');
  if (held * 2 <= kinds.length) return 'free';
  return (['table', 'columns', 'semicolon'] as const).toSorted((a, b) => count(b) - count(a))[0] ?? 'free';
}

export const LIST_HEAD =
  /^[*"'«\s]*(?:(?:liste? )?(?:des )?(?:ingr[ée]dients?|ingredienti|ingredientes|inhaltsstoffe|zutaten|composition|composizione|composici[oó]n|inci)(?:\s*\(?(?:inci|list|liste)\)?)*)\s*[:：]\s*/i;

/** A comma that holds names apart: never between two digits, nor in brackets. */
export const commas = (text: string): number => pieces(text, ',').length - 1;

/** @returns the text of a label and the lines it came from, when that is what was pasted */
export function asLabel(all: readonly string[]): { text: string; noise: readonly string[] } | null {
  const noise = all.length > 1 ? all.filter((line) => !LIST_HEAD.test(line) && noiseOf(line) !== null) : [];
  const sources = all.filter((line) => !noise.includes(line));
  const [first = ''] = sources;
  const whole = sources.map((line) => line.trim()).join(' ');
  if (first.includes('\t')) return null;
  if (sources.length === 1) {
    const text = first.trim();
    const separators = Math.max(
      commas(text),
      pieces(text, ';').length - 1,
      pieces(text, '•').length - 1,
      pieces(text, '·').length - 1,
    );
    return separators >= 3 ? { text, noise } : null;
  }
  const bare = sources.filter((line) => titleOf(line) === null);
  const hasAmount = bare.some((line) => readLine(line).amount !== NOTHING && /%/.test(line));
  const isLong = bare.every((line, index) => commas(line) >= 2 || index === bare.length - 1);
  const begun = LIST_HEAD.test(whole) && commas(whole) >= 3;
  return !hasAmount && (begun || (isLong && commas(whole) >= 3)) ? { text: whole, noise } : null;
}

/** Text between separators, those in brackets and between two digits left alone. */
export function pieces(text: string, separator: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth = Math.max(0, depth - 1);
    else if (sign === separator && depth === 0) {
      if (/\d/.test(text[at - 1] ?? '') && /\d/.test(text[at + 1] ?? '')) continue;
      found.push(text.slice(from, at));
      from = at + 1;
    }
  }
  found.push(text.slice(from));
  return found;
}

/** Ranks at the beginning of lines, « 1. » or « 1 », are no amounts. */
export function withoutRanks(sources: readonly string[]): string[] {
  const lines = sources.map((source) => source.replace(/\t/g, '   ').trim());
  const ranks = lines.map((line) => /^(\d{1,3})(?:\s*[.)/]\s*(?=\D)|\s*[-–]\s+|\s+(?=\p{L}))/u.exec(line));
  let follows = 0;
  let before = 0;
  for (const rank of ranks) {
    if (!rank) continue;
    if (Number(rank[1]) === before + 1) follows += 1;
    before = Number(rank[1]);
  }
  const counted = lines.filter((line) => titleOf(line) === null).length;
  const isNumbered = follows >= 3 && follows * 5 >= counted * 3;
  return lines.map((line, index) => {
    const rank = ranks[index];
    if (!rank) return line;
    return isNumbered || /[.)]\s*$/.test(rank[0]) ? line.slice(rank[0].length) : line;
  });
}

/** « A1 Aqua », « B2 Cetyl Alcohol »: the place of an ingredient in the process, where most lines have one. */
export function withoutCodes(lines: readonly string[]): string[] {
  const code = /^[A-K]\d{1,2}[.)]?\s+(?=\p{L})/u;
  const coded = lines.filter((line) => code.test(line)).length;
  const counted = lines.filter((line) => titleOf(line) === null).length;
  return coded >= 3 && coded * 5 >= counted * 4 ? lines.map((line) => line.replace(code, '')) : [...lines];
}

/** Where a name on one line has its amount on the next: only when all lines go by twos. */
export function pairsOf(lines: readonly string[]): ReadonlySet<number> {
  const counted = lines.flatMap((line, index) => (titleOf(line) || noiseOf(line)?.includes('courriel') ? [] : [index]));
  const pairs = new Set<number>();
  for (let at = 0; at + 1 < counted.length; at += 2) {
    const [name = 0, amount = 0] = [counted[at], counted[at + 1]];
    if (
      amount !== name + 1 ||
      amountOfCell(lines[amount] ?? '') === null ||
      readLine(lines[name] ?? '').amount !== NOTHING
    )
      return new Set();
    pairs.add(name);
  }
  return pairs.size >= 2 && pairs.size * 2 === counted.length ? pairs : new Set();
}

/** « Ingrédient : Aqua », « Pourcentage : 80 % »: what stands before the colon is the head of a column. */
export function withoutKey(line: string): string {
  const [, key = '', value = ''] = /^([^:=]{1,40})\s*[:=]\s*(\S.*)$/.exec(line) ?? [];
  const column = key ? headOf(key) : null;
  if (column === 'inci' || column === 'label' || column === 'trade_name')
    return amountOfCell(value) === null ? value : line;
  return (column === 'percent' || column === 'grams') && amountOfCell(value) !== null ? value : line;
}
