import { z } from 'zod';

/** What is known of a product that the annexes ask for; what is missing is asked, never guessed. */
export const ZONES = [
  'visage',
  'yeux',
  'cils',
  'lèvres',
  'corps',
  'mains',
  'pieds',
  'ongles',
  'aisselles',
  'cheveux',
  'bouche',
  'zone intime',
] as const;
export const RINSES = ['rince', 'non_rince'] as const;
export const POPULATIONS = ['adulte', 'enfant', 'moins de 3 ans'] as const;
export const SPRAYS = ['non', 'pompe', 'aérosol'] as const;

const yesNo = z.boolean().nullable().default(null);

export const facts = z.strictObject({
  /** In words: « crème visage », « shampooing ». */
  category: z
    .string()
    .trim()
    .max(200, { error: '200 caractères au plus.' })
    .nullable()
    .default(null)
    .transform((value) => value || null),
  rinse: z.enum(RINSES, { error: 'Rincé ou non rincé.' }).nullable().default(null),
  zone: z.enum(ZONES, { error: 'Cette zone n’est pas de la liste.' }).nullable().default(null),
  population: z.enum(POPULATIONS, { error: 'Cette population n’est pas de la liste.' }).nullable().default(null),
  spray: z.enum(SPRAYS, { error: 'Non, pompe ou aérosol.' }).nullable().default(null),
  professional: yesNo,
  inhalable: yesNo,
  mucous: yesNo,
  eyes: yesNo,
  intimate: yesNo,
});
export type Facts = z.output<typeof facts>;
export const NO_FACTS: Facts = facts.parse({});
