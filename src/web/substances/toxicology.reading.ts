import type { Toxicology } from '#shared/substances/substance.contract.ts';

/** What is no number is sent as it was typed: it is refused at its field, never dropped. */
export const number = (text: string): number | null => {
  const bare = text
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(/[\u2212\u2013]/g, '-')
    .replace(',', '.');
  if (bare === '') return null;
  const value = Number(bare);
  return Number.isFinite(value) ? value : (text as unknown as number);
};

/** How one writes « divided by »: the sign that is printed, and what keyboards have. */
const DIVIDED = ['÷', '=', ':', '/'];
/** A reason and its divisor. Without a divisor it is sent as it was typed, and refused at its field. */
export function factorOf(text: string): Toxicology['factors'][number] {
  const sign = DIVIDED.find((one) => text.includes(one));
  const at = sign === undefined ? text.length : text.lastIndexOf(sign);
  const divisor = number(text.slice(at + 1));
  return { label: text.slice(0, at).trim(), divisor: divisor ?? (text.trim() as unknown as number) };
}
