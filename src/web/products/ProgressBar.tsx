import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useWatch } from 'react-hook-form';
import { progressionOf } from '#shared/products/product.progress.ts';
import { type FormValues, toValues } from './product.values.ts';

/** The share of the fields that are filled, as they are being typed. */
export function ProgressBar({ hasFormula }: { hasFormula: boolean }) {
  const percent = useWatch({ compute: (values: FormValues) => progressionOf(toValues(values), hasFormula) });
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
