import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { BarChart } from '@mui/x-charts/BarChart';
import { useState } from 'react';
import type { DashboardStats } from '#shared/dashboard/dashboard.contract.ts';

const monthName = new Intl.DateTimeFormat('fr-FR', { month: 'short', year: '2-digit', timeZone: 'UTC' });
const printMonth = (month: string): string => monthName.format(new Date(`${month}-01T00:00:00Z`));

/** Documents by month, generated and validated; the same as a table for whoever prefers to read. */
export function HistoryChart({ history: all }: { history: DashboardStats['history'] }) {
  // From the first month in which there is something.
  const first = all.findIndex(({ generated, validated }) => generated + validated > 0);
  const history = first === -1 ? [] : all.slice(first);
  // Those of the scheme on the screen, light or dark.
  const { vars, palette: light } = useTheme();
  const palette = vars?.palette ?? light;
  const [asTable, setAsTable] = useState(false);
  if (history.length === 0)
    return (
      <Typography color="textSecondary" sx={{ mt: 1.5 }}>
        Aucun document n’a été généré ces douze derniers mois.
      </Typography>
    );
  return (
    <Box>
      {asTable ? (
        <Table size="small" sx={{ mt: 1 }}>
          <TableHead>
            <TableRow>
              <TableCell>Mois</TableCell>
              <TableCell align="right">Générés</TableCell>
              <TableCell align="right">Validés</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {history.map(({ month, generated, validated }) => (
              <TableRow key={month}>
                <TableCell component="th" scope="row">
                  {printMonth(month)}
                </TableCell>
                <TableCell align="right">{generated}</TableCell>
                <TableCell align="right">{validated}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      ) : (
        <BarChart
          // The table beside it is what a keyboard reads.
          disableKeyboardNavigation
          height={260}
          dataset={history.map((one) => ({ ...one, name: printMonth(one.month) }))}
          xAxis={[{ dataKey: 'name', scaleType: 'band' }]}
          yAxis={[{ width: 32, tickMinStep: 1 }]}
          series={[
            { dataKey: 'generated', label: 'Générés', color: palette.primary.light },
            { dataKey: 'validated', label: 'Validés', color: palette.success.main },
          ]}
        />
      )}
      <Button size="small" onClick={() => setAsTable(!asTable)}>
        {asTable ? 'Voir le graphique' : 'Voir en tableau'}
      </Button>
    </Box>
  );
}
