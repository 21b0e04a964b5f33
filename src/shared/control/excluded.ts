import type { ConformityValues } from '../regulation/conformity.fields.ts';
import type { AssessmentName } from './assessment.fields.ts';

/** Fields of part B that the facts of a product exclude. Annex I, part B, point 3: only for these products. */
const EXCLUDED: Partial<Record<AssessmentName, (facts: ConformityValues) => boolean>> = {
  b3_moins_de_trois_ans: ({ population }) => population !== null && population !== 'moins de 3 ans',
  b3_hygiene_intime: ({ intimate }) => intimate === false,
};

/** What this product is not asked; what is not known of it excludes nothing. */
export const excludedBy = (facts: ConformityValues): ReadonlySet<string> =>
  new Set(Object.entries(EXCLUDED).flatMap(([name, isOut]) => (isOut(facts) ? [name] : [])));
