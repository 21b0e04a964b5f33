import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { FileJson } from 'lucide-react';
import { useState } from 'react';
import type { DriveStatus } from '#shared/drive/drive.contract.ts';
import { FilePicker } from '../ui/FilePicker.tsx';

interface Props {
  drive: Pick<DriveStatus, 'configured'>;
  busy: boolean;
  /** @returns whether it is kept */
  onSave: (file: File) => Promise<boolean>;
}

/** The key of a service account, as Google gives it. */
export function CredentialsForm({ drive, busy, onSave }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const save = async (): Promise<void> => {
    if (file && (await onSave(file))) setFile(null);
  };
  return (
    <>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {drive.configured ? 'Remplacer les identifiants' : 'Identifiants du compte de service'}
      </Typography>
      <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap', mb: 3 }}>
        <FilePicker
          label="Fichier JSON du compte de service"
          accept=".json,application/json"
          variant="outlined"
          startIcon={<FileJson size={18} />}
          onPick={setFile}
        >
          Choisir le fichier JSON
        </FilePicker>
        <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {file?.name ?? 'Aucun fichier choisi'}
        </Typography>
        <Button variant="contained" disabled={!file} loading={busy} onClick={() => void save()}>
          Enregistrer
        </Button>
      </Stack>
    </>
  );
}
