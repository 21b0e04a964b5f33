import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { ALIAS_MAX, type Attachment } from '#shared/attachments/attachment.contract.ts';
import { PieceFields, textsOfPiece, toldOf } from './PieceFields.tsx';

interface Props {
  file: Attachment;
  onClose: () => void;
  /** `null` gives the file its own name back. */
  onRename: (told: { alias: string | null } & NonNullable<ReturnType<typeof toldOf>>) => void;
}

/** The name a file is called by in the dossier, what it is and its dates; its own name is kept beside. */
export function RenameDialog({ file, onClose, onRename }: Props) {
  const [alias, setAlias] = useState(file.alias ?? '');
  const [piece, setPiece] = useState(() => textsOfPiece(file));
  const told = toldOf(piece);
  return (
    <Dialog open onClose={onClose} aria-labelledby="rename-title" maxWidth="sm" fullWidth>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (told) onRename({ alias: alias.trim() || null, ...told });
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
          <Box sx={{ display: 'grid', gap: 1.5, mt: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr 1fr' } }}>
            <PieceFields id={file.id} value={piece} onChange={setPiece} />
          </Box>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Annuler</Button>
          <Button type="submit" variant="contained" disabled={told === null}>
            Renommer
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
