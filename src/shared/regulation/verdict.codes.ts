import type { Verdict } from './regulation.contract.ts';
import { isOpen } from './regulation.print.ts';

/** What the verdicts of a product are found under. */
export type LawCode = 'INTERDIT' | 'HORS_LIMITE' | 'LOI_A_VERIFIER';

/** The code of one verdict; `null` where nothing is to be said. By the entry that breaks: Annex II forbids, the others limit. */
export function codeOf(verdict: Pick<Verdict, 'state' | 'decision' | 'entries'>): LawCode | null {
  if (isOpen(verdict)) return 'LOI_A_VERIFIER';
  if (verdict.state !== 'non_conforme') return null;
  return verdict.entries.some(({ annex, broken }) => annex === 'II' && broken) ? 'INTERDIT' : 'HORS_LIMITE';
}

export const codesOf = (verdicts: readonly Verdict[]): LawCode[] => [
  ...new Set(verdicts.flatMap((one) => codeOf(one) ?? [])),
];
