import { setTimeout } from 'node:timers/promises';

/** Must exceed the time that a change takes to be counted in figures. */
const aggregationDelayMilliseconds = 15_000;
export const waitForAggregation = () => setTimeout(aggregationDelayMilliseconds);
