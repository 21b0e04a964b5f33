import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { PRODUCT_KIND_NAMES, PRODUCT_KINDS, type ProductKind } from '#shared/contract/product.kinds.ts';

/** Asked first of a new product: which law its file is under. */
export function KindChoice({ kind, onKind }: { kind: ProductKind; onKind: (kind: ProductKind) => void }) {
  return (
    <Box sx={{ mb: 2, display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
      <Typography id="kind-title" color="textSecondary">
        Nature du produit
      </Typography>
      <ToggleButtonGroup
        exclusive
        size="small"
        color="primary"
        value={kind}
        aria-labelledby="kind-title"
        onChange={(_, next: ProductKind | null) => next && onKind(next)}
      >
        {PRODUCT_KIND_NAMES.map((name) => (
          <ToggleButton key={name} value={name}>
            {PRODUCT_KINDS[name]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  );
}
