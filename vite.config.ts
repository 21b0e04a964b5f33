import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, runnerImport } from 'vite';
import { browserContracts } from './scripts/browser.contracts.ts';

interface Graph {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

const WEB = join(import.meta.dirname, 'src/web');
/** What comes long before the app; and what the sign-in page needs of it. */
const EARLY = 'main.ts';
const FIRST = 'start.tsx';
/** What one opens on Monday morning, and what stands around it: no other screen's parts are waited for. */
const MONDAY = [
  'layout/Shell.tsx',
  'dashboard/DashboardPage.tsx',
  'products/ProductsPage.tsx',
  'templates/TemplatesPage.tsx',
  'generations/DipsPage.tsx',
  'dossiers/DossiersPage.tsx',
  'deadlines/DeadlinesPage.tsx',
  'guests/GuestPage.tsx',
];
/** The other lists. */
const LIBRARIES = [
  'substances/SubstancesPage.tsx',
  'materials/MaterialsPage.tsx',
  'requests/RequestsPage.tsx',
  'users/UsersPage.tsx',
  'audit/LogsPage.tsx',
];
const known = new Map<string, ReadonlySet<string>>();

const isOfReader = (id: string, graph: Graph): boolean => reachable(graph, 'reader/reader.ts').has(id);

/**
 * Whether it is an entry or what that needs, and the reader of PDF files does not: that one shares nothing with the others
 * but what both import.
 */
const isFor = (entry: string, id: string, graph: Graph): boolean =>
  reachable(graph, entry).has(id) && !isOfReader(id, graph);

const isForAny = (screens: readonly string[], id: string, graph: Graph): boolean =>
  screens.some((screen) => reachable(graph, screen).has(id));

/** An entry, what it imports, and what that imports. */
function reachable(graph: Graph, entry: string): ReadonlySet<string> {
  const found = known.get(entry) ?? new Set<string>();
  if (known.has(entry)) return found;
  known.set(entry, found);
  const from = join(WEB, entry);
  if (!graph.getModuleInfo(from)) throw new Error(`vite.config.ts names ${entry}, which is no file of the app`);
  const wanted = [from];
  for (let id = wanted.pop(); id !== undefined; id = wanted.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    wanted.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** What every other screen is made of. */
const BASE =
  /node_modules[\\/](?:react-router|react-transition-group|@emotion|stylis|clsx|@popperjs|@tanstack|lucide-react|@mui[\\/](?:material|system|utils|styled-engine|private-theming|x-internals))[\\/]|getGridLocalization/;
/** What only lists need, but for its words: cards on a telephone say them too. */
const GRID = /node_modules[\\/]@mui[\\/]x-(?:data-grid(?!.*(?:locales|getGridLocalization))|virtualizer)/;
const OWN = /src[\\/](?:web|shared)/;
/** Below, a compressed copy is not worth its request (bytes). */
const COMPRESSED_FROM = 1_024;

/** Writes each text beside itself as small as it gets, once: the server sends those (`pages.ts`). */
function compressed(): Plugin {
  const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir);
    },
    async closeBundle() {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:m?js|css|html|svg)$/.test(name))
        .map((name) => join(folder, name));
      await Promise.all(
        files.map(async (file) => {
          const bytes = readFileSync(file);
          if (bytes.length < COMPRESSED_FROM) return;
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          };
          writeFileSync(`${file}.br`, await brotli(bytes, { params }));
          writeFileSync(`${file}.gz`, await zip(bytes, { level: 9 }));
        }),
      );
    },
  };
}

/**
 * Writes `screens.json` beside what is served: the files of the app, and for each address of `routes.tsx` and
 * `product.tabs.ts`, those that its screen needs besides. The server names them in the page it answers: all come at once.
 * With them, the pages that come drawn (`prerender.tsx`). And `files.json` among what is served: every script of the app, which
 * `preloadScreens` fetches.
 */
function filesOfScreens(): Plugin {
  return {
    name: 'files-of-screens',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one]] : [])),
      );
      const all = (files: readonly string[], { later = false } = {}, found = new Set<string>()): Set<string> => {
        for (const file of files)
          if (!found.has(file)) {
            const { imports = [], dynamicImports = [] } = chunks.get(file) ?? {};
            all(later ? [...imports, ...dynamicImports] : imports, { later }, found.add(file));
          }
        return found;
      };
      const fileOf = (module: string): string[] =>
        [...chunks.values()].flatMap(({ moduleIds, fileName }) =>
          moduleIds.includes(join(WEB, module)) ? [fileName] : [],
        );
      const already = all(fileOf(EARLY));
      const app = all(fileOf(FIRST)).difference(already);
      const sizeOf = (file: string): number => chunks.get(file)?.code.length ?? 0;
      const largestFirst = (files: ReadonlySet<string>): string[] => [...files].sort((a, b) => sizeOf(b) - sizeOf(a));
      const routes = readFileSync(join(WEB, 'routes.tsx'), 'utf8');
      const modules = new Map(
        Array.from(
          routes.matchAll(/const (\w+) = screen\(\(\) => import\('([^']+)'\)/g),
          ([, name = '', path = '']) => [name, path],
        ),
      );
      // A screen stands in the last frame that was opened before it.
      const framed: (readonly [path: string, files: string[]])[] = [];
      let frame: string[] = [];
      for (const [, path, name = ''] of routes.matchAll(/(?:path: '(\/[^']*)',\s*element: )?<(\w+)/g)) {
        const files = fileOf(modules.get(name) ?? '');
        if (path !== undefined) framed.push([path, files.length > 0 ? [...files, ...frame] : []]);
        else if (name.endsWith('Shell')) frame = files;
      }
      const [, ofProduct = []] = framed.find(([path]) => path === '/products/:id') ?? [];
      const tabs = Array.from(
        readFileSync(join(WEB, 'product.tabs.ts'), 'utf8').matchAll(/path: '([^']*)',[^}]*?import\('([^']+)'\)/g),
        ([, path = '', module = '']) =>
          [`/products/:id${path && `/${path}`}`, [...ofProduct, ...fileOf(module)]] as const,
      );
      const screens = [...tabs, ...framed.filter(([path]) => !tabs.some(([tab]) => tab === path))]
        // What is in the app itself needs nothing more.
        .filter(([, files]) => files.length > 0)
        .map(([path, files]) => [path, largestFirst(all(files).difference(already).difference(app))]);
      const { module } = await runnerImport<typeof import('./src/web/prerender.tsx')>('./src/web/prerender.tsx', {
        configFile: false,
        root: import.meta.dirname,
      });
      const drawn = await module.drawnPages();
      const named = { early: [...already], app: largestFirst(app), screens: Object.fromEntries(screens), drawn };
      writeFileSync(join(dir ?? '', '../screens.json'), JSON.stringify(named));
      const everything = all(fileOf(FIRST), { later: true }).difference(already).difference(app);
      writeFileSync(join(dir ?? '', 'files.json'), JSON.stringify([...everything].map((file) => `/${file}`)));
    },
  };
}

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));

export default defineConfig({
  define: { 'import.meta.env.VITE_VERSION': JSON.stringify(version) },
  root: 'src/web',
  publicDir: 'public',
  plugins: [react(), browserContracts(), filesOfScreens(), compressed()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // Everything comes from our own files: no inlined data, no polyfill.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      input: { app: join(WEB, 'index.html'), reader: join(WEB, 'reader.html') },
      output: {
        codeSplitting: {
          // What several screens share, in a few files instead of a hundred crumbs. None of them imports one below it.
          groups: [
            {
              // What the bundler makes itself comes with what comes first, but what the reader needs of it: here the app begins.
              name: (id, graph) =>
                isFor(EARLY, id, graph) || (id.includes('\0') && !isOfReader(id, graph)) ? 'early' : null,
              debugName: 'early',
              priority: 5,
            },
            // Apart: several files on their way at once take more of the line than one.
            { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 5 },
            { name: (id, graph) => (isFor(FIRST, id, graph) ? 'first' : null), debugName: 'first', priority: 4 },
            {
              name: (id, graph) => (BASE.test(id) && isForAny(MONDAY, id, graph) ? 'base' : null),
              debugName: 'base',
              priority: 3,
            },
            { name: 'fields', test: BASE, priority: 2 },
            { name: 'dates', test: /node_modules[\\/](?:@mui[\\/]x-date-pickers|date-fns)[\\/]/, priority: 2 },
            { name: 'grid', test: GRID, priority: 2 },
            {
              name: (id, graph) => (OWN.test(id) && isForAny(MONDAY, id, graph) ? 'lists' : null),
              debugName: 'lists',
              minShareCount: 2,
              priority: 3,
            },
            {
              name: (id, graph) => (OWN.test(id) && isForAny(LIBRARIES, id, graph) ? 'libraries' : null),
              debugName: 'libraries',
              minShareCount: 3,
              priority: 2,
            },
            { name: 'shared', test: OWN, minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
});
