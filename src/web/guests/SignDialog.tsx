import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import { Paperclip } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { dayOf } from '#shared/fields/date.ts';
import { signAsGuest } from '#shared/guests/guest.contract.ts';
import { call, faultsByField } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { DayInput } from '../fields/DayInput.tsx';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { FilePicker } from '../ui/FilePicker.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';

export function SignDialog({ stamp, onClose, onSigned }: { stamp: string; onClose: () => void; onSigned: () => void }) {
  const { act, busy } = useAction();
  const [texts, setTexts] = useState({ name: '', qualification: '', date: dayOf(new Date()) });
  const [isStated, setStated] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<Record<string, string>>({});
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isStated) {
      setFault({ statement: 'Cochez la déclaration pour signer.' });
      return;
    }
    const signed = await act(
      async () => {
        try {
          return await call(signAsGuest, { body: { ...texts, stamp, statement: true as never }, file });
        } catch (problem) {
          setFault(faultsByField(problem));
          throw problem;
        }
      },
      { done: ({ state }) => ({ message: state }) },
    );
    if (signed) onSigned();
  };
  return (
    <FormDialog
      onClose={onClose}
      maxWidth="sm"
      aria-labelledby="guest-sign"
      busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      <DialogTitle id="guest-sign">Signer la partie B</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Alert severity="info">
          Vous dites ici avoir signé. Ce n’est pas une signature électronique au sens du règlement eIDAS : joignez le
          document que vous avez signé. Une personne de la maison l’enregistre.
        </Alert>
        <TextField
          required
          autoFocus
          label="Prénom et nom"
          value={texts.name}
          error={Boolean(fault.name)}
          helperText={fault.name}
          onChange={(event) => setTexts({ ...texts, name: event.target.value })}
        />
        <TextField
          required
          label="Titre et diplôme"
          value={texts.qualification}
          error={Boolean(fault.qualification)}
          helperText={fault.qualification ?? 'Par exemple « Docteur en pharmacie, DU de toxicologie ».'}
          onChange={(event) => setTexts({ ...texts, qualification: event.target.value })}
        />
        <DayInput
          field={{ name: 'date', label: 'Date de la signature' }}
          value={texts.date}
          required
          disabled={false}
          error={fault.date}
          onChange={(date) => setTexts({ ...texts, date })}
          onBlur={() => undefined}
        />
        <Box>
          <FilePicker
            label="Choisir le document signé"
            variant="outlined"
            onPick={setFile}
            startIcon={<Paperclip size={18} />}
          >
            {file ? 'Changer de document' : 'Joindre le document signé'}
          </FilePicker>
          <FormHelperText error={Boolean(fault.file)} sx={{ overflowWrap: 'anywhere' }}>
            {fault.file ?? file?.name ?? 'PDF de préférence, 25 Mo au plus.'}
          </FormHelperText>
        </Box>
        <Box>
          <FormControlLabel
            control={<Checkbox checked={isStated} onChange={(_, on) => setStated(on)} />}
            label="J’ai lu ce dossier tel qu’il m’est montré, et j’ai signé l’évaluation de la sécurité (annexe I, partie B)."
          />
          {fault.statement && <FormHelperText error>{fault.statement}</FormHelperText>}
        </Box>
      </DialogContent>
      <DialogButtons submit="Envoyer la signature" busy={busy} onCancel={onClose} />
    </FormDialog>
  );
}
