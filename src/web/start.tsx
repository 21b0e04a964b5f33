import letters from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2?url';
import { preload } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router';
import { App } from './App.tsx';
import { earlyAnswers } from './api/early.ts';
import { isSignedIn, onSession } from './api/session.ts';
import { routes } from './routes.tsx';
import { Loading } from './ui/Page.tsx';
import { fetchScreens } from './ui/screen.ts';
import { UNASKED } from './ui/useLeaving.ts';

// Its letters do not share the line with what draws the screen; they are there when it is drawn.
preload(letters, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });

/** A screen that is there waits so long (ms) for what it shows, if that is on its way: it is drawn once, not twice. */
const ANSWERS_MS = 50;
const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const router = createBrowserRouter(routes);

onSession((what, why) => {
  const { pathname, search } = window.location;
  // Several requests are refused at once: the first one says where to come back to.
  if (what === 'begins' || pathname === '/login') return;
  void router.navigate('/login', { state: { ...UNASKED, message: why, from: pathname + search } });
});

// The screen that the address names and the frame around it are asked for together, while the account is.
const screens = (matchRoutes(routes, window.location) ?? []).map(({ route }) => fetchScreens(route.element));

const root = document.getElementById('root');
if (!root) throw new Error('No #root in the page');
const app = (
  <App>
    <RouterProvider router={router} />
  </App>
);
// The sign-in page comes drawn.
if (root.hasChildNodes()) hydrateRoot(root, app);
else {
  const drawn = createRoot(root);
  // What stands around every screen is computed while this one comes; the screen is then drawn in one go.
  drawn.render(
    <App>
      <Loading />
    </App>,
  );
  // A stranger is led to the sign-in page, which is in the app itself.
  const come = isSignedIn() ? Promise.all(screens) : Promise.resolve();
  const isDrawable = come.then(() => Promise.race([earlyAnswers(), after(ANSWERS_MS)]));
  void isDrawable.then(() => drawn.render(app));
}
