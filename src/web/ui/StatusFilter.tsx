import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';

interface Props {
  /** What a screen reader calls the choice. */
  label: string;
  /** `[value, label]`; the empty value keeps everything. */
  options: readonly (readonly [value: string, label: string])[];
  value: string;
  onChange: (value: string) => void;
}

export function StatusFilter({ label, options, value, onChange }: Props) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      color="primary"
      value={value}
      aria-label={label}
      onChange={(_, next: string | null) => onChange(next ?? '')}
      sx={{ flexWrap: 'wrap' }}
    >
      {options.map(([option, text]) => (
        <ToggleButton key={option} value={option} sx={{ px: 1.75, textTransform: 'none' }}>
          {text}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
