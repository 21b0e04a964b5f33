import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { ALIAS_MAX, type Attachment } from '#shared/attachments/attachment.contract.ts';

interface Props {
  file: Attachment;
  onClose: () => void;
  /** `null` gives the file its own name back. */
  onRename: (alias: string | null) => void;
}

/** The name a file is called by in the dossier; its own is kept beside. */
export function RenameDialog({ file, onClose, onRename }: Props) {
  const [alias, setAlias] = useState(file.alias ?? '');
  return (
    <Dialog open onClose={onClose} aria-labelledby="rename-title" maxWidth="sm" fullWidth>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          onRename(alias.trim() || null);
        }}
      >
        <DialogTitle id="rename-title">Renommer le fichier</DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            label="Nom d’usage"
            value={alias}
            onChange={(event) => setAlias(event.target.value)}
            helperText={`Nom du fichier : ${file.file_name}. Laissez vide pour le reprendre.`}
            slotProps={{ htmlInput: { maxLength: ALIAS_MAX } }}
            sx={{ mt: 1 }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Annuler</Button>
          <Button type="submit" variant="contained">
            Renommer
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
