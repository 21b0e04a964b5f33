import TextField from '@mui/material/TextField';

interface Props {
  fault?: string | undefined;
  help?: string;
  autoFocus?: boolean;
}

/** A code of the telephone, or one kept on paper. */
export function CodeField({ fault, help = ' ', autoFocus = false }: Props) {
  return (
    <TextField
      name="code"
      label="Code du second facteur"
      required
      autoFocus={autoFocus}
      autoComplete="one-time-code"
      error={fault !== undefined}
      helperText={fault ?? help}
      slotProps={{ htmlInput: { maxLength: 40, spellCheck: false } }}
    />
  );
}
