import Alert from '@mui/material/Alert';
import { actsToCome } from '#shared/detergents/acts.ts';
import { dayOf, printDay } from '#shared/fields/date.ts';

/** Acts that will change what a cleaning product owes: shown, nothing of them is computed. */
export function ActsToCome() {
  return actsToCome(dayOf(new Date())).map(({ regulation, applies, text }) => (
    <Alert key={regulation} severity="info">
      {`${regulation} : ${text} Il s’applique à partir du ${printDay(applies)}.`}
    </Alert>
  ));
}
