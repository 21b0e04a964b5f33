import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useState } from 'react';
import { useThrottled } from '../ui/useDelayed.ts';
import type { FieldInputProps } from './FieldInputProps.ts';

/** Values of a field that were typed before, those that hold a text. */
export type Suggest = (field: string, text: string) => Promise<string[]>;
export const SuggestContext = createContext<Suggest | null>(null);

/** Values are asked for at most so often (ms). */
const EVERY_MS = 200;

/** A short text of which the values come back: those of other records are offered, any other may be typed. */
export function SuggestInput({
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
  const suggest = useContext(SuggestContext);
  const [open, setOpen] = useState(false);
  const text = useThrottled(value, EVERY_MS);
  const { data = [] } = useQuery({
    queryKey: ['suggest', field.name, text],
    queryFn: () => suggest?.(field.name, text) ?? [],
    enabled: suggest !== null && open,
    retry: false,
    placeholderData: (before) => before,
  });
  // What is typed whole already needs no offer.
  const options = data.filter((one) => one !== value);
  return (
    <Autocomplete
      id={`field-${field.name}`}
      freeSolo
      disableClearable
      readOnly={disabled}
      options={options}
      filterOptions={(all) => all}
      open={open && options.length > 0}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      value={value}
      inputValue={value}
      onInputChange={(_, next, reason) => {
        if (reason !== 'reset') onChange(next);
        if (reason === 'input') setOpen(true);
      }}
      onChange={(_, next) => onChange(next)}
      renderInput={(params) => (
        <TextField
          {...params}
          name={field.name}
          label={field.label}
          required={required}
          error={error !== undefined}
          helperText={error ?? warning}
          inputRef={inputRef}
          onBlur={onBlur}
        />
      )}
    />
  );
}
