import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listProducts, type ProductSummary } from '#shared/products/product.contract.ts';
import { previewWithProduct, type Template } from '#shared/templates/template.contract.ts';
import { readBytes } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { PdfFrame } from '../ui/PdfFrame.tsx';
import { useDelayed } from '../ui/useDelayed.ts';

const FOUND = '10';

/** What a template gives with a real product, read before anything is generated. */
export function TryTemplate({ template, onClose }: { template: Template; onClose: () => void }) {
  const [product, setProduct] = useState<ProductSummary | null>(null);
  const [typed, setTyped] = useState('');
  const search = useDelayed(typed, 200);
  const { data, isFetching } = useQuery({
    ...queryOf(listProducts, { query: { page: '1', size: FOUND, ...(search && !product ? { search } : {}) } }),
    placeholderData: (before) => before,
  });
  const nameOf = (one: ProductSummary): string => one.nom_commercial ?? one.nom_produit ?? 'Produit sans nom';
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="try-title">
      <DialogTitle id="try-title">Aperçu de « {template.name} »</DialogTitle>
      <DialogContent>
        <Autocomplete
          options={data?.data ?? []}
          filterOptions={(all) => all}
          loading={isFetching}
          loadingText="Recherche…"
          noOptionsText="Aucun produit"
          value={product}
          inputValue={typed}
          getOptionLabel={nameOf}
          getOptionKey={({ id }) => id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          onInputChange={(_, text) => setTyped(text)}
          onChange={(_, chosen) => setProduct(chosen)}
          renderInput={(params) => <TextField {...params} label="Produit" autoFocus />}
          sx={{ mt: 1 }}
        />
        <Box sx={{ mt: 2, height: { xs: '60vh', md: '65vh' } }}>
          {product && (
            <PdfFrame
              title={`Aperçu de ${template.name} avec ${nameOf(product)}`}
              source={`${template.id}${template.updated_at}${product.id}`}
              load={(signal) => readBytes(previewWithProduct, { id: template.id, productId: product.id }, signal)}
            />
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Fermer</Button>
      </DialogActions>
    </Dialog>
  );
}
