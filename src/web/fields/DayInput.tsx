import TextField from '@mui/material/TextField';
import { Suspense } from 'react';
import { screen } from '../ui/screen.ts';
import type { DayProps } from './DayPicker.tsx';

/** The calendar weighs as much as a screen: it comes where a date is asked for, and with the other screens before that. */
const DayPicker = screen<'DayPicker', DayProps>(() => import('./DayPicker.tsx'), 'DayPicker');

/** A day, typed or chosen: dd/MM/yyyy, weeks from Monday. Its value is `YYYY-MM-DD`. */
export function DayInput(props: DayProps) {
  return (
    <Suspense fallback={<TextField label={props.field.label} disabled size="small" fullWidth />}>
      <DayPicker {...props} />
    </Suspense>
  );
}
