import type { DOCUMENT_KINDS } from '../attachments/attachment.contract.ts';
import { fold } from '../contract/list.ts';
import type { ProductKind } from '../contract/product.kinds.ts';
import type { ProductPart } from '../contract/product.parts.ts';
import { CLEANING_FILES } from '../detergents/cleaning.conformity.ts';
import { DETERGENT_SECTIONS, SURFACTANT_FILE } from '../detergents/detergent.fields.ts';
import { printValueWithUnit } from '../fields/field.text.ts';
import { type FieldDefinition, type FieldValue, isFilled } from '../fields/field.ts';
import { editsBetween } from '../formulas/nearest.ts';
import { FORMULA_KEY, STEP_LIST } from '../products/product.fields.ts';
import { CONFORMITY_SECTIONS, type RecordSection } from '../regulation/conformity.fields.ts';
import { STUDY_FILE } from '../studies/study.file.ts';
import { ASSESSMENT_SECTIONS } from './assessment.fields.ts';
import { CLAIM_FILE } from './claims.ts';

type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Where a piece of a product may stand. */
export interface Slot {
  key: string;
  label: string;
  /** What stands there, when nobody said what it is. */
  kind?: DocumentKind;
  /** The fields that say what was found there. */
  results?: readonly FieldDefinition[];
  /** Where it is filled: a record of the product, or the shelf where all of them are seen. */
  part: ProductPart;
}

const ofSections = (sections: readonly RecordSection[], part: ProductPart): Slot[] =>
  sections.flatMap(({ files, fields }) =>
    files.map(({ results, ...file }) => ({
      ...file,
      part,
      ...(results ? { results: fields.filter(({ name }) => results.includes(name)) } : {}),
    })),
  );

/** What a laboratory measures. */
const isMeasured = ({ kind }: FieldDefinition): boolean => kind === 'measure' || kind === 'number';

/** The file that a product was taken from. */
export const OLD_DOCUMENT_KEY = 'ancien_dip';

/** In the order of the file: those of the records, then the steps of the form. Claims have one each (`claimFileKey`). */
export const SLOTS: readonly Slot[] = [
  ...ofSections(CONFORMITY_SECTIONS, 'conformity'),
  ...ofSections(ASSESSMENT_SECTIONS, 'assessment'),
  ...ofSections(DETERGENT_SECTIONS, 'detergent'),
  { key: FORMULA_KEY, label: 'Formule', kind: 'formule', part: 'pieces' },
  ...STEP_LIST.filter(({ key }) => key !== FORMULA_KEY).map(
    ({ key, title, fields }): Slot => ({ key, label: title, part: 'pieces', results: fields.filter(isMeasured) }),
  ),
  { key: OLD_DOCUMENT_KEY, label: 'Ancien dossier', part: 'pieces' },
];

/** The places that a product of this kind has; a file that stands in another one is shown all the same. */
export const slotsOf = (kind: ProductKind): readonly Slot[] =>
  SLOTS.filter(({ key, part }) =>
    part === 'pieces'
      ? true
      : part === 'detergent'
        ? kind === 'nettoyage'
        : kind === 'cosmetique' || CLEANING_FILES.has(key),
  );

/** Places that are one for each claim, substance, study: what their keys look like, and where they are filled. */
const OF_PATTERN: readonly (readonly [RegExp, ProductPart])[] = [
  [CLAIM_FILE, 'claims'],
  [SURFACTANT_FILE, 'classification'],
  [STUDY_FILE, 'studies'],
];
const BY_KEY = new Map(SLOTS.map((slot) => [slot.key, slot]));

export const slotLabel = (key: string): string =>
  BY_KEY.get(key)?.label ??
  (CLAIM_FILE.test(key)
    ? 'Preuve d’une allégation'
    : SURFACTANT_FILE.test(key)
      ? 'Rapport de biodégradation'
      : STUDY_FILE.test(key)
        ? 'Rapport d’étude'
        : 'Autre');

/** What a file is that stands here, when nobody said it. */
export const kindOfSlot = (key: string): DocumentKind | null =>
  BY_KEY.get(key)?.kind ?? (CLAIM_FILE.test(key) ? 'preuve d’allégation' : null);

/** Where what stands here is filled, or seen. */
export const partOfSlot = (key: string): ProductPart =>
  BY_KEY.get(key)?.part ?? OF_PATTERN.find(([pattern]) => pattern.test(key))?.[1] ?? 'pieces';

/** Whether a file of another place may stand here too: never as the formula, which is one. */
export const mayStandAlso = (key: string): boolean => key !== FORMULA_KEY && isSlot(key);

/** Whether a screen lets one attach under this key. */
export const isSlot = (key: string): boolean => BY_KEY.has(key) || OF_PATTERN.some(([pattern]) => pattern.test(key));

/** The place that was meant by a key with a letter or two wrong; `null` when none is near. */
export const nearestSlot = (key: string): string | null =>
  SLOTS.find((slot) => editsBetween(fold(key), slot.key, 2) <= 2)?.key ?? null;

/** What was found at a place, in the words of the file: « pH : 5,5 ; Viscosité : 12 500 mPa·s »; empty where nothing is. */
export function resultsAt(
  { results = [] }: Pick<Slot, 'results'>,
  values: Readonly<Record<string, FieldValue | undefined>>,
): string {
  const filled = results.filter(({ name }) => isFilled(values[name]));
  return filled
    .map((field) => {
      const text = printValueWithUnit(field, values[field.name]);
      return filled.length === 1 ? text : `${field.label}\u00a0: ${text}`;
    })
    .join('\u00a0; ');
}
