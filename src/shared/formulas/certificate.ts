import { type Micros, toMicros } from '../fields/percent.ts';
import { isPerfume, type MaterialRef, quantityTyped } from './formula.ts';

type Share = { min: Micros; max: Micros } | null;

/** What a raw material holds beside the parts it is expanded into. */
export interface CertifiedPart {
  substance_id: string;
  /** Millionths of a percent of the raw material that are known; `null` where none is. */
  share: Share;
  /** Whether that is all of it. */
  isWhole: boolean;
  /** Whether it is more of a part of the breakdown, which is an ingredient already. */
  isMore: boolean;
}

type Sum = Pick<CertifiedPart, 'share' | 'isWhole'>;
const NOTHING: Sum = { share: null, isWhole: true };

const sumOfEach = (parts: readonly { substance_id: string; share: Share }[]): Map<string, Sum> =>
  new Map(
    [...Map.groupBy(parts, ({ substance_id }) => substance_id)].map(([id, given]) => [
      id,
      {
        share: given.reduce<Share>(
          (sum, { share }) => (sum && share ? { min: sum.min + share.min, max: sum.max + share.max } : (share ?? sum)),
          null,
        ),
        isWhole: given.every(({ share }) => share !== null),
      },
    ]),
  );

const larger = (one: Share, other: Share): Share =>
  one && other ? { min: Math.max(one.min, other.min), max: Math.max(one.max, other.max) } : (one ?? other);

/**
 * What a certificate says and the breakdown does not: of a substance that both name, what the certificate has more. A perfume
 * is expanded into nothing, so that what is typed as its composition counts here; said twice, the larger. Never towards safety.
 */
export function certifiedParts(material: MaterialRef): CertifiedPart[] {
  const typed = sumOfEach(
    material.components.map((one) => ({ substance_id: one.substance_id, share: quantityTyped(one) })),
  );
  const certified = sumOfEach(
    material.allergens.map(({ substance_id, percent }) => {
      const micros = toMicros(percent);
      return { substance_id, share: { min: micros, max: micros } };
    }),
  );
  if (isPerfume(material))
    return [...new Set([...typed.keys(), ...certified.keys()])].map((id) => {
      const [part, said] = [typed.get(id) ?? NOTHING, certified.get(id) ?? NOTHING];
      // A part without an amount beside a certificate is what the certificate says.
      const isWhole = part.isWhole || (part.share === null && said.share !== null);
      return { substance_id: id, share: larger(part.share, said.share), isWhole, isMore: false };
    });
  return [...certified].flatMap(([id, said]) => {
    const more = (said.share?.max ?? 0) - (typed.get(id)?.share?.max ?? 0);
    return more > 0
      ? [{ substance_id: id, share: { min: more, max: more }, isWhole: true, isMore: typed.has(id) }]
      : [];
  });
}
