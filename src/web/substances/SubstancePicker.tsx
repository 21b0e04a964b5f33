import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Suggestion, suggestSubstances } from '#shared/substances/substance.contract.ts';
import { queryOf } from '../api/query.ts';
import { useThrottled } from '../ui/useDelayed.ts';

interface Props {
  label: string;
  /** What is chosen, or typed and unknown yet. */
  name: string;
  error?: string | undefined;
  onChange: (taken: { id: string | null; name: string }) => void;
}

/** A substance of the firm by its name or number; another name is kept as it is, to become one. */
export function SubstancePicker({ label, name, error, onChange }: Props) {
  const [text, setText] = useState(name);
  const words = useThrottled(text.trim(), 150);
  const { data } = useQuery({
    ...queryOf(suggestSubstances, { query: { q: words } }),
    enabled: words.length > 0 && words !== name,
    placeholderData: (before) => before,
  });
  return (
    <Autocomplete<Suggestion, false, true, true>
      freeSolo
      disableClearable
      size="small"
      options={(data?.data ?? []).filter(({ kind }) => kind !== 'material')}
      filterOptions={(all) => all}
      getOptionLabel={(option) => (typeof option === 'string' ? option : option.name)}
      getOptionKey={(option) => (typeof option === 'string' ? option : option.id)}
      inputValue={text}
      onInputChange={(_, next, reason) => {
        setText(next);
        if (reason === 'input') onChange({ id: null, name: next });
      }}
      onChange={(_, option) =>
        onChange(
          typeof option === 'string'
            ? { id: null, name: option }
            : { id: option.kind === 'substance' ? option.id : null, name: option.name },
        )
      }
      renderInput={(params) => <TextField {...params} label={label} error={Boolean(error)} helperText={error} />}
    />
  );
}
