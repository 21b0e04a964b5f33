import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { printValueWithUnit } from '#shared/fields/field.text.ts';
import { isFilled, kindOf } from '#shared/fields/field.ts';
import { isNotOfCleaning, NOT_OF_CLEANING } from '#shared/products/cleaning.steps.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { FIELDS, isStoodForByFile, type ProductField, STEP_LIST } from '#shared/products/product.fields.ts';
import { UnreadNote } from '../records/UnreadNote.tsx';
import { ProductFiles } from './ProductFiles.tsx';
import { ProductMissing } from './ProductMissing.tsx';
import { productForm } from './product.record.ts';
import { useProduct } from './useProduct.ts';

const idOf = (step: number): string => `etape-${step + 1}`;

/** The home of a product: what it lacks, what other rooms say of it, its files, and every step of it as it is known. */
export function ProductSheet({ cards }: { cards: ReactNode }) {
  const product = useProduct();
  return (
    <>
      <UnreadNote form={productForm} held={product} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' }, alignItems: 'start' }}>
        <Box sx={{ gridColumn: '1 / -1' }}>
          <ProductMissing product={product} />
        </Box>
        {cards}
        <ProductFiles product={product} />
      </Box>
      <Box
        sx={{
          mt: 3,
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '220px minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <StepIndex />
        <Box sx={{ display: 'grid', gap: 2 }}>
          {STEP_LIST.map((step, index) => (
            <StepCard key={step.title} product={product} index={index} title={step.title} />
          ))}
        </Box>
      </Box>
    </>
  );
}

/** The way to each step, in sight while one reads. */
function StepIndex() {
  return (
    <Box
      component="nav"
      aria-label="Étapes de la fiche"
      sx={{ position: 'sticky', top: 16, display: { xs: 'none', md: 'block' } }}
    >
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, borderLeft: 1, borderColor: 'divider' }}>
        {STEP_LIST.map(({ title, short }, index) => (
          <li key={title}>
            <Link
              href={`#${idOf(index)}`}
              underline="hover"
              color="textSecondary"
              sx={{ display: 'block', py: 0.6, pl: 1.5, fontSize: '0.9rem' }}
            >
              {index + 1}. {short ?? title}
            </Link>
          </li>
        ))}
      </Box>
    </Box>
  );
}

/** What is known of one step; what is not is named in one line. */
function StepCard({ product, index, title }: { product: Product; index: number; title: string }) {
  const fields = FIELDS.filter((field) => field.step === index);
  const filled = fields.filter((field) => isFilled(product[field.name]));
  const missing = fields.filter(
    (field) =>
      !isFilled(product[field.name]) &&
      !(isStoodForByFile(field) && product.has_formula_attachment) &&
      !(product.type_produit === 'nettoyage' && isNotOfCleaning(field.name)),
  );
  return (
    <Card
      component="section"
      id={idOf(index)}
      aria-labelledby={`${idOf(index)}-title`}
      sx={{ p: { xs: 2, sm: 2.5 }, scrollMarginTop: 16 }}
    >
      <Typography variant="h2" id={`${idOf(index)}-title`} sx={{ mb: filled.length > 0 ? 2 : 1 }}>
        {index + 1}. {title}
      </Typography>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fill, minmax(220px, 1fr))' },
          gap: 2,
        }}
      >
        {filled.map((field) => (
          <Value key={field.name} field={field} product={product} />
        ))}
      </Box>
      {fields.some(isStoodForByFile) && product.has_formula_attachment && (
        <Typography sx={{ mt: filled.length > 0 ? 2 : 0 }}>
          {filled.length > 0
            ? 'La liste ci-dessus est la formule ; le fichier joint l’accompagne dans les annexes.'
            : 'La formule est le fichier joint.'}
        </Typography>
      )}
      {missing.length === 0 && filled.length === 0 && product.type_produit === 'nettoyage' && (
        <Typography color="textSecondary" sx={{ fontSize: '0.88rem' }}>
          {NOT_OF_CLEANING}.
        </Typography>
      )}
      {missing.length > 0 && (
        <Typography color="textSecondary" sx={{ mt: filled.length > 0 ? 2 : 0, fontSize: '0.88rem' }}>
          {filled.length === 0 ? 'Rien n’est encore renseigné' : 'Non renseigné'} :{' '}
          {missing.map(({ label }) => label).join(', ')}.
        </Typography>
      )}
    </Card>
  );
}

function Value({ field, product }: { field: ProductField; product: Product }) {
  const text = printValueWithUnit(field, product[field.name]);
  const isLong = kindOf(field) === 'longtext' || text.length > 60;
  return (
    <Box sx={isLong ? { gridColumn: '1 / -1', maxWidth: '80ch' } : {}}>
      <Typography component="dt" color="textSecondary" sx={{ fontSize: '0.85rem' }}>
        {field.label}
      </Typography>
      <Typography component="dd" sx={{ m: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
    </Box>
  );
}
