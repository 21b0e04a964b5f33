import { z } from 'zod';
import { attachment } from '../attachments/attachment.contract.ts';
import { writeNumber } from '../fields/number.ts';
import { ROLES } from '../formulas/formula.ts';
import {
  noteText,
  percentNumber,
  recordEndpoints,
  recordMeta,
  requiredName,
  shortText,
} from '../records/record.contract.ts';

const tag = 'Matières premières';

export const MATERIAL_KINDS = ['substance', 'mélange', 'extrait', 'parfum'] as const;
const COMPONENTS_MAX = 200;
const maybePercent = percentNumber.nullable().default(null);

const bounded = (value: { percent_min: number | null; percent_max: number | null }): boolean =>
  value.percent_min === null || value.percent_max === null || value.percent_min <= value.percent_max;

const id = z.string().min(1).max(100);

export const component = z
  .strictObject({
    substance_id: id,
    percent: maybePercent,
    percent_min: maybePercent,
    percent_max: maybePercent,
    role: z.enum(ROLES).nullable().default(null),
  })
  .refine(bounded, { error: 'Le minimum dépasse le maximum.', path: ['percent_min'] });

export const materialInput = z.strictObject({
  trade_name: requiredName('Le nom commercial est requis.'),
  supplier: shortText(),
  code: shortText(100),
  kind: z.enum(MATERIAL_KINDS).default('substance'),
  perfume_code: shortText(100),
  form: shortText(100),
  note: noteText,
  components: z.array(component).max(COMPONENTS_MAX).default([]),
  allergens: z
    .array(z.strictObject({ substance_id: id, percent: percentNumber }))
    .max(COMPONENTS_MAX)
    .default([]),
});
export type MaterialInput = z.output<typeof materialInput>;

export const material = z.object({
  ...materialInput.shape,
  ...recordMeta,
  /** The files of its supplier. */
  documents: z.array(attachment),
  /** What does not add up in its breakdown, in sentences. */
  warnings: z.array(z.string()),
  /** The names of its parts and allergens, by the id of the substance. */
  names: z.record(z.string(), z.string()),
});
export type Material = z.output<typeof material>;

export const materialEndpoints = recordEndpoints('materials', {
  input: materialInput,
  output: material,
  words: { tag, one: 'une matière première', all: 'les matières premières' },
});

/** What does not add up in a breakdown. */
export function breakdownWarnings({ components }: Pick<MaterialInput, 'components'>): string[] {
  const sum = (pick: (one: MaterialInput['components'][number]) => number): number =>
    Math.round(components.reduce((total, one) => total + pick(one) * 1e6, 0)) / 1e6;
  const say = (percent: number): string => `${writeNumber(percent)}\u00a0%`;
  const known = components.filter(
    (one) => one.percent !== null || one.percent_max !== null || one.percent_min !== null,
  );
  if (known.length === 0) return [];
  const least = sum((one) => one.percent ?? one.percent_min ?? 0);
  const most = sum((one) => one.percent ?? one.percent_max ?? 100);
  return [
    ...(least > 100 ? [`Les parts font au moins ${say(least)} : plus que la matière première.`] : []),
    ...(known.length === components.length && most < 100
      ? [`Les parts font au plus ${say(most)} : le reste de la matière première est inconnu.`]
      : []),
    ...(components.some(({ role }) => role === null) ? ['Le rôle d’au moins un constituant est à préciser.'] : []),
  ];
}
