import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { printValueWithUnit } from '#shared/fields/field.text.ts';
import { isFilled } from '#shared/fields/field.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { FIELDS, isStoodForByFile, STEP_LIST } from '#shared/products/product.fields.ts';
import { UnreadNote } from '../records/UnreadNote.tsx';
import { productForm } from './product.record.ts';
import { useProduct } from './useProduct.ts';

/** Every step of a product, as it is known. */
export function ProductSheet() {
  const product = useProduct();
  return (
    <>
      <UnreadNote form={productForm} held={product} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' }, alignItems: 'start' }}>
        {STEP_LIST.map((step, index) => (
          <StepCard key={step.title} product={product} index={index} title={step.title} />
        ))}
      </Box>
    </>
  );
}

/** What is known of one step; what is not is counted, not listed. */
function StepCard({ product, index, title }: { product: Product; index: number; title: string }) {
  const fields = FIELDS.filter((field) => field.step === index);
  const filled = fields.filter((field) => isFilled(product[field.name]));
  const missing = fields.length - filled.length;
  return (
    <Card sx={{ p: 2.5 }} component="section" aria-label={title}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {index + 1}. {title}
      </Typography>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '200px 1fr' }, gap: 1, rowGap: 1.25 }}
      >
        {filled.map((field) => (
          <Box key={field.name} sx={{ display: 'contents' }}>
            <Typography component="dt" color="textSecondary" sx={{ fontSize: '0.9rem' }}>
              {field.label}
            </Typography>
            <Typography component="dd" sx={{ m: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
              {printValueWithUnit(field, product[field.name])}
            </Typography>
          </Box>
        ))}
      </Box>
      {fields.some(isStoodForByFile) && product.has_formula_attachment && (
        <Typography>La formule est jointe en fichier.</Typography>
      )}
      {missing > 0 && (
        <Typography color="textSecondary" sx={{ mt: filled.length > 0 ? 1.5 : 0, fontSize: '0.88rem' }}>
          {filled.length === 0
            ? 'Rien n’est encore renseigné.'
            : missing === 1
              ? 'Un champ n’est pas renseigné.'
              : `${missing} champs ne sont pas renseignés.`}
        </Typography>
      )}
    </Card>
  );
}
