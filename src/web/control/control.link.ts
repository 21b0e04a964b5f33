import { PART_PATHS } from '#shared/contract/product.parts.ts';
import { ASSESSMENT_SECTIONS } from '#shared/control/assessment.fields.ts';
import { DETERGENT_SECTIONS, SURFACTANT_FILE } from '#shared/detergents/detergent.fields.ts';
import { FIELD_BY_NAME } from '#shared/products/product.fields.ts';
import { CONFORMITY_SECTIONS, type RecordSection } from '#shared/regulation/conformity.fields.ts';

const holds = (sections: readonly RecordSection[], name: string): boolean =>
  sections.some(
    ({ fields, files }) => fields.some((field) => field.name === name) || files.some(({ key }) => key === name),
  );

/** Where what lacks is mended: the very field of the form or of a record, or the room it belongs to. */
export function wayTo(productId: string, field: string): { to: string; state?: object } {
  const home = `/products/${productId}`;
  const ofForm = FIELD_BY_NAME.get(field);
  if (ofForm) return { to: `${home}/edit`, state: { step: ofForm.step, field } };
  if (holds(CONFORMITY_SECTIONS, field)) return { to: home + PART_PATHS.conformity, state: { field } };
  if (holds(DETERGENT_SECTIONS, field)) return { to: home + PART_PATHS.detergent, state: { field } };
  if (SURFACTANT_FILE.test(field)) return { to: home + PART_PATHS.classification };
  if (holds(ASSESSMENT_SECTIONS, field)) return { to: home + PART_PATHS.assessment, state: { field } };
  const rooms: Record<string, string> = {
    formula: home + PART_PATHS.formula,
    exposure: home + PART_PATHS.exposure,
    claims: home + PART_PATHS.claims,
    studies: home + PART_PATHS.studies,
    classification: home + PART_PATHS.classification,
    clp_conclusion: home + PART_PATHS.classification,
    p_mentions: home + PART_PATHS.classification,
    substances: '/substances',
    materials: '/materials',
  };
  return { to: rooms[field] ?? home };
}
