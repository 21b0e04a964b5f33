import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { useLeaving } from '../ui/useLeaving.ts';
import type { Editing } from './useFormula.ts';

/** Saves the lines before one goes elsewhere; where that cannot be, asks. */
export function FormulaGuard({ editing: { isDirty, saveAll, abandon } }: { editing: Editing }) {
  const { asks, stay, leave } = useLeaving({ isDirty, saveFirst: saveAll });
  return (
    <ConfirmDialog
      open={asks}
      danger
      title="Quitter sans enregistrer ?"
      text="Des lignes de cette formule n’ont pas pu être enregistrées."
      confirmLabel="Quitter sans enregistrer"
      cancelLabel="Rester"
      onCancel={stay}
      onConfirm={() => {
        abandon();
        leave();
      }}
    />
  );
}
