/**
 * The unique formula identifier of a mixture: made and validated. Regulation (EC) 1272/2008, annex VIII, part A, 5; ECHA,
 * « UFI Developers Manual ». Sixteen characters in four groups; it holds the VAT number of the firm, for who can read it.
 */

/** Without B, I, L, O, Z: nothing is read for something else. */
const ALPHABET = '0123456789ACDEFGHJKMNPQRSTUVWXY';
const BASE = BigInt(ALPHABET.length);
/** Which of the fifteen digits of the number, the most significant first, stands at each place after the check character. */
const PLACES = [5, 4, 3, 7, 2, 8, 9, 10, 1, 0, 11, 6, 12, 13, 14] as const;
const LENGTH = PLACES.length + 1;
/** Bits: formula number 28, country group 4, key of the company 41, version 1 (always 0). */
const BITS = { group: 4n, key: 41n, version: 1n } as const;
export const FORMULA_NUMBER_MAX = 268_435_455;
export const COMPANY_KEY_MAX = 2 ** 41 - 1;
/** Country group of France; 0 for a firm without a VAT number, which draws a key. */
const FRANCE = 1n;

/** What a UFI is made of. */
export interface UfiSource {
  group: bigint;
  key: bigint;
  number: number;
}

/** « FR RF987654321 », « FR12 345 678 901 ». Two characters without I and O, nine digits: the SIREN. Code général des impôts, annexe II, article 242 nonies A. */
const FRENCH_VAT = /^FR([0-9A-HJ-NP-Z]{2})(\d{9})$/;
const VAT_LENGTH = 40;
/** A French VAT number without its spaces; `null` when it is none. */
export function readVat(text: string): string | null {
  if (text.length > VAT_LENGTH) return null;
  const bare = text.toUpperCase().replace(/[\s.-]/g, '');
  return FRENCH_VAT.test(bare) ? bare : null;
}

/** @param vat as `readVat` gives it */
export function companyOfVat(vat: string): Pick<UfiSource, 'group' | 'key'> {
  const [, letters = '', digits = ''] = FRENCH_VAT.exec(vat) ?? [];
  const value = (at: number): bigint => BigInt(Number.parseInt(letters.charAt(at), 36));
  return { group: FRANCE, key: (36n * value(0) + value(1)) * 10n ** 9n + BigInt(digits) };
}
export const companyOfKey = (key: number): Pick<UfiSource, 'group' | 'key'> => ({ group: 0n, key: BigInt(key) });

/** The check character makes Σ i × value ≡ 0 mod 31, i from 1. */
const weigh = (values: readonly number[], from: number): number =>
  values.reduce((total, value, index) => total + (index + from) * value, 0) % ALPHABET.length;

const grouped = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1-');

export function makeUfi({ group, key, number }: UfiSource): string {
  const bits = ((((BigInt(number) << BITS.group) | group) << BITS.key) | key) << BITS.version;
  const digits: number[] = [];
  for (let rest = bits; digits.length < PLACES.length; rest /= BASE) digits.unshift(Number(rest % BASE));
  const body = PLACES.map((place) => digits[place] ?? 0);
  const check = (ALPHABET.length - weigh(body, 2)) % ALPHABET.length;
  return grouped([check, ...body].map((value) => ALPHABET.charAt(value)).join(''));
}

const TYPED_LENGTH = 60;
/**
 * A UFI as a person types it: lower case, without dashes, with spaces. @returns it as it is printed and what it is made of, or
 * the sentence that says what is wrong, the character named
 */
export function readUfi(typed: string): { ufi: string; source: UfiSource } | { fault: string } {
  if (typed.length > TYPED_LENGTH) return { fault: 'Un UFI a seize caractères.' };
  const text = typed
    .trim()
    .toUpperCase()
    .replace(/^UFI\s*:?/, '')
    .replace(/[\s\u00a0\u202f‐‑–—-]/g, '');
  const strange = [...text].find((one) => !ALPHABET.includes(one));
  if (strange !== undefined)
    return {
      fault: `Le caractère « ${strange} » n’existe pas dans un UFI : ni B, ni I, ni L, ni O, ni Z, ni accent. Relisez-le.`,
    };
  if (text.length !== LENGTH) return { fault: `Un UFI a seize caractères ; celui-ci en a ${text.length}. Relisez-le.` };
  const values = [...text].map((one) => ALPHABET.indexOf(one));
  if (weigh(values, 1) !== 0)
    return {
      fault: `Le caractère de contrôle « ${text.charAt(0)} » ne correspond pas aux quinze autres : l’un des seize est faux. Relisez-le.`,
    };
  const digits: number[] = [];
  for (const [index, place] of PLACES.entries()) digits[place] = values[index + 1] ?? 0;
  const bits = digits.reduce((total, digit) => total * BASE + BigInt(digit), 0n);
  const number = bits >> (BITS.version + BITS.key + BITS.group);
  // Thirty-one to the fifteenth is more than 74 bits: some texts that check out stand for no number.
  if ((bits & 1n) !== 0n || number > BigInt(FORMULA_NUMBER_MAX))
    return { fault: 'Ce code a la forme d’un UFI, mais ne correspond à aucun numéro de formule. Relisez-le.' };
  return {
    ufi: grouped(text),
    source: {
      number: Number(number),
      group: (bits >> (BITS.version + BITS.key)) & ((1n << BITS.group) - 1n),
      key: (bits >> BITS.version) & ((1n << BITS.key) - 1n),
    },
  };
}
