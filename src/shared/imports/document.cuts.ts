import { singleSpaced, withoutEnds } from '../fields/text.ts';
import type { ProductField } from '../products/product.fields.ts';
import { fieldsMeant, readFieldName, wordKey } from '../products/product.words.ts';
import { bareLabel, type Context, inContext, LABEL_LENGTH } from './document.context.ts';
import { saysLimits } from './document.standing.ts';
import { looksLikeUnit } from './document.values.ts';

/** What a name says of a field. */
export interface Named {
  fields: readonly ProductField[];
  unit: string | null;
  isOwn: boolean;
  doubts: string[];
}

/** What a label means; `null` for what is none. @param text as it stands */
export function named(text: string, context: Context): Named | null {
  const label = bareLabel(singleSpaced(text.slice(0, LABEL_LENGTH + 40)));
  if (label === '' || label.length > LABEL_LENGTH || NO_LABEL.has(wordKey(label))) return null;
  const { meant, besides } = readBoth(label);
  if (meant.length === 0) return null;
  const fields = inContext(
    meant.map(({ field }) => field),
    context,
  );
  const isUnit = besides !== null && looksLikeUnit(besides);
  return {
    fields,
    unit: isUnit ? besides : null,
    isOwn: meant.every(({ how }) => how === 'label') && besides === null,
    doubts: besides !== null && !isUnit ? [`Le libellé dit aussi « ${besides} ».`] : [],
  };
}

/** Words that say nothing in a document: it has a date on every page. */
const NO_LABEL = new Set(['date']);

/** « Marque / Brand »: a label in two languages is that of the field that both name. */
function readBoth(label: string): ReturnType<typeof readFieldName> {
  const whole = readFieldName(label);
  const parts = label.split(' / ');
  if (whole.meant.length > 0 || parts.length !== 2) return whole;
  const [one, other] = parts.map((part) => readFieldName(part).meant);
  const meant = (one ?? []).filter(({ field }) => other?.some((same) => same.field === field));
  return { meant, besides: null };
}

/** Signs between a label and its value. */
const SIGN = /[:=\t]\s*(?:[.…_]{3,}\s*)?|(?:\.{3}|…|___)[\s.…_:]*/g;
/** Words of the longest label, and places of a line that are looked at. */
const [WORDS_MAX, SIGNS_MAX] = [12, 40];

interface Cut {
  label: Named;
  /** Where its label begins. */
  from: number;
  raw: string;
}

/** A line cut at the labels that are known in it, each with what follows it. */
export function cutAtLabels(line: string, context: Context): Cut[] {
  if (line.length > LINE_LENGTH) return cutFirst(line, context);
  if (announcesLimits(line)) return [];
  const cuts: { from: number; to: number; label: Named }[] = [];
  for (const sign of [...line.matchAll(SIGN)].slice(0, SIGNS_MAX)) {
    const start = cuts.at(-1)?.to ?? 0;
    const found = labelBefore(line, { start, end: sign.index, isFirst: cuts.length === 0, context });
    if (found) cuts.push({ from: found.from, to: sign.index + sign[0].length, label: found.label });
  }
  return cuts.map(({ from, to, label }, index) => ({
    label,
    from,
    // What stands before the next label is no part of the value.
    raw: withoutEnds(
      besideLayout(line.slice(to, cuts[index + 1]?.from ?? line.length)),
      null,
      cuts[index + 1] ? /[\s;|,•–—-]/ : /\s/,
    ),
  }));
}

/** « Limites : plomb : 10 ; arsenic : 3 »: a line that says limits first. */
function announcesLimits(line: string): boolean {
  const at = line.slice(0, LABEL_LENGTH).indexOf(':');
  return at > 0 && saysLimits(line.slice(0, at)) && line.slice(at + 1).includes(':');
}

/** « Crème    Lot : L123 »: blanks that set another pair apart end a value. */
function besideLayout(text: string): string {
  const at = text.search(/\S\s{3,}\S/);
  return at >= 0 && text.slice(at).includes(':') ? text.slice(0, at + 1) : text;
}
/** Beyond it, a paragraph is read for the label that it begins with alone. */
const LINE_LENGTH = 1_000;

function cutFirst(line: string, context: Context): Cut[] {
  const head = line.slice(0, LABEL_LENGTH);
  const sign = [...head.matchAll(SIGN)][0];
  const label = sign ? named(head.slice(0, sign.index), context) : null;
  return sign && label ? [{ label, from: 0, raw: line.slice(sign.index + sign[0].length) }] : [];
}

/** The longest known label that ends there; after another value it begins with a capital letter, or after a sign. */
function labelBefore(
  line: string,
  { start, end, isFirst, context }: { start: number; end: number; isFirst: boolean; context: Context },
): { from: number; label: Named } | null {
  const text = line.slice(start, end);
  const whole = named(text, context);
  if (isFirst && whole) return { from: start, label: whole };
  const words = [...text.matchAll(/\S+/g)].slice(-WORDS_MAX);
  for (const word of words) {
    const from = start + word.index;
    const before = line.slice(Math.max(0, from - 3), from);
    const isCut = from === start || /[\t;|•·–—-]/.test(before) || /\s\s|[.,)]/.test(before.slice(-2));
    if (from === start && !isFirst) continue;
    if (!isCut && !/^\p{Lu}/u.test(word[0]) && word[0] !== 'pH') continue;
    const found =
      fieldsMeant(bareLabel(line.slice(from, end))).length > 0 || isCut ? named(line.slice(from, end), context) : null;
    if (found) return { from, label: found };
  }
  return null;
}
