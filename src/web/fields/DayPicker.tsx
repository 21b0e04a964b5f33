import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { frFR } from '@mui/x-date-pickers/locales';
import { format, isValid, parseISO } from 'date-fns';
import { fr } from 'date-fns/locale/fr';
import { useMemo, useState } from 'react';
import { type DayProps, textProps, UNREADABLE } from './DayText.tsx';

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
  // While the text is unreadable the picker keeps it; once the value comes from elsewhere it follows.
  const shown = value === UNREADABLE ? typed : fromOutside;
  return (
    <LocalizationProvider dateAdapter={AdapterDateFns} adapterLocale={fr} localeText={FRENCH}>
      <DatePicker
        label={field.label}
        value={shown}
        disabled={disabled}
        onChange={(date) => {
          setTyped(date);
          if (date === null) onChange('');
          else onChange(isValid(date) && date.getFullYear() > 999 ? format(date, 'yyyy-MM-dd') : UNREADABLE);
        }}
        slotProps={{
          textField: { ...textProps(props), onBlur },
          field: { clearable: true },
        }}
      />
    </LocalizationProvider>
  );
}
