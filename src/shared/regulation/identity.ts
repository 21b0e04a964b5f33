import { isCas, isEc, nameKey } from '../fields/name.ts';
import { singleSpaced, withoutEnds } from '../fields/text.ts';
import type { Annex } from './export.read.ts';

/** How substances are named in the annexes, and how those names are compared. */

/** As names of the annexes are compared: without case, accents, kinds of hyphen, footnote marks and « (INN) ». */
export const lawKey = (name: string): string =>
  withoutEnds(
    nameKey(
      name
        .replace(/\[\d{1,3}\]/g, ' ')
        .replace(/\(\d{1,2}\s?\)/g, ' ')
        .replace(/[([](?:INN|INCI|ISO)[)\]]/gi, ' ')
        .replace(/\(see note \d{1,3}\)/gi, ' '),
    )
      // British and American spellings are one.
      .replace(/\baluminum/g, 'aluminium')
      .replace(/sulph/g, 'sulf'),
    null,
    /[.,;\s]/,
  );

/** The same, without hyphens, spaces or punctuation: what such a name nearly is. */
export const looseKey = (name: string): string => lawKey(name).replace(/[^a-z0-9α-ω]+/g, '');

const CAS_FORM = /(?<![\d-])(\d{2,7})\s?-\s?(\d{2})\s?-\s?(\d)(?![\d]|-\d)/g;
const CUT_CAS = /(?<![\d-])\d{2,7}-\d{2}-(?!\s?\d)/g;
const EC_FORM = /(?<![\d-])(\d{3})\s?-\s?(\d{3})\s?-\s?(\d)(?![\d]|-\d)/g;

/** The CAS numbers of a cell, whatever holds them apart; those that cannot be. */
export function casOf(cell: string): { right: string[]; wrong: string[] } {
  const found = [...cell.replace(/\s-{2,3}\s/g, ' / ').matchAll(CAS_FORM)].map(([, a, b, c]) => `${a}-${b}-${c}`);
  const cut = cell.match(CUT_CAS) ?? [];
  return { right: found.filter(isCas), wrong: [...found.filter((one) => !isCas(one)), ...cut] };
}

export function ecOf(cell: string): { right: string[]; wrong: string[] } {
  const found = [...cell.replace(/\s-{2,3}\s/g, ' / ').matchAll(EC_FORM)].map(([, a, b, c]) => `${a}-${b}-${c}`);
  return { right: found.filter(isEc), wrong: found.filter((one) => !isEc(one)) };
}

const isName = (part: string): boolean => /^[a-z]/i.test(part) && !/-$/.test(part) && /[a-z]{3}/i.test(part);

/** The names of a glossary cell: a comma holds them apart only where each part is a name. */
export function glossaryNames(annex: Annex, cell: string): string[] {
  const whole = cell.trim();
  if (!whole || whole === '-') return [];
  const parts = whole
    .split(/[;/\n]/)
    .map((one) => one.trim())
    .filter(Boolean)
    .flatMap((part) => {
      const pieces = part.split(/, /).map((one) => one.trim());
      return annex !== 'IV' && pieces.length > 1 && pieces.every(isName) ? pieces : [part];
    });
  return [...new Set([whole, ...parts].map(lawKey))].filter((key) => key.length > 1);
}

/** What follows the name of one substance and makes it a family. */
const WITH_OTHERS =
  /,? (?:and |or |including )?(?:its|their) .*$|,? and (?:salts|esters|derivatives).*$|,? when used (?:as|in).*$|,? (?:with the exception|except|other than|unless|if it contains|if they contain|for traces?).*$/i;

/** What is left of a sentence that was cut: no name. */
const FRAGMENT =
  /^(?:and|or|with|its|their|the|a|salts?|esters?|sodium salt|hydrochloride|when|in)\b(?! [a-z]{4,}.* acid$)/;

/**
 * The names of a chemical cell: the whole, its parts between semicolons and slashes, « INCI: X » inside it, a substance
 * before « and its salts ». Names in brackets are weak: many are explanations.
 */
export function chemicalNames(cell: string): { names: string[]; weak: string[] } {
  const names = new Set<string>();
  const weak = new Set<string>();
  const whole = cell.trim();
  const add = (into: Set<string>, name: string): void => {
    const key = lawKey(name);
    // A piece of a sentence names nothing.
    if (key.length > 2 && !FRAGMENT.test(key)) into.add(key);
  };
  add(names, whole);
  for (const [, inci = ''] of whole.matchAll(/INCI(?: name)?:\s?([^)/;]{2,200})/g)) add(names, inci);
  const bare = whole.replace(/\(INCI(?: name)?:[^)]{0,200}\)/g, ' ');
  // Colour index numbers stand inside names; one is typed with an l.
  for (const [, number = ''] of whole.matchAll(/\bC[Il] ?(\d{5}(?::\d)?)\b/g)) add(names, `CI ${number}`);
  for (const piece of bare.split(/;|\s\/\s?|\s?\/\s|\[\d+\]|\[INCI\],?|\n/)) {
    const part = singleSpaced(piece);
    add(names, part);
    add(names, part.replace(WITH_OTHERS, ''));
    if (part.includes('(')) add(weak, part.replace(/\([^()]*\)/g, ' ').replace(WITH_OTHERS, ''));
    for (const [, inside = ''] of part.matchAll(/\(([^()]{4,80})\)/g))
      if (/^[A-Z][A-Za-z0-9' -]+$/.test(inside.trim())) {
        add(weak, inside);
        // The name without its explanation is a name too.
        add(weak, part.replace(`(${inside})`, ' ').replace(WITH_OTHERS, ''));
      }
  }
  for (const key of names) weak.delete(key);
  return { names: [...names], weak: [...weak] };
}

/** « Lead and its compounds » → lead: whatever is named with it may be one of the family. */
export function familyStem(name: string): string | null {
  const found =
    /^([A-Z][A-Za-z-]{3,30})(?:,| and) its (?:\w+ )?(?:compounds?|salts|derivatives)/.exec(name.trim()) ??
    /^([A-Z][a-z]{2,20}) (?:salts|compounds)\b/.exec(name.trim()) ??
    /^([A-Z][a-z]{3,20})-containing ingredients/.exec(name.trim());
  return found?.[1] ? lawKey(found[1]) : null;
}

/** How the members of a family are called, where it is not by its own name. */
const FAMILY_WORDS: Readonly<Record<string, RegExp>> = {
  aluminium: /alumin|\balum\b/,
  antimony: /antimon|stib/,
  arsenic: /arsen/,
  cadmium: /cadmi/,
  lead: /\blead\b|plomb|plumb/,
  mercury: /mercur/,
  selenium: /selen[ia]/,
};

/** Whether a name is one of a family, by a word of it. */
export function isOfFamily(stem: string, key: string): boolean {
  const word =
    FAMILY_WORDS[stem] ?? words.get(stem) ?? new RegExp(`(?:^|[^a-z])${stem.replace(/[^a-z0-9 -]/g, '.')}(?:$|[^a-z])`);
  words.set(stem, word);
  return word.test(key);
}
/** Of each family of a corpus, compiled once: every name is asked of all of them. */
const words = new Map<string, RegExp>();
