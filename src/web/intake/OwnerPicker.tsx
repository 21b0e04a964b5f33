import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { IntakeCandidate, IntakeItem, OwnerType } from '#shared/intake/intake.contract.ts';
import { listProducts } from '#shared/products/product.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { suggestSubstances } from '#shared/substances/substance.contract.ts';
import { queryOf } from '../api/query.ts';
import { useThrottled } from '../ui/useDelayed.ts';

export type Owner = NonNullable<IntakeItem['owner']>;

export const OWNER_WORDS: Record<OwnerType, string> = {
  product: 'Produit',
  material: 'Matière première',
  substance: 'Substance',
};

interface Props {
  owner: Owner | null;
  /** Those that the file may be of: they come first. */
  candidates: readonly IntakeCandidate[];
  onChange: (owner: Owner | null) => void;
}

interface Option extends Owner {
  detail: string;
}

const FOUND = '20';

/** Where a file belongs: a product, a raw material or a substance, found by what is typed of it. */
export function OwnerPicker({ owner, candidates, onChange }: Props) {
  const [text, setText] = useState(owner?.label ?? '');
  const words = useThrottled(text.trim(), 200);
  const isTyped = words !== '' && words !== owner?.label;
  const products = useQuery({
    ...queryOf(listProducts, { query: { page: '1', size: FOUND, search: words } }),
    enabled: isTyped,
    placeholderData: (before) => before,
  });
  const others = useQuery({
    ...queryOf(suggestSubstances, { query: { q: words } }),
    enabled: isTyped,
    placeholderData: (before) => before,
  });
  const options: Option[] = isTyped
    ? [
        ...(products.data?.data ?? []).map(
          (one): Option => ({
            type: 'product',
            id: one.id,
            label: productLabel(one),
            detail: [OWNER_WORDS.product, one.ref_produit, one.marque].filter(Boolean).join(', '),
          }),
        ),
        ...(others.data?.data ?? []).flatMap(({ kind, id, name }): Option[] =>
          kind === 'material' || kind === 'substance'
            ? [{ type: kind, id, label: name, detail: OWNER_WORDS[kind] }]
            : [],
        ),
      ]
    : candidates.map(({ type, id, label, why }) => ({ type, id, label, detail: `${OWNER_WORDS[type]}. ${why}` }));
  return (
    <Autocomplete<Option>
      options={options}
      value={owner ? { ...owner, detail: '' } : null}
      loading={products.isFetching || others.isFetching}
      loadingText="Recherche…"
      filterOptions={(all) => all}
      getOptionLabel={({ label }) => label}
      getOptionKey={({ type, id }) => `${type} ${id}`}
      isOptionEqualToValue={(one, other) => one.type === other.type && one.id === other.id}
      noOptionsText={isTyped ? 'Rien ne correspond.' : 'Écrivez un nom ou une référence.'}
      inputValue={text}
      onInputChange={(_, next) => setText(next)}
      onChange={(_, chosen) => onChange(chosen && { type: chosen.type, id: chosen.id, label: chosen.label })}
      renderInput={(params) => <TextField {...params} label="Classer dans" autoFocus />}
      renderOption={({ key, ...props }, option) => (
        <li key={key} {...props}>
          <Box>
            <Typography>{option.label}</Typography>
            <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>
              {option.detail}
            </Typography>
          </Box>
        </li>
      )}
    />
  );
}
