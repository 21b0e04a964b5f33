import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router';
import { SESSION_EXPIRED } from '#shared/contract/error.ts';
import { App } from './App.tsx';
import { onSession } from './api/session.ts';
import { routes } from './routes.tsx';
import { fetchScreens } from './ui/screen.ts';

const router = createBrowserRouter(routes);

onSession((what) => {
  const { pathname, search } = window.location;
  // Several requests are refused at once: the first one says where to come back to.
  if (what === 'begins' || pathname === '/login') return;
  void router.navigate('/login', { state: { message: SESSION_EXPIRED, from: pathname + search } });
});

// The screen that the address names and the frame around it are asked for together, while the account is.
for (const { route } of matchRoutes(routes, window.location) ?? []) fetchScreens(route.element);

const root = document.getElementById('root');
if (!root) throw new Error('No #root in the page');
const app = (
  <App>
    <RouterProvider router={router} />
  </App>
);
// The sign-in page comes drawn.
if (root.hasChildNodes()) hydrateRoot(root, app);
else createRoot(root).render(app);
