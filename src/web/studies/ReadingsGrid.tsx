import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { printDay } from '#shared/fields/date.ts';
import type { Study } from '#shared/studies/study.contract.ts';
import { type DuePoint, printPoint } from '#shared/studies/study.ts';
import type { Verdict } from '#shared/studies/verdict.ts';
import type { ReadingPlace } from './ReadingDialog.tsx';
import { sayValue } from './study.words.ts';

interface Props {
  study: Study;
  due: readonly DuePoint[];
  mayWrite: boolean;
  onOpen: (place: ReadingPlace) => void;
}

const COLOURS: Readonly<Record<Verdict, string>> = {
  'dans les limites': 'success.main',
  'à vérifier': 'warning.main',
  'hors limites': 'error.main',
};

/** Each point with its day, and what was read in each condition. */
export function ReadingsGrid({ study, due, mayWrite, onOpen }: Props) {
  const { conditions, points, lectures, criteres } = study;
  if (conditions.length === 0 || points.length === 0)
    return (
      <Typography color="textSecondary">
        Aucune lecture n’est prévue : dites les conditions et les points de l’étude (« Modifier »).
      </Typography>
    );
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Table size="small" aria-label="Lectures">
        <TableHead>
          <TableRow>
            <TableCell>Point</TableCell>
            {conditions.map((condition) => (
              <TableCell key={condition}>{condition}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {points.map((point) => {
            const when = due.find((one) => one.point.valeur === point.valeur);
            return (
              <TableRow key={point.valeur}>
                <TableCell component="th" scope="row" sx={{ verticalAlign: 'top', whiteSpace: 'nowrap' }}>
                  <Typography sx={{ fontWeight: 600 }}>{printPoint(point)}</Typography>
                  {when && (
                    <Typography
                      sx={{ fontSize: '0.85rem', color: when.overdue_days > 0 ? 'error.main' : 'text.secondary' }}
                    >
                      {when.overdue_days > 0 ? `${printDay(when.due_on)}, en retard` : printDay(when.due_on)}
                    </Typography>
                  )}
                </TableCell>
                {conditions.map((condition) => {
                  const reading = lectures.find((one) => one.condition === condition && one.point === point.valeur);
                  const name = `${printPoint(point)}, ${condition}`;
                  const content = reading ? (
                    <>
                      {criteres
                        .filter(({ nom }) => isSaid(reading.valeurs[nom]))
                        .map(({ nom, unite }) => (
                          <Typography key={nom} sx={{ fontSize: '0.9rem', overflowWrap: 'anywhere' }}>
                            {`${nom} : ${sayValue(reading.valeurs[nom] ?? null)}${unite ? ` ${unite}` : ''}`}
                          </Typography>
                        ))}
                      <Typography
                        sx={{
                          fontSize: '0.85rem',
                          color: reading.verdict ? COLOURS[reading.verdict] : 'text.secondary',
                        }}
                      >
                        {`${reading.verdict ?? 'lu'}, le ${printDay(reading.le)}`}
                      </Typography>
                      {reading.remarque && (
                        <Typography sx={{ fontSize: '0.85rem', overflowWrap: 'anywhere' }}>
                          {reading.remarque}
                        </Typography>
                      )}
                    </>
                  ) : (
                    <Typography sx={{ fontSize: '0.9rem', color: mayWrite ? 'primary.main' : 'text.secondary' }}>
                      {mayWrite ? 'Saisir la lecture' : 'À lire'}
                    </Typography>
                  );
                  return (
                    <TableCell key={condition} sx={{ verticalAlign: 'top', minWidth: 130 }}>
                      {mayWrite ? (
                        <ButtonBase
                          aria-label={`${reading ? 'Modifier' : 'Saisir'} la lecture : ${name}`}
                          onClick={() => onOpen({ condition, point: point.valeur })}
                          sx={{ display: 'block', textAlign: 'left', width: '100%', borderRadius: 1, p: 0.5, m: -0.5 }}
                        >
                          {content}
                        </ButtonBase>
                      ) : (
                        content
                      )}
                    </TableCell>
                  );
                })}
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </Box>
  );
}

const isSaid = (value: unknown): boolean => value !== null && value !== undefined && value !== '';
