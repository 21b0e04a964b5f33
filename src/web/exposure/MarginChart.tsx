import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import type { Margins } from '#shared/exposure/exposure.contract.ts';
import { printSafely } from '#shared/exposure/margins.ts';

/** px of a bar, and of what stands around them. */
const ROW = 30;
const AROUND = 80;

/** The margins on a logarithmic scale, the smallest first, and the threshold as a line. The table says the same in numbers. */
export function MarginChart({ rows }: { rows: Margins['rows'] }) {
  // Those of the scheme on the screen, light or dark.
  const { vars, palette: light } = useTheme();
  const palette = vars?.palette ?? light;
  const ordered = rows
    .flatMap(({ inci, mos, threshold }) => (mos === null ? [] : [{ inci, mos, threshold }]))
    .toSorted((a, b) => a.mos - b.mos);
  const threshold = Math.min(...ordered.map((row) => row.threshold));
  const [least, most] = [ordered[0]?.mos ?? 1, ordered.at(-1)?.mos ?? 1];
  // Whole powers of ten around the bars and the threshold.
  const min = 10 ** Math.floor(Math.log10(Math.min(least, threshold) * 0.999));
  const max = 10 ** Math.ceil(Math.log10(Math.max(most, threshold)));
  return (
    <Box role="img" aria-label="Marges de sécurité sur une échelle logarithmique ; le tableau en donne les nombres.">
      <BarChart
        layout="horizontal"
        height={ordered.length * ROW + AROUND}
        hideLegend
        dataset={ordered}
        yAxis={[
          {
            dataKey: 'inci',
            scaleType: 'band',
            width: 170,
            colorMap: {
              type: 'ordinal',
              values: ordered.map(({ inci }) => inci),
              colors: ordered.map((row) => (row.mos < row.threshold ? palette.error.main : palette.primary.main)),
            },
          },
        ]}
        xAxis={[
          {
            scaleType: 'log',
            min,
            max,
            label: 'MoS (échelle logarithmique)',
            valueFormatter: (value: number) => value.toLocaleString('fr-FR'),
          },
        ]}
        series={[
          {
            dataKey: 'mos',
            label: 'MoS',
            valueFormatter: (value) => (value === null ? '–' : printSafely(value, 'down')),
          },
        ]}
      >
        <ChartsReferenceLine
          x={threshold}
          label={`Seuil ${threshold.toLocaleString('fr-FR')}`}
          lineStyle={{ stroke: palette.text.primary, strokeDasharray: '4 3' }}
        />
      </BarChart>
    </Box>
  );
}
