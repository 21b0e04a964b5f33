import type {
  GridColumnVisibilityModel,
  GridDensity,
  GridFilterModel,
  GridPaginationModel,
  GridSortModel,
} from '@mui/x-data-grid';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Endpoint, OutputOf } from '#shared/contract/endpoint.ts';
import type { CallInput } from './client.ts';
import { type ListTaste, PAGE, QUICK, questionOf, SEARCH, SORT, sayOrder } from './list.question.ts';
import { readPreference, writePreference } from './preferences.ts';
import { queryOf } from './query.ts';

const LINKS_RENEWED_MS = 20 * 60_000;
/** How soon a list in which something changes by itself is asked again. */
export const CHANGING_MS = 4_000;

type RowOf<E extends Endpoint> = OutputOf<E> extends (infer Row)[] ? Row : never;

interface ListOptions<E extends Endpoint> {
  /** Of which one, where the address of the list names one: `/batches/{id}/items`. */
  params?: Record<string, string>;
  /** The filters of the list, by their names in the address and in the call. */
  filterNames?: readonly string[];
  /** True for a row that changes by itself: the list is asked again soon. */
  changing?: (row: RowOf<E>) => boolean;
}

/**
 * A list that the server pages, sorts, searches and filters, as a grid shows it. What it shows is in the address: Back
 * returns to what one left, and a link leads another person to it.
 * @returns what was found, the search box, the filters, and the properties of the grid
 */
export function useServerList<E extends Endpoint>(
  declaration: E,
  { params: of, filterNames = [], changing }: ListOptions<E> = {},
) {
  const [params, setParams] = useSearchParams();
  /** Changes some of the address; `null` takes a name away. Another question begins on the first page. */
  const put = (values: Record<string, string | null>, { samePage = false } = {}): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (!samePage) next.delete(PAGE);
        for (const [name, value] of Object.entries(values))
          if (value) next.set(name, value);
          else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const [taste, setTaste] = useState<ListTaste>(() => readPreference<ListTaste>(declaration.path) ?? {});
  const keep = (change: ListTaste): void => {
    const next = { ...taste, ...change };
    setTaste(next);
    writePreference(declaration.path, next);
  };
  const asked = params.get(SEARCH) ?? '';
  const latestPut = useRef(put);
  latestPut.current = put;
  const { search, page, pageSize, order, filters, question, query } = questionOf(params, taste, filterNames);
  // The same one as long as the order is the same: another one takes the grid back to its first page.
  const sorting = useMemo<GridSortModel>(
    () => (order ? [{ field: order.replace(/^-/, ''), sort: order.startsWith('-') ? 'desc' : 'asc' }] : []),
    [order],
  );
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...queryOf(declaration, { query, ...(of ? { params: of } : {}) } as Omit<CallInput<E>, 'signal'>),
    placeholderData: keepPreviousData,
    // The addresses of files are signed for an hour at least: they are renewed before they expire.
    refetchInterval: ({ state }) =>
      changing && ((state.data?.data ?? []) as RowOf<E>[]).some(changing) ? CHANGING_MS : LINKS_RENEWED_MS,
  });
  const total = data?.total ?? 0;
  // The last row of the last page was deleted, or an old address names a page there is no more.
  const beyond = data !== undefined && !isPlaceholderData && total > 0 && (page - 1) * pageSize >= total;
  useEffect(() => {
    if (beyond) latestPut.current({});
  }, [beyond]);
  return {
    error,
    refetch,
    search,
    total,
    question,
    /** For the box of the list: its text, and what it gives. */
    box: { value: asked, onSearch: (text: string): void => put({ [SEARCH]: text }) },
    filters,
    /** `null` takes a filter away. */
    setFilters: (values: Record<string, string | null>): void => put(values),
    /** The address of what is shown, without its page; and another one in its place. */
    view: (() => {
      const view = new URLSearchParams(params);
      view.delete(PAGE);
      return view.toString();
    })(),
    setView: (view: string): void => setParams(new URLSearchParams(view)),
    /** There is nothing at all, whatever is searched. */
    isEmpty: data !== undefined && total === 0 && Object.keys(filters).length === 0 && search === '' && !isFetching,
    grid: {
      /** Nothing could be read: it is no empty list. */
      failed: error !== null && data === undefined,
      rows: (data?.data ?? []) as RowOf<E>[],
      // Unknown until it is told: of no rows there would be no second page.
      rowCount: data === undefined ? -1 : total,
      // Without a network nothing is asked, and nothing is known: that is no empty list.
      loading: data === undefined && error === null,
      paginationMode: 'server' as const,
      sortingMode: 'server' as const,
      disableColumnFilter: true,
      paginationModel: { page: page - 1, pageSize } as GridPaginationModel,
      onPaginationModelChange: (model: GridPaginationModel): void => {
        const sameSize = model.pageSize === pageSize;
        if (!sameSize) keep({ pageSize: model.pageSize });
        put({ [PAGE]: sameSize && model.page > 0 ? String(model.page + 1) : null }, { samePage: true });
      },
      sortModel: sorting,
      onSortModelChange: (model: GridSortModel): void => {
        keep({ sorting: model });
        put({ [SORT]: sayOrder(model) });
      },
      filterMode: 'server' as const,
      onFilterModelChange: ({ quickFilterValues = [] }: GridFilterModel): void => {
        put({ [QUICK]: quickFilterValues.join(' ') });
      },
      initialState: {
        filter: { filterModel: { items: [], quickFilterValues: (params.get(QUICK) ?? '').split(' ').filter(Boolean) } },
      },
      density: taste.density ?? 'standard',
      onDensityChange: (density: GridDensity): void => keep({ density }),
      columnVisibilityModel: taste.columns ?? {},
      onColumnVisibilityModelChange: (columns: GridColumnVisibilityModel): void => keep({ columns }),
    },
  };
}
