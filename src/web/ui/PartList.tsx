import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { CircleAlert, CircleCheck } from 'lucide-react';

/** What was looked at, part by part, and what was found of each, in a sentence. */
export function PartList({ parts }: { parts: readonly { name: string; ok: boolean; said: string }[] }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {parts.map(({ name, ok, said }) => (
        <Box
          component="li"
          key={name}
          sx={{
            display: 'grid',
            columnGap: 1.5,
            gridTemplateColumns: { xs: '1fr', sm: '200px 1fr' },
            alignItems: 'center',
            py: 0.75,
          }}
        >
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', fontWeight: 600 }}>
            <Box sx={{ color: ok ? 'success.main' : 'warning.main', display: 'flex' }}>
              {ok ? (
                <CircleCheck size={18} role="img" aria-label="En ordre" />
              ) : (
                <CircleAlert size={18} role="img" aria-label="À voir" />
              )}
            </Box>
            {name}
          </Box>
          <Typography color={ok ? 'textSecondary' : 'textPrimary'} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {said}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
