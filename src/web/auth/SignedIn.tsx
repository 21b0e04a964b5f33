import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { isSignedIn } from '../api/session.ts';

/** Lets through whoever holds a token; everybody else goes to the sign-in page. */
export function SignedIn({ children }: { children: ReactNode }) {
  const location = useLocation();
  if (isSignedIn()) return children;
  return <Navigate to="/login" replace state={{ from: location.pathname + location.search }} />;
}
