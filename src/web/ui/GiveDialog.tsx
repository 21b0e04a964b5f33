import Alert, { type AlertColor } from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { Copy, Mail } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useCopy } from './useCopy.ts';

interface Props {
  title: string;
  /** What is to be known before it is given. */
  notice: ReactNode;
  severity: AlertColor;
  /** What is given, and how it is called. */
  label: string;
  text: string;
  copy: { label: string; done: string };
  /** A message of one's own that holds it; `null` where it has gone already. */
  mail: { to: string; subject: string; body: string } | null;
  onClose: () => void;
}

/** A text for somebody outside: read, copied, or put into a message of one's own. It may be shown only once: its button closes it. */
export function GiveDialog({ title, notice, severity, label, text, copy, mail, onClose }: Props) {
  const id = useId();
  const write = useCopy();
  const mailto =
    mail &&
    `mailto:${encodeURIComponent(mail.to)}?subject=${encodeURIComponent(mail.subject)}&body=${encodeURIComponent(mail.body)}`;
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={id}>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Alert severity={severity}>{notice}</Alert>
        <TextField
          label={label}
          value={text}
          multiline
          maxRows={18}
          slotProps={{
            htmlInput: {
              readOnly: true,
              onFocus: (event: React.FocusEvent<HTMLTextAreaElement>) => event.target.select(),
            },
          }}
        />
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <Button
            variant={mailto ? 'contained' : 'outlined'}
            startIcon={<Copy size={18} />}
            onClick={() => write(text, copy.done)}
          >
            {copy.label}
          </Button>
          {mailto && (
            <Button component="a" href={mailto} variant="outlined" startIcon={<Mail size={18} />}>
              Écrire un courriel
            </Button>
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Fermer</Button>
      </DialogActions>
    </Dialog>
  );
}
