import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import type { Margins } from '#shared/exposure/exposure.contract.ts';
import { AGGREGATE } from '#shared/exposure/exposure.table.ts';
import { sayStudy } from '#shared/exposure/margin.notes.ts';
import { concernsOf, isAboveTtc, isBelow, printSafely } from '#shared/exposure/margins.ts';
import { writeNumber } from '#shared/fields/number.ts';
import { printNumber, toMicros } from '#shared/fields/percent.ts';
import { useMay } from '../auth/account.tsx';
import { useExposureSaving } from './useExposureSaving.ts';

/** Where the table does not fit each substance is a block, each cell a line that says what it is: the roles stay those of a table. */
const STACKED = {
  '@media (max-width: 1199.95px)': {
    display: 'block',
    '& thead': { display: 'none' },
    '& tbody': { display: 'block' },
    '& tr': { display: 'block', py: 1, borderBottom: 1, borderColor: 'divider' },
    '& td': { display: 'block', border: 0, p: 0, py: 0.25, textAlign: 'left', minWidth: 0, maxWidth: 'none' },
    '& td:empty': { display: 'none' },
    '& td[data-label]::before': { content: 'attr(data-label) "\\00a0: "', color: 'text.secondary', fontWeight: 400 },
  },
} as const;

/** The margins, substance by substance, with what each number is computed from. */
export function MarginRows({ margins, productId }: { margins: Margins; productId: string }) {
  const mayWrite = useMay('write');
  const { rows } = margins;
  const { remark, together, busy } = useExposureSaving(productId);
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small" role="table" aria-label="Marges de sécurité" sx={STACKED}>
        <TableHead>
          <TableRow>
            <TableCell>INCI</TableCell>
            <TableCell align="right">%</TableCell>
            <TableCell>Absorption</TableCell>
            <TableCell align="right">SED (mg/kg pc/j)</TableCell>
            <TableCell align="right">POD systémique</TableCell>
            <TableCell align="right">MoS</TableCell>
            <TableCell>À savoir, remarque</TableCell>
          </TableRow>
        </TableHead>
        <TableBody role="rowgroup">
          {rows.map((row) => {
            const isLow = concernsOf(row).length > 0;
            return (
              <TableRow key={row.inci} role="row">
                <TableCell
                  role="cell"
                  sx={{ overflowWrap: 'break-word', minWidth: 140, maxWidth: 240, fontWeight: 600 }}
                >
                  <MuiLink
                    component={Link}
                    to={`/substances?fiche=${row.substance_id}`}
                    color="inherit"
                    underline="hover"
                  >
                    {row.inci}
                  </MuiLink>
                </TableCell>
                <TableCell role="cell" data-label="%" align="right" sx={{ whiteSpace: 'nowrap' }}>
                  {`${printNumber(toMicros(row.percent))}${row.bound === 'max' ? ' (borne haute)' : ''}`}
                </TableCell>
                <TableCell role="cell" data-label="Absorption">
                  {row.absorption}
                </TableCell>
                <TableCell role="cell" data-label="SED (mg/kg pc/j)" align="right" sx={{ minWidth: 165 }}>
                  {row.sed_mg_kg_d === null ? '–' : printSafely(row.sed_mg_kg_d, 'up')}
                  <Working text={row.written.sed} />
                </TableCell>
                <TableCell role="cell" data-label="POD systémique" align="right" sx={{ minWidth: 150 }}>
                  {row.pod_sys === null ? '–' : printSafely(row.pod_sys, 'down')}
                  <Working text={row.written.pod} />
                  <Typography color="textSecondary" sx={{ fontSize: '0.78rem' }}>
                    {[row.pod_kind, row.pod_source].filter(Boolean).join(', ')}
                    {sayStudy(row) && row.pod_source !== row.study && ` : ${sayStudy(row)}`}
                  </Typography>
                </TableCell>
                <TableCell
                  role="cell"
                  data-label="MoS"
                  align="right"
                  sx={{ fontWeight: 600, color: isLow ? 'error.main' : undefined, minWidth: 110 }}
                >
                  {row.mos === null
                    ? row.ttc === null
                      ? '–'
                      : `TTC ${writeNumber(row.ttc)} µg/kg${isAboveTtc(row) ? ' (dépassé)' : ''}`
                    : `${printSafely(row.mos, 'down')}${isBelow(row) ? ` (< ${writeNumber(row.threshold)})` : ''}`}
                  <Working text={row.written.mos} />
                </TableCell>
                <TableCell role="cell" sx={{ fontSize: '0.82rem', lineHeight: 1.35, minWidth: 220 }}>
                  {row.note}
                  {mayWrite && row.may_aggregate && (
                    <Button
                      size="small"
                      disabled={busy}
                      sx={{ display: 'block', px: 0.5, ml: -0.5 }}
                      onClick={() => together(row.inci, !row.is_aggregate)}
                    >
                      {row.is_aggregate
                        ? 'Revenir à ce produit seul'
                        : `Prendre l’exposition agrégée (${writeNumber(AGGREGATE.g_day)} g/j)`}
                    </Button>
                  )}
                  <TextField
                    key={row.remark}
                    size="small"
                    multiline
                    fullWidth
                    placeholder="Remarque"
                    sx={{ mt: row.note ? 0.75 : 0 }}
                    defaultValue={row.remark ?? ''}
                    disabled={!mayWrite}
                    slotProps={{ htmlInput: { 'aria-label': `Remarque sur ${row.inci}` } }}
                    onBlur={(event) => remark(row.inci, event.target.value, row.remark ?? '')}
                  />
                </TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </Box>
  );
}

/** The formula with its numbers put in, below its result: what an assessor checks by hand. */
const Working = ({ text }: { text: string }) =>
  text === '' ? null : (
    <Typography
      component="div"
      color="textSecondary"
      sx={{ fontSize: '0.75rem', fontWeight: 400, whiteSpace: 'normal' }}
    >
      {`= ${text}`}
    </Typography>
  );
