import { FIELDS, type FieldName, STEP_LIST } from './product.fields.ts';

/** Steps of the form that are about cosmetics alone: there, folded, never asked of a cleaning product. */
const STEPS: ReadonlySet<string> = new Set(['microbiologie', 'expositions', 'effets_indesirables']);
/** Of a step that is of both, what a cleaning product is not asked. */
const METALS: readonly FieldName[] = ['metaux_lourds', 'arsenic', 'plomb', 'mercure'];
/** Of the toxicological step, what it is: the acute values of the mixture. */
const ACUTE: readonly FieldName[] = ['dl50_orale', 'dl50_cutanee', 'cl50_inhalation'];

const keyOf = (step: number): string => STEP_LIST[step]?.key ?? '';
const NOT_ASKED: ReadonlySet<string> = new Set(
  FIELDS.filter(
    ({ name, step }) =>
      STEPS.has(keyOf(step)) || METALS.includes(name) || (keyOf(step) === 'toxicologie' && !ACUTE.includes(name)),
  ).map(({ name }) => name),
);

/** Whether a field of the form is of no concern to a cleaning product. */
export const isNotOfCleaning = (name: string): boolean => NOT_ASKED.has(name);
export const NOT_OF_CLEANING = 'Sans objet pour un produit de nettoyage';
