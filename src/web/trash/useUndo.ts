import { restoreTrash } from '#shared/trash/trash.contract.ts';
import { call, sentenceOf } from '../api/client.ts';
import { useRefresh } from '../api/query.ts';
import { useMay } from '../auth/account.tsx';
import { type Toast, useToast } from '../ui/toast.tsx';

/**
 * The “Annuler” of a deletion: what was removed is brought back from the trash. Only for whoever may bring it back.
 * @returns what to spread in the toast that tells of the deletion
 */
export function useUndo(noun: 'products' | 'templates' | 'generations'): (id: string) => Pick<Toast, 'action'> {
  const mayRestore = useMay(restoreTrash.right);
  const refresh = useRefresh();
  const toast = useToast();
  const restore = async (id: string): Promise<void> => {
    try {
      const { label } = await call(restoreTrash, { params: { id } });
      toast({ severity: 'success', message: `« ${label} » est de retour.` });
      await refresh(noun, 'dashboard', 'trash');
    } catch (problem) {
      toast({ severity: 'error', message: sentenceOf(problem) });
    }
  };
  return (id) => (mayRestore ? { action: { label: 'Annuler', run: () => void restore(id) } } : {});
}
