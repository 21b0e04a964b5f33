import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { printDay, printInstant } from '#shared/fields/date.ts';
import { kindOf } from '#shared/fields/field.ts';
import { usePersonName } from '../auth/people.ts';
import type { RecordField, Texts } from './record.ts';
import type { ConflictWords } from './SavingNotes.tsx';
import type { RecordConflict } from './useRecordSaving.ts';

interface Props {
  conflict: RecordConflict;
  steps: readonly { title: string }[];
  words: ConflictWords;
  /** Whether the save that waits undoes what somebody else made of it. */
  undoes: boolean;
  open: boolean;
  /** Names the fields whose value is the other one's. */
  onSettle: (theirs: string[]) => void;
  onClose: () => void;
}

type Side = 'mine' | 'theirs';

/** Two people changed the same fields: one choice for each, nothing lost whatever is chosen. */
export function ConflictDialog({ conflict, steps, words, undoes, open, onSettle, onClose }: Props) {
  const { clashes } = conflict;
  const nameOf = usePersonName();
  const copy = conflict.kind === 'copy';
  const [sides, setSides] = useState<Partial<Record<string, Side>>>({});
  // The typing may go on behind this window: what is shown is what stands in the form now.
  const typed = useWatch<Texts>() as Texts;
  const sideOf = (name: string): Side => sides[name] ?? 'mine';
  const all = (side: Side): void =>
    setSides(Object.fromEntries(clashes.map(({ field }) => [field.name, side])) as typeof sides);
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby="conflict-title" maxWidth="md" fullWidth>
      <DialogTitle id="conflict-title">
        {copy ? 'Deux saisies à réunir' : 'Cette fiche a changé entre-temps'}
      </DialogTitle>
      <DialogContent>
        <DialogContentText>{introduction(conflict, undoes ? words.undoing : null, nameOf)}</DialogContentText>
        {clashes.length > 1 && (
          <Box sx={{ mt: 1.5, display: 'flex', gap: 1, flexWrap: 'wrap' }}>
            <Button size="small" onClick={() => all('mine')}>
              {copy ? 'Tout reprendre de la copie' : 'Tout garder le mien'}
            </Button>
            <Button size="small" onClick={() => all('theirs')}>
              {copy ? 'Tout garder de la fiche' : 'Tout prendre le sien'}
            </Button>
          </Box>
        )}
        {clashes.map(({ field, mine, theirs: other }) => (
          <FormControl key={field.name} fullWidth sx={{ mt: 2.5 }}>
            <FormLabel id={`clash-${field.name}`} sx={{ fontWeight: 600 }}>
              {field.label}
              <Typography component="span" color="textSecondary" sx={{ fontSize: '0.85rem' }}>
                {' '}
                – {steps[field.step]?.title}
              </Typography>
            </FormLabel>
            <RadioGroup
              aria-labelledby={`clash-${field.name}`}
              value={sideOf(field.name)}
              onChange={(_, side) => setSides((before) => ({ ...before, [field.name]: side as Side }))}
              sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 1, mt: 0.5 }}
            >
              <Choice
                value="mine"
                label={copy ? 'Reprendre la copie' : 'Garder le mien'}
                text={print(field, copy ? mine : (typed[field.name] ?? ''))}
              />
              <Choice value="theirs" label={copy ? 'Garder la fiche' : 'Prendre le sien'} text={print(field, other)} />
            </RadioGroup>
          </FormControl>
        ))}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button onClick={onClose}>Revenir à ma saisie</Button>
        <Button
          variant="contained"
          onClick={() => onSettle(clashes.map(({ field }) => field.name).filter((name) => sideOf(name) === 'theirs'))}
        >
          {copy ? 'Appliquer ces choix' : clashes.length > 0 ? 'Enregistrer ces choix' : words.undo}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function introduction(conflict: RecordConflict, undoing: string | null, nameOf: (email: string) => string): string {
  const { clashes } = conflict;
  if (conflict.kind === 'copy')
    return 'La copie gardée sur cet ordinateur et ce que vous avez saisi depuis diffèrent : choisissez, champ par champ.';
  const { theirs } = conflict;
  const sentences = [
    `${theirs.updated_by ? nameOf(theirs.updated_by) : 'Quelqu’un'} l’a enregistrée le ${printInstant(theirs.updated_at)}.`,
  ];
  if (clashes.length > 0)
    sentences.push(
      `${clashes.length === 1 ? 'Un champ a été modifié' : `${clashes.length} champs ont été modifiés`} des deux côtés : choisissez la valeur à garder. Le reste sera réuni, et l’historique garde toutes les versions.`,
    );
  if (undoing !== null) sentences.push(undoing);
  return sentences.join(' ');
}

const print = (field: RecordField, text: string): string => (kindOf(field) === 'date' ? printDay(text) : text);

function Choice({ value, label, text }: { value: Side; label: string; text: string }) {
  return (
    <FormControlLabel
      value={value}
      control={<Radio size="small" />}
      sx={{ m: 0, p: 1, border: 1, borderColor: 'divider', borderRadius: 1, alignItems: 'flex-start' }}
      label={
        <Box sx={{ pt: 0.75, minWidth: 0 }}>
          <Typography sx={{ fontSize: '0.9rem', fontWeight: 600 }}>{label}</Typography>
          <Typography
            color={text ? 'textPrimary' : 'textSecondary'}
            sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxHeight: 180, overflowY: 'auto' }}
          >
            {text || 'Vide'}
          </Typography>
        </Box>
      }
    />
  );
}
