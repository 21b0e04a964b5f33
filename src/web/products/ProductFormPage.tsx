import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import { getProduct } from '#shared/products/product.contract.ts';
import { ApiError } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useMay } from '../auth/account.tsx';
import { ReadOnlyNote } from '../auth/ReadOnlyNote.tsx';
import { Missing } from '../layout/Missing.tsx';
import { LoadError, Loading, Page } from '../ui/Page.tsx';
import { ProductForm } from './ProductForm.tsx';

/**
 * `/new-dip`, `/products/new` and `/products/{id}/edit`: the same form, with or without an id. A product that has just
 * been created goes on in the form it was typed in, under its new address: nothing is loaded anew under the fingers.
 */
export function ProductFormPage() {
  const { id } = useParams();
  const mayWrite = useMay('write');
  // Somebody whose right goes while they type stays with what they typed.
  const [reads] = useState(!mayWrite);
  const { state } = useLocation();
  /** The product created here; its address is a moment behind. */
  const [born, setBorn] = useState<{ id: string; arrived: boolean } | null>(null);
  const [serial, setSerial] = useState(0);
  const goesOn = id !== undefined && id === born?.id;
  // The form starts from what the server holds now, not from what a list remembered.
  const { data, error, isPending, isFetchedAfterMount, refetch } = useQuery({
    ...queryOf(getProduct, { params: { id: id ?? '' } }),
    // What was asked early answers the question itself.
    initialData: undefined,
    enabled: id !== undefined,
    refetchOnMount: goesOn ? false : 'always',
    refetchOnReconnect: false,
  });
  if (goesOn && !born?.arrived) setBorn({ id, arrived: true });
  // Another new product after that one.
  if (!id && born?.arrived) {
    setBorn(null);
    setSerial(serial + 1);
  }
  // Who only reads is shown the product, not a form of grey fields; who makes none is told whom to ask.
  if (!id && reads)
    return (
      <Page title="Nouveau DIP">
        <ReadOnlyNote what="les produits" />
      </Page>
    );
  if (id && reads) return <Navigate to={`/products/${id}`} replace />;
  if (id && !goesOn) {
    if (error instanceof ApiError && error.status === 404)
      return <Missing title="Produit introuvable" to="/products" list="Voir les produits" />;
    if (error && !data)
      return (
        <LoadError
          message="Erreur lors du chargement du produit"
          detail={error.message}
          onRetry={() => void refetch()}
        />
      );
    if (isPending || !isFetchedAfterMount) return <Loading label="Chargement du produit…" />;
  }
  return (
    <ProductForm
      key={id && !goesOn ? id : `new${serial}`}
      product={id ? (data?.data ?? null) : null}
      initialStep={typeof state?.step === 'number' ? state.step : 0}
      initialField={typeof state?.field === 'string' ? state.field : null}
      onCreated={(created) => setBorn({ id: created, arrived: false })}
    />
  );
}
