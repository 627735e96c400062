// The contract suite by itself, on the deployed stage that the environment names: no engine, no table of its own.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: ['test/contract/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
