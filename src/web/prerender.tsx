import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { App } from './App.tsx';
import { routes } from './routes.tsx';

/** Pages that are the same for everybody, as HTML: people see them before the app is there. By address. */
export async function drawnPages(): Promise<Record<string, string>> {
  const pages: Record<string, string> = {};
  for (const path of ['/login']) {
    const handler = createStaticHandler(routes);
    const context = await handler.query(new Request(`http://diplo${path}`));
    if (context instanceof Response) throw new Error(`${path} leads elsewhere`);
    const router = createStaticRouter(handler.dataRoutes, context);
    pages[path] = renderToString(
      <App>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </App>,
    );
  }
  return pages;
}
