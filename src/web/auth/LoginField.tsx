import FormControl from '@mui/material/FormControl';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';

/** The library marks the field that has the focus once it runs; the browser, from the first moment on. */
const FOCUSED = { '&:focus-within fieldset': { borderColor: 'primary.main', borderWidth: 2 } };

interface Props extends Pick<OutlinedInputProps, 'name' | 'type' | 'autoComplete' | 'autoFocus' | 'inputProps'> {
  name: string;
  label: string;
}

/**
 * A required line of text. `TextField` brings lists and menus along, which the first page on a slow line does without. Its
 * label stays above: what one types, or the browser fills in, before the app is there is never under it.
 */
export function LoginField({ name, label, ...input }: Props) {
  const id = `login-${name}`;
  return (
    <FormControl required fullWidth size="small" variant="outlined">
      <InputLabel htmlFor={id} shrink>
        {label}
      </InputLabel>
      <OutlinedInput id={id} name={name} label={label} notched sx={FOCUSED} {...input} />
    </FormControl>
  );
}
