import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

/** One side of the classification, under its title. */
export function DetergentCard({ title, source, children }: { title: string; source: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 2.5 }, minWidth: 0 }}>
      <Typography variant="h2" id={id}>
        {title}
      </Typography>
      <Typography color="textSecondary" sx={{ fontSize: '0.85rem', mb: 1.5 }}>
        {source}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1.5 }}>{children}</Box>
    </Card>
  );
}

/** What the program does not decide, each with its reason. */
export function ToCheck({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return (
    <Alert severity="warning">
      À vérifier
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {reasons.map((reason) => (
          <Box component="li" key={reason} sx={{ overflowWrap: 'anywhere' }}>
            {reason}
          </Box>
        ))}
      </Box>
    </Alert>
  );
}
