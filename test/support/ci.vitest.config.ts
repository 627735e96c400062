// Configures the suite of `npm run test:all`: every test file. Exhaustive files test a third of their positions, other files all (test/support/size.ts).
import { defineConfig } from 'vitest/config';
import { suite } from '../../vitest.config.ts';

export default defineConfig(suite({ isExhaustive: true, testTimeout: 900_000, env: { TEST_SIZE: 'ci' } }));
