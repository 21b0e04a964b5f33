import type { Product } from '#shared/products/product.contract.ts';
import { FIELDS, isStoodForByFile } from '#shared/products/product.fields.ts';
import type { ProductStatus } from '#shared/products/product.schema.ts';
import type { EditorWords } from '../records/RecordEditor.tsx';
import { recordForm } from '../records/record.form.ts';
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

export const PRODUCT_WORDS: EditorWords<ProductStatus> = {
  title: 'Nouveau DIP',
  readOnly: 'Vous consultez cette fiche en lecture seule : votre rôle ne permet pas de la modifier.',
  save: 'Sauvegarder',
  saving: 'Sauvegarde...',
  finish: 'Terminer',
  finishing: 'Création en cours...',
  saved: (status) =>
    status === 'VALIDATED' ? 'Le DIP a été créé avec succès !' : 'Le DIP a été sauvegardé avec succès !',
  failed: (status) =>
    status === 'VALIDATED'
      ? 'Une erreur est survenue lors de la création du DIP.'
      : 'Une erreur est survenue lors de la sauvegarde du DIP.',
  undone: 'a validé ce produit entre-temps',
  undoing:
    'Le produit est maintenant validé. Enregistrer votre saisie le remet en brouillon ; les documents déjà scellés ne changent pas.',
  undo: 'Enregistrer en brouillon',
};
