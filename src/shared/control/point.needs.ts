/** What a point needs, and where it is found. */
import type { DOCUMENT_KINDS } from '../attachments/attachment.contract.ts';
import { standsAt } from '../attachments/attachment.place.ts';
import type { CleaningState } from '../detergents/cleaning.state.ts';
import { DETERGENT_FIELDS } from '../detergents/detergent.fields.ts';
import { counted } from '../fields/counted.ts';
import { isFilled } from '../fields/field.ts';
import { FIELD_BY_NAME, type FieldName, type ProductValues } from '../products/product.fields.ts';
import { CONFORMITY_FIELDS, type ConformityName, type ConformityValues } from '../regulation/conformity.fields.ts';
import {
  ASSESSMENT_FIELDS,
  ASSESSMENT_TEXT_MIN,
  type AssessmentName,
  type AssessmentValues,
} from './assessment.fields.ts';
import type { Claim } from './claims.contract.ts';
import type { CosmeticPoint, PointKey } from './point.titles.ts';

type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** Characters of a reason. */
export const REASON_MIN = 20;

export interface ControlFile {
  field_key: string;
  also: readonly string[];
  kind: string | null;
  expires_on: string | null;
}

/** One substance of the formula, as A7 and A8 see it. */
export interface ControlSubstance {
  inci: string;
  hasSed: boolean;
  /** A point of departure with its source, a threshold of concern, or a reason why neither is needed. */
  profile: 'source' | 'sans source' | 'motif' | null;
  /** The assessor’s words about it. */
  remark: string | null;
}

export interface ControlLine {
  name: string;
  isSubstance: boolean;
  hasFunction: boolean;
  /** Or somebody wrote that there is none. */
  hasCas: boolean;
  hasQuantity: boolean;
  /** Called a perfume, and no raw material that says which. */
  isNamelessPerfume: boolean;
}

export interface ControlState {
  /** `YYYY-MM-DD` */
  today: string;
  product: Partial<ProductValues>;
  /** Which is the formula; `null` where there is none. */
  formula: 'table' | 'file' | 'text' | null;
  /** Why the total of a table is not a hundred; `null` when it is, or when somebody confirmed it. */
  gap: string | null;
  lines: readonly ControlLine[];
  perfumes: readonly { name: string; code: string | null; supplier: string | null }[];
  /** Raw materials whose breakdown does not come to a hundred. */
  incomplete: readonly string[];
  /** Raw materials and substances by themselves, and whether a sheet of theirs is attached. */
  sheets: readonly { name: string; hasSheet: boolean }[];
  substances: readonly ControlSubstance[];
  /** Of the exposure record. */
  exposure: { amount: number | null; routes: readonly string[]; surface: number | null; frequency: number | null };
  files: readonly ControlFile[];
  conformity: ConformityValues;
  assessment: AssessmentValues;
  /** The day that was recorded as signed; `null` while nothing is. */
  signedOn: string | null;
  /** The assessment is what was signed, word for word. */
  isAsSigned: boolean;
  claims: readonly Claim[];
  /** Cases of the register of undesirable effects, how many. */
  effects: number;
  /** Serious effects that came after the statement of the conformity, how many. */
  seriousSinceStatement: number;
  /** What a study of the product stands for, whole and with its report. */
  studied: readonly ('stabilité' | 'compatibilité')[];
  /** What a cleaning product is besides; `null` for a cosmetic. */
  cleaning: CleaningState | null;
  /** Reasons why a point does not apply, by its key. */
  exceptions: Readonly<Partial<Record<PointKey, string>>>;
}

export interface Need {
  ok: boolean;
  text: string;
  /** Where it is mended: a field of the form, of the conformity, of the assessment, a file, or a room. */
  field: string;
}
export interface Found {
  needs: Need[];
  /** Whether something is there though no need is met. */
  hasSome?: boolean;
}

const LABELS = new Map<string, string>([
  ...[...FIELD_BY_NAME].map(([name, field]) => [name, field.label] as const),
  ...CONFORMITY_FIELDS.map(({ name, label }) => [name, label] as const),
  ...ASSESSMENT_FIELDS.map(({ name, label }) => [name, label] as const),
  ...DETERGENT_FIELDS.map(({ name, label }) => [name, label] as const),
]);
/** The room of studies, as what fills a point. */
export const STUDIES = 'studies';

/** Whether it is a field of the form or of a record. */
export const isLabelled = (name: string): boolean => LABELS.has(name);
export const labelOf = (name: string): string => LABELS.get(name) ?? name;

export const ofForm = ({ product }: ControlState, ...names: FieldName[]): Need[] =>
  names.map((name) => ({ ok: isFilled(product[name]), text: labelOf(name), field: name }));
export const ofConformity = ({ conformity }: ControlState, ...names: ConformityName[]): Need[] =>
  names.map((name) => ({ ok: isFilled(conformity[name]), text: labelOf(name), field: name }));
export const ofAssessment = ({ assessment }: ControlState, ...names: AssessmentName[]): Need[] =>
  names.map((name) => ({ ok: isFilled(assessment[name]), text: labelOf(name), field: name }));

/** A file under one of these keys, or of one of these kinds, wherever it is attached. */
export const ofFile = (
  { files }: ControlState,
  { text, keys, kinds = [] }: { text: string; keys: readonly [string, ...string[]]; kinds?: readonly DocumentKind[] },
): Need => ({
  ok: files.some((file) => standsAt(file, ...keys) || kinds.some((one) => one === file.kind)),
  text,
  field: keys[0],
});

export const longEnough = ({ assessment }: ControlState, ...names: AssessmentName[]): Need[] =>
  names.map((name) => {
    const length = String(assessment[name] ?? '').trim().length;
    return {
      ok: length >= ASSESSMENT_TEXT_MIN,
      text:
        length === 0
          ? labelOf(name)
          : `${labelOf(name)} : ${ASSESSMENT_TEXT_MIN} caractères au moins (${length} aujourd’hui)`,
      field: name,
    };
  });

/** Names in one sentence, the first of them. */
const NAMED_MAX = 5;
const named = (names: readonly string[]): string =>
  names.length <= NAMED_MAX
    ? names.join(', ')
    : `${names.slice(0, NAMED_MAX).join(', ')} et ${counted(names.length - NAMED_MAX, 'autre')}`;

/** One need for what several lack, named. */
export const ofEach = <T extends { name: string }>(
  all: readonly T[],
  { has, text, field }: { has: (one: T) => boolean; text: string; field: string },
): Need[] => {
  const lacking = all.filter((one) => !has(one)).map(({ name }) => name);
  return [{ ok: lacking.length === 0, text: `${text} : ${named(lacking)}`, field }];
};

/** What is only told when it lacks: that nothing of it lacks is no part of the file. */
export const lacking = (needs: readonly Need[]): Need[] => needs.filter(({ ok }) => !ok);

export type Finders<Key extends CosmeticPoint> = Record<Key, (state: ControlState) => Found>;

export const isReason = (text: string | null): boolean => (text ?? '').trim().length >= REASON_MIN;
