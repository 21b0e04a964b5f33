import type { StepProgress } from '#shared/fields/record.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { FIELDS, isStoodForByFile, type ProductValues } from '#shared/products/product.fields.ts';
import { progressionOf, stepsProgressOf } from '#shared/products/product.progress.ts';
import type { ProductStatus } from '#shared/products/product.schema.ts';
import { recordForm } from '../records/record.form.ts';
import type { Texts } from '../records/record.ts';
import type { ConflictWords } from '../records/SavingNotes.tsx';
import type { RecordKind } from '../records/useRecordSaving.ts';

/** The form of a product. An empty list of ingredients is left out, as specified: a file may stand for it. */
export const productForm = recordForm(FIELDS, { isLeftOut: isStoodForByFile });

/** A product, to the room that edits records. */
export const productKind: RecordKind<Product, ProductStatus> = {
  form: productForm,
  sent: (status) => (status ? { status } : {}),
  plain: 'DRAFT',
  savesItself: ({ status }) => status === 'DRAFT',
  // What somebody validated is not put back to draft, nor typed into, without being asked.
  undoes: (before, now, as) => now.status === 'VALIDATED' && before?.status !== 'VALIDATED' && as === 'DRAFT',
  copyOf: (id) => id,
};

export const PRODUCT_WORDS: ConflictWords = {
  undone: 'a validé ce produit entre-temps',
  undoing:
    'Le produit est maintenant validé. Enregistrer votre saisie le remet en brouillon ; les documents déjà scellés ne changent pas.',
  undo: 'Enregistrer en brouillon',
};

const valuesOf = (texts: Texts): Partial<ProductValues> => productForm.toValues(texts) as Partial<ProductValues>;

export const percentOf =
  (hasFormula: boolean) =>
  (texts: Texts): number =>
    progressionOf(valuesOf(texts), hasFormula);

export const stepsOf =
  (hasFormula: boolean) =>
  (texts: Texts): StepProgress[] =>
    stepsProgressOf(valuesOf(texts), hasFormula);
