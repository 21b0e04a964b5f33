import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Stopped, updateStop } from '#shared/lots/lot.contract.ts';
import { call } from '../api/client.ts';
import { refreshFileOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { DayInput } from '../fields/DayInput.tsx';
import { SavingDialog } from '../libraries/SavingDialog.tsx';
import { useProduct } from '../products/useProduct.ts';
import { useStopDoors } from './lot.doors.ts';

/** Says that no lot follows, since when and why; or takes it back. */
export function StopDialog({ stop, onClose }: { stop: Stopped; onClose: () => void }) {
  const { id } = useProduct();
  const client = useQueryClient();
  const { act, busy } = useAction();
  const [le, setLe] = useState(stop.le ?? '');
  const [motif, setMotif] = useState(stop.motif ?? '');
  const lift = async (): Promise<void> => {
    const headers = { 'If-Match': `"${stop.revision}"` };
    const done = await act(() => call(updateStop, { params: { id }, body: null as never, headers }), {
      done: 'D’autres lots peuvent suivre.',
      refresh: ['products'],
    });
    refreshFileOf(client, id);
    if (done) onClose();
  };
  return (
    <SavingDialog
      record={{ ...stop, id }}
      title="Aucun lot ne suivra"
      maxWidth="xs"
      doors={useStopDoors(id)}
      saved="L’arrêt est enregistré."
      refresh={['products']}
      typed={[le, motif]}
      read={() => ({ le: le || null, motif: motif.trim() || null })}
      onSaved={() => refreshFileOf(client, id)}
      onClose={onClose}
    >
      {(faults) => (
        <>
          <Typography color="textSecondary">
            La fin de la conservation devient ferme : dix ans après la mise sur le marché du dernier lot.
          </Typography>
          <DayInput
            field={{ name: 'le', label: 'Aucun lot après le' }}
            value={le}
            required
            disabled={false}
            error={faults.le}
            onChange={setLe}
            onBlur={() => undefined}
          />
          <TextField
            label="Motif"
            value={motif}
            multiline
            minRows={2}
            error={Boolean(faults.motif)}
            helperText={faults.motif ?? 'Par exemple « Remplacé par la formule F-2026-018 ».'}
            onChange={(event) => setMotif(event.target.value)}
          />
          {stop.le && (
            <Button loading={busy} onClick={() => void lift()} sx={{ justifySelf: 'start', alignSelf: 'start' }}>
              Revenir dessus : d’autres lots suivront
            </Button>
          )}
        </>
      )}
    </SavingDialog>
  );
}
