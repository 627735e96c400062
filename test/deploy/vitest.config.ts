// Runs the contract suite on the deployed stage that the environment names, without a local database engine.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: ['test/contract/*.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // The suite presents brands itself, whose logo has an address below that of the API.
    env: { API_URL: process.env.API_URL ?? 'http://localhost:3000/v1' },
  },
});
