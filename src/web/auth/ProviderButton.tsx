import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { providerAddress } from './sign.in.ts';

/** Leads to the provider of the firm; the password comes under it. @param only passwords are for administrators alone */
export function ProviderButton({ label, only, onLeave }: { label: string; only: boolean; onLeave: () => void }) {
  return (
    <>
      <Button
        component="a"
        href={providerAddress()}
        variant={only ? 'contained' : 'outlined'}
        size="large"
        fullWidth
        onClick={onLeave}
      >
        Se connecter avec {label}
      </Button>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, my: 2 }} aria-hidden>
        <Box sx={{ flex: 1, borderTop: 1, borderColor: 'divider' }} />
        <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>
          ou
        </Typography>
        <Box sx={{ flex: 1, borderTop: 1, borderColor: 'divider' }} />
      </Box>
    </>
  );
}
