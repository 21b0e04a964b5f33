import Card from '@mui/material/Card';
import IconButton from '@mui/material/IconButton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { ChevronDown, ChevronUp } from 'lucide-react';
import type { InciItem } from '#shared/formulas/inci.list.ts';
import { CARD, GROUPS, say } from './inci.words.ts';

interface OrderProps {
  items: readonly InciItem[];
  mayWrite: boolean;
  busy: boolean;
  /** One of those below 1 %, so many places further. */
  onPlace: (below: readonly string[], name: string, by: number) => unknown;
}

/** On a telephone it stands below the name. */
const WIDE = { display: { xs: 'none', sm: 'table-cell' } } as const;
const originOf = ({ inci, sources }: InciItem): string =>
  [...new Set(sources.map(({ name }) => name))].filter((name) => name !== inci).join(', ');

/** The list in its order, each name with its amount and where it comes from. */
export function Order({ items, mayWrite, busy, onPlace }: OrderProps) {
  const below = items.filter(({ group }) => group === 'below_one').map(({ inci }) => inci);
  return (
    <Card component="section" aria-label="Ordre de la liste" sx={{ ...CARD, mb: 0 }}>
      <Typography variant="h2">Ordre de la liste</Typography>
      <Table size="small" sx={{ '& td, & th': { px: { xs: 0.75, sm: 2 } } }}>
        <TableHead>
          <TableRow>
            <TableCell>INCI</TableCell>
            <TableCell align="right">%</TableCell>
            <TableCell sx={WIDE}>Provenance</TableCell>
            {mayWrite && <TableCell align="right">Ordre</TableCell>}
          </TableRow>
        </TableHead>
        <TableBody>
          {items.map((item, index) => (
            <TableRow key={`${item.group}${item.inci}`}>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>
                {item.group !== items[index - 1]?.group && (
                  <Typography color="textSecondary" sx={{ fontSize: '0.78rem' }}>
                    {GROUPS[item.group]}
                  </Typography>
                )}
                {item.inci}
                <Typography
                  color="textSecondary"
                  sx={{ display: { sm: 'none' }, fontSize: '0.78rem', overflowWrap: 'anywhere' }}
                >
                  {originOf(item)}
                </Typography>
              </TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
                {say(item.percent)}
              </TableCell>
              <TableCell sx={{ ...WIDE, color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {originOf(item)}
              </TableCell>
              {mayWrite && (
                <TableCell align="right" sx={{ whiteSpace: 'nowrap', py: 0 }}>
                  {item.group === 'below_one' && (
                    <>
                      <IconButton
                        size="small"
                        aria-label={`Monter ${item.inci}`}
                        disabled={busy || below[0] === item.inci}
                        onClick={() => onPlace(below, item.inci, -1)}
                      >
                        <ChevronUp size={16} />
                      </IconButton>
                      <IconButton
                        size="small"
                        aria-label={`Descendre ${item.inci}`}
                        disabled={busy || below.at(-1) === item.inci}
                        onClick={() => onPlace(below, item.inci, 1)}
                      >
                        <ChevronDown size={16} />
                      </IconButton>
                    </>
                  )}
                </TableCell>
              )}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
