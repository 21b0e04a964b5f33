import { createHash } from 'node:crypto';
import type { Assessed, Item } from '#shared/regulation/assess.ts';
import type { Verdict } from '#shared/regulation/regulation.contract.ts';
import type { LawDecisionRow } from '../db/tables.ts';
import type { LoadedCorpus } from './corpus.ts';

/**
 * What an answer is about: how much of what, and the entries that were quoted. Once that is something else, it falls. Whether an
 * entry names the substance does not depend on how much of it there is.
 */
export const basisOf = (
  corpus: LoadedCorpus | null,
  { item, judged, of }: { item: Item; judged: Assessed; of: 'applies' | 'decision' },
): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        of === 'applies' ? null : item.subject.amount,
        item.identity,
        judged.judgement.entries.map(({ id, case: chosen }) => [
          corpus?.byId.get(id)?.lasting,
          corpus?.byId.get(id)?.content,
          chosen?.letter ?? null,
        ]),
      ]),
    )
    .digest('hex');

/** What people answered: that the entry is about it, or that it was looked at. One of before said neither. */
export const decisionsOf = ({
  verified,
  applied,
}: {
  verified: LawDecisionRow | undefined;
  applied: LawDecisionRow | undefined;
}): Pick<Verdict, 'decision' | 'earlier_decision'> => {
  const said = ({ by, at, data }: LawDecisionRow) => ({ by, at, reason: JSON.parse(data).reason as string });
  const hasDirection = verified !== undefined && JSON.parse(verified.data).applies === false;
  return {
    decision:
      verified && hasDirection
        ? { ...said(verified), applies: false }
        : applied
          ? { ...said(applied), applies: true }
          : null,
    earlier_decision: verified && !hasDirection ? said(verified) : null,
  };
};
