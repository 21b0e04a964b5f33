import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  text: ReactNode;
  state: string;
  done: boolean;
  children?: ReactNode;
}

/** What something is, in words, and its state in a chip. */
export function StatusCard({ title, text, state, done, children }: Props) {
  return (
    <Card component="section" aria-label={title} sx={{ p: 2.5 }}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'start', flexWrap: 'wrap' }}>
        <Box sx={{ flex: '1 1 320px' }}>
          <Typography variant="h2" sx={{ mb: 0.5 }}>
            {title}
          </Typography>
          <Typography color="textSecondary">{text}</Typography>
        </Box>
        <Chip size="small" color={done ? 'success' : 'warning'} variant="outlined" label={state} />
      </Box>
      {children}
    </Card>
  );
}
