import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogTitle from '@mui/material/DialogTitle';
import { type Attachment, readAttachment } from '#shared/attachments/attachment.contract.ts';
import { readBytes } from '../api/client.ts';
import { PdfFrame } from '../ui/PdfFrame.tsx';

/** An attached PDF, read without leaving the form. */
export function ReadDialog({ file, onClose }: { file: Attachment; onClose: () => void }) {
  const name = file.alias ?? file.file_name;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="lg" aria-labelledby="read-title">
      <DialogTitle id="read-title" sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </DialogTitle>
      <Box sx={{ px: { xs: 1, sm: 3 }, height: '75vh' }}>
        <PdfFrame
          title={`Fichier : ${name}`}
          source={file.id}
          load={(signal) => readBytes(readAttachment, { params: { id: file.id }, signal })}
        />
      </Box>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          Fermer
        </Button>
      </DialogActions>
    </Dialog>
  );
}
