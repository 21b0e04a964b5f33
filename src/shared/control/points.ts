import { isFilled } from '../fields/field.ts';
import type { Finding } from '../findings/finding.contract.ts';
import { FINDING_CODES, type FindingCode } from '../findings/finding.ts';
import type { ProductValues } from '../products/product.fields.ts';
import { stepProgress } from '../products/product.progress.ts';
import {
  type ControlState,
  type Finders,
  isLabelled,
  labelOf,
  type Need,
  POINT_KEYS,
  POINT_TITLES,
  type PointKey,
} from './point.needs.ts';
import { FILE_FINDERS } from './points.file.ts';
import { PRODUCT_FINDERS } from './points.product.ts';
import { ASSESSMENT_FINDERS, EXPOSURE_FINDERS, REST_FINDERS } from './points.report.ts';

/** The points that may not concern a product; the others always do. */
export const MAY_NOT_APPLY: readonly PointKey[] = ['A9', 'A10', '11-2-d'];

export interface ControlPoint {
  key: PointKey;
  title: string;
  state: 'couvert' | 'partiel' | 'vide' | 'sans_objet';
  missing: { text: string; field: string }[];
  /** The fields that fill it, by their labels. */
  present: { text: string; field: string }[];
  reason: string | null;
}

/** Where what a finding says of a point is mended; the others in the formula. */
const FINDING_FIELDS: Readonly<Partial<Record<FindingCode, string>>> = {
  ALLEGATION_INTERDITE: 'claims',
  B_APRES_MARCHE: 'signed_on',
  SIGNATURE_AVANT_CHANGEMENT: 'signed_on',
  // With the other pieces, on the home of the product.
  PIECE_PERIMEE: 'pieces',
};

/** A point that a red finding is about, or an expired piece, is not covered, whatever is written there: it says why. */
export const withFindings = (points: readonly ControlPoint[], findings: readonly Finding[]): ControlPoint[] =>
  points.map((point) => {
    const against = findings.filter(
      ({ level, code, point: about, answer }) =>
        about === point.key && (level === 'rouge' || (FINDING_CODES[code].uncovers && answer === null)),
    );
    if (against.length === 0 || point.state === 'sans_objet') return point;
    return {
      ...point,
      state: point.state === 'couvert' ? 'partiel' : point.state,
      missing: [
        ...point.missing,
        ...against.map(({ text, code }) => ({ text, field: FINDING_FIELDS[code] ?? 'formula' })),
      ],
    };
  });

/** What of the nineteen points is there, and what each lacks. Nothing is rounded up: a point is covered or it is not. */
export function pointsOf(state: ControlState): ControlPoint[] {
  return POINT_KEYS.map((key) => {
    const title = POINT_TITLES[key];
    const excused = MAY_NOT_APPLY.includes(key) ? excuseOf(key, state) : null;
    if (excused) return { key, title, state: 'sans_objet', missing: [], present: [], reason: excused };
    const { needs, hasSome = false } = FINDERS[key](state);
    const missing = needs.filter(({ ok }) => !ok).map(({ text, field }) => ({ text, field }));
    const isEmpty = !hasSome && needs.every(({ ok }) => !ok);
    return {
      key,
      title,
      state: missing.length === 0 ? 'couvert' : isEmpty ? 'vide' : 'partiel',
      missing,
      present: presentOf(needs),
      reason: null,
    };
  });
}

/** Fields alone: what a formula or a library lacks is told by its words, what it has is not. */
const presentOf = (needs: readonly Need[]): ControlPoint['present'] => {
  const names = new Set(needs.flatMap(({ ok, field }) => (ok && isLabelled(field) ? [field] : [])));
  return [...names].map((field) => ({ text: labelOf(field), field }));
};

/** What is said when the conformity says that nothing is claimed. */
export const NO_CLAIMS = 'Le produit ne porte aucune allégation.';

/** A reason holds as long as nothing in the file contradicts it. */
function excuseOf(key: PointKey, { exceptions, claims, conformity, product }: ControlState): string | null {
  const contradicted =
    (key === '11-2-d' && claims.length > 0) ||
    (key === 'A9' &&
      (isFilled(conformity.ei_declaration) ||
        isFilled(conformity.ei_date) ||
        stepProgress(8, product as ProductValues, false).filled > 0)) ||
    (key === 'A10' && (isFilled(product.observations_autres_infos) || isFilled(conformity.autres_infos_date)));
  if (contradicted) return null;
  return exceptions[key] ?? (key === '11-2-d' && conformity.aucune_allegation === true ? NO_CLAIMS : null);
}

const FINDERS: Finders<PointKey> = {
  ...PRODUCT_FINDERS,
  ...EXPOSURE_FINDERS,
  ...REST_FINDERS,
  ...ASSESSMENT_FINDERS,
  ...FILE_FINDERS,
};
