import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import type { KeyboardEvent } from 'react';
import { type FieldDefinition, kindOf } from '#shared/fields/field.ts';
import { parseNumber, printNumber } from '#shared/fields/number.ts';
import { DayInput } from './DayInput.tsx';
import type { FieldInputProps } from './FieldInputProps.ts';

const HINTS = { measure: 'Un nombre, une limite (< 10), ou Absence, ND, NA' } as const;

/** The input of one field, by its kind. Values are texts as the person types them; the rule of the field reads them. */
export function FieldInput(props: FieldInputProps) {
  const { field, value, required, disabled, error, inputRef, onChange, onBlur } = props;
  const kind = kindOf(field);
  if (kind === 'date') return <DayInput {...props} />;
  const multiline = kind === 'longtext';
  const numeric = kind === 'number';
  return (
    <TextField
      id={`field-${field.name}`}
      name={field.name}
      label={field.label}
      value={value}
      required={required}
      disabled={disabled}
      error={error !== undefined}
      helperText={error ?? (kind === 'measure' ? HINTS.measure : undefined)}
      inputRef={inputRef}
      multiline={multiline}
      {...(multiline ? { rows: field.rows ?? 4 } : {})}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => {
        if (numeric) onChange(tidyNumber(value));
        onBlur();
      }}
      {...(numeric ? { onKeyDown: (event: KeyboardEvent) => stepNumber(event, { field, value, onChange }) } : {})}
      slotProps={{
        htmlInput: numeric ? { inputMode: 'decimal', autoComplete: 'off' } : { autoComplete: 'off' },
        input: field.unit ? { endAdornment: <InputAdornment position="end">{field.unit}</InputAdornment> } : {},
        // Beside a unit a long name has no room: it stands above.
        inputLabel: { required, ...(field.unit ? { shrink: true } : {}) },
      }}
    />
  );
}

/** `5.50` → `5,5` once the person has left the field; what is not a number stays as typed. */
const tidyNumber = (text: string): string => {
  const value = parseNumber(text);
  return value === null ? text : printNumber(value);
};

/** The arrows step a number, as in any number field. */
function stepNumber(
  event: KeyboardEvent,
  { field, value, onChange }: { field: FieldDefinition; value: string; onChange: (value: string) => void },
): void {
  if ((event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || event.altKey || event.ctrlKey) return;
  event.preventDefault();
  const { increment = 1, min = 0, max = Number.POSITIVE_INFINITY } = field;
  const current = parseNumber(value) ?? 0;
  const next = current + (event.key === 'ArrowUp' ? increment : -increment);
  const decimals = String(increment).split('.')[1]?.length ?? 0;
  const precision = Math.max(decimals, String(current).split('.')[1]?.length ?? 0);
  onChange(printNumber(Number(Math.min(max, Math.max(min, next)).toFixed(precision))));
}
