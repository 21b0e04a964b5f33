import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import type { FieldInputProps } from './FieldInputProps.ts';

const YES_NO = { oui: 'Oui', non: 'Non' };

/** One of a closed list, or nothing yet. */
export function ChoiceInput({
  field,
  value,
  required,
  disabled,
  error,
  warning,
  inputRef,
  onChange,
  onBlur,
}: FieldInputProps) {
  return (
    <TextField
      select
      id={`field-${field.name}`}
      name={field.name}
      label={field.label}
      value={value}
      required={required}
      slotProps={{ select: { readOnly: disabled } }}
      error={error !== undefined}
      helperText={error ?? warning}
      inputRef={inputRef}
      fullWidth
      size="small"
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    >
      <MenuItem value="">À préciser</MenuItem>
      {Object.entries(field.choices ?? YES_NO).map(([key, label]) => (
        <MenuItem key={key} value={key}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}
