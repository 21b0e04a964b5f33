import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useState } from 'react';
import type { ProductSummary } from '#shared/products/product.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { previewWithProduct, type Template } from '#shared/templates/template.contract.ts';
import { readBytes } from '../api/client.ts';
import { ProductPicker } from '../products/ProductPicker.tsx';
import { PdfFrame } from '../ui/PdfFrame.tsx';

/** What a template gives with a real product, read before anything is generated. */
export function TryTemplate({ template, onClose }: { template: Template; onClose: () => void }) {
  const [product, setProduct] = useState<ProductSummary | null>(null);
  const [marked, setMarked] = useState(true);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="try-title">
      <DialogTitle id="try-title">Aperçu de « {template.name} »</DialogTitle>
      <DialogContent>
        <Box sx={{ pt: 1 }}>
          <ProductPicker selected={product} onSelect={setProduct} nameOf={productLabel} autoFocus />
          <FormControlLabel
            sx={{ mt: 0.5 }}
            control={<Switch checked={marked} onChange={(_, on) => setMarked(on)} />}
            label="Surligner ce que la fiche ne dit pas encore"
          />
        </Box>
        <Box sx={{ mt: 2, height: { xs: '60vh', md: '65vh' } }}>
          {product && (
            <PdfFrame
              title={`Aperçu de ${template.name} avec ${productLabel(product)}`}
              source={`${template.id}${template.updated_at}${product.id}${marked}`}
              load={(signal) =>
                readBytes(previewWithProduct, {
                  params: { id: template.id, productId: product.id },
                  query: { mark_empty: marked ? 'true' : 'false' },
                  signal,
                })
              }
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
