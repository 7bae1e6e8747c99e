import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Journeys through the built product in a real browser, one after another. */
export default defineConfig({
  test: {
    name: 'e2e',
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
  },
});
