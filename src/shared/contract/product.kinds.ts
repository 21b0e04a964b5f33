/**
 * What a product is by law: a cosmetic (Regulation (EC) 1223/2009), or a cleaning product (Regulations (EC) 648/2004 and
 * 1272/2008). It stands beside the fields of the form, and changes only on purpose (decision 0032).
 */
export const PRODUCT_KINDS = { cosmetique: 'Produit cosmétique', nettoyage: 'Produit de nettoyage' } as const;
export type ProductKind = keyof typeof PRODUCT_KINDS;
export const PRODUCT_KIND_NAMES = Object.keys(PRODUCT_KINDS) as [ProductKind, ...ProductKind[]];

/** Points of the file of each kind: article 11 and annex I for a cosmetic, N1 to N16 for a cleaning product. A test holds them against the points. */
export const POINT_COUNTS: Readonly<Record<ProductKind, number>> = { cosmetique: 19, nettoyage: 16 };

/** How the points of each kind are called beside their number. */
export const POINTS_LABELS: Readonly<Record<ProductKind, string>> = { cosmetique: 'Article 11', nettoyage: 'Points' };

/** What is only of one kind says which; what says nothing is of both. */
export interface OfKind {
  readonly kind?: ProductKind;
}
export const isOfKind = ({ kind }: OfKind, wanted: ProductKind): boolean => kind === undefined || kind === wanted;
