import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { printDay, readDay } from '#shared/fields/date.ts';
import type { FieldDefinition } from '#shared/fields/field.ts';
import type { FieldInputProps } from './FieldInputProps.ts';

export type DayProps = Omit<FieldInputProps, 'field'> & { field: Pick<FieldDefinition, 'name' | 'label'> };

/** What stands for a date that is not finished or does not exist: no rule takes it for a day. */
export const UNREADABLE = 'date illisible';

/** What the text of a date has, with a calendar or without. */
export const textProps = ({ field, required, error, warning, inputRef }: DayProps) => ({
  id: `field-${field.name}`,
  name: field.name,
  required,
  error: error !== undefined,
  helperText: error ?? warning,
  inputRef,
  fullWidth: true,
  size: 'small' as const,
});

/** A day that is typed, dd/MM/yyyy: while the calendar has not come, and where it cannot. */
export function DayText({ onTyping, ...props }: DayProps & { onTyping: (isTyping: boolean) => void }) {
  const { field, value, disabled, onChange, onBlur } = props;
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextField
      {...textProps(props)}
      label={field.label}
      slotProps={{ input: { readOnly: disabled } }}
      placeholder="JJ/MM/AAAA"
      value={typed ?? printDay(value)}
      onFocus={() => onTyping(true)}
      onBlur={() => {
        // One that cannot be read stays as it was typed, to be mended.
        if (value !== UNREADABLE) setTyped(null);
        onTyping(false);
        onBlur();
      }}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(target.value.trim() === '' ? '' : (readDay(target.value) ?? UNREADABLE));
      }}
    />
  );
}
