import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, StrictMode, Suspense } from 'react';
import { onSession } from './api/session.ts';
import { theme } from './theme.ts';
import { Loading } from './ui/Page.tsx';
import { ToastProvider } from './ui/toast.tsx';

/** What stands around every page, in the browser and where the first one is drawn beforehand. */
export function App({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <ThemeProvider theme={theme} defaultMode="system" disableTransitionOnChange>
        <CssBaseline />
        <ToastProvider forgetWhen={onSession}>
          <Suspense fallback={<Loading />}>{children}</Suspense>
        </ToastProvider>
      </ThemeProvider>
    </StrictMode>
  );
}
