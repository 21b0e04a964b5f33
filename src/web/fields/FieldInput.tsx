import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import type { KeyboardEvent } from 'react';
import { type FieldDefinition, kindOf } from '#shared/fields/field.ts';
import { parseNumber, printNumber } from '#shared/fields/number.ts';
import { ChoiceInput } from './ChoiceInput.tsx';
import { DayInput } from './DayInput.tsx';
import type { FieldInputProps } from './FieldInputProps.ts';
import { SuggestInput } from './SuggestInput.tsx';

/** What may be written, where a number alone is not all. */
const hintOf = (field: FieldDefinition): string | undefined =>
  kindOf(field) !== 'measure'
    ? undefined
    : field.ranges
      ? 'Un nombre, une limite (> 93) ou un intervalle (10 à 20)'
      : 'Un nombre, une limite (< 10), ou Absence, ND, NA';

/** The input of one field, by its kind. Values are texts as the person types them; the rule of the field reads them. */
export function FieldInput(props: FieldInputProps) {
  const { field, value, required, disabled, error, warning, inputRef, onChange, onBlur } = props;
  const kind = kindOf(field);
  if (kind === 'date') return <DayInput {...props} />;
  if (kind === 'choice' || kind === 'yesno') return <ChoiceInput {...props} />;
  if (field.repeats) return <SuggestInput {...props} />;
  const multiline = kind === 'longtext';
  const numeric = kind === 'number';
  const steps = numeric || field.ranges === true;
  return (
    <TextField
      id={`field-${field.name}`}
      name={field.name}
      label={field.label}
      value={value}
      required={required}
      error={error !== undefined}
      helperText={error ?? warning ?? hintOf(field)}
      inputRef={inputRef}
      multiline={multiline}
      {...(multiline ? { minRows: field.rows ?? 4, maxRows: ROWS_MAX } : {})}
      onChange={(event) => onChange(event.target.value)}
      onBlur={() => {
        if (steps && !disabled) onChange(tidyNumber(value));
        onBlur();
      }}
      {...(steps && !disabled
        ? { onKeyDown: (event: KeyboardEvent) => stepNumber(event, { field, value, onChange }) }
        : {})}
      slotProps={{
        htmlInput: {
          autoComplete: 'off',
          ...(numeric ? { inputMode: 'decimal' } : {}),
          // What it is at first; it grows with its text.
          ...(multiline ? { rows: field.rows ?? 4 } : {}),
        },
        input: {
          // Who may not write it reads it, whole, and goes there by keyboard.
          readOnly: disabled,
          ...(field.unit ? { endAdornment: <InputAdornment position="end">{field.unit}</InputAdornment> } : {}),
        },
        // Beside a unit a long name has no room: it stands above.
        inputLabel: { required, ...(field.unit ? { shrink: true } : {}) },
      }}
    />
  );
}

/** How far a text area grows with its text before it scrolls. */
const ROWS_MAX = 24;

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
