import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useState } from 'react';
import type { BatchDemand, BatchPlan } from '#shared/batches/batch.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { AskingDialog } from '../ui/AskingDialog.tsx';
import { BatchPlanView } from './BatchPlanView.tsx';
import { useBatch } from './batch.queries.ts';

interface Props {
  title: string;
  /** `null` while something of it is missing. */
  demand: BatchDemand | null;
  /** « seront modifiés ». */
  verb: string;
  startLabel: (total: number) => string;
  onClose: () => void;
  /** What is asked first. */
  children: ReactNode;
}

/** Work on many products: what is wanted, then what it would do, then it is started. */
export function BulkDialog({ title, demand, verb, startLabel, onClose, children }: Props) {
  const { plan, start, busy } = useBatch();
  const [planned, setPlanned] = useState<{ demand: BatchDemand; plan: BatchPlan } | null>(null);
  const look = async (): Promise<void> => {
    if (!demand) return;
    const found = await plan(demand);
    if (found) setPlanned({ demand, plan: found });
  };
  const go = async (): Promise<void> => {
    if (!planned) return;
    if (await start(planned.demand, planned.plan)) onClose();
    // Something moved: it is looked at again.
    else setPlanned(null);
  };
  return (
    <AskingDialog
      busy={busy}
      isTouched={() => demand !== null}
      onClose={onClose}
      maxWidth="md"
      aria-labelledby="bulk-title"
    >
      <DialogTitle id="bulk-title">{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {planned ? <BatchPlanView plan={planned.plan} verb={verb} /> : children}
      </DialogContent>
      <DialogActions>
        <Button onClick={planned ? () => setPlanned(null) : onClose} disabled={busy}>
          {planned ? 'Revenir' : 'Annuler'}
        </Button>
        {planned ? (
          <Button variant="contained" loading={busy} disabled={planned.plan.total === 0} onClick={() => void go()}>
            {startLabel(planned.plan.total)}
          </Button>
        ) : (
          <Button variant="contained" loading={busy} disabled={!demand} onClick={() => void look()}>
            Voir ce qui serait fait
          </Button>
        )}
      </DialogActions>
    </AskingDialog>
  );
}

export const productsCount = (count: number): string => counted(count, 'produit');
