import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { anyRecords } from '#shared/records/record.contract.ts';
import { type Substance, substanceEndpoints } from '#shared/substances/substance.contract.ts';
import { call, faultsByField } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { RecordDocuments } from '../attachments/RecordDocuments.tsx';
import { useMay } from '../auth/account.tsx';
import { UsedIn } from '../libraries/UsedIn.tsx';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { readToxicology, ToxicologyFields } from './ToxicologyFields.tsx';

interface Props {
  /** `null` for a new one. */
  substance: Substance | null;
  onClose: () => void;
}

const listed = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((one) => one.trim())
    .filter(Boolean);

export function SubstanceDialog({ substance, onClose }: Props) {
  const { act, busy } = useAction();
  const mayWrite = useMay('write');
  const [faults, setFaults] = useState<Record<string, string>>({});
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string): string => String(form.get(name) ?? '').trim();
    const body = {
      inci: text('inci'),
      cas: listed(text('cas')),
      ec: listed(text('ec')),
      functions: text('functions')
        .split(/[,;]/)
        .map((one) => one.trim())
        .filter(Boolean),
      nano: form.get('nano') !== null,
      origin: substance?.origin ?? ('confirmed' as const),
      note: text('note') || null,
      ...readToxicology(form),
    };
    setFaults({});
    const saved = await act(
      async () => {
        try {
          return await (substance
            ? call(substanceEndpoints.update, {
                params: { id: substance.id },
                body,
                headers: { 'If-Match': `"${substance.revision}"` },
              })
            : call(substanceEndpoints.create, { body }));
        } catch (problem) {
          setFaults(faultsByField(problem));
          throw problem;
        }
      },
      { done: 'La substance est enregistrée.', refresh: ['substances', 'products', 'materials'] },
    );
    if (saved) onClose();
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="substance-title">
      <form onSubmit={submit}>
        <DialogTitle id="substance-title">{substance ? substance.inci : 'Nouvelle substance'}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2, pt: 1 }}>
            {substance && (
              <UsedIn
                endpoints={anyRecords(substanceEndpoints)}
                id={substance.id}
                count={substance.used_in}
                what="Cette substance"
              />
            )}
            <TextField
              name="inci"
              label="Nom INCI"
              required
              autoFocus
              defaultValue={substance?.inci}
              error={Boolean(faults.inci)}
              helperText={faults.inci}
              slotProps={{ htmlInput: { maxLength: 300 } }}
            />
            <TextField
              name="cas"
              label="Numéros CAS"
              defaultValue={substance?.cas.join(', ')}
              error={Boolean(faults.cas)}
              helperText={faults.cas ?? 'Par exemple 56-81-5 ; plusieurs séparés par des virgules.'}
            />
            <TextField
              name="ec"
              label="Numéros CE"
              defaultValue={substance?.ec.join(', ')}
              error={Boolean(faults.ec)}
              helperText={faults.ec ?? 'Par exemple 200-289-5.'}
            />
            <TextField
              name="functions"
              label="Fonctions"
              defaultValue={substance?.functions.join(', ')}
              error={Boolean(faults.functions)}
              helperText={faults.functions ?? 'Par exemple humectant, solvant.'}
            />
            <FormControlLabel
              control={<Switch name="nano" defaultChecked={substance?.nano ?? false} />}
              label="Nanomatériau : « [nano] » suit son nom sur l’étiquette"
            />
            <ToxicologyFields substance={substance} faults={faults} />
            {substance && (
              <RecordDocuments
                endpoints={anyRecords(substanceEndpoints)}
                id={substance.id}
                mayWrite={mayWrite}
                title="Études et documents"
                about="Rapport de l’étude, avis du SCCS, fiche toxicologique… avec leur date. Enregistrés dès qu’ils sont joints."
              />
            )}
            <TextField
              name="note"
              label="Note"
              multiline
              minRows={2}
              defaultValue={substance?.note}
              error={Boolean(faults.note)}
              helperText={faults.note}
            />
          </Stack>
        </DialogContent>
        <DialogButtons submit="Enregistrer" busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
