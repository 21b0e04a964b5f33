import { configDefaults, defineConfig } from 'vitest/config';

/** `npm test -- --quick`: without what starts programs, converters, or many installations. */
const SLOW = [
  'src/server/test/**',
  'src/server/backup/**',
  'src/server/documents/pdf/**',
  'src/server/**/*.crash.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['src/shared/**/*.test.ts', 'src/server/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...(process.env.QUICK ? SLOW : [])],
          globalSetup: ['src/server/test/postgres.setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
