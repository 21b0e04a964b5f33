import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { materialEndpoints } from '#shared/materials/material.contract.ts';
import { getProduct, listProducts } from '#shared/products/product.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { queryOf } from '../api/query.ts';
import { useDelayed } from '../ui/useDelayed.ts';

export interface Of {
  type: 'material' | 'product';
  id: string;
  label: string;
  /** Of a raw material. */
  supplier?: string | null;
}
/** What the documents are of: a raw material, or a product. */
export function OfPicker({
  value,
  productId,
  disabled,
  error,
  onChange,
}: {
  value: Of | null;
  productId: string | null;
  disabled: boolean;
  error: string | undefined;
  onChange: (of: Of | null) => void;
}) {
  const [typed, setTyped] = useState('');
  const search = useDelayed(value && typed === value.label ? '' : typed, 200);
  const query = { page: '1', size: '20', ...(search ? { search } : {}) };
  const materials = useQuery(queryOf(materialEndpoints.list, { query }));
  const products = useQuery({ ...queryOf(listProducts, { query }), enabled: search !== '' });
  const own = useQuery({ ...queryOf(getProduct, { params: { id: productId ?? '' } }), enabled: productId !== null });
  const options: Of[] = [
    ...(own.data && search === ''
      ? [{ type: 'product' as const, id: own.data.data.id, label: productLabel(own.data.data) }]
      : []),
    ...(materials.data?.data ?? []).map(({ id, trade_name, supplier }) => ({
      type: 'material' as const,
      id,
      label: trade_name,
      supplier: supplier ?? null,
    })),
    ...(products.data?.data ?? []).map((one) => ({ type: 'product' as const, id: one.id, label: productLabel(one) })),
  ];
  return (
    <Autocomplete
      options={options}
      value={value}
      disabled={disabled}
      inputValue={typed}
      onInputChange={(_, text) => setTyped(text)}
      onChange={(_, next) => onChange(next)}
      filterOptions={(all) => all}
      getOptionLabel={({ label }) => label}
      getOptionKey={({ type, id }) => `${type} ${id}`}
      groupBy={({ type }) => (type === 'material' ? 'Matières premières' : 'Produits')}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      noOptionsText="Rien ne correspond."
      renderInput={(params) => (
        <TextField
          {...params}
          label="Matière première, ou produit"
          required
          error={Boolean(error)}
          helperText={error ?? 'De quoi sont ces documents.'}
        />
      )}
    />
  );
}
