import type { GridPaginationModel, GridSortModel } from '@mui/x-data-grid';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Endpoint, OutputOf } from '#shared/contract/endpoint.ts';
import { FILTER_DELAY_MS, PAGE_SIZES } from '../ui/Grid.tsx';
import { useDelayed } from '../ui/useDelayed.ts';
import type { CallInput } from './client.ts';
import { queryOf } from './query.ts';

const LINKS_RENEWED_MS = 20 * 60_000;

type RowOf<E extends Endpoint> = OutputOf<E> extends (infer Row)[] ? Row : never;

/**
 * A list that the server pages, sorts and searches, as a grid shows it.
 * @param filters kept in every call: a status
 * @returns what was found, the search box's text, and the properties of the grid
 */
export function useServerList<E extends Endpoint>(
  declaration: E,
  { filters = {}, initialSort = [] }: { filters?: Record<string, string>; initialSort?: GridSortModel } = {},
) {
  const [typed, setTyped] = useState('');
  const search = useDelayed(typed, FILTER_DELAY_MS);
  const [paging, setPaging] = useState<GridPaginationModel>({ page: 0, pageSize: PAGE_SIZES[0] ?? 10 });
  const [sorting, setSorting] = useState<GridSortModel>(initialSort);
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
    refetchInterval: LINKS_RENEWED_MS,
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
      setPaging((before) => ({ ...before, page: 0 }));
    },
    /** After a filter has changed. */
    toFirstPage: (): void => setPaging((before) => ({ ...before, page: 0 })),
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
      onPaginationModelChange: setPaging,
      sortModel: sorting,
      onSortModelChange: setSorting,
    },
  };
}
