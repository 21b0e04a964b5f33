import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import ListItem from '@mui/material/ListItem';
import Typography from '@mui/material/Typography';
import { RotateCcw, X } from 'lucide-react';
import { printSize } from '../ui/format.ts';
import { FileAct } from './FileLine.tsx';
import { cancelUpload, retryUpload, type Upload } from './uploads.ts';

/** A file on its way: how far it is, or why it did not arrive. */
export function UploadLine({ upload: { key, file, share, error } }: { upload: Upload }) {
  const percent = Math.round(share * 100);
  return (
    <ListItem divider disableGutters sx={{ gap: 1 }}>
      <Box sx={{ flexGrow: 1, minWidth: 0 }} role={error ? 'alert' : undefined}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{file.name}</Typography>
        {error ? (
          <Typography color="error" sx={{ fontSize: '0.88rem' }}>
            {error}
          </Typography>
        ) : (
          <>
            <LinearProgress
              variant="determinate"
              value={percent}
              aria-label={`Envoi de ${file.name}`}
              sx={{ my: 0.75, height: 5, borderRadius: 3 }}
            />
            <Typography color="textSecondary" sx={{ fontSize: '0.88rem' }}>
              {`${percent}\u00a0% de ${printSize(file.size)}`}
            </Typography>
          </>
        )}
      </Box>
      {error && <FileAct icon={RotateCcw} label="Réessayer" of={file.name} onClick={() => retryUpload(key)} />}
      <FileAct
        icon={X}
        label={error ? 'Ne plus envoyer' : 'Annuler l’envoi de'}
        of={file.name}
        onClick={() => cancelUpload(key)}
      />
    </ListItem>
  );
}
