import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportedDocument } from '#shared/imports/document.contract.ts';
import { getProduct, type ProductSummary } from '#shared/products/product.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { queryOf } from '../api/query.ts';
import { ProductPicker } from '../products/ProductPicker.tsx';

interface Props {
  found: ImportedDocument;
  productId: string | null;
  /** The one that was picked among all. */
  other: ProductSummary | null;
  onChoose: (id: string | null, other?: ProductSummary | null) => void;
}

/** Which product an old file is taken into: the one that it names, another, or a new one. */
export function OldFileProduct({ found: { product, applied_to }, productId, other, onChoose }: Props) {
  const known = applied_to ?? product.id;
  const candidates = product.candidates.filter(({ id }) => id !== known);
  const isListed = productId === 'new' || productId === known || candidates.some(({ id }) => id === productId);
  const [picks, setPicks] = useState(false);
  const isOther = picks || (productId !== null && !isListed);
  return (
    <Card component="section" aria-label="Produit" sx={{ p: 2.5 }}>
      <Typography variant="h2">De quel produit parle-t-il ?</Typography>
      <Typography color="textSecondary">{product.why}</Typography>
      <RadioGroup
        aria-label="Produit où reprendre ce document"
        value={isOther ? 'other' : (productId ?? '')}
        onChange={(_, value) => {
          setPicks(value === 'other');
          onChoose(value === 'other' ? (other?.id ?? null) : value, value === 'other' ? other : null);
        }}
        sx={{ mt: 1 }}
      >
        {known && <FormControlLabel value={known} control={<Radio />} label={<Known id={known} />} />}
        {candidates.map(({ id, label, why }) => (
          <FormControlLabel
            key={id}
            value={id}
            control={<Radio />}
            label={
              <>
                {label}
                <Typography component="span" color="textSecondary" sx={{ display: 'block', fontSize: '0.85rem' }}>
                  {why}
                </Typography>
              </>
            }
          />
        ))}
        <FormControlLabel value="new" control={<Radio />} label="Un nouveau produit, en brouillon" />
        <FormControlLabel value="other" control={<Radio />} label="Un autre produit" />
      </RadioGroup>
      {isOther && (
        <Box sx={{ mt: 1, maxWidth: 520 }}>
          <ProductPicker
            selected={other}
            onSelect={(chosen) => onChoose(chosen?.id ?? null, chosen)}
            nameOf={productLabel}
          />
        </Box>
      )}
    </Card>
  );
}

/** What the product is called that the document names. */
function Known({ id }: { id: string }) {
  const { data } = useQuery(queryOf(getProduct, { params: { id } }));
  return <>{data ? productLabel(data.data) : 'Le produit du document'}</>;
}
