// Configures the suite of `npm run test:nightly`: every test file with every position.
import { defineConfig } from 'vitest/config';
import { suite } from '../../vitest.config.ts';

export default defineConfig(
  suite({
    isExhaustive: true,
    testTimeout: 900_000,
    env: {
      TEST_SIZE: 'full',
      SEEDS: '2',
      ORDERS: '500',
      CLICKS: '50000',
      KILLS: '100',
      PAYOUT_SIZE: '400',
      PAYOUT_RUN_SIZE: '1000',
    },
  }),
);
