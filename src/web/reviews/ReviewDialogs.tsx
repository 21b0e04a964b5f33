import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { askReview, listColleagues, RETURN_MIN, returnReview } from '#shared/reviews/review.contract.ts';
import { call, faultsByField } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { DayInput } from '../fields/DayInput.tsx';
import { useProduct } from '../products/useProduct.ts';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';

interface DialogProps {
  busy: boolean;
  onClose: () => void;
  onDone: (work: () => Promise<unknown>, said: string) => Promise<void>;
}

export function AskDialog({ busy, onClose, onDone }: DialogProps) {
  const { id } = useProduct();
  const people = useQuery(queryOf(listColleagues));
  const [reviewer, setReviewer] = useState('');
  const [due, setDue] = useState('');
  const [note, setNote] = useState('');
  const [fault, setFault] = useState<Record<string, string>>({});
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (reviewer === '') {
      setFault({ reviewer_id: 'Choisissez qui relit.' });
      return;
    }
    void onDone(async () => {
      try {
        const body = { reviewer_id: reviewer, due_on: due || null, note: note.trim() || null };
        return await call(askReview, { params: { id }, body });
      } catch (problem) {
        setFault(faultsByField(problem));
        throw problem;
      }
    }, 'La relecture est demandée.');
  };
  return (
    <FormDialog onClose={onClose} maxWidth="xs" aria-labelledby="ask-review" onSubmit={submit}>
      <DialogTitle id="ask-review">Demander une relecture</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <TextField
          select
          required
          label="Qui relit"
          value={reviewer}
          error={Boolean(fault.reviewer_id)}
          helperText={fault.reviewer_id ?? 'Éditeur ou lecteur ; un avis l’attend dans Diplo.'}
          onChange={(event) => setReviewer(event.target.value)}
          sx={{ mt: 1 }}
        >
          {(people.data?.data ?? []).map((one) => (
            <MenuItem key={one.id} value={one.id}>
              {one.name}
            </MenuItem>
          ))}
        </TextField>
        <DayInput
          field={{ name: 'due_on', label: 'Pour le' }}
          value={due}
          required={false}
          disabled={false}
          error={fault.due_on}
          onChange={setDue}
          onBlur={() => undefined}
        />
        <TextField
          label="Note"
          value={note}
          multiline
          minRows={2}
          error={Boolean(fault.note)}
          helperText={fault.note ?? 'Par exemple « Surtout les tests de stabilité ».'}
          onChange={(event) => setNote(event.target.value)}
        />
      </DialogContent>
      <DialogButtons submit="Demander" busy={busy} onCancel={onClose} />
    </FormDialog>
  );
}

export function ReturnDialog({ busy, onClose, onDone }: DialogProps) {
  const { id } = useProduct();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (reason.trim().length < RETURN_MIN) {
      setFault(`Dites ce qui est à reprendre : ${RETURN_MIN} caractères au moins.`);
      return;
    }
    void onDone(() => call(returnReview, { params: { id }, body: { reason } }), 'Le produit est rendu, à reprendre.');
  };
  return (
    <FormDialog onClose={onClose} maxWidth="xs" aria-labelledby="return-review" onSubmit={submit}>
      <DialogTitle id="return-review">À reprendre</DialogTitle>
      <DialogContent>
        <TextField
          required
          autoFocus
          fullWidth
          label="Ce qui est à reprendre"
          value={reason}
          multiline
          minRows={3}
          error={fault !== null}
          helperText={fault ?? 'La personne qui a demandé la relecture le lira.'}
          onChange={(event) => setReason(event.target.value)}
          sx={{ mt: 1 }}
        />
      </DialogContent>
      <DialogButtons submit="Rendre" busy={busy} onCancel={onClose} />
    </FormDialog>
  );
}
