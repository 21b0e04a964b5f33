import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Change } from '#shared/products/product.contract.ts';

const said = (value: Change['from']): string => (value === null || value === '' ? 'vide' : String(value));

/** What changed, line by line: from what it was to what it is. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  return (
    <Box component="ul" sx={{ my: 0.5, pl: 2.5 }}>
      {changes.map(({ field, label, from, to }) => (
        <li key={`${field}${label}`}>
          <Typography component="span" sx={{ overflowWrap: 'anywhere' }}>
            {`${label} : `}
            <Typography component="span" color="textSecondary">
              {said(from)}
            </Typography>
            {` → ${said(to)}`}
          </Typography>
        </li>
      ))}
    </Box>
  );
}
