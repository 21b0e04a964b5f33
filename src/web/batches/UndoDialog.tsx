import DialogContentText from '@mui/material/DialogContentText';
import type { Batch } from '#shared/batches/batch.contract.ts';
import { BulkDialog, productsCount } from './BulkDialog.tsx';

/** Takes back what a batch wrote, once one has seen what goes back and what stays. */
export function UndoDialog({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  return (
    <BulkDialog
      title="Annuler ce travail"
      demand={{ kind: 'undo', batch_id: batch.id }}
      verb={batch.done > 1 ? 'reviendraient à ce qu’ils étaient' : 'reviendrait à ce qu’il était'}
      startLabel={(total) => `Annuler pour ${productsCount(total)}`}
      onClose={onClose}
    >
      <DialogContentText>
        Diplo regarde d’abord ce que quelqu’un a changé depuis : cela reste. Un champ qui contient encore ce que ce
        travail a écrit reprend sa valeur d’avant ; un produit créé, et que personne n’a touché, va à la corbeille.
      </DialogContentText>
    </BulkDialog>
  );
}
