import { restoreTrash } from '#shared/trash/trash.contract.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import type { Toast } from '../ui/toast.tsx';

/**
 * The “Annuler” of a deletion: what was removed is brought back from the trash. Only for whoever may bring it back.
 * @returns what to spread in the toast that tells of the deletion
 */
export function useUndo(noun: 'products' | 'templates' | 'generations'): (id: string) => Pick<Toast, 'action'> {
  const mayRestore = useMay(restoreTrash.right);
  const { act } = useAction();
  const restore = (id: string): Promise<unknown> =>
    act(() => call(restoreTrash, { params: { id } }), {
      done: ({ label }) => ({ message: `« ${label} » est de retour.` }),
      refresh: [noun, 'dashboard', 'trash'],
    });
  return (id) => (mayRestore ? { action: { label: 'Annuler', run: () => void restore(id) } } : {});
}
