import '@fontsource-variable/ibm-plex-sans/index.css';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { matchRoutes, RouterProvider } from 'react-router';
import { SESSION_EXPIRED } from '#shared/contract/error.ts';
import { whenSessionEnds } from './api/client.ts';
import { queryClient } from './api/query.ts';
import { isSignedIn } from './api/session.ts';
import { router } from './routes.tsx';
import { theme } from './theme.ts';
import { Loading } from './ui/Page.tsx';
import { fetchScreens } from './ui/screen.ts';
import { ToastProvider } from './ui/toast.tsx';

whenSessionEnds(() => {
  const { pathname, search } = window.location;
  // Several requests are refused at once: the first one says where to come back to.
  if (pathname === '/login') return;
  queryClient.clear();
  void router.navigate('/login', { state: { message: SESSION_EXPIRED, from: pathname + search } });
});

// The screen that the address names and the frame around it are asked for together, while the account is.
for (const { route } of matchRoutes(router.routes, window.location) ?? []) fetchScreens(route.element, isSignedIn());

const root = document.getElementById('root');
if (!root) throw new Error('No #root in the page');
createRoot(root).render(
  <StrictMode>
    <ThemeProvider theme={theme} defaultMode="system" disableTransitionOnChange>
      <CssBaseline />
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <Suspense fallback={<Loading />}>
            <RouterProvider router={router} />
          </Suspense>
        </ToastProvider>
      </QueryClientProvider>
    </ThemeProvider>
  </StrictMode>,
);
