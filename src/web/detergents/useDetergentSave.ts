import { useQueryClient } from '@tanstack/react-query';
import { type Detergent, updateDetergent } from '#shared/detergents/detergent.contract.ts';
import { call } from '../api/client.ts';
import { refreshFileOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useProduct } from '../products/useProduct.ts';

/** Saves some values of the record over the revision that was read, and has what follows from it read again. */
export function useDetergentSave(record: Detergent) {
  const { id } = useProduct();
  const client = useQueryClient();
  const { act, busy } = useAction();
  const save = (values: Partial<Detergent>, done: string): Promise<unknown> =>
    act(
      () =>
        call(updateDetergent, {
          params: { id },
          body: { ...record, ...values },
          headers: { 'If-Match': `"${record.revision}"` },
        }),
      { done, refresh: ['products'] },
    ).finally(() => refreshFileOf(client, id));
  return { save, busy };
}
