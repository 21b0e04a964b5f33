import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { counted } from '#shared/fields/counted.ts';
import { listTypeProposals } from '#shared/products/product.contract.ts';
import { queryOf } from '../api/query.ts';
import { useMay } from '../auth/account.tsx';

/** Above the list, while the names of some products say that they may be cleaning products. */
export function TypeProposals() {
  const mayWrite = useMay('write');
  const { data } = useQuery({ ...queryOf(listTypeProposals), enabled: mayWrite });
  const count = data?.data.length ?? 0;
  if (count === 0) return null;
  return (
    <Alert
      severity="info"
      sx={{ mb: 2 }}
      action={
        <Button component={Link} to="/products/types" size="small" color="inherit">
          {count === 1 ? 'Dire sa nature' : 'Dire leur nature'}
        </Button>
      }
    >
      {count === 1
        ? 'Le nom d’un produit fait penser à un produit de nettoyage.'
        : `Les noms de ${counted(count, 'produit')} font penser à des produits de nettoyage.`}{' '}
      Rien ne change tant que personne ne le dit.
    </Alert>
  );
}
