import Breadcrumbs from '@mui/material/Breadcrumbs';
import MuiLink from '@mui/material/Link';
import { useFormState, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import type { Texts } from '../records/record.ts';

/** Produits › the commercial name › the reference of the formula, as they are being typed. */
export function ProductCrumbs() {
  const { defaultValues } = useFormState<Texts>();
  const [name, reference] = useWatch<Texts>({ name: ['nom_commercial', 'ref_formule'] }) as unknown as string[];
  return (
    <Breadcrumbs
      component="span"
      aria-label="Fil d'Ariane"
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
      <span>{name || defaultValues?.nom_commercial || 'Nouveau DIP'}</span>
      {reference && <span>{reference}</span>}
    </Breadcrumbs>
  );
}
