import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { suggestValues } from '#shared/products/product.contract.ts';
import type { RepeatedFieldName } from '#shared/products/product.fields.ts';
import { queryOf } from '../api/query.ts';
import { useDelayed } from '../ui/useDelayed.ts';

/** One of the values that the products have in a field. */
export function ValueFilter({
  field,
  label,
  value,
  onChange,
}: {
  field: RepeatedFieldName;
  label: string;
  value: string;
  onChange: (value: string | null) => void;
}) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const search = useDelayed(text === value ? '' : text, 200);
  const { data, isFetching } = useQuery({
    ...queryOf(suggestValues, { query: { field, search } }),
    enabled: open,
    placeholderData: (before) => before,
  });
  return (
    <Autocomplete
      size="small"
      options={data?.data ?? []}
      filterOptions={(all) => all}
      loading={isFetching}
      loadingText="Recherche…"
      noOptionsText="Aucune valeur de ce nom"
      value={value || null}
      inputValue={text}
      onInputChange={(_, next) => setText(next)}
      onChange={(_, next) => onChange(next)}
      isOptionEqualToValue={(a, b) => a === b}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  );
}
