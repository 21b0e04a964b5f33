import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { printTime } from '#shared/fields/date.ts';
import type { AutosaveState, Conflict } from './useProductSaving.ts';

/** There is something to choose, and the way to it. */
export function ConflictNote({ conflict, onChoose }: { conflict: Conflict; onChoose: () => void }) {
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
      {conflictWords(conflict)}
    </Alert>
  );
}

/** Why there is something to choose. */
function conflictWords(conflict: Conflict): string {
  const count = conflict.clashes.length;
  if (conflict.kind === 'copy')
    return 'La copie gardée sur cet ordinateur diffère de la fiche : choisissez ce que vous gardez.';
  const who = conflict.theirs.updated_by ?? 'Quelqu’un';
  const what =
    count === 0
      ? 'a validé ce produit entre-temps'
      : count === 1
        ? 'a modifié le même champ que vous'
        : 'a modifié les mêmes champs que vous';
  return `${who} ${what}. Votre saisie est gardée ; elle sera enregistrée quand vous aurez choisi.`;
}

/** What saving by itself has come to, in words. */
export function AutosaveNote({ autosave }: { autosave: AutosaveState }) {
  const text =
    autosave === null
      ? ''
      : autosave.state === 'saving'
        ? 'Enregistrement…'
        : autosave.state === 'saved'
          ? `Enregistré à ${printTime(autosave.at)}`
          : 'Pas encore enregistré sur le serveur : gardé sur cet ordinateur.';
  return (
    <Typography role="status" color="textSecondary" sx={{ fontSize: '0.85rem', '&:empty': { position: 'absolute' } }}>
      {text}
    </Typography>
  );
}
