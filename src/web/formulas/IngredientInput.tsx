import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { type Suggestion, suggestSubstances } from '#shared/substances/substance.contract.ts';
import { queryOf } from '../api/query.ts';
import { useDelayed } from '../ui/useDelayed.ts';

const PAUSE_MS = 120;
const KINDS: Record<Suggestion['kind'], string> = {
  substance: 'Substance',
  material: 'Matière première',
  name: 'Nom connu',
};

interface Props {
  initial: string;
  onTaken: (taken: string | Suggestion) => void;
  onKeyDown: (event: KeyboardEvent, text: string) => void;
  onLeave: (text: string) => void;
}

/** The name of an ingredient, with what the firm knows; another name is typed as it is. */
export function IngredientInput({ initial, onTaken, onKeyDown, onLeave }: Props) {
  const [text, setText] = useState(initial);
  const taken = useRef(false);
  const highlighted = useRef<Suggestion | null>(null);
  const words = useDelayed(text.trim(), PAUSE_MS);
  const { data } = useQuery({
    ...queryOf(suggestSubstances, { query: { q: words } }),
    enabled: words.length > 0,
    placeholderData: (before) => before,
  });
  const options = words ? (data?.data ?? []) : [];
  return (
    <Autocomplete<Suggestion, false, true, true>
      freeSolo
      disableClearable
      fullWidth
      options={options}
      filterOptions={(all) => all}
      getOptionLabel={(option) => (typeof option === 'string' ? option : option.name)}
      getOptionKey={(option) => (typeof option === 'string' ? option : option.id)}
      inputValue={text}
      onInputChange={(_, next, reason) => {
        if (reason === 'input') setText(next);
      }}
      onHighlightChange={(_, option) => {
        highlighted.current = option;
      }}
      onChange={(_, option) => {
        taken.current = true;
        // A name that is no substance of the firm yet is typed for her.
        onTaken(typeof option !== 'string' && option.kind === 'name' ? option.name : option);
      }}
      renderOption={({ key, ...props }, option) => (
        <Box component="li" key={key} {...props}>
          <Box>
            <Typography>{option.name}</Typography>
            <Typography color="textSecondary" sx={{ fontSize: '0.8rem' }}>
              {[KINDS[option.kind], option.detail].filter(Boolean).join(' – ')}
            </Typography>
          </Box>
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          autoFocus
          variant="standard"
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, 'aria-label': 'Ingrédient', maxLength: 300 },
          }}
          onKeyDown={(event) => {
            // With an entry of the list in hand, Enter takes it; the arrows walk the list.
            if (event.key === 'Enter' && highlighted.current) return;
            onKeyDown(event, text);
          }}
          onBlur={() => {
            if (!taken.current) onLeave(text);
          }}
        />
      )}
    />
  );
}
