import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

/**
 * `npm test -- --quick`: without what starts programs, converters, or many installations; nor, beside the code, the tests whose tag
 * says `slow`.
 */
const SLOW = [
  'src/server/test/**',
  'src/server/backup/**',
  'src/server/documents/pdf/**',
  'src/server/**/*.crash.test.ts',
];

/** What is awaited comes, however busy the machine is. */
const PATIENCE = { testTimeout: 120_000, hookTimeout: 180_000, expect: { poll: { timeout: 20_000 } } };

/** What the tests that start the program start it on; `--quick` starts none. */
const INSTALLATION = process.env.QUICK ? [] : ['src/server/test/installation.ts'];

export default defineConfig({
  test: {
    tags: [{ name: 'slow', description: 'Takes seconds where others take a tenth of one: left out by --quick.' }],
    // One more than there are cores: what waits for a program, a timer or a browser leaves room for the next file.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'server',
          // The server's modules are loaded once by each worker, not by each file: no test mocks one.
          isolate: false,
          include: ['src/{shared,server,web}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...(process.env.QUICK ? SLOW : [])],
          globalSetup: ['src/server/test/postgres.setup.ts', ...INSTALLATION],
          ...PATIENCE,
        },
      },
      {
        test: {
          name: 'journeys',
          // One browser for each worker, not for each file.
          isolate: false,
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/browser.ts', ...INSTALLATION],
          ...PATIENCE,
          // Each of its steps has its own patience (`PATIENCE_MS`): a long story on a machine that does four other things only takes longer.
          testTimeout: 600_000,
          // Two journeys have each stood still once on a machine that did four other things; the report names a second try.
          retry: 1,
        },
      },
    ],
  },
});
