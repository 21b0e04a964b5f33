import { nameKey } from '../fields/name.ts';
import { shareOf, WHOLE } from '../fields/percent.ts';
import { certifiedParts } from '../formulas/certificate.ts';
import {
  expandedLines,
  type FormulaLine,
  isPerfume,
  quantitiesOf,
  type Shelf,
  wholeQuantity,
} from '../formulas/formula.ts';
import { percentOf } from './decide.amount.ts';
import type { ChosenCase, Circumstances, Judgement, Subject, SumOf } from './decide.opinion.ts';
import { judge } from './decide.ts';
import type { Entry } from './export.read.ts';
import { confirmed, type Identity, type Known, type LawIndex, type Match, match } from './match.ts';
import { SUMS } from './substances.ts';
import { ofSameSum, sum } from './sums.ts';

/** One substance, or one mixture that nobody broke down, of a product. */
export interface Assessed {
  /** What the verdict is about: the substance, and whether it is a nanomaterial. */
  key: string;
  /** The lines it comes from, by their ids. */
  lines: string[];
  inci: string;
  percent: number | null;
  judgement: Judgement;
}

export interface Item {
  key: string;
  lines: string[];
  identity: Identity;
  subject: Subject;
  /** A mixture whose parts nobody knows. */
  isBlackBox: boolean;
  mayContain: boolean;
}

/** Functions that a person confirmed for a substance: they decide; others only ask. */
export type FunctionsOf = (key: string) => readonly string[] | null;

/** The substances of a formula, each summed over lines, components and certificates: upper bounds. */
export function itemsOf(lines: readonly FormulaLine[], shelf: Shelf, confirmedFunctions: FunctionsOf): Item[] {
  const items = new Map<string, Item>();
  const put = (
    item: Omit<Item, 'key' | 'subject' | 'lines'> & {
      lineIds: readonly string[];
      amount: Subject['amount'];
      functions: readonly string[];
    },
  ): void => {
    const { lineIds, amount, functions, ...rest } = item;
    const key = `${nameKey(item.identity.inci)}${item.identity.nano ? '|nano' : ''}${item.mayContain ? '|nuance' : ''}`;
    const before = items.get(key);
    const confirmed = confirmedFunctions(key);
    const sum: Subject['amount'] = !before
      ? amount
      : before.subject.amount === null || amount === null
        ? null
        : { min: before.subject.amount.min + amount.min, max: Math.min(WHOLE, before.subject.amount.max + amount.max) };
    items.set(key, {
      ...rest,
      key,
      lines: [...new Set([...(before?.lines ?? []), ...lineIds])],
      subject: {
        inci: item.identity.inci,
        amount: sum,
        cas: item.identity.cas,
        nano: item.identity.nano,
        functions: confirmed ?? [...new Set([...(before?.subject.functions ?? []), ...functions])],
        functionConfirmed: confirmed !== null,
        applies: false,
      },
    });
  };
  const quantities = quantitiesOf(lines);
  for (const one of expandedLines(lines, shelf)) {
    if (!one.name) continue;
    const material = one.sources
      .map(({ material_id }) => shelf.materials.get(material_id ?? ''))
      .find((found) => found !== undefined && (isPerfume(found) || found.components.length === 0));
    const quantity = wholeQuantity(one);
    put({
      identity: { inci: one.name, cas: one.cas, ec: one.ec, nano: one.nano },
      isBlackBox: nameKey(one.name) === 'parfum' || (one.substance === null && material !== undefined),
      mayContain: one.may_contain,
      lineIds: one.sources.flatMap(({ line }) => lines[line]?.id ?? []),
      amount: quantity && { min: quantity.min, max: quantity.max },
      functions: one.functions,
    });
  }
  // What is in perfumes, and what certificates add, is in the product too.
  for (const [index, line] of lines.entries()) {
    const material = line.material_id ? shelf.materials.get(line.material_id) : undefined;
    if (!material || line.may_contain) continue;
    for (const { substance_id, share, isWhole } of certifiedParts(material)) {
      const substance = shelf.substances.get(substance_id);
      if (!substance) continue;
      const quantity = quantities[index];
      put({
        identity: { inci: substance.inci, cas: substance.cas, ec: substance.ec, nano: substance.nano },
        isBlackBox: false,
        mayContain: false,
        lineIds: [line.id],
        amount:
          quantity && share && isWhole
            ? { min: shareOf(quantity.min, share.min), max: shareOf(quantity.max, share.max) }
            : null,
        functions: ['Parfum'],
      });
    }
  }
  return [...items.values()];
}

/** Judges all of them: each by its entries, with the sums that the law makes of them. */
export function assess(
  index: LawIndex,
  items: readonly Item[],
  {
    known,
    circumstances,
    chosenOf,
  }: { known: Known; circumstances: Omit<Circumstances, 'chosen'>; chosenOf: (key: string) => readonly ChosenCase[] },
): Assessed[] {
  const matches = new Map<Item, Match>(
    items.map((item) => {
      const found = match(index, item.identity, known);
      // What a person confirmed counts in the sums too.
      return [item, item.subject.applies ? confirmed(found) : found];
    }),
  );
  const sharing = (entry: Entry): Item[] => {
    const group = SUMS.find(({ keys }) => keys.includes(entry.key));
    return items.filter((item) => {
      const found = matches.get(item);
      if (!found || found.doubt || item.mayContain) return false;
      return found.sure.some(({ entry: other }) => (group ? group.keys.includes(other.key) : other === entry));
    });
  };
  const sumOf =
    (own: Item): SumOf =>
    (entry) => {
      const members = sharing(entry);
      return sum(members.includes(own) ? members : [own], {
        isGroup: SUMS.some(({ keys }) => keys.includes(entry.key)),
        isShort: (item) => matches.get(item)?.sure.some(({ entry: other }) => other.key === 'V/12a') ?? false,
      });
    };
  return items.map((item) => {
    const { key, lines, identity, subject } = item;
    const found = matches.get(item) as Match;
    const judged = judge(subject, found, { ...circumstances, chosen: chosenOf(key) }, sumOf(item));
    judged.entries.push(...ofSameSum(found, sharing, matches));
    // What nobody knows is never « rien trouvé ».
    const judgement: Judgement =
      item.isBlackBox &&
      (judged.state === 'aucune_entree' || judged.state === 'inconnu' || judged.state === 'dans_la_limite')
        ? {
            ...judged,
            state: 'a_verifier',
            why: 'Mélange dont la composition n’est pas connue : ce qu’il contient est à vérifier.',
          }
        : judged;
    return { key, lines, inci: identity.inci, percent: percentOf(subject.amount), judgement };
  });
}
