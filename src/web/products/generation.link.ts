/** Where a document is generated of one product: only its template is left to choose. */
export const generationOf = (productId: string): string => `/generation?product=${productId}`;
