import Breadcrumbs from '@mui/material/Breadcrumbs';
import MuiLink from '@mui/material/Link';
import { useFormState, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import type { Texts } from '../records/record.ts';

/** Produits › the commercial name, which leads to the other parts of the product, › the reference of the formula, as they are being typed. */
export function ProductCrumbs({ productId }: { productId: string | null }) {
  const { defaultValues } = useFormState<Texts>();
  const [typed, reference] = useWatch<Texts>({ name: ['nom_commercial', 'ref_formule'] }) as unknown as string[];
  const name = typed || defaultValues?.nom_commercial || 'Nouveau DIP';
  return (
    <Breadcrumbs
      component="span"
      aria-label="Fil d’Ariane"
      // On one line, the name cut if need be: no separator is left at the end of a line.
      sx={{
        '& ol': { flexWrap: 'nowrap' },
        '& li': { whiteSpace: 'nowrap', minWidth: 'fit-content' },
        '& li:nth-of-type(3)': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
      }}
    >
      <MuiLink component={Link} to="/products" underline="hover">
        Produits
      </MuiLink>
      {productId ? (
        <MuiLink component={Link} to={`/products/${productId}`} underline="hover">
          {name}
        </MuiLink>
      ) : (
        <span>{name}</span>
      )}
      {reference && <span>{reference}</span>}
    </Breadcrumbs>
  );
}
