import type { DocumentReading, ImportedDocument } from '#shared/imports/document.contract.ts';
import type { FieldName } from '#shared/products/product.fields.ts';
import { keyOf } from '../batches/batch.service.ts';
import type { ProductService, ProductView } from '../products/product.service.ts';

type Meant = ImportedDocument['product'];
/** What is found of a document: the product, and what it holds. */
export interface MeantProduct {
  product: Meant;
  view: ProductView | null;
}

/** What a document says of a field, at any place. */
const saidOf = ({ proposals }: DocumentReading, field: FieldName): string[] =>
  proposals
    .filter((one) => one.field === field)
    .flatMap(({ value, others }) => [value, ...others.map((other) => other.value)])
    .filter((value) => typeof value === 'string');

/** Products told of one document: nobody reads more. */
const CANDIDATES_MAX = 20;

/**
 * Which product a document is of: by its whole reference, then by its name and its brand; without one that is alone, those that
 * it may be of.
 */
export async function productOf(
  products: Pick<ProductService, 'named'>,
  { reading, words }: { reading: DocumentReading; words: readonly string[] },
): Promise<MeantProduct> {
  const references = saidOf(reading, 'ref_produit');
  const byReference = await found(products, 'ref_produit', references);
  if (byReference.length > 0)
    return answer(byReference, (view) => `Sa référence « ${view.values.ref_produit} » est dans le document.`);
  const brands = new Set(saidOf(reading, 'marque').map(keyOf));
  const named = new Map<string, ProductView>();
  for (const field of ['nom_commercial', 'nom_produit'] as const)
    for (const view of await found(products, field, saidOf(reading, field))) {
      const brand = view.values.marque;
      if (brands.size === 0 || !brand || brands.has(keyOf(brand))) named.set(view.id, view);
    }
  const isWhole = (view: ProductView): boolean => brands.size > 0 && Boolean(view.values.marque);
  const byName = [...named.values()];
  // A reference of its own that the document names and no product has: it is another product of that name.
  const isOther = (view: ProductView): boolean => references.length > 0 && Boolean(view.values.ref_produit);
  if (byName.length > 0) {
    const told = (view: ProductView): string =>
      isOther(view)
        ? 'Il porte ce nom, mais une autre référence.'
        : isWhole(view)
          ? 'Son nom et sa marque sont dans le document.'
          : 'Son nom est dans le document.';
    const [only] = byName;
    const isAlone = byName.length === 1 && only !== undefined && isWhole(only) && !isOther(only);
    return isAlone ? answer(byName, told) : candidates(byName, told);
  }
  if (references.length > 0 || words.length === 0) return NONE;
  const byWords = await found(products, 'ref_produit', words);
  return byWords.length > 0
    ? answer(byWords, (view) => `Sa référence « ${view.values.ref_produit} » est citée dans le document.`)
    : NONE;
}

const NONE: MeantProduct = {
  product: { id: null, why: 'Aucun produit ne porte la référence ni le nom que dit ce document.', candidates: [] },
  view: null,
};

async function found(
  products: Pick<ProductService, 'named'>,
  field: 'ref_produit' | 'nom_commercial' | 'nom_produit',
  values: readonly string[],
): Promise<ProductView[]> {
  const wanted = new Set(values.map(keyOf).filter(Boolean));
  const views = new Map<string, ProductView>();
  if (wanted.size > 0)
    // Whole: `P-0412` is not `P-04120`.
    for await (const view of products.named(field, [...new Set(values)]))
      if (wanted.has(keyOf(String(view.values[field] ?? '')))) views.set(view.id, view);
  return [...views.values()].slice(0, CANDIDATES_MAX);
}

const answer = (views: readonly ProductView[], why: (view: ProductView) => string): MeantProduct => {
  const [only] = views;
  return views.length === 1 && only
    ? { product: { id: only.id, why: why(only), candidates: [] }, view: only }
    : candidates(views, why);
};

const candidates = (views: readonly ProductView[], why: (view: ProductView) => string): MeantProduct => ({
  product: {
    id: null,
    why:
      views.length > 1
        ? 'Plusieurs produits peuvent être celui-ci : choisissez.'
        : 'Ce peut être ce produit : choisissez.',
    candidates: views.map((view) => ({ id: view.id, label: view.label, why: why(view) })),
  },
  view: null,
});
