import { printNumber } from '#shared/fields/number.ts';

/** `1234567` bytes → `1,2 Mo`. */
export function printSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} octets`;
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'ko'] : [bytes / 1_000_000, 'Mo'];
  return `${printNumber(Math.round(value * 10) / 10)}\u00a0${unit}`;
}
