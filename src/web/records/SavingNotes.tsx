import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useFormContext, useWatch } from 'react-hook-form';
import { counted } from '#shared/fields/counted.ts';
import { printTime } from '#shared/fields/date.ts';
import { usePersonName } from '../auth/people.ts';
import { UNSAVED } from '../ui/UnsavedNote.tsx';
import type { Saving } from './record.saving.ts';
import type { Held, RecordField, Texts } from './record.ts';
import type { RecordConflict } from './useRecordSaving.ts';

/** What a conflict says of this kind of record. */
export interface ConflictWords {
  /** What somebody did that a save would undo: « a validé ce produit entre-temps ». */
  undone: string;
  /** What saving does to it then. */
  undoing: string;
  /** The button that does it. */
  undo: string;
}

/** There is something to choose, and the way to it. */
export function ConflictNote({
  conflict,
  words,
  onChoose,
}: {
  conflict: RecordConflict;
  words: ConflictWords;
  onChoose: () => void;
}) {
  const nameOf = usePersonName();
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" size="small" onClick={onChoose}>
          Choisir
        </Button>
      }
    >
      {sentenceOf(conflict, words, nameOf)}
    </Alert>
  );
}

/** Why there is something to choose. */
function sentenceOf(conflict: RecordConflict, { undone }: ConflictWords, nameOf: (email: string) => string): string {
  const count = conflict.clashes.length;
  if (conflict.kind === 'copy')
    return 'La copie gardée sur cet ordinateur diffère de la fiche : choisissez ce que vous gardez.';
  const who = conflict.theirs.updated_by ? nameOf(conflict.theirs.updated_by) : 'Quelqu’un';
  const what =
    count === 0 ? undone : count === 1 ? 'a modifié le même champ que vous' : 'a modifié les mêmes champs que vous';
  return `${who} ${what}. Votre saisie est gardée ; elle sera enregistrée quand vous aurez choisi.`;
}

interface AutosaveProps {
  note: Saving<unknown, Held, unknown, unknown>['note'];
  /** The fields that no save can take as they are typed. */
  faulty: (texts: Texts) => readonly RecordField[];
  /** The revision since which something was typed that the server does not have; `null` when it has all. */
  typedSince: (texts: Texts) => number | null;
  onGo: (name: string) => void;
}

/** What saving by itself has come to, in words, and what it could not take. */
export function AutosaveNote({ note, faulty, typedSince, onGo }: AutosaveProps) {
  const { getValues } = useFormContext<Texts>();
  // Drawn again at the first letter after a save; what it shows is what is true when it is drawn.
  useWatch({ compute: typedSince });
  const waits = typedSince(getValues()) !== null;
  // Drawn again when they change, not at each key press.
  const names = useWatch({
    compute: (texts: Texts) =>
      faulty(texts)
        .map(({ name, step }) => `${name} ${step}`)
        .join(),
  });
  const fields = names === '' ? [] : names.split(',').map((one) => one.split(' '));
  const steps = [...new Set(fields.map(([, step]) => Number(step) + 1))];
  const [[first] = []] = fields;
  const exception =
    fields.length === 0
      ? null
      : `sauf ${counted(fields.length, 'champ')} à corriger (${steps.length === 1 ? 'étape' : 'étapes'} ${steps.join(', ')})`;
  const text =
    note?.state === 'saving'
      ? 'Enregistrement…'
      : waits && note?.state !== 'failed'
        ? UNSAVED
        : note === null
          ? ''
          : note.state === 'saved'
            ? `Enregistré à ${printTime(note.held.updated_at)}`
            : 'Pas encore enregistré sur le serveur : gardé sur cet ordinateur.';
  return (
    <Typography role="status" color="textSecondary" sx={{ fontSize: '0.85rem', '&:empty': { position: 'absolute' } }}>
      {text}
      {note?.state === 'saved' && !waits && exception && first && (
        <>
          {', '}
          <Link component="button" type="button" color="error" onClick={() => onGo(first)} sx={{ font: 'inherit' }}>
            {exception}
          </Link>
        </>
      )}
    </Typography>
  );
}
