import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';

/** One line of a history: a field by its label, what it was and what it is. */
export interface SaidChange {
  field: string;
  label: string;
  from: string | number | null;
  to: string | number | null;
}

const said = (value: SaidChange['from']): string => (value === null || value === '' ? 'vide' : String(value));

/** What changed, line by line: from what it was to what it is. */
export function ChangeList({ changes }: { changes: readonly SaidChange[] }) {
  return (
    <Box component="ul" sx={{ my: 0.5, pl: 2.5 }}>
      {changes.map(({ field, label, from, to }) => (
        <li key={`${field}${label}`}>
          <Typography component="span" sx={{ overflowWrap: 'anywhere' }}>
            {`${label} : `}
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
