import type { GridColumnVisibilityModel, GridDensity, GridSortModel } from '@mui/x-data-grid';
import { PAGE_SIZES } from '../ui/grid.sizes.ts';

/** How a person likes a list: kept from one visit to the next. */
export interface ListTaste {
  columns?: GridColumnVisibilityModel;
  density?: GridDensity;
  sorting?: GridSortModel;
  pageSize?: number;
}

/** `-field` for the largest first; `null` without an order. */
export const sayOrder = ([first]: GridSortModel): string | null =>
  first ? `${first.sort === 'desc' ? '-' : ''}${first.field}` : null;

/** The words of the two search boxes, the page and the order, as the address has them. */
export const [SEARCH, QUICK, PAGE, SORT] = ['search', 'filter', 'page', 'sort'] as const;

const NOT_FILTERS: readonly string[] = [SEARCH, QUICK, PAGE, SORT];
/** Every filter an address may hold, for whoever does not know which ones the list has. */
export const everyFilter = (params: URLSearchParams): string[] =>
  [...params.keys()].filter((name) => !NOT_FILTERS.includes(name));

/** What a list asks at an address, of a person who likes it so. */
export function questionOf(params: URLSearchParams, taste: ListTaste, filterNames: readonly string[]) {
  // Two boxes, one search: a row has the words of both.
  const search = `${params.get(SEARCH) ?? ''} ${params.get(QUICK) ?? ''}`.trim();
  const page = Math.max(1, Math.trunc(Number(params.get(PAGE))) || 1);
  const pageSize = taste.pageSize && PAGE_SIZES.includes(taste.pageSize) ? taste.pageSize : (PAGE_SIZES[0] ?? 10);
  // What the address asks for wins over what was liked last time.
  const order = params.get(SORT) ?? sayOrder(taste.sorting ?? []);
  const filters = Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = params.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  /** Without its page: for whoever wants all of it. */
  const question = { ...filters, ...(search ? { search } : {}), ...(order ? { sort: order } : {}) };
  return {
    search,
    page,
    pageSize,
    order,
    filters,
    question,
    query: { page: String(page), size: String(pageSize), ...question },
  };
}
