import FormControl from '@mui/material/FormControl';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';

interface Props extends Pick<OutlinedInputProps, 'name' | 'type' | 'autoComplete' | 'autoFocus'> {
  name: string;
  label: string;
}

/** A required line of text. `TextField` brings lists and menus along, which the first page on a slow line does without. */
export function LoginField({ name, label, ...input }: Props) {
  const id = `login-${name}`;
  return (
    <FormControl required fullWidth size="small" variant="outlined">
      <InputLabel htmlFor={id}>{label}</InputLabel>
      <OutlinedInput id={id} name={name} label={`${label} *`} {...input} />
    </FormControl>
  );
}
