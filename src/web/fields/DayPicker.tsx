import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns';
import { DatePicker } from '@mui/x-date-pickers/DatePicker';
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider';
import { frFR } from '@mui/x-date-pickers/locales';
import { format, isValid, parseISO } from 'date-fns';
import { fr } from 'date-fns/locale/fr';
import { useMemo, useState } from 'react';
import type { FieldDefinition } from '#shared/fields/field.ts';
import type { FieldInputProps } from './FieldInputProps.ts';

const FRENCH = frFR.components.MuiLocalizationProvider.defaultProps.localeText;

/** What stands for a date that is not finished or does not exist: no rule takes it for a day. */
const UNREADABLE = 'date illisible';

const toDate = (day: string): Date | null => {
  if (day === '') return null;
  const date = parseISO(day);
  return isValid(date) ? date : null;
};

export type DayProps = Omit<FieldInputProps, 'field'> & { field: Pick<FieldDefinition, 'name' | 'label'> };

/** A day, typed or chosen: dd/MM/yyyy, weeks from Monday. Its value is `YYYY-MM-DD`, and never passes through UTC. */
export function DayPicker({ field, value, required, disabled, error, warning, inputRef, onChange, onBlur }: DayProps) {
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
          textField: {
            id: `field-${field.name}`,
            name: field.name,
            required,
            error: error !== undefined,
            helperText: error ?? warning,
            onBlur,
            inputRef,
            fullWidth: true,
            size: 'small',
          },
          field: { clearable: true },
        }}
      />
    </LocalizationProvider>
  );
}
