import { z } from './zod.ts';

/** Largest page a list gives. */
export const PAGE_SIZE_MAX = 200;

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

export interface Page {
  limit: number;
  offset: number;
}

/** The rows a query asks for; `null` for all of them. */
export function pageOf(query: ListQuery, defaultSize = 50): Page | null {
  if (query.page === undefined && query.size === undefined) return null;
  const limit = query.size ?? defaultSize;
  return { limit, offset: ((query.page ?? 1) - 1) * limit };
}

/** Text without case and accents, as searches and sorts compare it: `Éclat` → `eclat`, `Œillet` → `oeillet`. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/[’‘]/g, "'");
}
