import { listFollowRevisions } from '#shared/follow/follow.contract.ts';
import type { Change } from '#shared/products/product.contract.ts';
import { call } from '../api/client.ts';

/** What was saved of one record of the life of a product after a revision. */
export async function followChanges(
  productId: string,
  { owner, revision }: { owner: string; revision: number },
): Promise<Change[]> {
  const all = await call(listFollowRevisions, { params: { id: productId } });
  return all.filter((one) => one.id === owner && one.revision > revision).flatMap(({ changes }) => changes);
}
