import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { nameKey } from '#shared/fields/name.ts';
import { materialEndpoints } from '#shared/materials/material.contract.ts';
import { type Suggestion, suggestSubstances } from '#shared/substances/substance.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useThrottled } from '../ui/useDelayed.ts';

/** Names are asked for at most so often (ms). */
const EVERY_MS = 150;
const KINDS: Record<Suggestion['kind'], string> = {
  substance: 'Substance',
  material: 'Matière première',
  name: 'Nom connu',
};

/** What the firm knows, and last what it could make. */
type Option = Suggestion | { kind: 'new'; id: string; name: string; detail: null };

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
  const highlighted = useRef<Option | null>(null);
  const words = useThrottled(text.trim(), EVERY_MS);
  const { data } = useQuery({
    ...queryOf(suggestSubstances, { query: { q: words } }),
    enabled: words.length > 0,
    placeholderData: (before) => before,
  });
  const { act } = useAction();
  const known = words ? (data?.data ?? []) : [];
  const isNamed = known.some(({ kind, name }) => kind === 'material' && nameKey(name) === nameKey(words));
  const options: readonly Option[] =
    words.length < 2 || isNamed ? known : [...known, { kind: 'new', id: 'new', name: words, detail: null }];
  /** A raw material of this name, with nothing in it yet. */
  const create = (name: string): Promise<unknown> =>
    act(
      async () => {
        const { id, trade_name } = await call(materialEndpoints.create, { body: { trade_name: name } });
        onTaken({ kind: 'material', id, name: trade_name, detail: null, example: false });
      },
      { done: `La matière première « ${name} » est créée : dites ce qu’elle contient.`, refresh: ['materials'] },
    );
  return (
    <Autocomplete<Option, false, true, true>
      freeSolo
      disableClearable
      fullWidth
      options={[...options]}
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
        if (typeof option !== 'string' && option.kind === 'new') {
          void create(option.name);
          return;
        }
        // A name that is no substance of the firm yet is typed for her.
        onTaken(typeof option === 'string' || option.kind !== 'name' ? option : option.name);
      }}
      renderOption={({ key, ...props }, option) => (
        <Box component="li" key={key} {...props}>
          <Box>
            <Typography>
              {option.kind === 'new' ? `Créer la matière première « ${option.name} »` : option.name}
            </Typography>
            <Typography color="textSecondary" sx={{ fontSize: '0.8rem' }}>
              {option.kind === 'new' ? '' : [KINDS[option.kind], option.detail].filter(Boolean).join(' – ')}
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
