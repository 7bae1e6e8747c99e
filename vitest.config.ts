import { defineConfig } from 'vitest/config';

/**
 * unit: rules and tools, no input or output. server: routes, races and the database on a real PostgreSQL.
 * e2e: see e2e/vitest.config.ts.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false, // pure functions: nothing of one file is left for the next, and loading took half the time
          include: ['domain/src/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
          env: { TZ: 'America/New_York' }, // a rule that looks at the machine's clock zone instead of Kyiv's fails
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
          globalSetup: ['server/test/setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          teardownTimeout: 30_000,
          env: { TZ: 'America/New_York' },
        },
      },
      'e2e/vitest.config.ts',
    ],
  },
});
