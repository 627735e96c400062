// Configures the longest runs of `npm run test:clicks` (a million clicks) and `npm run test:money` (20 seeds).
import { defineConfig } from 'vitest/config';
import { suite } from '../../vitest.config.ts';

export default defineConfig(
  suite({
    isExhaustive: true,
    testTimeout: 3_600_000,
    execArgv: ['--max-old-space-size=6144'],
    env: {
      TEST_SIZE: 'full',
      CLICKS: '1000000',
      KILLS: '200',
      SEEDS: '20',
      ORDERS: '5000',
      PAYOUT_SIZE: '1000',
      PAYOUT_RUN_SIZE: '10000',
    },
  }),
);
