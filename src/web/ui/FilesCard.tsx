import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { DropZone } from './DropZone.tsx';
import { FilePicker } from './FilePicker.tsx';

export interface Bringing {
  title: string;
  text: string;
  /** What a screen reader calls the file field. */
  label: string;
  button: string;
  hint: string;
  accept?: string;
  /** Files at once, and what to do with more. */
  most: number;
  beyond: string;
  icon: ReactNode;
  /** Gives them. */
  send: (files: File[], onProgress: (share: number) => void) => Promise<void>;
  /** Why they could not be given, of what `send` threw. */
  failed: (problem: unknown, first: File) => string;
}

/** Where files are given, picked or dropped: how far they are, and why they are not taken. */
export function FilesCard({
  title,
  text,
  label,
  button,
  hint,
  accept,
  most,
  beyond,
  icon,
  send,
  failed,
  children,
}: Bringing & { children?: ReactNode }) {
  const [share, setShare] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const bring = async (files: File[]): Promise<void> => {
    const [first] = files;
    if (!first || share !== null) return;
    if (files.length > most) {
      setFault(beyond);
      return;
    }
    setFault(null);
    setShare(0);
    try {
      await send(files, setShare);
    } catch (problem) {
      setFault(failed(problem, first));
    } finally {
      setShare(null);
    }
  };
  return (
    <Card component="section" aria-label={title} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h2" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {text}
      </Typography>
      <DropZone
        disabled={share !== null}
        onFiles={(files) => void bring([...files])}
        sx={{ p: 3, display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}
      >
        <FilePicker
          label={label}
          {...(accept ? { accept } : {})}
          multiple={most > 1}
          variant="contained"
          loading={share !== null}
          startIcon={icon}
          onPickAll={(files) => void bring([...files])}
        >
          {button}
        </FilePicker>
        <Typography color="textSecondary">{hint}</Typography>
      </DropZone>
      {share !== null && (
        <LinearProgress
          {...(share < 1 ? { variant: 'determinate', value: 100 * share } : {})}
          aria-label="Envoi des fichiers"
          sx={{ mt: 2, height: 6, borderRadius: 3 }}
        />
      )}
      <Box role="status">
        {fault && (
          <Alert severity="error" sx={{ mt: 2 }}>
            {fault}
          </Alert>
        )}
        {children}
      </Box>
    </Card>
  );
}
