import { type FieldValue, kindOf } from '../fields/field.ts';
import { singleSpaced, withoutEnds } from '../fields/text.ts';
import type { FieldName, ProductField } from '../products/product.fields.ts';
import type { Confidence, Place, Proposal } from './document.contract.ts';
import type { Labelled } from './document.lines.ts';
import { comparable } from './document.outline.ts';
import { readText } from './document.values.ts';

/** A value that a document gives a field, at one place. */
export interface Hit {
  field: ProductField;
  value: FieldValue;
  raw: string;
  way: Proposal['way'];
  confidence: Confidence;
  reasons: string[];
  place: Place;
  /** It may as well be another field's: it gives way to what is surely this one's. */
  isDoubtful: boolean;
  /** Said by the field's own label, or printed by its own tag: what only a synonym says does not shake it. */
  isOwn: boolean;
}

/** Signs of a limit rather than of a result. */
const LIMIT = /^[≤≥]| à /;
/** Fields whose label people also keep something else under: whose signature it is, the version of which document. */
const NEVER_SURE = new Set<FieldName>(['valide_par', 'date_validation', 'version']);

/** What a label says of each field that it may mean. */
export function hitsOf(found: Labelled, place: Place): Hit[] {
  return found.fields.flatMap((field): Hit[] => {
    const read = readText(field, found.raw, found.unit);
    if (!read) return [];
    const list = field.name === 'ingredients' ? ingredientLines(read.value) : null;
    const isAmong = found.fields.length > 1;
    const isLimit = typeof read.value === 'string' && kindOf(field) === 'measure' && LIMIT.test(read.value);
    const reasons = [
      ...found.doubts,
      ...read.doubts,
      ...(list ? ['La liste est celle d’une étiquette : un ingrédient par ligne en a été fait.'] : []),
      ...(isAmong ? ['Le libellé peut aussi être celui d’un autre champ.'] : []),
      ...(isLimit ? ['Ce peut être une limite, et non un résultat.'] : []),
      ...(found.way === 'heading' ? ['Le texte est sous un titre, sans libellé à côté.'] : []),
    ];
    const isOwn = found.isOwn && found.way !== 'heading' && !NEVER_SURE.has(field.name);
    const confidence = reasons.length > 0 ? 'check' : isOwn ? 'sure' : 'likely';
    if (confidence === 'likely') reasons.push('Le libellé n’est pas exactement celui du champ.');
    return [
      {
        field,
        value: list ?? read.value,
        raw: found.raw,
        way: found.way,
        confidence,
        reasons,
        place,
        isDoubtful: isAmong,
        isOwn: found.isOwn && list === null,
      },
    ];
  });
}

/** « Aqua, Glycerin, Parfum » as lines; `null` for what is written line by line. A comma within a name has no blank after it. */
function ingredientLines(value: FieldValue): string | null {
  if (typeof value !== 'string' || value.includes('\n')) return null;
  const names = value.split(/[,;•·] /).map((name) => withoutEnds(name, /\s/, /[\s.]/));
  return names.length > 2 ? names.filter(Boolean).join('\n') : null;
}

const RANKS: Record<Confidence, number> = { sure: 0, likely: 1, check: 2 };
/** What a template of ours printed comes before what labels say, unless it has to be looked at. */
const rankOf = ({ way, confidence }: Hit): number =>
  way === 'template' && confidence !== 'check' ? RANKS[confidence] - RANKS.check : RANKS[confidence];
const keyOf = (value: FieldValue): string =>
  typeof value === 'string' ? singleSpaced(comparable(value)).toLowerCase() : String(value);

/** One proposal a field, in the order of the form: the surest value; what else is said of it beside it, and then it is no longer sure. */
export function proposalsOf(
  hits: readonly Hit[],
  { order, emptied, most }: { order: readonly FieldName[]; emptied: ReadonlySet<FieldName>; most: Confidence },
): Omit<Proposal, 'current'>[] {
  const byField = Map.groupBy(hits, ({ field }) => field.name);
  return order.flatMap((name): Omit<Proposal, 'current'>[] => {
    const all = byField.get(name) ?? [];
    const firm = all.filter(({ isDoubtful }) => !isDoubtful);
    // What may be another field's says nothing where this one is known, or known to be empty.
    const kept = firm.length > 0 ? firm : emptied.has(name) ? [] : all;
    const [best, ...rest] = kept.toSorted((a, b) => rankOf(a) - rankOf(b));
    if (!best) return [];
    const known = new Set([keyOf(best.value)]);
    const others = rest.filter(({ value }) => {
      const key = keyOf(value);
      const isNew = !known.has(key);
      known.add(key);
      return isNew;
    });
    const isDisputed = others.some(({ isOwn }) => isOwn || !best.isOwn);
    const isSplit = isDisputed || emptied.has(name);
    const reasons = [
      ...best.reasons,
      ...(isDisputed ? ['Le document dit autre chose ailleurs.'] : []),
      ...(emptied.has(name) ? ['Le champ est vide ailleurs dans le document.'] : []),
    ];
    const confidence = isSplit ? 'check' : RANKS[best.confidence] < RANKS[most] ? most : best.confidence;
    return [
      {
        field: name,
        value: best.value,
        raw: best.raw,
        place: best.place,
        way: best.way,
        confidence,
        reasons,
        others: others.map(({ value, raw, place }) => ({ value, raw, place })),
      },
    ];
  });
}
