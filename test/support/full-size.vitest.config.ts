// What `npm test` does with some thousand clicks, with a million of them; what it kills at some calls, at all of them.
import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

const clicks = 1_000_000;
const kills = 200;
const seeds = 20;
const orders = 5000;
/** 50 payouts at once run over so many commissions. */
const racedFor = 1000;
/** One payout goes on over so many. */
const ofOnePayout = 10_000;

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
        PAYOUT_SIZE: String(racedFor),
        PAYOUT_RUN_SIZE: String(ofOnePayout),
      },
      testTimeout: 3_600_000,
      execArgv: ['--max-old-space-size=6144'],
    },
  }),
);
