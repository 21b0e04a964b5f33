import type { DOCUMENT_KINDS } from '../attachments/attachment.contract.ts';
import type { ProductPart } from '../contract/product.parts.ts';
import { FORMULA_KEY, STEP_LIST } from '../products/product.fields.ts';
import { CONFORMITY_SECTIONS, type RecordSection } from '../regulation/conformity.fields.ts';
import { ASSESSMENT_SECTIONS } from './assessment.fields.ts';
import { CLAIM_FILE } from './claims.ts';

type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Where a piece of a product may stand. */
export interface Slot {
  key: string;
  label: string;
  /** What stands there, when nobody said what it is. */
  kind?: DocumentKind;
  /** Where it is filled: a record of the product, or the shelf where all of them are seen. */
  part: ProductPart;
}

const ofSections = (sections: readonly RecordSection[], part: ProductPart): Slot[] =>
  sections.flatMap(({ files }) => files.map((file) => ({ ...file, part })));

/** In the order of the file: those of the records, then the steps of the form. Claims have one each (`claimFileKey`). */
export const SLOTS: readonly Slot[] = [
  ...ofSections(CONFORMITY_SECTIONS, 'conformity'),
  ...ofSections(ASSESSMENT_SECTIONS, 'assessment'),
  { key: FORMULA_KEY, label: 'Formule', kind: 'formule', part: 'pieces' },
  ...STEP_LIST.filter(({ key }) => key !== FORMULA_KEY).map(
    ({ key, title }): Slot => ({ key, label: title, part: 'pieces' }),
  ),
];

const BY_KEY = new Map(SLOTS.map((slot) => [slot.key, slot]));

export const slotLabel = (key: string): string =>
  BY_KEY.get(key)?.label ?? (CLAIM_FILE.test(key) ? 'Preuve d’une allégation' : 'Autre');

/** What a file is that stands here, when nobody said it. */
export const kindOfSlot = (key: string): DocumentKind | null =>
  BY_KEY.get(key)?.kind ?? (CLAIM_FILE.test(key) ? 'preuve d’allégation' : null);

/** Where what stands here is filled, or seen. */
export const partOfSlot = (key: string): ProductPart =>
  BY_KEY.get(key)?.part ?? (CLAIM_FILE.test(key) ? 'claims' : 'pieces');

/** Whether a file of another place may stand here too: never as the formula, which is one. */
export const mayStandAlso = (key: string): boolean => key !== FORMULA_KEY && (BY_KEY.has(key) || CLAIM_FILE.test(key));
