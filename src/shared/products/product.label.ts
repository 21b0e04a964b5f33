/** How people call a product: as it is sold, or as the firm knows it. */
export const productLabel = (product: {
  nom_commercial?: string | null | undefined;
  nom_produit?: string | null | undefined;
}): string => product.nom_commercial ?? product.nom_produit ?? 'Produit sans nom';
