import { type Causality, type CriterionName, UNKNOWN } from './effect.fields.ts';

/**
 * What a careful colleague would say of a level beside its criteria. It blocks nothing, and proposes no level: causality is a
 * person's word.
 */
export const CAUSALITY_REMARKS = {
  CRITERES: 'Un niveau est donné alors qu’un critère est sans réponse.',
  CHRONOLOGIE: 'La chronologie est dite incompatible, et le niveau n’écarte pas le produit.',
  CONFIRMATION: '« Très probable » sans réexposition positive ni examen positif.',
  EXCLUSION: '« Exclue » sans autre cause établie ni chronologie incompatible.',
} as const;
export type CausalityRemark = keyof typeof CAUSALITY_REMARKS;

/** The levels that do not put the product aside. */
const ATTRIBUTED: readonly Causality[] = ['très probable', 'probable', 'non clairement attribuable'];

export function remarksOf(
  level: Causality | null,
  criteria: Readonly<Record<CriterionName, string>>,
): CausalityRemark[] {
  if (level === null) return [];
  const { chronologie, reexposition, examens, autre_cause } = criteria;
  const found: readonly (readonly [CausalityRemark, boolean])[] = [
    ['CRITERES', Object.values(criteria).includes(UNKNOWN)],
    ['CHRONOLOGIE', chronologie === 'incompatible' && ATTRIBUTED.includes(level)],
    ['CONFIRMATION', level === 'très probable' && reexposition !== 'positive' && examens !== 'positifs'],
    ['EXCLUSION', level === 'exclue' && autre_cause !== 'établie' && chronologie !== 'incompatible'],
  ];
  return found.flatMap(([remark, isFound]) => (isFound ? [remark] : []));
}
