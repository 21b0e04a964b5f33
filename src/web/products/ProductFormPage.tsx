import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from 'react-router';
import { getProduct } from '#shared/products/product.contract.ts';
import { ApiError } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { Empty, LoadError, Loading } from '../ui/Page.tsx';
import { ProductForm } from './ProductForm.tsx';

/** `/new-dip`, `/products/new` and `/products/{id}/edit`: the same form, with or without an id. */
export function ProductFormPage() {
  const { id } = useParams();
  const { state } = useLocation();
  return id ? (
    <EditProduct key={id} id={id} step={typeof state?.step === 'number' ? state.step : 0} />
  ) : (
    <ProductForm product={null} initialStep={0} />
  );
}

function EditProduct({ id, step }: { id: string; step: number }) {
  // The form starts from what the server holds now, not from what a list remembered.
  const { data, error, isPending, isFetchedAfterMount, refetch } = useQuery({
    ...queryOf(getProduct, { params: { id } }),
    refetchOnMount: 'always',
    refetchOnReconnect: false,
  });
  if (error instanceof ApiError && error.status === 404)
    return (
      <Empty
        alone
        title="Produit introuvable"
        text="Il a peut-être été supprimé."
        action={
          <Button component={Link} to="/products" variant="contained">
            Voir les produits
          </Button>
        }
      />
    );
  if (error && !data)
    return (
      <LoadError message="Erreur lors du chargement du produit" detail={error.message} onRetry={() => void refetch()} />
    );
  if (isPending || !isFetchedAfterMount) return <Loading label="Chargement du produit…" />;
  return <ProductForm product={data.data} initialStep={step} />;
}
