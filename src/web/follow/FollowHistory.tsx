import { FOLLOW_KINDS, listFollowRevisions } from '#shared/follow/follow.contract.ts';
import { queryOf } from '../api/query.ts';
import { RevisionsCard } from '../records/RevisionsCard.tsx';

/** Who changed what of the life of a product, and when. */
export function FollowHistory({ productId }: { productId: string }) {
  return (
    <RevisionsCard
      title="Historique du suivi"
      what="l’historique du suivi"
      query={queryOf(listFollowRevisions, { params: { id: productId } })}
      rowsOf={({ data }) =>
        data.map((one) => ({
          ...one,
          key: one.id,
          label: one.record === 'lot' ? `${FOLLOW_KINDS.lot} ${one.label}` : one.label,
        }))
      }
    />
  );
}
