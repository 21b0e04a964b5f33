import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { counted } from '#shared/fields/counted.ts';
import { listProducts } from '#shared/products/product.contract.ts';
import { queryOf } from '../api/query.ts';

/** On the first screen: what whoever is signed in is asked to read again. */
export function MyReviews() {
  const { data } = useQuery(queryOf(listProducts, { query: { page: '1', size: '1', review: 'mine' } }));
  const count = data?.total ?? 0;
  if (count === 0) return null;
  return (
    <Alert
      severity="info"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" size="small" component={Link} to="/products?review=mine">
          Voir
        </Button>
      }
    >
      {`${counted(count, 'produit')} à relire par vous.`}
    </Alert>
  );
}
