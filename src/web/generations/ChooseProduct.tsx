import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { ProductSummary } from '#shared/products/product.contract.ts';
import { STATUS_LABELS } from '#shared/products/product.status.ts';
import { ProductPicker } from '../products/ProductPicker.tsx';

interface Props {
  selected: ProductSummary | null;
  onSelect: (product: ProductSummary | null) => void;
}

const nameOf = (product: ProductSummary): string => product.nom_produit ?? product.id;

export function ChooseProduct({ selected, onSelect }: Props) {
  return (
    <Box sx={{ maxWidth: 620 }}>
      <ProductPicker selected={selected} onSelect={onSelect} nameOf={nameOf} />
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
