import type { IntakeCandidate, IntakeItem, IntakeState, OwnerType } from '#shared/intake/intake.contract.ts';
import type { IntakeDependencies } from './intake.service.ts';
import type * as store from './intake.store.ts';

/** Says what came in as a client reads it. */
export function createPresenting({
  products,
  materials,
  substances,
}: Pick<IntakeDependencies, 'products' | 'materials' | 'substances'>) {
  /** What each owner is called. */
  const labelsOf = async (keys: readonly { type: string; id: string }[]): Promise<Map<string, string>> => {
    const idsOf = (type: OwnerType): string[] => keys.flatMap((key) => (key.type === type ? [key.id] : []));
    const labels = new Map<string, string>();
    for await (const { id, label } of products.views(idsOf('product'))) labels.set(`product ${id}`, label);
    for (const { id, label } of await materials.listByIds(idsOf('material'))) labels.set(`material ${id}`, label);
    for (const { id, label } of await substances.listByIds(idsOf('substance'))) labels.set(`substance ${id}`, label);
    return labels;
  };
  const present = async (rows: readonly store.IntakeWithFile[]): Promise<IntakeItem[]> => {
    const keys = rows.flatMap(({ owner_type, owner_id }) =>
      owner_type && owner_id ? [{ type: owner_type, id: owner_id }] : [],
    );
    const labels = await labelsOf(keys);
    return rows.map((row): IntakeItem => {
      const label = labels.get(`${row.owner_type} ${row.owner_id}`);
      const { file_id: _, mime_type: __, owner_type, owner_id, expires_at: ___, ...told } = row;
      return {
        ...told,
        source: row.source as IntakeItem['source'],
        state: row.state as IntakeState,
        kind: row.kind as IntakeItem['kind'],
        // One that has gone since is nobody's.
        owner: owner_id && label ? { type: owner_type as OwnerType, id: owner_id, label } : null,
        candidates: JSON.parse(row.candidates) as IntakeCandidate[],
      };
    });
  };
  return { labelsOf, present };
}
