import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { counted } from '#shared/fields/counted.ts';
import type { RecordEndpoints } from '#shared/records/record.contract.ts';
import { queryOf } from '../api/query.ts';

interface Props {
  endpoints: Pick<RecordEndpoints, 'products'>;
  id: string;
  count: number;
  /** « Cette substance » */
  what: string;
}

/** Names told; the rest is counted. */
const NAMED_MAX = 8;

/** What a change will reach, said before it is made: how many products, and which. */
export function UsedIn({ endpoints, id, count, what }: Props) {
  const { data } = useQuery({ ...queryOf(endpoints.products, { params: { id } }), enabled: count > 0 });
  if (count === 0) return null;
  const products = data?.data ?? [];
  return (
    <Alert severity="info">
      {`${what} est dans ${counted(count, 'produit')} : ce que vous changez ici y change aussi, et ${count === 1 ? 'il le signalera s’il est validé' : 'ceux qui sont validés le signaleront'}.`}
      {products.length > 0 && (
        <Box sx={{ mt: 0.5 }}>
          {products.slice(0, NAMED_MAX).map((product, index) => (
            <span key={product.id}>
              {index > 0 && ', '}
              <Link component={RouterLink} to={`/products/${product.id}/formula`} color="inherit">
                {product.label}
              </Link>
            </span>
          ))}
          {products.length > NAMED_MAX && ` et ${counted(products.length - NAMED_MAX, 'autre')}`}.
        </Box>
      )}
    </Alert>
  );
}
