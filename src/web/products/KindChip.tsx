import Chip from '@mui/material/Chip';
import { useState } from 'react';
import { PRODUCT_KINDS, type ProductKind } from '#shared/contract/product.kinds.ts';
import { type Product, setProductType } from '#shared/products/product.contract.ts';
import { productName } from '#shared/products/product.label.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

/** What is hidden, and what is asked, once a product is of this kind. */
const CONSEQUENCES: Readonly<Record<ProductKind, string>> = {
  nettoyage:
    'Son dossier suivra le règlement sur les détergents et le règlement CLP : seize points, l’onglet « Classification ». Ce qui ne concerne qu’un cosmétique est masqué, et revient avec lui : rien n’est effacé.',
  cosmetique:
    'Son dossier suivra le règlement sur les cosmétiques : dix-neuf points, exposition, évaluation. Ce qui ne concerne qu’un produit de nettoyage est masqué, et revient avec lui : rien n’est effacé.',
};

/** Which law a product is under; it changes only on purpose. */
export function KindChip({ product }: { product: Product }) {
  const { id, type_produit, revision } = product;
  const mayWrite = useMay('write');
  const { act, busy } = useAction();
  const [isAsked, setIsAsked] = useState(false);
  const other: ProductKind = type_produit === 'cosmetique' ? 'nettoyage' : 'cosmetique';
  const change = async (): Promise<void> => {
    await act(
      () =>
        call(setProductType, {
          params: { id },
          body: { type_produit: other },
          headers: { 'If-Match': `"${revision}"` },
        }),
      { done: `C’est maintenant un ${PRODUCT_KINDS[other].toLowerCase()}.`, refresh: ['products', 'dashboard'] },
    );
    setIsAsked(false);
  };
  const label = PRODUCT_KINDS[type_produit];
  if (!mayWrite) return <Chip size="small" variant="outlined" label={label} />;
  return (
    <>
      <Chip
        size="small"
        variant="outlined"
        label={label}
        title="Changer la nature du produit"
        clickable
        component="button"
        onClick={() => setIsAsked(true)}
      />
      <ConfirmDialog
        open={isAsked}
        title={`Faire de « ${productName(product)} » un ${PRODUCT_KINDS[other].toLowerCase()} ?`}
        text={CONSEQUENCES[other]}
        confirmLabel="Changer la nature"
        busy={busy}
        onConfirm={() => void change()}
        onCancel={() => setIsAsked(false)}
      />
    </>
  );
}
