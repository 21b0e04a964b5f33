import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';

interface Props {
  busy: boolean;
  onSave: (folder: string) => Promise<unknown>;
}

/** The folder of a shared drive, by its id or its address. */
export function FolderForm({ busy, onSave }: Props) {
  const [folder, setFolder] = useState('');
  return (
    <>
      <Typography variant="h2" sx={{ mb: 1 }}>
        Dossier racine
      </Typography>
      <Stack
        component="form"
        direction={{ xs: 'column', sm: 'row' }}
        sx={{ gap: 1.5, alignItems: { sm: 'flex-start' } }}
        onSubmit={(event) => {
          event.preventDefault();
          if (folder.trim()) void onSave(folder);
        }}
      >
        <TextField
          label="Identifiant ou adresse du dossier"
          value={folder}
          onChange={(event) => setFolder(event.target.value)}
          helperText="Un dossier d’un Drive partagé. Son adresse, copiée du navigateur, convient."
        />
        <Button type="submit" variant="contained" disabled={folder.trim() === ''} loading={busy} sx={{ flexShrink: 0 }}>
          Sauvegarder
        </Button>
      </Stack>
    </>
  );
}
