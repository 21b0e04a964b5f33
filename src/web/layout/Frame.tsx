import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '../api/query.ts';
import { Toasts } from '../ui/Toasts.tsx';

/** What the screens stand in that ask the server and tell what became of it: the sign-in page does neither. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <Toasts />
    </QueryClientProvider>
  );
}
