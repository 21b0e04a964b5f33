import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

export function Logo({ size = 32, name = true }: { size?: number; name?: boolean }) {
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.25 }}>
      <img src="/logo.svg" width={size} height={size} alt={name ? '' : 'Diplo'} />
      {name && (
        <Typography component="span" sx={{ fontWeight: 700, fontSize: size * 0.65, letterSpacing: '-0.02em' }}>
          Diplo
        </Typography>
      )}
    </Box>
  );
}
