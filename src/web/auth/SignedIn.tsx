import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { isSignedIn } from '../api/session.ts';
import { UNASKED } from '../ui/useLeaving.ts';

/** Lets through whoever holds a token; everybody else goes to the sign-in page. */
export function SignedIn({ children }: { children: ReactNode }) {
  const location = useLocation();
  if (isSignedIn()) return children;
  return <Navigate to="/login" replace state={{ ...UNASKED, from: location.pathname + location.search }} />;
}
