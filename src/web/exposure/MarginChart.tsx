import Box from '@mui/material/Box';
import { useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { BarChart } from '@mui/x-charts/BarChart';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import type { Margins } from '#shared/exposure/exposure.contract.ts';
import { isBelow, printSafely } from '#shared/exposure/margins.ts';

/** px of a bar, and of what stands around them. */
const ROW = 30;
const AROUND = 80;

/** The margins on a logarithmic scale, the smallest first, and the threshold as a line. The table says the same in numbers. */
export function MarginChart({ rows }: { rows: Margins['rows'] }) {
  // Those of the scheme on the screen, light or dark.
  const { vars, palette: light } = useTheme();
  const palette = vars?.palette ?? light;
  const isNarrow = useMediaQuery('(max-width: 599.95px)');
  const ordered = rows
    .flatMap(({ inci, mos, threshold }) => (mos === null ? [] : [{ inci, mos, threshold }]))
    .toSorted((a, b) => a.mos - b.mos);
  const threshold = Math.min(...ordered.map((row) => row.threshold));
  const [least, most] = [ordered[0]?.mos ?? 1, ordered.at(-1)?.mos ?? 1];
  // From a whole power of ten below the bars and the threshold to one above: a bar is as long as its logarithm.
  const floor = Math.floor(Math.log10(Math.min(least, threshold) * 0.999));
  const ceiling = Math.ceil(Math.log10(Math.max(most, threshold)));
  const decades = (value: number): number => Math.log10(value) - floor;
  const printDecades = (value: number): string => (10 ** (value + floor)).toLocaleString('fr-FR');
  return (
    <Box
      role="img"
      aria-label="Marges de sécurité sur une échelle logarithmique ; le tableau en donne les nombres."
      sx={{ mb: 2 }}
    >
      <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>
        MoS sur une échelle logarithmique, la plus petite en haut ; en rouge, celles sous le seuil.
      </Typography>
      <BarChart
        disableKeyboardNavigation
        layout="horizontal"
        height={ordered.length * ROW + AROUND}
        hideLegend
        margin={{ right: 28 }}
        dataset={ordered.map((row) => ({ ...row, length: decades(row.mos) }))}
        yAxis={[
          {
            dataKey: 'inci',
            scaleType: 'band',
            width: isNarrow ? 110 : 190,
            colorMap: {
              type: 'ordinal',
              values: ordered.map(({ inci }) => inci),
              colors: ordered.map((row) => (isBelow(row) ? palette.error.main : palette.primary.main)),
            },
          },
        ]}
        xAxis={[
          {
            min: 0,
            max: ceiling - floor,
            tickInterval: Array.from({ length: ceiling - floor + 1 }, (_, step) => step),
            valueFormatter: printDecades,
          },
        ]}
        series={[
          {
            dataKey: 'length',
            label: 'MoS',
            valueFormatter: (_, { dataIndex }) => printSafely(ordered[dataIndex]?.mos ?? 0, 'down'),
          },
        ]}
      >
        <ChartsReferenceLine
          x={decades(threshold)}
          label={`Seuil ${threshold.toLocaleString('fr-FR')}`}
          labelAlign="start"
          lineStyle={{ stroke: palette.text.primary, strokeDasharray: '4 3' }}
        />
      </BarChart>
    </Box>
  );
}
