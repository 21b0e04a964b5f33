import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { Navigate, useLocation } from 'react-router';
import { me } from '#shared/auth/auth.contract.ts';
import type { OutputOf } from '#shared/contract/endpoint.ts';
import { isAllowed, type Right } from '#shared/contract/rights.ts';
import { ApiError } from '../api/client.ts';
import { typedBy } from '../api/drafts.ts';
import { queryOf } from '../api/query.ts';
import { LoadError, Loading } from '../ui/Page.tsx';

type Profile = OutputOf<typeof me>;
const AccountContext = createContext<Profile | null>(null);

/** The person signed in. @throws outside of `SignedIn` */
export function useAccount(): Profile {
  const account = useContext(AccountContext);
  if (!account) throw new Error('No account here');
  return account;
}

/** Whether the person signed in holds the right: what they may not do is not offered. */
export const useMay = (right: Right): boolean => useRights()(right);

/** Whether the account holds a right, asked later. */
export function useRights(): (right: Right) => boolean {
  const { role } = useAccount();
  return (right) => isAllowed(right, role, true);
}

/** What stands in it knows who is signed in. */
export function WithAccount({ children }: { children: ReactNode }) {
  const { data, error, isPending, refetch } = useQuery({ ...queryOf(me), staleTime: 60_000 });
  const location = useLocation();
  if (isPending) return <Loading />;
  // Somebody else gave the password: it is changed before anything else.
  if (error instanceof ApiError && error.code === 'password_change_required')
    return <Navigate to="/password" replace state={{ from: location.pathname + location.search }} />;
  if (error instanceof ApiError && error.code === 'link_required')
    return <Navigate to={{ pathname: '/link', hash: location.hash }} replace />;
  if (error instanceof ApiError && error.code === 'otp_setup_required')
    return <Navigate to="/second-factor" replace state={{ from: location.pathname + location.search }} />;
  if (error && !data)
    return <LoadError message="Diplo ne répond pas." detail={error.message} onRetry={() => void refetch()} />;
  // Before any screen looks for what was left in it.
  typedBy(data.data.id);
  return <AccountContext value={data.data}>{children}</AccountContext>;
}
