import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listProducts, type ProductSummary } from '#shared/products/product.contract.ts';
import { STATUS_LABELS } from '#shared/products/product.schema.ts';
import { queryOf } from '../api/query.ts';
import { LoadError } from '../ui/Page.tsx';
import { useDelayed } from '../ui/useDelayed.ts';

interface Props {
  selected: ProductSummary | null;
  onSelect: (product: ProductSummary | null) => void;
}

const nameOf = (product: ProductSummary): string => product.nom_produit ?? product.id;

export function ChooseProduct({ selected, onSelect }: Props) {
  const [typed, setTyped] = useState('');
  // The text of the chosen product is not a search.
  const search = useDelayed(selected && typed === nameOf(selected) ? '' : typed, 200);
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOf(listProducts, { query: { page: '1', size: '50', ...(search ? { search } : {}) } }),
    placeholderData: keepPreviousData,
  });
  if (error)
    return (
      <LoadError message="Erreur de chargement des données" detail={error.message} onRetry={() => void refetch()} />
    );
  return (
    <Box sx={{ maxWidth: 620 }}>
      <Autocomplete
        options={data?.data ?? []}
        value={selected}
        loading={isFetching}
        onChange={(_, product) => onSelect(product)}
        inputValue={typed}
        onInputChange={(_, text) => setTyped(text)}
        filterOptions={(options) => options}
        getOptionLabel={nameOf}
        getOptionKey={(product) => product.id}
        isOptionEqualToValue={(option, value) => option.id === value.id}
        noOptionsText={search ? 'Aucun produit ne correspond.' : "Aucun produit : créez d'abord une fiche."}
        renderInput={(params) => <TextField {...params} label="Produit" />}
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
      {selected && (
        <Box sx={{ mt: 3 }}>
          <Typography sx={{ mb: 1 }}>Statut: {STATUS_LABELS[selected.status] ?? '-'}</Typography>
          <Typography id="product-progress" color="textSecondary" sx={{ fontSize: '0.9rem', mb: 0.75 }}>
            Fiche remplie à {selected.progression} %
          </Typography>
          <LinearProgress
            variant="determinate"
            value={selected.progression}
            aria-labelledby="product-progress"
            sx={{ height: 6, borderRadius: 3 }}
          />
        </Box>
      )}
    </Box>
  );
}
