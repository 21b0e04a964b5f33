import type {
  GridColumnVisibilityModel,
  GridDensity,
  GridFilterModel,
  GridPaginationModel,
  GridSortModel,
} from '@mui/x-data-grid';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Endpoint, OutputOf } from '#shared/contract/endpoint.ts';
import { PAGE_SIZES } from '../ui/Grid.tsx';
import { FILTER_DELAY_MS } from '../ui/GridToolbar.tsx';
import { useDelayed } from '../ui/useDelayed.ts';
import type { CallInput } from './client.ts';
import { readPreference, writePreference } from './preferences.ts';
import { queryOf } from './query.ts';

const LINKS_RENEWED_MS = 20 * 60_000;
/** How soon a list in which something changes by itself is asked again. */
export const CHANGING_MS = 4_000;

type RowOf<E extends Endpoint> = OutputOf<E> extends (infer Row)[] ? Row : never;

interface ListOptions<E extends Endpoint> {
  filters?: Record<string, string>;
  initialSort?: GridSortModel | undefined;
  /** True for a row that changes by itself: the list is asked again soon. */
  changing?: (row: RowOf<E>) => boolean;
}

/** How a person likes a list: kept from one visit to the next. */
interface ListTaste {
  columns?: GridColumnVisibilityModel;
  density?: GridDensity;
  sorting?: GridSortModel;
  pageSize?: number;
}

/**
 * A list that the server pages, sorts and searches, as a grid shows it.
 * @param filters kept in every call: a status
 * @returns what was found, the search box's text, and the properties of the grid
 */
export function useServerList<E extends Endpoint>(
  declaration: E,
  { filters = {}, initialSort, changing }: ListOptions<E> = {},
) {
  const [taste, setTaste] = useState<ListTaste>(() => readPreference<ListTaste>(declaration.path) ?? {});
  const keep = (change: ListTaste): void => {
    const next = { ...taste, ...change };
    setTaste(next);
    writePreference(declaration.path, next);
  };
  const [typed, setTyped] = useState('');
  const box = useDelayed(typed, FILTER_DELAY_MS);
  const [quick, setQuick] = useState('');
  // Two boxes, one search: a row has the words of both.
  const search = `${box} ${quick}`.trim();
  const [page, setPage] = useState(0);
  const pageSize = taste.pageSize && PAGE_SIZES.includes(taste.pageSize) ? taste.pageSize : (PAGE_SIZES[0] ?? 10);
  const paging: GridPaginationModel = { page, pageSize };
  // What the address asks for wins over what was liked last time.
  const [sorting, setSorting] = useState<GridSortModel>(initialSort ?? taste.sorting ?? []);
  const [sort] = sorting;
  const query = {
    page: String(paging.page + 1),
    size: String(paging.pageSize),
    ...filters,
    ...(search ? { search } : {}),
    ...(sort ? { sort: `${sort.sort === 'desc' ? '-' : ''}${sort.field}` } : {}),
  };
  const { data, error, isFetching, refetch } = useQuery({
    ...queryOf(declaration, { query } as Omit<CallInput<E>, 'signal'>),
    placeholderData: keepPreviousData,
    // The addresses of files are signed for an hour at least: they are renewed before they expire.
    refetchInterval: ({ state }) =>
      changing && ((state.data?.data ?? []) as RowOf<E>[]).some(changing) ? CHANGING_MS : LINKS_RENEWED_MS,
  });
  const total = data?.total ?? 0;
  return {
    error,
    refetch,
    search,
    typed,
    /** A new search begins on the first page. */
    setTyped: (text: string): void => {
      setTyped(text);
      setPage(0);
    },
    /** After a filter has changed. */
    toFirstPage: (): void => setPage(0),
    /** There is nothing at all, whatever is searched. */
    isEmpty:
      data !== undefined &&
      total === 0 &&
      Object.keys(filters).length === 0 &&
      search === '' &&
      typed === '' &&
      !isFetching,
    grid: {
      rows: (data?.data ?? []) as RowOf<E>[],
      rowCount: total,
      loading: isFetching && data === undefined,
      paginationMode: 'server' as const,
      sortingMode: 'server' as const,
      disableColumnFilter: true,
      paginationModel: paging,
      onPaginationModelChange: (model: GridPaginationModel): void => {
        setPage(model.page);
        if (model.pageSize !== pageSize) keep({ pageSize: model.pageSize });
      },
      sortModel: sorting,
      onSortModelChange: (model: GridSortModel): void => {
        setSorting(model);
        keep({ sorting: model });
      },
      filterMode: 'server' as const,
      onFilterModelChange: ({ quickFilterValues = [] }: GridFilterModel): void => {
        setQuick(quickFilterValues.join(' '));
        setPage(0);
      },
      density: taste.density ?? 'standard',
      onDensityChange: (density: GridDensity): void => keep({ density }),
      columnVisibilityModel: taste.columns ?? {},
      onColumnVisibilityModelChange: (columns: GridColumnVisibilityModel): void => keep({ columns }),
    },
  };
}
