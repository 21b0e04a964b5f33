/** The walls of the house (CONTRIBUTING.md): who may import whom. `npm test` checks them. */
const not = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
/** What a folder of the server is unless it is one of these floors: a noun, named here by nobody. */
const FLOORS = ['db', 'storage', 'documents', 'http'];
const NOUN = `(?!(?:${FLOORS.join('|')}|test)/)([^/]+)`;

module.exports = {
  forbidden: [
    not(
      'no-circle',
      'Modules stand on each other in one direction.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    not(
      'no-orphan',
      'A file nobody imports is not needed.',
      {
        orphan: true,
        pathNot:
          '(\\.d\\.ts$|\\.test\\.ts$|\\.config\\.ts$|\\.child\\.ts$|src/web/public/|src/server/db/migrations/|scripts/|bench/)',
      },
      {},
    ),
    not('no-unresolved', 'Every import leads somewhere.', {}, { couldNotResolve: true }),
    not(
      'shared-is-ground',
      'Shared stands on zod alone.',
      { path: '^src/shared', pathNot: '\\.test\\.ts$' },
      { path: '.', pathNot: '^(src/shared|node_modules/zod)' },
    ),
    not('web-not-server', 'The web app never sees the server.', { path: '^src/web' }, { path: '^src/server' }),
    not('server-not-web', 'The server never sees the web app.', { path: '^src/server' }, { path: '^src/web' }),
    not(
      'nouns-by-service',
      'A noun reaches another noun through its service only.',
      { path: `^src/server/${NOUN}/`, pathNot: '\\.test\\.ts$' },
      // `records` is no noun of its own: it is what every library of the firm is made of.
      { path: `^src/server/${NOUN}/`, pathNot: ['^src/server/$1/', '\\.service\\.ts$', '^src/server/records/'] },
    ),
    not(
      'floors-know-no-noun',
      'What every noun stands on knows none of them.',
      { path: `^src/server/(${FLOORS.join('|')})/`, pathNot: '\\.test\\.ts$' },
      { path: `^src/server/${NOUN}/` },
    ),
    not(
      'sql-in-stores',
      'Only stores, migrations and db/ import Kysely.',
      { path: '^src', pathNot: '(\\.store\\.ts$|^src/server/db/|^src/server/test/|\\.test\\.ts$)' },
      { path: 'node_modules/(kysely|better-sqlite3|pg)/' },
    ),
    not(
      'fastify-in-routes',
      'Only routes, http/ and app.ts import Fastify.',
      { path: '^src', pathNot: '(\\.routes\\.ts$|^src/server/http/|^src/server/app\\.ts$|^src/server/test/)' },
      { path: 'node_modules/(fastify|@fastify)/' },
    ),
    not(
      'documents-alone',
      'Only documents/ knows the document libraries.',
      { path: '^src', pathNot: '(^src/server/(documents|test)/|\\.test\\.ts$)' },
      { path: 'node_modules/(@matbee|@hyzyla|@cantoo|fast-png)/' },
    ),
    not(
      'documents-closed',
      'The rest of the server asks the service of documents, not its parts.',
      {
        path: '^src/server',
        pathNot: '(^src/server/documents/|^src/server/(outside|deps)\\.ts$|^src/server/test/|\\.test\\.ts$)',
      },
      { path: '^src/server/documents/', pathNot: '\\.service\\.ts$' },
    ),
    not(
      'ui-knows-no-noun',
      'web/ui and web/fields could ship in another product.',
      { path: '^src/web/(ui|fields)/' },
      { path: '^src/(web|shared)/', pathNot: '^src/(web/(ui|fields)|shared/fields)/' },
    ),
    not(
      'records-know-no-noun',
      'Editing a record knows a catalogue of fields, and no kind of record.',
      { path: '^src/web/records/', pathNot: '\\.test\\.ts$' },
      { path: '^src/(web|shared)/', pathNot: '^src/(web/(records|ui|fields|api|auth)|shared/fields)/' },
    ),
    not(
      'products-below-their-tabs',
      'The page of a product knows no room that shows itself there: those stand in product.tabs.ts.',
      { path: '^src/web/products/' },
      {
        path: '^src/web/',
        pathNot: '^src/web/(products|findings|records|ui|fields|api|auth|layout|attachments|trash)/',
      },
    ),
    not('no-index', 'Files are named by what they hold.', {}, { path: '^src/.*/index\\.tsx?$' }),
    not(
      'tests-stay-apart',
      'The product does not import its tests.',
      { path: '^src', pathNot: '(\\.test\\.ts$|\\.suite\\.ts$|^src/server/test/)' },
      { path: '(^src/server/test/|\\.test\\.ts$|\\.suite\\.ts$)' },
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.d.ts'],
    },
  },
};
