// Configures the suite of `npm run test:all`: every test file. Exhaustive files test a share of their positions, other files all
// (test/support/size.ts).
import { defineConfig } from 'vitest/config';
import { suite } from '../../vitest.config.ts';

/** The proof of the deployment runs the contract suite on the deployed service, and the nightly run also on a local stage. */
const without = ['test/contract/*.test.ts'];

export default defineConfig(
  suite({ isExhaustive: true, without, testTimeout: 900_000, env: { TEST_SIZE: 'ci' } }),
);
