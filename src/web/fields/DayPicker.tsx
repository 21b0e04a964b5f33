import Box from '@mui/material/Box';
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { renderDateViewCalendar } from '@mui/x-date-pickers/dateViewRenderers';
import { usePickerContext } from '@mui/x-date-pickers/hooks';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { frFR } from '@mui/x-date-pickers/locales';
import { format, isValid, parseISO } from 'date-fns';
import { fr } from 'date-fns/locale/fr';
import { type ReactNode, startTransition, useDeferredValue, useMemo, useState } from 'react';
import { type DayProps, textProps, UNREADABLE } from './DayText.tsx';

/** Six weeks and their heading (px): what the library's calendar measures. */
const [WIDTH, HEIGHT] = [320, 336];

/** The window answers the hand at once, its days follow and leave first: forty buttons take longer than one waits. */
function Later({ children }: { children: ReactNode }) {
  const { open } = usePickerContext();
  const blank = <Box sx={{ width: WIDTH, height: HEIGHT }} />;
  const days = useDeferredValue(children, blank);
  return open ? days : blank;
}
const later: typeof renderDateViewCalendar = (props) => <Later>{renderDateViewCalendar(props)}</Later>;
const VIEWS = { day: later, month: later, year: later };
/** It opens as windows do (ms), and is gone once a day is chosen. */
const OPENING = { timeout: { enter: 200, exit: 0 } };

const FRENCH = frFR.components.MuiLocalizationProvider.defaultProps.localeText;

const toDate = (day: string): Date | null => {
  if (day === '') return null;
  const date = parseISO(day);
  return isValid(date) ? date : null;
};

/** A day with its calendar. */
export function DayPicker(props: DayProps) {
  const { field, value, disabled, onChange, onBlur } = props;
  const fromOutside = useMemo(() => toDate(value), [value]);
  const [typed, setTyped] = useState<Date | null>(fromOutside);
  const [isOpen, setIsOpen] = useState(false);
  // While the text is unreadable the picker keeps it; once the value comes from elsewhere it follows.
  const shown = value === UNREADABLE ? typed : fromOutside;
  return (
    <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={fr} localeText={FRENCH}>
      <DatePicker
        label={field.label}
        value={shown}
        readOnly={disabled}
        viewRenderers={VIEWS}
        open={isOpen}
        // The button answers first: what is typed meanwhile is not behind the calendar.
        onOpen={() => startTransition(() => setIsOpen(true))}
        onClose={() => setIsOpen(false)}
        onChange={(date, { source }) => {
          setTyped(date);
          const day =
            date === null ? '' : isValid(date) && date.getFullYear() > 999 ? format(date, 'yyyy-MM-dd') : UNREADABLE;
          // A day that is chosen closes the calendar at once; what is typed is never behind the hand.
          if (source === 'view') startTransition(() => onChange(day));
          else onChange(day);
        }}
        slotProps={{
          textField: { ...textProps(props), onBlur },
          field: { clearable: !disabled },
          desktopTransition: OPENING,
        }}
      />
    </LocalizationProvider>
  );
}
