import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import { chronologyOf } from '#shared/products/product.chronology.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { getField, STEP_LIST } from '#shared/products/product.fields.ts';
import { missingForValidation, stepProgress } from '#shared/products/product.progress.ts';
import { useMay } from '../auth/account.tsx';

/** What a product lacks to be validated, and what to look at: each point leads to where it is mended. */
export function ProductMissing({ product }: { product: Product }) {
  const mayWrite = useMay('write');
  const hasFormula = product.has_formula_attachment;
  const missing = missingForValidation(product, hasFormula);
  const empty = STEP_LIST.map((step, index) => ({ ...step, index })).filter(
    ({ index }) =>
      // What is of no concern is never asked.
      stepProgress(index, product, hasFormula, product.type_produit).state === 'none',
  );
  const dates = chronologyOf(product);
  const step = (index: number, text: string, key: string) => (
    <li key={key}>
      {mayWrite ? (
        <Link component={RouterLink} to={`/products/${product.id}/edit`} state={{ step: index }}>
          {text}
        </Link>
      ) : (
        text
      )}
    </li>
  );
  return (
    <Card component="section" aria-labelledby="missing-title" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography variant="h2" id="missing-title" sx={{ flexGrow: 1 }}>
          {missing.length > 0
            ? product.status === 'VALIDATED'
              ? 'Ce qui manque à la fiche'
              : 'Ce qui manque pour valider'
            : empty.length > 0
              ? 'Ce qui reste vide'
              : 'La fiche est remplie'}
        </Typography>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 220 }}>
          <LinearProgress
            variant="determinate"
            value={product.progression}
            aria-label="Progression de la fiche"
            sx={{ flexGrow: 1, height: 6, borderRadius: 3 }}
          />
          <Typography color="textSecondary" sx={{ fontSize: '0.9rem' }}>
            {product.progression} %
          </Typography>
        </Box>
      </Box>
      {missing.length > 0 && (
        <Box component="ul" sx={{ my: 1, pl: 2.5, columns: { sm: 2, lg: 3 }, columnGap: 4 }}>
          {missing.map((name) => step(getField(name).step, getField(name).label, name))}
        </Box>
      )}
      {empty.length > 0 && (
        <>
          {missing.length > 0 && <Typography sx={{ mt: 1.5 }}>Étapes vides :</Typography>}
          <Box component="ul" sx={{ my: 1, pl: 2.5, columns: { sm: 2, lg: 3 }, columnGap: 4 }}>
            {empty.map(({ index, title }) => step(index, `${index + 1}. ${title}`, title))}
          </Box>
        </>
      )}
      {missing.length === 0 && empty.length === 0 && (
        <Typography color="textSecondary" sx={{ mt: 0.5 }}>
          {product.status === 'VALIDATED'
            ? 'Elle est validée.'
            : 'Rien ne s’oppose à sa validation : « Terminer », à la dernière étape, la valide.'}
        </Typography>
      )}
      {dates.map(({ message }) => (
        <Alert key={message} severity="warning" sx={{ mt: 1.5 }}>
          {message}
        </Alert>
      ))}
    </Card>
  );
}
