import { z } from 'zod';
import { PAGE_SIZE_MAX } from './list.ts';

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: 'Un nombre entier est attendu.' })
    .transform(Number)
    .refine((value) => value >= from && value <= to, { error: `Entre ${from} et ${to}.` });

/** Yes or no, in a query. */
export const flag = z.enum(['true', 'false'], { error: '« true » ou « false ».' });

/**
 * `page` (from 1) and `size` page a list, `search` looks in every value without case or accents, `sort=field` or
 * `sort=-field` orders it. The header `X-Total-Count` says how many there are in all.
 */
export const listQuery = z.object({
  page: wholeNumber(1, 1_000_000).optional(),
  size: wholeNumber(1, PAGE_SIZE_MAX).optional(),
  search: z.string().max(200).optional(),
  sort: z
    .string()
    .regex(/^-?[a-z_]{1,50}$/, { error: 'Tri inconnu.' })
    .optional(),
});
export type ListQuery = z.output<typeof listQuery>;
