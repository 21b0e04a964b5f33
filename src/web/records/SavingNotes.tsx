import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { printTime } from '#shared/fields/date.ts';
import type { Saving } from './record.saving.ts';
import type { Held } from './record.ts';
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
      {sentenceOf(conflict, words)}
    </Alert>
  );
}

/** Why there is something to choose. */
function sentenceOf(conflict: RecordConflict, { undone }: ConflictWords): string {
  const count = conflict.clashes.length;
  if (conflict.kind === 'copy')
    return 'La copie gardée sur cet ordinateur diffère de la fiche : choisissez ce que vous gardez.';
  const who = conflict.theirs.updated_by ?? 'Quelqu’un';
  const what =
    count === 0 ? undone : count === 1 ? 'a modifié le même champ que vous' : 'a modifié les mêmes champs que vous';
  return `${who} ${what}. Votre saisie est gardée ; elle sera enregistrée quand vous aurez choisi.`;
}

/** What saving by itself has come to, in words. */
export function AutosaveNote({ note }: { note: Saving<unknown, Held, unknown, unknown>['note'] }) {
  const text =
    note === null
      ? ''
      : note.state === 'saving'
        ? 'Enregistrement…'
        : note.state === 'saved'
          ? `Enregistré à ${printTime(note.held.updated_at)}`
          : 'Pas encore enregistré sur le serveur : gardé sur cet ordinateur.';
  return (
    <Typography role="status" color="textSecondary" sx={{ fontSize: '0.85rem', '&:empty': { position: 'absolute' } }}>
      {text}
    </Typography>
  );
}
