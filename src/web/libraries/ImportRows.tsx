import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { counted } from '#shared/fields/counted.ts';
import type { Change } from '#shared/products/product.contract.ts';
import type { ImportReport } from '#shared/records/record.contract.ts';

type Action = ImportReport['rows'][number]['action'];
const ACTIONS: Record<Action, { label: string; color: 'error' | 'success' | 'info' | 'default' }> = {
  refused: { label: 'À corriger', color: 'error' },
  create: { label: 'Nouvelle', color: 'success' },
  update: { label: 'Modifiée', color: 'info' },
  same: { label: 'Inchangée', color: 'default' },
};
const ORDER = Object.keys(ACTIONS) as Action[];
/** Rows of the file that are shown; the counts tell of all of them. */
const SHOWN_MAX = 300;

/** What a file would do, line by line: what is to be mended first. */
export function ImportRows({ rows }: { rows: ImportReport['rows'] }) {
  const sorted = rows.toSorted((a, b) => ORDER.indexOf(a.action) - ORDER.indexOf(b.action) || a.line - b.line);
  const shown = sorted.slice(0, SHOWN_MAX);
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small" aria-label="Lignes du fichier">
        <TableHead>
          <TableRow>
            <TableCell align="right">Ligne</TableCell>
            <TableCell>Fiche</TableCell>
            <TableCell>Effet</TableCell>
            <TableCell sx={{ display: { xs: 'none', sm: 'table-cell' } }}>Détail</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.map(({ line, label, action, messages, changes }) => (
            <TableRow key={line}>
              <TableCell align="right">{line}</TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere', minWidth: 120 }}>
                {label}
                <Box sx={{ display: { sm: 'none' }, fontSize: '0.85rem', color: 'text.secondary' }}>
                  {sayRow(messages, changes)}
                </Box>
              </TableCell>
              <TableCell>
                <Chip size="small" variant="outlined" color={ACTIONS[action].color} label={ACTIONS[action].label} />
              </TableCell>
              <TableCell
                sx={{ display: { xs: 'none', sm: 'table-cell' }, fontSize: '0.88rem', overflowWrap: 'anywhere' }}
              >
                {sayRow(messages, changes)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {rows.length > SHOWN_MAX && (
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          {`Les ${SHOWN_MAX} premières lignes sont montrées, sur ${counted(rows.length, 'ligne')}.`}
        </Typography>
      )}
    </Box>
  );
}

const sayRow = (messages: readonly string[], changes: readonly Change[]): string =>
  [...messages, ...changes.map(sayChange)].join(' ');
const quote = (value: Change['from']): string => (value === null ? '(vide)' : `« ${value} »`);
const sayChange = ({ label, from, to }: Change): string => `${label} : ${quote(from)} devient ${quote(to)}.`;
