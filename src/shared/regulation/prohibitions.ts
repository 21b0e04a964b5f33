import { singleSpaced } from '../fields/text.ts';
import { fitOfProhibited, type ProductTypes } from './facts.ts';
import type { Tri } from './tri.ts';

/** A prohibition in prose, held against what is known of the product. */
export interface Prohibition {
  text: string;
  /** Broken, surely not, or nobody knows. */
  broken: Tri;
}

/** Line by line, each in its sentences. */
const sentencesOf = (text: string): string[][] =>
  text
    .normalize('NFKC')
    .replace(/\u00ad/g, '')
    .replace(/[’‘]/g, "'")
    .split('\n')
    .map((line) =>
      line
        .split(/(?<=\.)\s+(?=[A-Z—-])/)
        .map((one) => one.trim())
        .filter(Boolean),
    );

/** Letters that a sentence is about: « b) and c) Not to be used… », « For (q): … ». */
function lettersOf(sentence: string): { letters: string[]; rest: string } {
  const found = /^(?:for\s+)?((?:\(?[a-z]\)\s*(?:,|and|–|-|to)?\s*)+):?\s*/i.exec(sentence);
  if (!found) return { letters: [], rest: sentence };
  const letters = [...(found[1] ?? '').matchAll(/([a-z])\)/gi)].map(([, letter = '']) => letter.toLowerCase());
  return { letters, rest: sentence.slice(found[0].length).trim() };
}

/**
 * The prohibitions of an entry that a fact of the product answers, or would.
 * @param letter the case that applies, `null` where there are none
 */
export function prohibitionsOf(texts: readonly string[], types: ProductTypes, letter: string | null): Prohibition[] {
  const found: Prohibition[] = [];
  for (const text of texts) {
    // Letters alone on a line are about the lines that follow; at the head of one, about all of it.
    let standing: string[] = [];
    for (const line of sentencesOf(text)) {
      let ofLine: string[] | null = null;
      for (const sentence of line) {
        const { letters, rest } = lettersOf(sentence);
        if (letters.length > 0) {
          ofLine = letters;
          if (rest === '') standing = letters;
        }
        const broken = brokenBy(rest, types);
        if (broken === undefined) continue;
        const about = ofLine ?? standing;
        const applies: Tri = about.length === 0 ? true : letter === null ? null : about.includes(letter);
        if (applies === false) continue;
        found.push({ text: sentence, broken: broken === true && applies === null ? null : broken });
      }
    }
  }
  return found;
}

/** `undefined` for a sentence that forbids nothing we know of. */
function brokenBy(sentence: string, types: ProductTypes): Tri | undefined {
  const text = singleSpaced(sentence).replace(/^[—–\-• ]+/, '');
  if (/^(?:for )?professional use(?: only)?\.?$/i.test(text))
    return types.professional === null ? null : !types.professional;
  const found = /^not to be used (.+?)\.?$/i.exec(text);
  if (!found) return undefined;
  const rest = (found[1] ?? '').toLowerCase();
  // An exception in the sentence is for a person to read, unless the rule is surely not met.
  const hasException = /except|unless|other than|exception/.test(rest);
  // « in oral products and in eye and lip products »: any of them.
  const parts = rest.split(/, ?(?=in )| (?:and|or) (?=in )/).map((part) => brokenByUse(part, types));
  if (parts.every((part) => part === undefined)) return undefined;
  const given: Tri = parts.includes(true) ? true : parts.every((part) => part === false) ? false : null;
  return hasException && given === true ? null : given;
}

/** One use that is forbidden: « in oral products », « in toothpaste intended for children ». */
function brokenByUse(rest: string, types: ProductTypes): Tri | undefined {
  if (/^in toothpaste intended for children/.test(rest)) return types.toothpaste === false ? false : null;
  if (/nappy area/.test(rest)) return types.leave === false || types.under3 === false ? false : null;
  if (/lungs|inhalation/.test(rest)) return types.lungs;
  if (/children under (?:3|three) years/.test(rest)) return types.under3;
  if (/children under (?:\d+|\w+) years/.test(rest))
    return types.child === false ? false : types.under3 === true ? true : null;
  if (/sunscreen products|exposure to natural/.test(rest)) return types.sun === false ? false : types.sun;
  if (/^in leave-on products designed for/.test(rest)) return types.leave === false ? false : null;
  if (/^on (?:eyebrows|a person)|^with /.test(rest)) return undefined;
  // A condition that no fact answers.
  if (/^if /.test(rest)) return null;
  return fitOfProhibited(rest.replace(/^in (?:products applied on )?(?:the )?/, ''), types);
}
