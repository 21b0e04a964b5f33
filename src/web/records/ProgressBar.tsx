import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useWatch } from 'react-hook-form';
import type { Texts } from './record.ts';

/** The share of the fields that are filled, as they are being typed. */
export function ProgressBar({ percentOf }: { percentOf: (texts: Texts) => number }) {
  const percent = useWatch({ compute: percentOf });
  return (
    <Box sx={{ mb: 3 }}>
      <Typography id="progress-label" color="textSecondary" sx={{ mb: 0.75, fontSize: '0.9rem' }}>
        Progression : {percent}%
      </Typography>
      <LinearProgress
        variant="determinate"
        value={percent}
        aria-labelledby="progress-label"
        sx={{ height: 6, borderRadius: 3 }}
      />
    </Box>
  );
}
