import type { CleaningState } from '../detergents/cleaning.state.ts';
import { isFilled } from '../fields/field.ts';
import type { Finding } from '../findings/finding.contract.ts';
import { FINDING_CODES, type FindingCode } from '../findings/finding.ts';
import type { ProductValues } from '../products/product.fields.ts';
import { stepProgress } from '../products/product.progress.ts';
import { type ControlState, type Finders, type Found, isLabelled, labelOf, type Need, STUDIES } from './point.needs.ts';
import { CLEANING_POINTS, COSMETIC_POINTS, type CosmeticPoint, POINT_TITLES, type PointKey } from './point.titles.ts';
import { cleaningPoint } from './points.cleaning.ts';
import { FILE_FINDERS } from './points.file.ts';
import { PRODUCT_FINDERS } from './points.product.ts';
import { ASSESSMENT_FINDERS, EXPOSURE_FINDERS, REST_FINDERS } from './points.report.ts';

/** The points that may not concern a product; the others always do. */
export const MAY_NOT_APPLY: readonly CosmeticPoint[] = ['A9', 'A10', '11-2-d'];

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
  SANS_EVALUATION: 'signed_on',
  SIGNATURE_AVANT_CHANGEMENT: 'signed_on',
  // With the other pieces, on the home of the product.
  PIECE_PERIMEE: 'pieces',
  ETUDE_HORS_LIMITES: 'studies',
};

/** A point that a red finding is about, or an expired piece, is not covered, whatever is written there: it says why. */
export const withFindings = (points: readonly ControlPoint[], findings: readonly Finding[]): ControlPoint[] =>
  points.map((point) => {
    const against = findings.filter(
      ({ level, code, point: about, also, answer }) =>
        (about === point.key || also?.includes(point.key)) &&
        (level === 'rouge' || (FINDING_CODES[code].uncovers && answer === null)),
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

/** What of the points of its kind is there, and what each lacks. Nothing is rounded up: a point is covered or it is not. */
export const pointsOf = (state: ControlState): ControlPoint[] =>
  state.cleaning ? cleaningPointsOf(state, state.cleaning) : cosmeticPointsOf(state);

/** What a point lacks, or why it is of no concern. */
function pointOf(key: PointKey, found: Found | { reason: string }): ControlPoint {
  const title = POINT_TITLES[key];
  if ('reason' in found) return { key, title, state: 'sans_objet', missing: [], present: [], reason: found.reason };
  const { needs, hasSome = false } = found;
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
}

/** Points N1 to N16: what is of no concern is computed. */
const cleaningPointsOf = (state: ControlState, cleaning: CleaningState): ControlPoint[] =>
  CLEANING_POINTS.map((key) => pointOf(key, cleaningPoint(key, { state, cleaning })));

const cosmeticPointsOf = (state: ControlState): ControlPoint[] =>
  COSMETIC_POINTS.map((key) => {
    const reason = MAY_NOT_APPLY.includes(key) ? excuseOf(key, state) : null;
    return pointOf(key, reason ? { reason } : FINDERS[key](state));
  });

/** Fields alone: what a formula or a library lacks is told by its words, what it has is not. */
const presentOf = (needs: readonly Need[]): ControlPoint['present'] => {
  const found = needs.filter(({ ok, field }) => ok && (isLabelled(field) || field === STUDIES));
  const names = new Map(found.map(({ text, field }) => [field, field === STUDIES ? text : labelOf(field)]));
  return [...names].map(([field, text]) => ({ text, field }));
};

/** What is said when the conformity says that nothing is claimed. */
export const NO_CLAIMS = 'Le produit ne porte aucune allégation.';

/** A reason holds as long as nothing in the file contradicts it. */
function excuseOf(
  key: CosmeticPoint,
  { exceptions, claims, conformity, product, effects }: ControlState,
): string | null {
  const contradicted =
    (key === '11-2-d' && claims.length > 0) ||
    (key === 'A9' &&
      (effects > 0 ||
        isFilled(conformity.ei_declaration) ||
        isFilled(conformity.ei_date) ||
        stepProgress(8, product as ProductValues, false).filled > 0)) ||
    (key === 'A10' && (isFilled(product.observations_autres_infos) || isFilled(conformity.autres_infos_date)));
  if (contradicted) return null;
  return exceptions[key] ?? (key === '11-2-d' && conformity.aucune_allegation === true ? NO_CLAIMS : null);
}

const FINDERS: Finders<CosmeticPoint> = {
  ...PRODUCT_FINDERS,
  ...EXPOSURE_FINDERS,
  ...REST_FINDERS,
  ...ASSESSMENT_FINDERS,
  ...FILE_FINDERS,
};
