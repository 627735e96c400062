// Runs the load and fault tests of `npm test` at full size: a million clicks, and kills at every call.
import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const clicks = 1_000_000;
const kills = 200;
const seeds = 20;
const orders = 5000;
/** Commissions over which 50 concurrent payouts race. */
const racedCommissions = 1000;
/** Commissions of one large payout. */
const payoutCommissions = 10_000;

export default mergeConfig(
  base,
  defineConfig({
    test: {
      root: `${import.meta.dirname}/../..`,
      env: {
        CLICKS: String(clicks),
        KILLS: String(kills),
        KILL_AT: 'all calls',
        SEEDS: String(seeds),
        ORDERS: String(orders),
        PAYOUT_SIZE: String(racedCommissions),
        PAYOUT_RUN_SIZE: String(payoutCommissions),
      },
      testTimeout: 3_600_000,
      execArgv: ['--max-old-space-size=6144'],
    },
  }),
);
