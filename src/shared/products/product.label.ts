interface Named {
  nom_commercial?: string | null | undefined;
  nom_produit?: string | null | undefined;
}

/** How people call a product: as it is sold, or as the firm knows it. */
export const productLabel = (product: Named): string =>
  product.nom_commercial ?? product.nom_produit ?? 'Produit sans nom';

/** « Crème Éclat d’Aube · CV-2026-014 »: which of ten creams it is, wherever products are told apart by their name alone. */
export const productName = ({
  ref_formule,
  ref_produit,
  ...product
}: Named & { ref_formule?: string | null | undefined; ref_produit?: string | null | undefined }): string =>
  [productLabel(product), ref_formule ?? ref_produit].filter(Boolean).join(' · ');
