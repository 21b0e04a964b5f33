import { z } from 'zod';
import { PAGE_SIZE_MAX } from './list.ts';

const sayBounds = (from: number, to: number): string =>
  `Un nombre entier de ${from} à ${to.toLocaleString('fr-FR')} est attendu.`;
const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: sayBounds(from, to) })
    .transform(Number)
    .refine((value) => value >= from && value <= to, { error: sayBounds(from, to) });

/** Said of an order that a list does not have. */
export const UNKNOWN_SORT =
  'Cette liste ne se trie pas ainsi : donnez le nom d’une de ses valeurs, après un « - » pour l’ordre inverse.';

/** Yes or no, in a query. */
export const flag = z.enum(['true', 'false'], { error: '« true » ou « false » est attendu.' });

/**
 * `page` (from 1) and `size` page a list, `search` looks in every value without case or accents, `sort=field` or
 * `sort=-field` orders it. The header `X-Total-Count` says how many there are in all.
 */
export const listQuery = z.object({
  page: wholeNumber(1, 1_000_000).optional(),
  size: wholeNumber(1, PAGE_SIZE_MAX).optional(),
  search: z.string().max(200, { error: '200 caractères au plus.' }).optional(),
  sort: z
    .string()
    .regex(/^-?[a-z_]{1,50}$/, { error: UNKNOWN_SORT })
    .optional(),
});
export type ListQuery = z.output<typeof listQuery>;
