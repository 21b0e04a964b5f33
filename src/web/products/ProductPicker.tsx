import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listProducts, type ProductSummary } from '#shared/products/product.contract.ts';
import { queryOf } from '../api/query.ts';
import { LoadError } from '../ui/Page.tsx';
import { useDelayed } from '../ui/useDelayed.ts';

const FOUND = '50';

interface Props {
  selected: ProductSummary | null;
  onSelect: (product: ProductSummary | null) => void;
  /** What a product is called in the box. */
  nameOf: (product: ProductSummary) => string;
  autoFocus?: boolean;
}

/** One product, found by what is typed of it. */
export function ProductPicker({ selected, onSelect, nameOf, autoFocus = false }: Props) {
  const [typed, setTyped] = useState('');
  // The text of the chosen product is not a search.
  const search = useDelayed(selected && typed === nameOf(selected) ? '' : typed, 200);
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOf(listProducts, { query: { page: '1', size: FOUND, ...(search ? { search } : {}) } }),
    placeholderData: keepPreviousData,
  });
  if (error)
    return (
      <LoadError message="Erreur de chargement des données" detail={error.message} onRetry={() => void refetch()} />
    );
  return (
    <Autocomplete
      options={data?.data ?? []}
      value={selected}
      loading={isFetching}
      loadingText="Recherche…"
      onChange={(_, product) => onSelect(product)}
      inputValue={typed}
      onInputChange={(_, text) => setTyped(text)}
      filterOptions={(options) => options}
      getOptionLabel={nameOf}
      getOptionKey={(product) => product.id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      noOptionsText={search ? 'Aucun produit ne correspond.' : 'Aucun produit : créez d’abord une fiche.'}
      renderInput={(params) => <TextField {...params} label="Produit" autoFocus={autoFocus} />}
      renderOption={({ key, ...props }, product) => (
        <li key={key} {...props}>
          <Box>
            <Typography>{nameOf(product)}</Typography>
            <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>
              {[product.nom_commercial, product.marque, product.ref_formule].filter(Boolean).join(' – ')}
            </Typography>
          </Box>
        </li>
      )}
    />
  );
}
