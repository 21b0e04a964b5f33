import { nameKey } from '#shared/fields/name.ts';
import { printNumber, toMicros } from '#shared/fields/percent.ts';
import type { Role } from '#shared/formulas/formula.ts';
import { readPartAmount } from '#shared/formulas/paste.amount.ts';
import type { Material, MaterialInput } from '#shared/materials/material.contract.ts';
import { substanceEndpoints, suggestSubstances } from '#shared/substances/substance.contract.ts';
import { call } from '../api/client.ts';
/** A part as it is typed: its substance may not be known yet. */
export interface Part {
  key: string;
  id: string | null;
  name: string;
  amount: string;
  role: Role | '';
}

export const newPart = (values: Partial<Part> = {}): Part => ({
  key: crypto.randomUUID(),
  id: null,
  name: '',
  amount: '',
  role: '',
  ...values,
});
export const say = (percent: number | null): string => (percent === null ? '' : printNumber(toMicros(percent), 0));

export const partsOf = (material: Material | null): Part[] =>
  material?.components.map(({ substance_id, percent, percent_min, percent_max, role }) =>
    newPart({
      id: substance_id,
      name: material.names[substance_id] ?? '',
      amount:
        percent !== null
          ? say(percent)
          : percent_max === null && percent_min === null
            ? ''
            : `${say(percent_min ?? 0)}-${say(percent_max ?? 100)}`,
      role: role ?? '',
    }),
  ) ?? [];
export const allergensOf = (material: Material | null): Part[] =>
  material?.allergens.map(({ substance_id, percent }) =>
    newPart({ id: substance_id, name: material.names[substance_id] ?? '', amount: say(percent) }),
  ) ?? [];

/** What is typed, as it is saved: names nobody knew become substances of the firm. */
export async function compositionOf(
  parts: readonly Part[],
  allergens: readonly Part[],
): Promise<Pick<MaterialInput, 'components' | 'allergens'>> {
  const known = new Map<string, string>();
  const idOf = async ({ id, name }: Part): Promise<string> => {
    const key = nameKey(name);
    const found =
      id ??
      known.get(key) ??
      (await exactly(name)) ??
      (await call(substanceEndpoints.create, { body: { inci: name.trim() } })).id;
    known.set(key, found);
    return found;
  };
  const components: MaterialInput['components'] = [];
  for (const part of parts.filter(({ name }) => name.trim()))
    components.push({
      substance_id: await idOf(part),
      ...(readPartAmount(part.amount) ?? { percent: null, percent_min: null, percent_max: null }),
      role: part.role || null,
    });
  const certified: MaterialInput['allergens'] = [];
  for (const part of allergens.filter(({ name }) => name.trim())) {
    const read = readPartAmount(part.amount);
    certified.push({ substance_id: await idOf(part), percent: read?.percent ?? read?.percent_max ?? 0 });
  }
  return { components, allergens: certified };
}

/** The substance of exactly that name. */
async function exactly(name: string): Promise<string | null> {
  const found = await call(suggestSubstances, { query: { q: name.trim() } });
  return found.find((one) => one.kind === 'substance' && nameKey(one.name) === nameKey(name))?.id ?? null;
}
