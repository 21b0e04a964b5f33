import { endpoint } from '../contract/endpoint.ts';
import { listQuery } from '../contract/list.ts';
import { z } from '../contract/zod.ts';
import { ROLES } from '../formulas/formula.ts';
import { isPercent } from '../formulas/percent.ts';
import { revision } from '../products/product.contract.ts';
import { NAME_MAX, noteText, recordMeta, shortText, withUnread } from '../substances/substance.contract.ts';

const tag = 'Matières premières';

export const MATERIAL_KINDS = ['substance', 'mélange', 'extrait', 'parfum'] as const;
const COMPONENTS_MAX = 200;

/** Percents by mass, 0 to 100, at most six decimals. */
export const percentNumber = z
  .number({ error: 'Un nombre est attendu.' })
  .refine(isPercent, { error: 'Entre 0 et 100, six décimales au plus.' });
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
  trade_name: z
    .string({ error: 'Le nom commercial est requis.' })
    .trim()
    .min(1, { error: 'Le nom commercial est requis.' })
    .max(NAME_MAX, { error: `${NAME_MAX} caractères au plus.` }),
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
  /** What does not add up in its breakdown, in sentences. */
  warnings: z.array(z.string()),
  /** The names of its parts and allergens, by the id of the substance. */
  names: z.record(z.string(), z.string()),
});
export type Material = z.output<typeof material>;

export const listMaterials = endpoint({
  method: 'GET',
  path: '/materials',
  right: 'member',
  tag,
  summary: 'Lister les matières premières de la maison',
  query: listQuery,
  output: z.array(material),
});

export const getMaterial = endpoint({
  method: 'GET',
  path: '/materials/{id}',
  right: 'member',
  tag,
  summary: 'Lire une matière première',
  output: material,
});

export const createMaterial = endpoint({
  method: 'POST',
  path: '/materials',
  right: 'write',
  tag,
  summary: 'Créer une matière première',
  body: materialInput,
  output: material,
  status: 201,
});

const SENT_BACK = withUnread(materialInput);

export const updateMaterial = endpoint({
  method: 'PUT',
  path: '/materials/{id}',
  right: 'write',
  tag,
  summary: 'Remplacer une matière première : la formule des produits qui l’emploient change avec elle',
  body: z.preprocess(withoutComputed, SENT_BACK) as unknown as typeof SENT_BACK,
  output: material,
});

/** A client may send back what it was answered. */
function withoutComputed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'warnings' && name !== 'names'));
}

export const removeMaterial = endpoint({
  method: 'DELETE',
  path: '/materials/{id}',
  right: 'write',
  tag,
  summary: 'Mettre une matière première à la corbeille ; refusé tant qu’elle sert',
  output: 'nothing',
});

export const listMaterialRevisions = endpoint({
  method: 'GET',
  path: '/materials/{id}/revisions',
  right: 'member',
  tag,
  summary: 'L’histoire d’une matière première',
  output: z.array(revision.omit({ status: true })),
});

/** What does not add up in a breakdown. */
export function breakdownWarnings({ components }: Pick<MaterialInput, 'components'>): string[] {
  const sum = (pick: (one: MaterialInput['components'][number]) => number): number =>
    Math.round(components.reduce((total, one) => total + pick(one) * 1e6, 0)) / 1e6;
  const say = (percent: number): string => `${String(percent).replace('.', ',')}\u00a0%`;
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
