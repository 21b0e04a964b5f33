import { writeNumber } from '../fields/number.ts';
import type { Margins } from './exposure.contract.ts';
import { printSafely } from './margins.ts';

/** A margin as a document prints it: what is compared with the margins of today. */
export interface KeptMargin {
  inci: string;
  percent: number;
  sed: string;
  pod_sys: string;
  mos: string;
  ttc: string;
}

/** What a document prints of the margins, rounded as it does: what differs no reader could see is no change. */
export const keptMargins = ({ rows, to_document }: Pick<Margins, 'rows' | 'to_document'>): KeptMargin[] => [
  ...rows.map(({ inci, percent, sed_mg_kg_d, pod_sys, mos, ttc }) => ({
    inci,
    percent,
    sed: sed_mg_kg_d === null ? '' : printSafely(sed_mg_kg_d, 'up'),
    pod_sys: pod_sys === null ? '' : printSafely(pod_sys, 'down'),
    mos: mos === null ? '' : printSafely(mos, 'down'),
    ttc: writeNumber(ttc),
  })),
  ...to_document.map(({ inci, percent }) => ({ inci, percent: percent ?? 0, sed: '', pod_sys: '', mos: '', ttc: '' })),
];

export type MarginChange = NonNullable<Margins['since']>['changes'][number];

const WHAT = {
  mos: 'MoS',
  sed: 'SED (mg/kg pc/j)',
  pod_sys: 'POD systémique (mg/kg pc/j)',
  ttc: 'TTC (µg/kg pc/j)',
} as const;

/** What of the printed margins is no longer so: substances that came or went, and each number that changed. */
export function changedMargins(before: readonly KeptMargin[], now: readonly KeptMargin[]): MarginChange[] {
  const [was, is] = [new Map(before.map((one) => [one.inci, one])), new Map(now.map((one) => [one.inci, one]))];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((inci): MarginChange[] => {
    const [a, b] = [was.get(inci), is.get(inci)];
    if (!a || !b) return [{ inci, what: b ? 'Substance ajoutée' : 'Substance retirée', from: null, to: null }];
    return (Object.keys(WHAT) as (keyof typeof WHAT)[]).flatMap((name) =>
      a[name] === b[name] ? [] : [{ inci, what: WHAT[name], from: a[name] || null, to: b[name] || null }],
    );
  });
}
