import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import { useTheme } from '@mui/material/styles';
import TextField from '@mui/material/TextField';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import { LineChart } from '@mui/x-charts/LineChart';
import { useState } from 'react';
import { parseNumber, printNumber } from '#shared/fields/number.ts';
import type { Study } from '#shared/studies/study.contract.ts';
import { printPoint } from '#shared/studies/study.ts';

const HEIGHT = 260;

/** The number that was read; « < 10 » and words are none, and are in the table alone. */
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' ? value : typeof value === 'string' ? parseNumber(value) : null;

/** What was read of one criterion, condition by condition, between its limits. The table says the same in numbers. */
export function StudyChart({ study }: { study: Study }) {
  const { vars, palette: light } = useTheme();
  const palette = vars?.palette ?? light;
  const { criteres, points, conditions, lectures } = study;
  const drawn = criteres.filter(
    ({ nom }) =>
      new Set(lectures.flatMap(({ valeurs, point }) => (numberOf(valeurs[nom]) === null ? [] : point))).size > 1,
  );
  const [wanted, setWanted] = useState<string | null>(null);
  const criterion = drawn.find(({ nom }) => nom === wanted) ?? drawn[0];
  if (!criterion) return null;
  const { nom, unite, min, max } = criterion;
  const series = conditions
    .map((condition) => ({
      label: condition,
      connectNulls: true,
      curve: 'linear' as const,
      showMark: true,
      valueFormatter: (value: number | null) => (value === null ? '' : printNumber(value)),
      data: points.map(({ valeur }) =>
        numberOf(lectures.find((one) => one.condition === condition && one.point === valeur)?.valeurs[nom]),
      ),
    }))
    .filter(({ data }) => data.some((value) => value !== null));
  const values = [...series.flatMap(({ data }) => data.filter((value) => value !== null)), min, max].filter(
    (value): value is number => value !== null,
  );
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const margin = (most - least || Math.abs(most) || 1) * 0.1;
  return (
    <Box>
      {drawn.length > 1 && (
        <TextField
          select
          size="small"
          label="Critère dessiné"
          value={nom}
          onChange={(event) => setWanted(event.target.value)}
          sx={{ minWidth: 200, mb: 1 }}
        >
          {drawn.map((one) => (
            <MenuItem key={one.nom} value={one.nom}>
              {one.nom}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Box
        role="img"
        aria-label={`${nom}, point par point et condition par condition ; le tableau en donne les nombres.`}
      >
        <LineChart
          disableKeyboardNavigation
          height={HEIGHT}
          margin={{ right: 24 }}
          colors={[palette.primary.main, palette.secondary.main, palette.info.main, palette.success.main]}
          series={series}
          xAxis={[{ scaleType: 'point', data: points.map(printPoint) }]}
          yAxis={[
            {
              min: least - margin,
              max: most + margin,
              width: 64,
              label: unite ? `${nom} (${unite})` : nom,
              valueFormatter: (value: number) => printNumber(Math.round(value * 1_000) / 1_000),
            },
          ]}
        >
          {[min, max].map((limit, index) =>
            limit === null ? null : (
              <ChartsReferenceLine
                key={index === 0 ? 'min' : 'max'}
                y={limit}
                label={`${index === 0 ? 'min.' : 'max.'} ${printNumber(limit)}`}
                labelAlign="end"
                lineStyle={{ stroke: palette.error.main, strokeDasharray: '6 4' }}
                labelStyle={{ fill: palette.error.main, fontSize: 12 }}
              />
            ),
          )}
        </LineChart>
      </Box>
    </Box>
  );
}
