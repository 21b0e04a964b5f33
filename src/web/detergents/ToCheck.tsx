import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

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
