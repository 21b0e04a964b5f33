/** A name of an ingredient as names are compared: without case, accents, kinds of hyphen, soft hyphens or doubled spaces. */
export const nameKey = (name: string): string =>
  (PLAIN.test(name) ? name : withoutMarks(name)).replace(/`/g, "'").replace(/ {2,}/g, ' ').trim().toLowerCase();

/** Most names have nothing to take away: no accent, no blank but the space. */
const PLAIN = /^[\x20-\x7e]*$/;

const withoutMarks = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[\u00ad\u200b-\u200d\ufeff]/g, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[’‘′]/g, "'")
    .replace(/\s+/g, ' ');

/** A CAS number, by its form. Source: CAS Registry, « Check Digit Verification ». */
export const CAS = /\b\d{2,7}-\d{2}-\d\b/;
/** A number of the European inventories (EINECS, ELINCS, NLP), by its form. */
export const EC = /\b\d{3}-\d{3}-\d\b/;

/** Whether the check digit of a CAS number is right: each digit by its rank from the right, modulo ten. */
export function isCas(text: string): boolean {
  const digits = /^(\d{2,7})-(\d{2})-(\d)$/.exec(text.trim());
  if (!digits) return false;
  const body = `${digits[1]}${digits[2]}`;
  const sum = [...body].reverse().reduce((total, digit, index) => total + Number(digit) * (index + 1), 0);
  return sum % 10 === Number(digits[3]);
}

/** Whether the check digit of an EC number is right: each digit by its rank from the left, modulo eleven. */
export function isEc(text: string): boolean {
  const digits = /^(\d{3})-(\d{3})-(\d)$/.exec(text.trim());
  if (!digits) return false;
  const sum = [...`${digits[1]}${digits[2]}`].reduce((total, digit, index) => total + Number(digit) * (index + 1), 0);
  return sum % 11 === Number(digits[3]);
}

/** Whether a note says that there is no CAS number: « sans CAS ». */
export const saysNoCas = (note: string | null): boolean => /\bsans (?:n°|no|numéro)? ?cas\b/i.test(note ?? '');
