import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { Search } from 'lucide-react';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function SearchBox({ label, value, onChange }: Props) {
  return (
    <TextField
      type="search"
      value={value}
      placeholder={label}
      onChange={(event) => onChange(event.target.value)}
      sx={{ maxWidth: 420 }}
      slotProps={{
        htmlInput: { 'aria-label': label },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Search size={18} aria-hidden />
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
