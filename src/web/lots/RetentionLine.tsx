import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { dayOf, daysBetween, printDay } from '#shared/fields/date.ts';
import type { Lot } from '#shared/lots/lot.contract.ts';
import { placedOn } from '#shared/lots/retention.ts';

interface Props {
  lots: readonly Lot[];
  /** The last day on which the file is kept, or the first that it may be. */
  end: string;
  isFirm: boolean;
}

/** The years of a product as a line: its lots, today, and the end of the ten years. The sentence above says the same. */
export function RetentionLine({ lots, end, isFirm }: Props) {
  const today = dayOf(new Date());
  const days = lots.flatMap((one) => placedOn(one) ?? []).toSorted();
  const began = lots.flatMap((one) => one.premiere_mise ?? one.derniere_mise ?? []).toSorted();
  const [first = today, last = today] = [began[0], days.at(-1)];
  const [from, to] = [[first, today].toSorted()[0] ?? first, [end, today].toSorted().at(-1) ?? end];
  const whole = Math.max(1, daysBetween(from, to));
  const at = (day: string): string => `${(100 * daysBetween(from, day)) / whole}%`;
  const marks = [
    { day: first, text: days.length > 1 ? 'Premier lot' : 'Lot' },
    ...(days.length > 1 && last !== first ? [{ day: last, text: 'Dernier lot' }] : []),
    { day: end, text: isFirm ? 'Fin' : 'Au moins' },
  ];
  return (
    <Box
      role="img"
      aria-label={`Des lots, du ${printDay(first)} au ${printDay(last)}, à la fin de la conservation, le ${printDay(end)}.`}
      sx={{ mt: 1, px: 0.5 }}
    >
      <Box sx={{ position: 'relative', height: 34 }}>
        <Bar from="0%" to="100%" colour="divider" />
        <Bar from={at(first)} to={at(end)} colour="primary.light" />
        <Bar from={at(first)} to={at(last)} colour="primary.main" />
        {days.map((day, index) => (
          <Box
            // Two lots may have one day.
            // biome-ignore lint/suspicious/noArrayIndexKey: a mark has nothing but its place
            key={index}
            sx={{
              position: 'absolute',
              top: 12,
              left: at(day),
              width: 10,
              height: 10,
              ml: '-5px',
              borderRadius: '50%',
              bgcolor: 'primary.main',
              border: 2,
              borderColor: 'background.paper',
            }}
          />
        ))}
        <Box
          sx={{ position: 'absolute', top: 2, left: at(today), height: 30, borderLeft: 2, borderColor: 'warning.main' }}
        />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2.5, rowGap: 0.25 }}>
        {marks.map(({ day, text }) => (
          <Typography key={text} color="textSecondary" sx={{ fontSize: '0.85rem' }}>
            {`${text} : ${printDay(day)}`}
          </Typography>
        ))}
        <Typography
          sx={{ fontSize: '0.85rem', color: 'warning.main' }}
        >{`Aujourd’hui : ${printDay(today)}`}</Typography>
      </Box>
    </Box>
  );
}

const Bar = ({ from, to, colour }: { from: string; to: string; colour: string }) => (
  <Box
    sx={{
      position: 'absolute',
      top: 15,
      left: from,
      width: `calc(${to} - ${from})`,
      height: 4,
      borderRadius: 2,
      bgcolor: colour,
    }}
  />
);
