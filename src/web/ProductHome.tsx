import { ControlCard } from './control/ControlCard.tsx';
import { MarginNews } from './exposure/MarginNews.tsx';
import { ProductDocuments } from './generations/ProductDocuments.tsx';
import { ProductSheet } from './products/ProductSheet.tsx';
import { useProduct } from './products/useProduct.ts';

/** The first tab of a product, with what other rooms say of it on cards: a room adds its own here. */
export function ProductHome() {
  const { type_produit } = useProduct();
  return (
    <ProductSheet
      cards={
        <>
          {type_produit === 'cosmetique' && <MarginNews />}
          <ControlCard />
          <ProductDocuments />
        </>
      }
    />
  );
}
