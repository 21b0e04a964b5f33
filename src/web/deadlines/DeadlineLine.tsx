import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import type { Deadline } from '#shared/deadlines/deadline.contract.ts';
import { DEADLINE_KINDS } from '#shared/deadlines/deadline.kinds.ts';
import { counted } from '#shared/fields/counted.ts';
import { printDay } from '#shared/fields/date.ts';

const COLOURS = { rouge: 'error', orange: 'warning', neutre: 'default' } as const;
/** Products that a line names. */
const NAMED = 3;

/** One deadline: its day, what is to be done, of which products. */
export function DeadlineLine({ deadline }: { deadline: Deadline }) {
  const { due_on, kind, title, level, overdue_days, products, product_count, link, rule } = deadline;
  const others = product_count - Math.min(products.length, NAMED);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gap: { xs: 0.25, md: 2 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '150px minmax(0, 1fr) minmax(0, 320px)' },
        alignItems: 'baseline',
        py: 1.25,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box>
        <Typography sx={{ fontWeight: 600 }}>{printDay(due_on)}</Typography>
        {overdue_days > 0 && (
          <Typography sx={{ fontSize: '0.85rem', color: 'error.main' }}>
            {`en retard de ${counted(overdue_days, 'jour')}`}
          </Typography>
        )}
      </Box>
      <Box sx={{ minWidth: 0 }}>
        <MuiLink component={Link} to={link} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </MuiLink>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap', mt: 0.5 }}>
          <Chip
            size="small"
            variant={level === 'rouge' ? 'filled' : 'outlined'}
            color={COLOURS[level]}
            label={DEADLINE_KINDS[kind].label}
          />
          <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>
            {rule}
          </Typography>
        </Box>
      </Box>
      <Typography component="div" sx={{ overflowWrap: 'anywhere' }}>
        {products.slice(0, NAMED).map(({ id, label, in_trash }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            {in_trash ? (
              `${label} (à la corbeille)`
            ) : (
              <MuiLink component={Link} to={`/products/${id}`} color="inherit">
                {label}
              </MuiLink>
            )}
          </span>
        ))}
        {others > 0 && ` et ${counted(others, 'autre')}`}
      </Typography>
    </Box>
  );
}
