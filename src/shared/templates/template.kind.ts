import type { ProductKind } from '../contract/product.kinds.ts';
import { CONTROL_FIELDS, CONTROL_ITEMS } from '../control/control.print.ts';
import { isOfCleaning } from '../detergents/cleaning.conformity.ts';
import { NO_CLEANING } from '../detergents/cleaning.print.ts';
import { NO_MARGINS } from '../exposure/exposure.print.ts';
import { FORMULA_ITEMS } from '../formulas/formula.print.ts';
import { NO_LAW } from '../regulation/regulation.print.ts';

/** Columns of lists: « catégorie » is one of hazards too, and says nothing of a template. */
const COLUMNS: ReadonlySet<string> = new Set(
  [FORMULA_ITEMS, CONTROL_ITEMS].flatMap((items) => Object.values<readonly string[]>(items).flat()),
);

/** Tags that only one kind of product fills. */
const CLEANING: ReadonlySet<string> = new Set([
  ...CONTROL_FIELDS.filter(({ group }) => group === 'Nettoyage').map(({ placeholder }) => placeholder),
  ...Object.keys(NO_CLEANING),
  'points_nettoyage',
]);
const COSMETIC: ReadonlySet<string> = new Set(
  [
    ...CONTROL_FIELDS.filter(({ group, field }) => group !== 'Nettoyage' && !isOfCleaning(field.name)).map(
      ({ placeholder }) => placeholder,
    ),
    ...Object.keys(NO_LAW),
    ...Object.keys(NO_MARGINS),
    'points_art11',
    'partie_b_signee',
    'signature_enregistree',
  ].filter((name) => !COLUMNS.has(name)),
);

/** Of which kind of product a template with these tags is; `null` where it is of both, or of none. */
export function templateKindOf(names: readonly string[]): ProductKind | null {
  const [cleaning, cosmetic] = [names.some((name) => CLEANING.has(name)), names.some((name) => COSMETIC.has(name))];
  return cleaning === cosmetic ? null : cleaning ? 'nettoyage' : 'cosmetique';
}

/** Said of a template that is of the other kind than the product: what does not concern it stays empty. */
export const otherKindWarning = (names: readonly string[], kind: ProductKind): string | null => {
  const own = templateKindOf(names);
  if (own === null || own === kind) return null;
  return own === 'cosmetique'
    ? 'Ce modèle est fait pour un cosmétique, ce produit est un produit de nettoyage\u00a0: bien des balises resteront vides.'
    : 'Ce modèle est fait pour un produit de nettoyage, ce produit est un cosmétique\u00a0: bien des balises resteront vides.';
};
