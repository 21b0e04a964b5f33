/**
 * Exact fractions: a limit of the law is met or it is not, and 0.1 + 0.2 is no 0.3 in floating point. Numbers are read by the
 * digits they are written with.
 */
export interface Exact {
  readonly top: bigint;
  /** Above zero. */
  readonly bottom: bigint;
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b));
const reduced = (top: bigint, bottom: bigint): Exact => {
  const sign = bottom < 0n ? -1n : 1n;
  const shared = gcd(top < 0n ? -top : top, bottom < 0n ? -bottom : bottom) || 1n;
  return { top: (sign * top) / shared, bottom: (sign * bottom) / shared };
};

/** @param value finite, as it was typed: `0.1` is a tenth */
export function exact(value: number): Exact {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', decimals = ''] = mantissa.split('.');
  const digits = BigInt(`${whole}${decimals}`);
  const power = Number(exponent) - decimals.length;
  return power >= 0 ? { top: digits * 10n ** BigInt(power), bottom: 1n } : reduced(digits, 10n ** BigInt(-power));
}

export const ZERO: Exact = { top: 0n, bottom: 1n };
export const plus = (a: Exact, b: Exact): Exact => reduced(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
export const minus = (a: Exact, b: Exact): Exact => reduced(a.top * b.bottom - b.top * a.bottom, a.bottom * b.bottom);
export const times = (a: Exact, b: Exact): Exact => reduced(a.top * b.top, a.bottom * b.bottom);
/** @throws RangeError when `b` is zero */
export function over(a: Exact, b: Exact): Exact {
  if (b.top === 0n) throw new RangeError('Division by zero');
  return reduced(a.top * b.bottom, a.bottom * b.top);
}
export const sum = (all: readonly Exact[]): Exact => all.reduce(plus, ZERO);
/** Below zero, zero or above, as `a` is below, equal to or above `b`. */
export const compare = (a: Exact, b: Exact): number => {
  const difference = a.top * b.bottom - b.top * a.bottom;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};
export const isAtLeast = (a: Exact, limit: Exact | number): boolean =>
  compare(a, typeof limit === 'number' ? exact(limit) : limit) >= 0;
export const isAbove = (a: Exact, limit: Exact | number): boolean =>
  compare(a, typeof limit === 'number' ? exact(limit) : limit) > 0;

/** The nearest number: for what is shown, after everything has been compared. */
export function toNumber({ top, bottom }: Exact): number {
  const scale = 10n ** 12n;
  const whole = top / bottom;
  const rest = ((top % bottom) * scale) / bottom;
  return Number(whole) + Number(rest) / 1e12;
}
