import type { ProductKind } from '#shared/contract/product.kinds.ts';
import { chronologyOf } from '#shared/products/product.chronology.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { FIELDS, isStoodForByFile, type ProductValues, STEP_LIST } from '#shared/products/product.fields.ts';
import { missingForValidation, progressionOf, stepProgress } from '#shared/products/product.progress.ts';
import type { ProductStatus } from '#shared/products/product.status.ts';
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

/** What somebody should know before this product is validated, in sentences. */
export function reviewOf(values: Partial<ProductValues>, hasFormula: boolean, kind: ProductKind): string[] {
  // The server says which fields are required, and the form goes there.
  if (missingForValidation(values, hasFormula).length > 0) return [];
  const empty = STEP_LIST.filter((_, index) => stepProgress(index, values, hasFormula, kind).state === 'none').map(
    ({ title }) => `« ${title} »`,
  );
  const percent = progressionOf(values, hasFormula);
  return [
    ...(empty.length > 0
      ? [
          `${empty.length === 1 ? 'Une étape est vide' : `${empty.length} étapes sont vides`} : ${empty.join(', ')}. La fiche est remplie à ${percent} %.`,
        ]
      : []),
    ...(values.valide_par ? [] : ['« Validé par » est vide : personne n’est nommé comme ayant validé ce dossier.']),
    ...chronologyOf(values).map(({ message }) => message),
  ];
}

export const PRODUCT_WORDS: EditorWords<ProductStatus> = {
  title: 'Nouveau DIP',
  readOnly: 'Vous consultez cette fiche en lecture seule : votre rôle ne permet pas de la modifier.',
  save: 'Sauvegarder',
  saving: 'Sauvegarde...',
  finish: 'Terminer',
  finishing: 'Création en cours...',
  finishTitle: 'Valider cette fiche ?',
  saved: (status, before) =>
    status !== 'VALIDATED'
      ? 'Le DIP a été sauvegardé avec succès !'
      : `Le DIP a été créé avec succès !${before === null ? '' : '\nLa fiche est enregistrée et validée.'}`,
  failed: (status) =>
    status === 'VALIDATED'
      ? 'Une erreur est survenue lors de la création du DIP.'
      : 'Une erreur est survenue lors de la sauvegarde du DIP.',
  leaving: (before) =>
    (before as Product).status === 'VALIDATED'
      ? 'Ce produit est validé : les enregistrer le remet en brouillon. Pour le valider à nouveau, restez et choisissez « Terminer ».'
      : null,
  undone: 'a validé ce produit entre-temps',
  undoing:
    'Le produit est maintenant validé. Enregistrer votre saisie le remet en brouillon ; les documents déjà scellés ne changent pas.',
  undo: 'Enregistrer en brouillon',
};
