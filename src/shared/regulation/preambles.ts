import { singleSpaced } from '../fields/text.ts';
import type { Entry } from './export.read.ts';
import { lawKey } from './identity.ts';

/**
 * What the preambles of Annexes IV and V name beside their rows; no export holds them. Regulation (EC) No 1223/2009, as
 * consolidated.
 */

/** Annex V, preamble, point 1: « salts » are those of these cations… */
const CATIONS = ['sodium', 'potassium', 'calcium', 'magnesium', 'ammonium'] as const;
/** …and of ethanolamines, as the glossary writes them and as formulas do. */
const ETHANOLAMINES = ['mea', 'dea', 'tea', 'monoethanolamine', 'diethanolamine', 'triethanolamine'] as const;
/** …and of these anions, of a base. */
const ANIONS = ['chloride', 'hydrochloride', 'bromide', 'sulfate', 'acetate'] as const;
/** « Esters » are those of these alcohols. */
const ESTERS = ['methyl', 'ethyl', 'propyl', 'isopropyl', 'butyl', 'isobutyl', 'phenyl'] as const;

const SALTS = /\bsalts\b/i;
const OF_ESTERS = /\besters of\b/i;

/** The anion of an acid, or of a phenol that keeps its name in its salts: « sorbic acid » → « sorbate ». */
function anionOf(name: string): string | null {
  if (/^[a-z]+ic acid$/.test(name)) return name.replace(/ic acid$/, 'ate');
  return /^[a-z]+paraben$/.test(name) ? name : null;
}

/** A base whose salts bear its name: « hexamidine ». */
const isBase = (name: string): boolean => /^[a-z]+(?:idine|amine)$/.test(name);

/** The names of the salts and esters that the preamble of Annex V puts under an entry, as `lawKey` writes them. */
function saltsOf({ name, names }: Entry): string[] {
  const isOfSalts = SALTS.test(name);
  const isOfEsters = OF_ESTERS.test(name);
  if (!isOfSalts && !isOfEsters) return [];
  // « Salts of benzoic acid … and esters of benzoic acid » names the acid in its sentence alone.
  const acids = [...name.matchAll(/\b([A-Za-z]+ic acid)\b/g)].map(([, acid = '']) => lawKey(acid));
  return [...new Set([...names.glossary, ...acids])].flatMap((one) => {
    const anion = anionOf(one);
    return [
      ...(anion && isOfSalts ? CATIONS.map((cation) => `${cation} ${anion}`) : []),
      ...(anion && isOfSalts ? ETHANOLAMINES.flatMap((amine) => [`${amine}-${anion}`, `${amine} ${anion}`]) : []),
      ...(anion && isOfEsters ? ESTERS.map((alcohol) => `${alcohol} ${anion}`) : []),
      ...(isOfSalts && isBase(one) ? ANIONS.flatMap((salt) => [`${one} ${salt}`, `${one} di${salt}`]) : []),
    ];
  });
}

/** Names that the preamble of its annex puts under an entry. */
export const namesByPreamble = (entry: Entry): string[] => (entry.annex === 'V' ? saltsOf(entry) : []);

const METAL = '(?:aluminium|barium|calcium|strontium|zirconium|sodium|potassium|magnesium|ammonium)';
const LAKE = new RegExp(`(?:^| )(?:${METAL} )?(?:lakes?|salts?)$`);
/** Salts of no metal that is named. */
const FAMILY = new RegExp(`(?<!${METAL}) salts?$|^sels? d(?:e |')(?!aluminium de |calcium de |baryum de )`);
const FRENCH_LAKE = /^(?:laque|sel)s? (?:d ?['’]\s?|de )(?:aluminium de |calcium de |baryum de )?/;

/**
 * Annex IV, preamble: a colourant includes its salts and lakes, and one that is written as a salt its other salts and lakes.
 * @returns the colourant of « CI 15850:1 », « CI 19140 (aluminium lake) », « Acid Blue 9 Aluminum Lake »; `null` for a name that
 * says no salt and no lake, and for salts of no metal that is named, but of a CI number
 */
export function colourantOf(key: string): string | null {
  const plain = singleSpaced(key.replace(/[(),]/g, ' '));
  const bare = plain.replace(FRENCH_LAKE, '').replace(LAKE, '').trim();
  const colourant = bare.replace(/^(ci \d{5}):\d$/, '$1');
  // « Gold salts » is a family, and an entry of Annex II.
  if (FAMILY.test(plain) && !/^ci \d{5}$/.test(colourant)) return null;
  return colourant === plain || colourant === '' ? null : colourant;
}
