import { QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Endpoint, OutputOf } from '#shared/contract/endpoint.ts';
import { ApiError, addressOfCall, type CallInput, callForReply } from './client.ts';
import { hereEarly } from './early.ts';
import type { Reply } from './reply.ts';
import { onSession } from './session.ts';

/** One retry, no refetch on focus, as specified; what the server refused is not asked twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      staleTime: 5_000,
    },
  },
});

onSession(() => queryClient.clear());

/** The first part of a path names the noun: everything known of it is refreshed together. */
const nounOf = (declaration: Endpoint): string => declaration.path.split('/')[1] ?? '';

/** The query of an endpoint: `useQuery(queryOf(listProducts, { query }))`. */
export const queryOf = <E extends Endpoint>(declaration: E, input: Omit<CallInput<E>, 'signal'> = {}) =>
  queryOptions<Reply<OutputOf<E>>>({
    queryKey: [nounOf(declaration), declaration.path, input.params ?? null, input.query ?? null],
    queryFn: ({ signal }) => callForReply(declaration, { ...input, signal } as CallInput<E>),
    initialData: () => hereEarly(addressOfCall<E>(declaration, input)),
  });

/** `refresh('products', 'dashboard')`: what is known of these nouns is asked again. */
export function useRefresh(): (...nouns: string[]) => Promise<void> {
  const client = useQueryClient();
  return async (...nouns) => {
    await Promise.all(nouns.map((noun) => client.invalidateQueries({ queryKey: [noun] })));
  };
}

/** What follows from the file of a product is asked again where it is shown; not the part `saved`, which was just answered. */
export function refreshFileOf(client: QueryClient, productId: string, saved?: Endpoint): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [noun, path, params] }) =>
      noun === 'products' && path !== saved?.path && (params as { id?: string } | null)?.id === productId,
  });
}
