import { listFollowRevisions } from '#shared/follow/follow.contract.ts';
import type { Change } from '#shared/products/product.contract.ts';
import { call } from '../api/client.ts';

/** What was saved of one record of the life of a product after a revision; of the only one of its kind, by that. */
export async function followChanges(
  productId: string,
  { revision, ...which }: { revision: number } & ({ owner: string } | { kind: 'arret' }),
): Promise<Change[]> {
  const all = await call(listFollowRevisions, { params: { id: productId } });
  const isOf = (one: (typeof all)[number]): boolean =>
    'owner' in which ? one.id === which.owner : one.record === which.kind;
  return all.filter((one) => isOf(one) && one.revision > revision).flatMap(({ changes }) => changes);
}
