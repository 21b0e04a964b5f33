import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { listPeople } from '#shared/users/user.contract.ts';
import { queryOf } from '../api/query.ts';

/** Names change seldom (ms). */
const KNOWN_MS = 5 * 60_000;

/** How people call who did something: by name, or by e-mail when there is none. */
export function usePersonName(): (email: string | null) => string {
  const { data } = useQuery({ ...queryOf(listPeople), staleTime: KNOWN_MS });
  return useCallback((email) => data?.data.find((one) => one.email === email)?.name ?? email ?? 'inconnu', [data]);
}
