import type { Margins } from '#shared/exposure/exposure.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { printDayOf } from '#shared/fields/date.ts';

/** Numbers named in one sentence; the rest is counted. */
const NAMED_MAX = 4;

/** « Depuis le document validé le 03/03/2026, 2 marges ont changé : Phenoxyethanol, MoS 165 → 82. » */
export function sinceSentence({ validated_at, changes }: NonNullable<Margins['since']>): string {
  // Of one substance the margin says the most.
  const names = [...new Set(changes.map(({ inci }) => inci))];
  const told = names.slice(0, NAMED_MAX).map((inci) => {
    const own = changes.filter((one) => one.inci === inci);
    const one = own.find(({ what }) => what === 'MoS') ?? own[0];
    if (!one) return inci;
    return one.from === null && one.to === null
      ? `${inci} (${one.what.toLowerCase()})`
      : `${inci}, ${one.what} ${one.from ?? 'non calculée'} → ${one.to ?? 'non calculée'}`;
  });
  const rest = names.length - told.length;
  return `Depuis le document validé le ${printDayOf(validated_at)}, les nombres de ${counted(names.length, 'substance')} ont changé : ${told.join(' ; ')}${rest > 0 ? ` ; et ${counted(rest, 'autre')}` : ''}.`;
}
