import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { PART_PATHS } from '#shared/contract/product.parts.ts';
import { getMargins } from '#shared/exposure/exposure.contract.ts';
import { queryOf } from '../api/query.ts';
import { useProduct } from '../products/useProduct.ts';
import { sinceSentence } from './margin.words.ts';

/** What the last validated document prints of the margins that is no longer so. Nothing while nothing changed. */
export function MarginNews() {
  const { id } = useProduct();
  const { data } = useQuery(queryOf(getMargins, { params: { id } }));
  const since = data?.data.since;
  if (!since || since.changes.length === 0) return null;
  return (
    <Box sx={{ gridColumn: '1 / -1' }}>
      <Alert
        severity="warning"
        action={
          <Button color="inherit" size="small" component={Link} to={`/products/${id}${PART_PATHS.exposure}`}>
            Voir
          </Button>
        }
      >
        {sinceSentence(since)}
      </Alert>
    </Box>
  );
}
